package odata_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/golden"
	"rowkey/engine/rest"
)

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
