package odata_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"rowkey/engine/rest"
)

// ENG-Q11: an entity by both keys, a list with its options, and what is neither.
func TestPathsLeadToTheirOperation(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	tests := []struct {
		name, path string
		status     int
		text       string
	}{
		{"a-list-of-tables", "/Tables", 200, `"TableName":"people"`},
		{"a-list-with-parentheses", "/Tables()", 200, `"TableName":"people"`},
		{"one-table", "/Tables('people')", 200, `{"TableName":"people"}`},
		{"one-table-by-the-name-of-its-key", "/Tables(TableName='people')", 200, `{"TableName":"people"}`},
		{"a-table-that-is-not-there", "/Tables('nobody')", 404, "ResourceNotFound"},
		{"entities", "/people()", 200, `"Name":"Ann"`},
		{"entities-without-parentheses", "/people", 200, `"Name":"Ann"`},
		{"entities-with-a-blank-in-parentheses", "/people(%20)", 200, `"Name":"Ann"`},
		{"entities-with-a-slash-at-the-end", "/people/", 200, `"Name":"Ann"`},
		{"letter-case-of-a-table", "/PEOPLE()", 200, `"Name":"Ann"`},
		{"an-entity", "/people(PartitionKey='a',RowKey='1')", 200, `"Name":"Ann"`},
		{"an-entity-with-encoded-marks", "/people%28PartitionKey=%27a%27,%20RowKey=%271%27%29", 200, `"Name":"Ann"`},
		{"keys-in-the-other-order", "/people(RowKey='1',PartitionKey='a')", 200, `"Name":"Ann"`},
		{"blanks-everywhere", "/people( PartitionKey = 'a' , RowKey = '1' )", 200, `"Name":"Ann"`},
		{"an-entity-that-is-not-there", "/people(PartitionKey='a',RowKey='2')", 404, "ResourceNotFound"},
		{"a-table-that-is-not-there-for-an-entity", "/nobody(PartitionKey='a',RowKey='2')", 404, "TableNotFound"},
		{"a-table-that-is-not-there-for-a-query", "/nobody()", 404, "TableNotFound"},
		{"one-key-only", "/people(PartitionKey='a')", 400, "The number of keys specified in the URI"},
		{"a-key-twice", "/people(PartitionKey='a',PartitionKey='b')", 400, "Error in query syntax"},
		{"a-key-without-quotes", "/people(PartitionKey=a,RowKey=1)", 400, "Error in query syntax"},
		{"a-key-of-another-name", "/people(Name='a',RowKey='1')", 400, "Error in query syntax"},
		{"an-open-quote", "/people(PartitionKey='a',RowKey='1)", 400, "Error in query syntax"},
		{"no-closing-parenthesis", "/people(PartitionKey='a',RowKey='1'", 400, "Error in query syntax"},
		{"text-after-the-predicate", "/people(PartitionKey='a',RowKey='1')x", 400, "Error in query syntax"},
		{"a-slash-in-a-key", "/people(PartitionKey='a%2Fb',RowKey='1')", 400, "Error in query syntax"},
		{"a-backslash-in-a-key", "/people(PartitionKey='a',RowKey='a%5Cb')", 400, "Error in query syntax"},
		{"a-number-sign-in-a-key", "/people(PartitionKey='a%23b',RowKey='1')", 400,
			"One of the request inputs is out of range."},
		{"a-question-mark-in-a-key", "/people(PartitionKey='a',RowKey='%3F')", 400,
			"One of the request inputs is out of range."},
		{"a-control-character-in-a-key", "/people(PartitionKey='a%0A',RowKey='1')", 400, "Bad Request - Invalid URL"},
		{"a-control-character-anywhere", "/people%7F", 400, "Bad Request - Invalid URL"},
		{"a-c1-control-character-in-a-key", "/people(PartitionKey='a%C2%85',RowKey='1')", 400,
			"One of the request inputs is out of range."},
		{"a-c1-control-character-that-no-code-page-has", "/people(PartitionKey='a%C2%81',RowKey='1')", 400,
			"Bad Request - Invalid URL"},
		{"half-an-escape", "/people(PartitionKey='a%2',RowKey='1')", 400, "Error in query syntax"},
		{"bytes-that-are-no-text", "/people(PartitionKey='%FF',RowKey='1')", 400, "Error in query syntax"},
		{"a-second-segment", "/people/people", 501, "NotImplemented"},
		{"a-segment-after-an-entity-set", "/people()/Name", 501, "NotImplemented"},
		{"a-segment-after-an-entity", "/people(PartitionKey='a',RowKey='1')/Name", 501, "NotImplemented"},
		{"metadata", "/$metadata", 501, "NotImplemented"},
		{"nothing", "/", 400, "InvalidUri"},
		{"an-option-that-the-service-lacks", "/people()?$orderby=Name", 501, "NotImplemented"},
		{"an-option-of-a-signature", "/people()?sv=2020-12-06&timeout=30", 200, `"Name":"Ann"`},
		{"a-broken-option", "/people()?$filter=%G1", 400, "Error in query syntax"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want(t, ask(t, api, "GET", tt.path, ""), tt.status, tt.text)
		})
	}
}

// The web server in front of the service answers, and knows neither its fields nor its codes.
func TestAControlCharacterInAnAddressStopsAtTheFront(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	for _, method := range []string{"GET", "PUT", "MERGE", "DELETE"} {
		r := ask(t, api, method, "/people(PartitionKey='a%01',RowKey='1')", "{}")
		if r.Status != 400 || len(r.Body) != 324 || r.Header.Get("Content-Length") != "324" ||
			r.Header.Get("Content-Type") != "text/html; charset=us-ascii" || r.Header.Get("x-ms-request-id") != "" {
			t.Errorf("%s = %d\n%s%s", method, r.Status, lines(r.Header), r.Body)
		}
	}
	inside := operation("DELETE", base+"/people(PartitionKey='a%01',RowKey='1')", "", "If-Match: *")
	want(t, submit(t, api, changeset(inside)), 202, `"0:One of the request inputs is out of range.`)
}

func TestMethodsThatAResourceLacks(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	tests := []struct {
		name, method, path string
		header             string
		status             int
		code               string
	}{
		{"put-of-the-list-of-tables", "PUT", "/Tables", "", 405, "MethodNotAllowed"},
		{"put-of-one-table", "PUT", "/Tables('people')", "", 405, "MethodNotAllowed"},
		{"delete-of-an-entity-set", "DELETE", "/people()", "", 405, "MethodNotAllowed"},
		{"post-to-an-entity", "POST", "/people(PartitionKey='a',RowKey='1')", "", 405, "MethodNotAllowed"},
		{"get-of-a-batch", "GET", "/$batch", "", 405, "MethodNotAllowed"},
		{"a-method-of-nobody", "BREW", "/people", "", 405, "MethodNotAllowed"},
		{"tunnel-without-post", "PUT", "/people(PartitionKey='a',RowKey='1')", "X-HTTP-Method: MERGE", 400,
			"XMethodNotUsingPost"},
		{"tunnel-of-an-unknown-method", "POST", "/people(PartitionKey='a',RowKey='1')", "X-HTTP-Method: BREW", 400,
			"XMethodIncorrectValue"},
		{"tunnel-of-two-methods", "POST", "/people(PartitionKey='a',RowKey='1')", "X-HTTP-Method: MERGE, PUT", 400,
			"XMethodIncorrectCount"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var header []string
			if tt.header != "" {
				header = append(header, tt.header)
			}
			want(t, ask(t, api, tt.method, tt.path, `{"Age":35}`, header...), tt.status, tt.code)
		})
	}
}

func TestTunnelledMerge(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	const path = "/people(PartitionKey='a',RowKey='1')"
	want(t, ask(t, api, "POST", path, `{"Age":35}`, "X-HTTP-Method: MERGE", "If-Match: *"), 204, "")
	want(t, ask(t, api, "GET", path, ""), 200, `"Age":35,"Name":"Ann"`)
}

func TestSecondaryIsReadOnly(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	r, err := rest.PathStyle(rest.TableService, "DELETE", base+"-secondary/Tables('people')")
	if err != nil {
		t.Fatal(err)
	}
	want(t, api.Serve(context.Background(), r), 403, "InsufficientAccountPermissions")
	r.Method, r.Header = "GET", rest.Header{{Name: "Accept", Value: "application/json"}}
	want(t, api.Serve(context.Background(), r), 200, base+"-secondary/$metadata#Tables/@Element")
}

func FuzzPaths(f *testing.F) {
	for _, s := range []string{
		"/", "/Tables", "/Tables('people')", "/people()", "/people(PartitionKey='a',RowKey='1')", "/$batch",
		"/people%28PartitionKey=%27a%27,%20RowKey=%271%27%29?$select=Name", "/people()?$filter=Age%20eq%2034&$top=1",
		"/people()?NextPartitionKey=1!4!YQ--&NextRowKey=1!4!MQ--", "/Tables?NextTableName=1!4!YQ--",
		"/people?comp=acl", "?restype=service&comp=properties", "/people('", "/%", "/(",
		"/people(PartitionKey='''',RowKey='')",
	} {
		f.Add("GET", s, "")
		f.Add("POST", s, ann)
	}
	api := withEntity(f)
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r, err := rest.PathStyle(rest.TableService, method, base+path)
		if err != nil {
			return
		}
		r.Header = rest.Header{{Name: "Accept", Value: "application/json;odata=fullmetadata"}, {Name: "If-Match", Value: "*"}}
		r.Body = []byte(body)
		answer := api.Serve(context.Background(), r)
		if answer.Status == 500 {
			t.Fatalf("%s %q: 500 %s", method, path, answer.Body)
		}
		for _, h := range answer.Header {
			if strings.ContainsAny(h.Value, "\r\n") || !utf8.ValidString(h.Value) {
				t.Fatalf("%s %q: field %s = %q", method, path, h.Name, h.Value)
			}
		}
	})
}
