package rest_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"rowkey/engine/explain"
	"rowkey/engine/golden"
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

// names returns a $select of n names that no entity has.
func names(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("a%d", i)
	}
	return strings.Join(list, ",")
}

// Finding D11: every row compared every name with every other.
func TestSelectCostsWhatItWrites(t *testing.T) {
	api := withTable(t)
	for i := range 100 {
		want(t, ask(t, api, "POST", "/people", fmt.Sprintf(wide, i), "Prefer: return-no-content"), 204, "")
	}
	for i := range 100 {
		want(t, ask(t, api, "POST", "/Tables", fmt.Sprintf(`{"TableName":"many%d"}`, i), "Prefer: return-no-content"), 204,
			"")
	}
	sel := "?$select=Age," + names(10_000) + ",LastName"
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := effort(func() {
		r := ask(t, api, "GET", "/people()"+sel, "")
		want(t, r, 200, `{"LastName":"Jones","Age":34,"a0":null,`)
		if got := strings.Count(string(r.Body), ":null"); got != 1_000_000 {
			t.Errorf("%d properties are null, want a million", got)
		}
		want(t, ask(t, api, "GET", "/Tables"+sel, ""), 200, "")
	})
	if took > 5*time.Second {
		t.Errorf("10,000 names took %v of a processor, want a second at most", took)
	}
}

// BenchmarkSelect10000 is the most expensive projection that fits into a header of 64 KiB.
func BenchmarkSelect10000(b *testing.B) {
	api := withTable(b)
	for i := range 1000 {
		want(b, ask(b, api, "POST", "/people", fmt.Sprintf(wide, i), "Prefer: return-no-content"), 204, "")
	}
	b.ReportAllocs()
	for b.Loop() {
		want(b, ask(b, api, "GET", "/people()?$select="+names(10_000), ""), 200, "")
	}
}

func TestFormatOfTheAnswer(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	const none, minimal, full = "odata=nometadata;", "odata=minimalmetadata;", "odata=fullmetadata;"
	tests := []struct {
		name, accept, query string
		status              int
		contentType         string
	}{
		{"no-metadata", "application/json;odata=nometadata", "", 200, none},
		{"minimal-metadata", "application/json;odata=minimalmetadata", "", 200, minimal},
		{"full-metadata", "application/json;odata=fullmetadata", "", 200, full},
		{"json-alone-is-minimal", "application/json", "", 200, minimal},
		{"blanks-and-letter-case", "Application/JSON; odata=NoMetadata", "", 200, none},
		{"other-parameters", "application/json;charset=utf-8;odata=fullmetadata", "", 200, full},
		{"a-list", "text/html, application/json;odata=fullmetadata, */*", "", 200, full},
		{"format-beats-accept", "application/json;odata=minimalmetadata",
			"?$format=application/json%3Bodata%3Dfullmetadata", 200, full},
		{"format-without-accept", "*/*", "?%24format=application%2Fjson%3Bodata%3Dnometadata", 200, none},
		{"a-format-that-is-no-json", "application/json", "?$format=atom", 415, minimal},
		{"anything", "*/*", "", 415, "application/xml;charset=utf-8"},
		{"atom", "application/atom+xml", "", 415, "application/xml;charset=utf-8"},
		{"a-level-of-nobody", "application/json;odata=verbose", "", 415, "application/xml;charset=utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, api, "GET", "/people()"+tt.query, "", "Accept: "+tt.accept)
			want(t, r, tt.status, "")
			if got := r.Header.Get("Content-Type"); !strings.Contains(got, tt.contentType) {
				t.Errorf("Content-Type = %q, want %q in it", got, tt.contentType)
			}
		})
	}
}

func TestContentTypeOfTheRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		contentType string
		status      int
		code        string
	}{
		{"", 204, ""},
		{"application/json", 204, ""},
		{"application/json;odata=verbose", 204, ""},
		{"Application/Json; charset=utf-8", 204, ""},
		{"application/atom+xml", 415, "AtomFormatNotSupported"},
		{"text/plain", 415, "MediaTypeNotSupported"},
	}
	for _, tt := range tests {
		t.Run("type "+tt.contentType, func(t *testing.T) {
			header := []string{"Prefer: return-no-content"}
			if tt.contentType != "" {
				header = append(header, "Content-Type: "+tt.contentType)
			}
			want(t, ask(t, withTable(t), "POST", "/people", ann, header...), tt.status, tt.code)
		})
	}
}

// TestAnswersByteByByte sends one sequence of requests and compares every answer with its header fields, in their
// order and spelling.
// ENG-Q4: with $select only what is named comes back, null where it is missing, and the ETag.
func TestAnswersByteByByte(t *testing.T) {
	t.Parallel()
	const (
		one     = "/people(PartitionKey='O''Neil',RowKey='1 %26%20é')"
		minimal = "Accept: application/json;odata=minimalmetadata"
		full    = "Accept: application/json;odata=fullmetadata"
		none    = "Accept: application/json;odata=nometadata"
		entity  = `{"PartitionKey":"O'Neil","RowKey":"1 & é","Born@odata.type":"Edm.DateTime",` +
			`"Born":"1990-01-02T03:04:05Z","Height":1.5,"Visits@odata.type":"Edm.Int64","Visits":"7"}`
	)
	exchanges := []struct {
		method, path, body string
		header             []string
	}{
		{"POST", "/Tables", `{"TableName":"people"}`, []string{minimal}},
		{"POST", "/Tables", `{"TableName":"pets"}`, []string{minimal, "Prefer: return-no-content"}},
		{"POST", "/Tables", `{"TableName":"places"}`, []string{full, "Prefer: return-content"}},
		{"POST", "/Tables", `{"TableName":"PEOPLE"}`, []string{minimal, "Prefer: return-no-content"}},
		{"GET", "/Tables", "", []string{minimal}},
		{"GET", "/Tables?$top=1", "", []string{full, "x-ms-client-request-id: me-1"}},
		{"GET", "/Tables?$filter=TableName%20ge%20'pf'", "",
			[]string{none, "x-ms-client-request-id: me-2", "x-ms-version: 2018-03-28"}},
		{"POST", "/people", entity, []string{minimal}},
		{"POST", "/people", entity, []string{minimal, "Prefer: return-content"}},
		{"POST", "/people", strings.Replace(entity, `"1 & é"`, `"2"`, 1), []string{full, "Prefer: return-no-content"}},
		{"GET", one, "", []string{none}},
		{"GET", one, "", []string{minimal}},
		{"GET", one, "", []string{full}},
		{"GET", one + "?$format=application/json;odata=nometadata&$select=Height,%20Absent", "", []string{full}},
		{"GET", "/people()?$select=RowKey,Absent&$top=1", "", []string{minimal}},
		{"PUT", one, `{"A":true}`, []string{minimal, "If-Match: *", "Prefer: return-no-content"}},
		{"PATCH", one, `{"B":null,"C":2}`, []string{minimal}},
		{"GET", one, "", []string{minimal}},
		{"PUT", one, `{}`, []string{minimal, `If-Match: W/"datetime'2020-01-01T00%3A00%3A00Z'"`}},
		{"PUT", one, `{}`, []string{minimal, `If-Match: W/"datetime''2020''"`}},
		{"PUT", one, `{}`, []string{minimal, `If-Match: GolangRocksOnAzure`}},
		{"DELETE", one, "", []string{"Accept: */*"}},
		{"DELETE", one, "", []string{"Accept: */*", "If-Match: *"}},
		{"DELETE", one, "", []string{"Accept: */*", "If-Match: *"}},
		{"GET", "/people()?$filter=aaa%20bbb%20ccc", "", []string{minimal}},
		{"GET", "/people()", "", []string{"Accept: */*"}},
		{"GET", "/", "", []string{minimal}},
		{"GET", "/", "", []string{"Accept: */*"}},
		{"GET", "/people()", "", []string{minimal, "x-ms-version: 12.0.0b1", "x-ms-client-request-id: me-3"}},
		{"DELETE", "/Tables('pets')", "", []string{minimal}},
		{"DELETE", "/Tables('pets')", "", []string{minimal}},
	}
	api := newAPI(t)
	var b strings.Builder
	for _, s := range exchanges {
		r := ask(t, api, s.method, s.path, s.body, s.header...)
		fmt.Fprintf(&b, ">>> %s %s\n    %s\n    %s\n%d\n%s\n%s\n\n", s.method, s.path, strings.Join(s.header, " | "),
			s.body, r.Status, lines(r.Header), r.Body)
	}
	golden.File(t, "testdata/answers.txt", visible(b.String()))
}

const bob = `{"PartitionKey":"a","RowKey":"2","Name":"Bob"}`

// everything is a batch with one operation of each kind. If it deletes row 1 it changes one row twice.
func everything(deletes string) string {
	entity := func(row string) string { return base + "/people(PartitionKey='a',RowKey='" + row + "')" }
	return changeset(
		operation("POST", base+"/people", bob, "Prefer: return-no-content", "Content-ID: 7"),
		operation("POST", base+"/people", `{"PartitionKey":"a","RowKey":"3","N":"1","N@odata.type":"Edm.Int64"}`),
		operation("PUT", entity("4"), `{"Name":"Di"}`, "Content-ID: 8"),
		operation("MERGE", entity("1"), `{"Age":35}`, "If-Match: *"),
		operation("PATCH", entity("5"), `{"Age":36}`, "Prefer: return-no-content"),
		operation("DELETE", entity(deletes), "", "If-Match: *"),
	)
}

func TestBatchAnswersByteByByte(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body string }{
		{"success", everything("0")},
		{"one-row-twice", everything("1")},
		{"conflict", changeset(
			operation("POST", base+"/people", bob, "Prefer: return-no-content"),
			operation("POST", base+"/people", ann, "Prefer: return-no-content", "Content-ID: 9"))},
		{"conflict-of-the-only-operation", changeset(operation("POST", base+"/people", ann))},
		{"missing-table", changeset(operation("POST", base+"/nobody", ann, "Prefer: return-no-content"))},
		{"no-operation", changeset()},
		{"no-changeset", "--batch_1--\r\n"},
		{"an-operation-that-is-none", changeset("\r\n")},
		{"a-point-read", "--batch_1\r\n" + operation("GET", base+"/people(PartitionKey='a',RowKey='1')", "") +
			"--batch_1--\r\n"},
		{"a-query-with-a-next-page", "--batch_1\r\n" + operation("GET", base+"/people()?$top=1", "") + "--batch_1--\r\n"},
	}
	var b strings.Builder
	for _, tt := range tests {
		api := withEntity(t)
		want(t, ask(t, api, "POST", "/people", `{"PartitionKey":"a","RowKey":"0"}`), 201, "")
		r := submit(t, api, tt.body)
		want(t, r, 202, "")
		fmt.Fprintf(&b, ">>> %s\n%s\n%s\n", tt.name, lines(r.Header), r.Body)
	}
	golden.File(t, "testdata/batches.txt", visible(b.String()))
}

// visible shows carriage returns.
func visible(text string) string { return strings.ReplaceAll(text, "\r\n", "␍␊\n") }

func TestBatchInputIsRead(t *testing.T) {
	t.Parallel()
	plain := changeset(operation("POST", base+"/people", bob, "Prefer: return-no-content"))
	tests := []struct{ name, body string }{
		{"as-it-should-be", plain},
		{"with-bare-line-feeds", strings.ReplaceAll(plain, "\r\n", "\n")},
		{"without-the-last-line-break", strings.TrimRight(plain, "\r\n")},
		{"with-a-preamble", "\r\nhello\r\n" + plain},
		{"with-two-blank-lines-before-the-request", strings.Replace(plain, "binary\r\n\r\n", "binary\r\n\r\n\r\n", 1)},
		{"with-names-in-lower-case", strings.Replace(plain, "Content-Type: multipart", "content-type: multipart", 1)},
		{"with-a-quoted-boundary", strings.Replace(plain, "boundary=changeset_1", `boundary="changeset_1"`, 1)},
		{"with-a-relative-address", strings.Replace(plain, base+"/people", "/people", 1)},
		{"with-an-address-from-the-root", strings.Replace(plain, base+"/people", "/devstoreaccount1/people", 1)},
		{"with-a-bare-name", strings.Replace(plain, base+"/people", "people", 1)},
		{"with-an-address-of-another-host",
			strings.Replace(plain, base+"/people", "https://demo.table.core.windows.net/people", 1)},
		{"with-a-query-string", strings.Replace(plain, base+"/people", base+"/people?sv=1&sig=a%2Fb", 1)},
		{"with-blanks-after-the-delimiter", strings.Replace(plain, "--changeset_1\r\n", "--changeset_1  \r\n", 1)},
		{"without-a-closing-delimiter", strings.Replace(plain, "--changeset_1--\r\n\r\n--batch_1--\r\n", "", 1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := withTable(t)
			r := submit(t, api, tt.body)
			want(t, r, 202, "HTTP/1.1 204 No Content")
			want(t, ask(t, api, "GET", "/people(PartitionKey='a',RowKey='2')", ""), 200, `"Name":"Bob"`)
		})
	}
}

// ENG-B4: among others, a body of more than 4 MiB.
func TestBatchThatCannotBeRead(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	r := ask(t, api, "POST", "/$batch", "", "Content-Type: application/json")
	want(t, r, 400, "An error occurred while processing this request.")
	want(t, submit(t, api, strings.Repeat("x", 4<<20+1)), 413, "RequestBodyTooLarge")
}

// Source: Performing entity group transactions: "the first change set will be processed by the service, and additional
// change sets will be rejected".
func TestOfTwoChangesetsTheFirstIsProcessed(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	second := "--x\r\n" + operation("POST", base+"/people", strings.Replace(bob, `"2"`, `"3"`, 1))
	two := strings.Replace(changeset(operation("POST", base+"/people", bob)), "--batch_1--",
		"--batch_1\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"+second+"--x--\r\n--batch_1--", 1)
	r := submit(t, api, two)
	want(t, r, 202, "HTTP/1.1 201 Created")
	want(t, r, 202, "HTTP/1.1 400 Bad Request")
	want(t, ask(t, api, "GET", "/people(PartitionKey='a',RowKey='2')", ""), 200, `"Name":"Bob"`)
	want(t, ask(t, api, "GET", "/people(PartitionKey='a',RowKey='3')", ""), 404, "ResourceNotFound")
}

// What comes after the second section, or after one operation too many, is not even looked at.
func TestABatchIsReadAsFarAsItMayGo(t *testing.T) {
	t.Parallel()
	query := "--batch_1\r\n" + operation("GET", base+"/people()", "")
	second := "--batch_1\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x--\r\n"
	insert := operation("POST", base+"/people", bob)
	for name, tt := range map[string]struct {
		body   string
		status int
		text   string
		parts  int // answers in it
	}{
		"many-sections":    {strings.Repeat("--batch_1\r\n", 100_000), 400, "One of the request inputs is not valid.", 0},
		"two-queries":      {query + query, 400, "One of the request inputs is not valid.", 0},
		"a-query-and-more": {query + second, 400, "One of the request inputs is not valid.", 0},
		"many-changesets": {strings.TrimSuffix(changeset(insert), "--batch_1--\r\n") + strings.Repeat(second, 1000), 202,
			"201 Created", 2},
		"many-operations": {changeset(slices.Repeat([]string{insert}, 1000)...), 202,
			"99:The batch request operation exceeds", 1},
		"many-fields": {changeset(operation("POST", base+"/people", bob, slices.Repeat([]string{"A: b"}, 1000)...)),
			202, "400 Bad Request", 1},
		"a-long-address": {changeset(operation("POST", base+"/people?"+strings.Repeat("a", 64<<10), bob)), 202,
			"400 Bad Request", 1},
		"many-query-options": {changeset(operation("POST", base+"/people?"+strings.Repeat("a&", 1000), bob)), 202,
			"400 Bad Request", 1},
		"many-properties": {changeset(operation("POST", base+"/people", properties(2000))), 202, "TooManyProperties", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := submit(t, withTable(t), tt.body)
			want(t, r, tt.status, tt.text)
			if got := strings.Count(string(r.Body), "HTTP/1.1 "); got != tt.parts {
				t.Errorf("%d answers, want %d: %.500s", got, tt.parts, r.Body)
			}
		})
	}
}

// properties is an entity of n properties beside its keys.
func properties(n int) string {
	var b strings.Builder
	b.WriteString(`{"PartitionKey":"a","RowKey":"2"`)
	for i := range n {
		b.WriteString(`,"P` + strconv.Itoa(i) + `":null`)
	}
	return b.String() + "}"
}

// ENG-B2, ENG-B3, ENG-B5, ENG-B7 and ENG-O10: refusals carry status, code and index, and leave nothing.
func TestBatchRefusals(t *testing.T) {
	t.Parallel()
	entity := base + "/people(PartitionKey='a',RowKey='1')"
	insert := func(pk, rk string) string {
		return operation("POST", base+"/people", `{"PartitionKey":"`+pk+`","RowKey":"`+rk+`"}`, "Prefer: return-no-content")
	}
	var many []string
	for i := range 101 {
		many = append(many, insert("a", strconv.Itoa(i+10)))
	}
	tests := []struct {
		name, version, body string
		status              int
		text                string
	}{
		{"a-row-twice", "", changeset(insert("a", "2"), insert("a", "2")), 400,
			`InvalidDuplicateRow","message":{"lang":"en-US","value":"1:The batch request contains`},
		{"a-row-twice-in-an-old-version", "2015-04-05", changeset(insert("a", "2"), insert("a", "2")), 400,
			`InvalidInput","message":{"lang":"en-US","value":"1:One of the request inputs`},
		{"two-partitions", "", changeset(insert("a", "2"), insert("b", "2")), 400,
			`"1:All commands in a batch must operate on same entity group.`},
		{"two-tables", "", changeset(insert("a", "2"), strings.Replace(insert("a", "3"), "/people", "/others", 1)), 400,
			"CommandsInBatchActOnDifferentPartitions"},
		{"101-operations", "", changeset(many...), 400,
			`"99:The batch request operation exceeds the maximum 100 changes per change set.`},
		{"another-version-of-the-row", "",
			changeset(insert("a", "2"),
				operation("PUT", entity, "{}",
					`If-Match: W/"datetime'2020-01-01T00%3A00%3A00Z'"`)), 412, `"1:The update condition specified`},
		{"another-version-of-the-only-row", "",
			changeset(operation("DELETE", entity, "",
				`If-Match: W/"datetime'2020-01-01T00%3A00%3A00Z'"`)), 412, `"The update condition specified`},
		{"no-tag", "", changeset(operation("DELETE", entity, "", "If-Match: GolangRocksOnAzure")), 400,
			`"0:The etag value 'GolangRocksOnAzure' specified`},
		{"delete-without-condition", "", changeset(operation("DELETE", entity, "")), 400,
			`"0:One of the request inputs is not valid.`},
		{"a-missing-row", "",
			changeset(insert("a", "2"),
				operation("DELETE", base+"/people(PartitionKey='a',RowKey='9')", "",
					"If-Match: *")), 404, `"1:The specified resource does not exist.`},
		{"a-read-among-writes", "", changeset(operation("GET", entity, "")), 405, `"0:The requested method is not allowed`},
		{"a-method-of-the-list-of-tables", "", changeset(operation("POST", base+"/Tables", "{}")), 405,
			`"0:The requested method is not allowed`},
		{"a-forbidden-character-in-a-key", "", changeset(insert("a", "2"), insert("a", "x/y")), 400,
			`OutOfRangeInput","message":{"lang":"en-US","value":"1:The 'RowKey' parameter of value 'x/y' is out of range.`},
		{"a-forbidden-character-in-an-address", "",
			changeset(operation("PUT", base+"/people(PartitionKey='a',RowKey='%23')",
				"{}")), 400, `"0:One of the request inputs is out of range.`},
		{"a-slash-in-an-address", "", changeset(operation("PUT", base+"/people(PartitionKey='a',RowKey='%2F')", "{}")), 400,
			`"0:Bad Request - Error in query syntax.`},
		{"the-address-of-the-account", "", changeset(operation("POST", base, "{}")), 405,
			`"0:The requested method is not allowed on the specified resource.`},
		{"a-body-that-is-no-entity", "", changeset(operation("POST", base+"/people", "{")), 400,
			`"0:An error occurred while processing this request.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := withEntity(t)
			var header []string
			if tt.version != "" {
				header = append(header, "x-ms-version: "+tt.version)
			}
			r := submit(t, api, tt.body, header...)
			want(t, r, 202, tt.text)
			if !strings.Contains(string(r.Body), "HTTP/1.1 "+strconv.Itoa(tt.status)+" ") {
				t.Errorf("body = %s, want a part with status %d", r.Body, tt.status)
			}
			want(t, ask(t, api, "GET", "/people()", ""), 200, `{"value":[{"PartitionKey":"a","RowKey":"1"`)
			if strings.Contains(string(ask(t, api, "GET", "/people()", "").Body), `"RowKey":"2"`) {
				t.Error("the transaction has left something behind")
			}
		})
	}
}

// ENG-B1: one request, one transaction on the bill.
func TestBatchIsOneTransactionInTheRecord(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	r, err := rest.PathStyle(rest.TableService, "POST", base+"/$batch")
	if err != nil {
		t.Fatal(err)
	}
	r.Header = rest.Header{{Name: "Content-Type", Value: "multipart/mixed; boundary=batch_1"}}
	r.Body = []byte(changeset(operation("POST", base+"/people", bob), operation("POST", base+"/people", ann)))
	var rec explain.Record
	api.Serve(explain.NewContext(context.Background(), &rec), r)
	if rec.Op != "EntityGroupTransaction" || rec.Table != "people" || rec.Code != "EntityAlreadyExists" ||
		rec.Transactions != 1 || rec.Roundtrips != 1 || rec.BytesIn != len(r.Body) || rec.BytesOut == 0 ||
		len(rec.Changes) != 0 {
		t.Errorf("record = %+v", rec)
	}
}

func FuzzBatch(f *testing.F) {
	f.Add("multipart/mixed; boundary=batch_1", everything("1"))
	f.Add("multipart/mixed; boundary=batch_1", changeset())
	f.Add("multipart/mixed; boundary=batch_1", changeset("\r\n"))
	f.Add("multipart/mixed;boundary=\"batch_1\"", strings.ReplaceAll(everything("1"), "\r\n", "\n"))
	f.Add("multipart/mixed; boundary=batch_1", "--batch_1\r\n"+operation("GET", "/people()", "")+"--batch_1--")
	f.Add("multipart/mixed; boundary=", "--\r\n--\r\n----")
	f.Add("multipart/mixed; boundary=a", "--a\n\nGET / HTTP/1.1\n\n--a--")
	api := withEntity(f)
	f.Fuzz(func(t *testing.T, contentType, body string) {
		r, err := rest.PathStyle(rest.TableService, "POST", base+"/$batch")
		if err != nil {
			t.Fatal(err)
		}
		r.Header = rest.Header{{Name: "Content-Type", Value: contentType}}
		r.Body = []byte(body)
		if answer := api.Serve(context.Background(), r); answer.Status != 202 && answer.Status != 400 &&
			answer.Status != 413 {
			t.Fatalf("%q %q: status = %d, body %s", contentType, body, answer.Status, answer.Body)
		}
	})
}
