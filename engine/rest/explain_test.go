package rest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/rest"
)

func TestRecordOfEachOperation(t *testing.T) {
	t.Parallel()
	const one = "/people(PartitionKey='a',RowKey='1')"
	const bob = `{"PartitionKey":"a","RowKey":"2","Name":"Bob"}`
	api := withEntity(t)
	tests := []struct {
		method, path, body, match string
		op, table, code           string
		pages                     int
	}{
		{"POST", "/Tables", `{"TableName":"pets"}`, "", "CreateTable", "pets", "", 0},
		{"GET", "/Tables", "", "", "QueryTables", "", "", 1},
		{"GET", "/Tables('pets')", "", "", "QueryTables", "pets", "", 0},
		{"DELETE", "/Tables('pets')", "", "", "DeleteTable", "pets", "", 0},
		{"POST", "/people", bob, "", "InsertEntity", "people", "", 0},
		{"POST", "/people", bob, "", "InsertEntity", "people", "EntityAlreadyExists", 0},
		{"POST", "/people", "{", "", "InsertEntity", "people", "InvalidInput", 0},
		{"GET", one, "", "", "GetEntity", "people", "", 1},
		{"GET", "/people()", "", "", "QueryEntities", "people", "", 1},
		{"PUT", one, "{}", "*", "UpdateEntity", "people", "", 0},
		{"PATCH", one, "{}", "*", "MergeEntity", "people", "", 0},
		{"PUT", one, "{}", "", "InsertOrReplaceEntity", "people", "", 0},
		{"MERGE", one, "{}", "", "InsertOrMergeEntity", "people", "", 0},
		{"DELETE", one, "", "*", "DeleteEntity", "people", "", 0},
		{"DELETE", one, "", "*", "DeleteEntity", "people", "ResourceNotFound", 0},
		{"GET", "/people?comp=acl", "", "", "GetTableACL", "people", "", 0},
		{"GET", propertiesPath, "", "", "GetTableServiceProperties", "", "", 0},
		{"GET", "/", "", "", "", "", "InvalidUri", 0},
	}
	for _, tt := range tests {
		r, err := rest.PathStyle(rest.TableService, tt.method, base+tt.path)
		if err != nil {
			t.Fatal(err)
		}
		r.Header, r.Body = rest.Header{{Name: "Accept", Value: "application/json"}}, []byte(tt.body)
		if tt.match != "" {
			r.Header.Set("If-Match", tt.match)
		}
		var rec explain.Record
		answer := api.Serve(explain.NewContext(context.Background(), &rec), r)
		if rec.Op != tt.op || rec.Table != tt.table || string(rec.Code) != tt.code || rec.Pages != tt.pages {
			t.Errorf("%s %s: record = %+v", tt.method, tt.path, rec)
		}
		if rec.Transactions != 1 || rec.Roundtrips != 1 || rec.BytesIn != len(tt.body) || rec.BytesOut != len(answer.Body) {
			t.Errorf("%s %s: counters = %+v", tt.method, tt.path, rec)
		}
	}
}

func TestRecordInAHeaderField(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	r := ask(t, api, "GET", "/people()?$filter=PartitionKey%20eq%20'a'%20and%20RowKey%20lt%20'%C3%A9'", "", "X-Explain: 1")
	text := r.Header.Get("X-Explain")
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			t.Fatalf("X-Explain = %q is not ASCII", text)
		}
	}
	var got struct {
		Op, Table, Code string
		Plan            struct{ Class string }
		Read, Returned  int
		BytesOut        int
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Op != "QueryEntities" || got.Table != "people" || got.Plan.Class != "rowRange" || got.Read != 1 ||
		got.BytesOut != len(r.Body) {
		t.Errorf("X-Explain = %s", text)
	}
	if r := ask(t, api, "DELETE", "/people(PartitionKey='a',RowKey='9')", "", "X-Explain: 1",
		"If-Match: *"); !strings.Contains(r.Header.Get("X-Explain"), `"plan":null`) ||
		!strings.Contains(r.Header.Get("X-Explain"), `"code":"ResourceNotFound"`) {
		t.Errorf("X-Explain = %s", r.Header.Get("X-Explain"))
	}
	if _, sent := ask(t, api, "GET", "/people()", "").Header.Lookup("X-Explain"); sent {
		t.Error("X-Explain is sent to a client that has not asked for it")
	}
}
