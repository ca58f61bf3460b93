package odata_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/golden"
)

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
