package shape_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/percent"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

// requestOf makes a request as the engine hands it over. The options of the target are in plain text.
func requestOf(op, target, ifMatch string) *trail.Request {
	path, query, _ := strings.Cut(target, "?")
	name, _, _ := strings.Cut(path, "(")
	url := "http://127.0.0.1:10002/devstoreaccount1/" + path
	for i, option := range strings.FieldsFunc(query, func(c rune) bool { return c == '&' }) {
		key, value, _ := strings.Cut(option, "=")
		url += "?&"[min(i, 1):min(i, 1)+1] + percent.Encode(key) + "=" + percent.Encode(value)
	}
	return &trail.Request{Record: &explain.Record{Op: op, Table: name}, URL: url, IfMatch: ifMatch}
}

// values are what stands for {a}, {b} (texts of a key), {n} (a number) and {v} (any value) in each row of the table.
var values = [5][4]string{
	{"Sales", "emp_1", "1", "true"},
	{"O''Neil + Söhne", "2026-11-28", "-5", "'x'"},
	{"a eq b", "RowKey ge ''x''", "1099511627776L", "datetime'2026-11-28T00:00:00Z'"},
	{"a=b", "~", "1.5", "guid'c9da6455-213d-42c9-9a79-3e9149a57833'"},
	{"0", "0", "0", "X'00ff'"},
}

// Of each row five requests are made that differ in their values alone.
func TestTheShapeOfARequestHasNoValues(t *testing.T) {
	t.Parallel()
	const get, query = "GetEntity", "QueryEntities"
	rows := []struct{ op, target, want, class string }{
		{get, "Orders(PartitionKey='{a}',RowKey='{b}')", "get PartitionKey = ? and RowKey = ?", "point"},
		{get, "Orders(PartitionKey='{a}',RowKey='{b}')?$select=Total,Name",
			"get PartitionKey = ? and RowKey = ? select Name, Total", "point"},
		{get, "Orders(PartitionKey='{a}',RowKey='{b}')?timeout=30", "get PartitionKey = ? and RowKey = ?", "point"},

		{query, "Orders()", "query", "table scan"},
		{query, "Orders()?$top=100", "query top ?", "table scan"},
		{query, "Orders()?$select=B,A&$top=5", "query select A, B top ?", "table scan"},
		{query, "Orders()?$select=*", "query", "table scan"},
		{query, "Orders()?NextPartitionKey=1!8!YWE-&NextRowKey=1!8!YWE-", "query continued", "table scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}'&$top=9&NextPartitionKey=1!4!YQ--&NextRowKey=1!4!YQ--",
			"query PartitionKey = ? top ? continued", "partition scan"},

		{query, "Orders()?$filter=PartitionKey eq '{a}'", "query PartitionKey = ?", "partition scan"},
		{query, "Orders()?$filter='{a}' eq PartitionKey", "query PartitionKey = ?", "partition scan"},
		{query, "Orders()?$filter=(PartitionKey eq '{a}')", "query PartitionKey = ?", "partition scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey eq '{b}'", "query PartitionKey = ? and RowKey = ?",
			"point"},
		{query, "Orders()?$filter=RowKey eq '{b}' and PartitionKey eq '{a}'", "query PartitionKey = ? and RowKey = ?",
			"point"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey ge '{b}'", "query PartitionKey = ? and RowKey >= ?",
			"row range"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey ge '{b}' and RowKey lt '{b}x'",
			"query PartitionKey = ? and RowKey >= ? and RowKey < ?", "row range"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey lt '{b}x' and RowKey ge '{b}'",
			"query PartitionKey = ? and RowKey >= ? and RowKey < ?", "row range"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey gt '{b}' and RowKey le '{b}z'",
			"query PartitionKey = ? and RowKey > ? and RowKey <= ?", "row range"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey lt '{b}'&$select=Total",
			"query PartitionKey = ? and RowKey < ? select Total", "row range"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and RowKey ne '{b}'", "query PartitionKey = ? and RowKey != ?",
			"partition scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and Total gt {n}", "query PartitionKey = ? and Total > ?",
			"partition scan"},
		{query, "Orders()?$filter=Total gt {n} and PartitionKey eq '{a}'", "query PartitionKey = ? and Total > ?",
			"partition scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and Kind eq '{b}' and Age lt {n} and Age ge {n}",
			"query PartitionKey = ? and Age >= ? and Age < ? and Kind = ?", "partition scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and (Total gt {n} or Kind eq '{b}')",
			"query PartitionKey = ? and (Kind = ? or Total > ?)", "partition scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and (RowKey eq '{b}' or RowKey eq '{b}2' or RowKey eq '3')",
			"query PartitionKey = ? and (RowKey = ? or …)", "partition scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' and (RowKey eq '{b}' or RowKey eq '{b}2')",
			"query PartitionKey = ? and (RowKey = ? or …)", "partition scan"},
		{query, "Orders()?$filter=PartitionKey ge '{a}' and PartitionKey lt '{a}x'",
			"query PartitionKey >= ? and PartitionKey < ?", "partition range"},
		{query, "Orders()?$filter=PartitionKey ge '{a}'", "query PartitionKey >= ?", "partition range"},
		{query, "Orders()?$filter=PartitionKey gt '{a}' and RowKey eq '{b}'", "query PartitionKey > ? and RowKey = ?",
			"partition range"},
		{query, "Orders()?$filter=PartitionKey ne '{a}'", "query PartitionKey != ?", "table scan"},
		{query, "Orders()?$filter=PartitionKey eq '{a}' or PartitionKey eq '{a}2'",
			"query PartitionKey = ? or …", "table scan"},
		{query, "Orders()?$filter=(PartitionKey eq '{a}' and RowKey eq '1') or (PartitionKey eq '{a}2' and RowKey eq '2')",
			"query PartitionKey = ? and RowKey = ? or …", "table scan"},
		{query, "Orders()?$filter=RowKey eq '{b}'", "query RowKey = ?", "table scan"},
		{query, "Orders()?$filter=Email eq '{a}'", "query Email = ?", "table scan"},
		{query, "Orders()?$filter=P eq {v}", "query P = ?", "table scan"},
		{query, "Orders()?$filter=IsAdmin", "query IsAdmin = ?", "table scan"},
		{query, "Orders()?$filter=not (Email eq '{a}' or Age lt {n})", "query not (Age < ? or Email = ?)", "table scan"},
		{query, "Orders()?$filter=not IsAdmin and Email ne '{a}'", "query Email != ? and not (IsAdmin = ?)", "table scan"},
		{query, "Orders()?$filter=Email ne '{a}' and Email ne '{b}' and Email ne 'c'", "query Email != ? and …",
			"table scan"},
		{query, "Orders()?$filter={n} eq {n}", "query ?", "table scan"},
		{query, "Orders()?$filter=Timestamp ge datetime'2026-11-28T00:00:00Z'", "query Timestamp >= ?", "table scan"},
		{query, "Orders()?$filter=startswith(Email,'{a}')", "query unreadable filter", "other"},

		{"InsertEntity", "Orders", "insert", "write"},
		{"InsertOrMergeEntity", "Orders(PartitionKey='{a}',RowKey='{b}')", "insert or merge", "write"},
		{"InsertOrReplaceEntity", "Orders(PartitionKey='{a}',RowKey='{b}')", "insert or replace", "write"},
		{"CreateTable", "Orders", "create table", "write"},
		{"QueryTables", "Orders", "list tables", "other"},
	}
	requests := 0
	for _, row := range rows {
		for _, v := range values {
			target := strings.NewReplacer("{a}", v[0], "{b}", v[1], "{n}", v[2], "{v}", v[3]).Replace(row.target)
			s := shape.Of(requestOf(row.op, target, ""), shape.Options{})
			if s.String() != "orders "+row.want || s.ClassText() != row.class {
				t.Errorf("%s %s = %q, %s, want %q, %s", row.op, target, s, s.ClassText(), "orders "+row.want, row.class)
			}
			requests++
		}
	}
	if requests < 200 {
		t.Errorf("%d requests, want 200 at least", requests)
	}
}

func TestTheShapeOfAWriteHasItsCondition(t *testing.T) {
	t.Parallel()
	const etag = `W/"datetime'2026-11-28T00%3A00%3A00Z'"`
	for _, row := range []struct{ op, ifMatch, want string }{
		{"MergeEntity", etag, "orders merge If-Match: ETag"},
		{"MergeEntity", `W/"another"`, "orders merge If-Match: ETag"},
		{"MergeEntity", "*", "orders merge If-Match: *"},
		{"UpdateEntity", etag, "orders replace If-Match: ETag"},
		{"UpdateEntity", "*", "orders replace If-Match: *"},
		{"DeleteEntity", etag, "orders delete If-Match: ETag"},
		{"DeleteEntity", "*", "orders delete If-Match: *"},
	} {
		s := shape.Of(requestOf(row.op, "Orders(PartitionKey='a',RowKey='b')", row.ifMatch), shape.Options{})
		if s.String() != row.want || s.ClassText() != shape.Write {
			t.Errorf("%s, %s = %q, %s, want %q, a write", row.op, row.ifMatch, s, s.ClassText(), row.want)
		}
	}
}

func TestTheShapeOfATransactionHasItsKindsOfOperations(t *testing.T) {
	t.Parallel()
	const etag = `W/"x"`
	for _, row := range []struct {
		ops  []trail.Op
		want string
	}{
		{[]trail.Op{{Method: "POST"}, {Method: "POST"}}, "insert"},
		{[]trail.Op{{Method: "POST"}, {Method: "DELETE", IfMatch: "*"}, {Method: "POST"}}, "delete If-Match: *, insert"},
		{[]trail.Op{{Method: "DELETE", IfMatch: "*"}, {Method: "POST"}}, "delete If-Match: *, insert"},
		{[]trail.Op{{Method: "MERGE", IfMatch: etag}, {Method: "PATCH", IfMatch: `W/"y"`}}, "merge If-Match: ETag"},
		{[]trail.Op{{Method: "PUT"}, {Method: "PATCH"}}, "insert or merge, insert or replace"},
		{[]trail.Op{{Method: "PUT", IfMatch: "*"}}, "replace If-Match: *"},
		{nil, ""},
	} {
		r := requestOf("EntityGroupTransaction", "Orders", "")
		r.Ops = row.ops
		if s := shape.Of(r, shape.Options{}); s.Text != row.want || s.Does != "transaction" || s.ClassText() != shape.Write {
			t.Errorf("%v = %+v, want %q", row.ops, s, row.want)
		}
	}
}

func TestARefusedRequestHasAShape(t *testing.T) {
	t.Parallel()
	r := requestOf("", "", "")
	r.Record.Code = "AuthenticationFailed"
	if s := shape.Of(r, shape.Options{}); s.String() != "refused AuthenticationFailed" {
		t.Errorf("shape = %q, want the code", s)
	}
	r = requestOf("QueryEntities", "None()?$filter=RowKey eq '1'", "")
	r.Record.Code = "TableNotFound"
	if s := shape.Of(r, shape.Options{}); s.String() != "none query RowKey = ?" || s.ClassText() != "table scan" {
		t.Errorf("shape = %q, %s, want that of the query", s, s.ClassText())
	}
}

func TestTablesAreTheSameWhateverTheirLetters(t *testing.T) {
	t.Parallel()
	of := func(table string, o shape.Options) string {
		return shape.Of(requestOf("InsertEntity", table, ""), o).Table
	}
	counted := shape.Options{Counted: true}
	for _, row := range []struct {
		table string
		o     shape.Options
		want  string
	}{
		{"Orders", shape.Options{}, "orders"}, {"ORDERS", shape.Options{}, "orders"},
		{"Logs20261128", shape.Options{}, "logs20261128"}, {"Logs20261128", counted, "logs#"},
		{"Logs20261129", counted, "logs#"}, {"Orders", counted, "orders"}, {"Logs2026x", counted, "logs2026x"},
	} {
		if got := of(row.table, row.o); got != row.want {
			t.Errorf("table %s with %+v = %q, want %q", row.table, row.o, got, row.want)
		}
	}
}

func TestTheTextOfAShapeIsBounded(t *testing.T) {
	t.Parallel()
	var terms []string
	for i := range 900 {
		terms = append(terms, fmt.Sprintf("Property%03d eq 1", i))
	}
	target := strings.Repeat("T", 5000) + "()?$filter=" + strings.Join(terms, " and ")
	s := shape.Of(requestOf("QueryEntities", target, ""), shape.Options{})
	if len(s.Text) > shape.MaxText || !strings.HasSuffix(s.Text, "…") || len(s.Table) > 255 {
		t.Errorf("%d bytes of text and %d of a table's name, want at most %d and 255", len(s.Text), len(s.Table),
			shape.MaxText)
	}
}

func TestClassesAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, name := range shape.ClassNames() {
		if _, ok := shape.ClassNamed(name); !ok {
			t.Errorf("class %q is not known", name)
		}
	}
	if c, ok := shape.ClassNamed("table scan"); !ok || c != explain.TableScan {
		t.Errorf("table scan = %v, %v", c, ok)
	}
	if _, ok := shape.ClassNamed("tableScan"); ok {
		t.Error("a name of another notation is known")
	}
}
