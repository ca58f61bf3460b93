// Package shape takes the values out of requests. A shape is what is left: which table, what is done there, which keys
// are fixed or bounded and how, which other properties are compared with which operators, and what the request costs at
// best. Requests that one line of a program sends have one shape.
//
// Rule book: ours.
//
//   - A shape is its text and its class. The text never depends on a value: every literal, and every constant that a
//     filter may have in place of a comparison, is "?". Values decide the class in a few filters only, for example
//     a RowKey that is at least the empty text, which bounds nothing; those requests have one text and two shapes.
//   - Of a query: the comparisons of the uppermost "and" in the order PartitionKey, RowKey, other properties by name;
//     then "select" with its names in order, "top ?", and "continued" for a page after the first. The operators are
//     = != > >= < <=.
//   - What is compared with a list has one shape however long the list is: "(RowKey = ? or …)". Equal terms of an
//     "and" are written once, followed by "and …". A text of more than [MaxText] bytes is cut and ends in "…".
//   - Of a write: what is done, and its condition: "If-Match: *", "If-Match: ETag", or none. Of a transaction: the
//     sorted kinds of its operations with their conditions, each once.
//   - A request that is refused before it is known what it asks has the code of the refusal as its text.
//   - Tables are the same whatever the case of their letters. Tables that count up ("Logs20261128") are one, "Logs#",
//     if [Options.Counted] says so.
//
// Here are also the sums of all requests of a shape ([Collector]), and which requests belong together ([Units]). Not
// here: what is wrong with them (packages lint and watch), and which shapes a program may have (package costs).
package shape

import (
	"slices"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

// MaxText is how long the text of a shape is at most, in bytes.
const MaxText = 1 << 10

// Shape is a request without its values. Shapes are compared with ==.
type Shape struct {
	Table string // in lowercase letters, "" if the request is about none
	Does  string // get, query, insert, insert or merge, transaction, and so on
	Text  string // keys, properties, condition
	Class explain.Class
}

// Options of shapes. The zero value tells all tables apart.
type Options struct {
	Counted bool // tables whose names differ in the number at their end are one
}

// Of returns the shape of a request.
func Of(r *trail.Request, o Options) Shape { return of(r, o, query) }

// of is [Of], with what reads a query.
func of(r *trail.Request, o Options, query func(*trail.Request) (string, explain.Class)) Shape {
	s := Shape{Table: strings.ToLower(cut(o.Name(r.Record.Table), maxTable)), Does: does(r.Record.Op)}
	switch r.Record.Op {
	case "":
		s.Does, s.Text = "refused", string(r.Record.Code)
	case "GetEntity":
		s.Class, s.Text = explain.Point, bothKeys+projection(queryOf(r.URL))
	case "QueryEntities":
		s.Text, s.Class = query(r)
	case "EntityGroupTransaction":
		s.Text = operations(r.Ops)
	default:
		s.Text = condition(r.IfMatch)
	}
	s.Text = cut(s.Text, MaxText)
	return s
}

const bothKeys = "PartitionKey = ? and RowKey = ?"

// Name returns the name of a table as shapes have it, in its own letters.
func (o Options) Name(table string) string {
	if !o.Counted {
		return table
	}
	if name := strings.TrimRight(table, "0123456789"); name != table {
		return name + "#"
	}
	return table
}

// String writes a shape as reports and contracts have it, but for its class.
func (s Shape) String() string {
	return strings.Join(slices.DeleteFunc([]string{s.Table, s.Does, s.Text}, func(t string) bool { return t == "" }), " ")
}

// words are what operations are called in a shape.
var words = map[string]string{
	"GetEntity": "get", "QueryEntities": "query",
	"InsertEntity": "insert", "UpdateEntity": "replace", "MergeEntity": "merge", "DeleteEntity": "delete",
	"InsertOrReplaceEntity": "insert or replace", "InsertOrMergeEntity": "insert or merge",
	"EntityGroupTransaction": "transaction",
	"CreateTable":            "create table", "DeleteTable": "delete table", "QueryTables": "list tables",
	"GetTableACL": "read policies", "SetTableACL": "write policies",
	"GetTableServiceProperties": "read properties", "SetTableServiceProperties": "write properties",
	"GetTableServiceStats": "read statistics",
}

func does(op string) string {
	if word := words[op]; word != "" {
		return word
	}
	return op
}

// ClassText names the class of a shape as people read it. What writes has no class of its own.
func (s Shape) ClassText() string {
	switch {
	case s.Class != explain.None:
		return classTexts[s.Class]
	case s.writes():
		return Write
	}
	return Other
}

// The classes of what is not a read of entities.
const (
	Write = "write"
	Other = "other"
)

var classTexts = [...]string{"", "point", "row range", "partition scan", "partition range", "table scan"}

// ClassNamed returns the class with a name that [Shape.ClassText] writes; ok is false for any other name.
func ClassNamed(name string) (c explain.Class, ok bool) {
	if i := slices.Index(classTexts[1:], name); i >= 0 {
		return explain.Class(i + 1), true
	}
	return explain.None, name == Write || name == Other
}

// ClassNames are all names of classes, cheapest first.
func ClassNames() []string { return append(slices.Clone(classTexts[1:]), Write, Other) }

func (s Shape) writes() bool {
	switch s.Does {
	case "insert", "replace", "merge", "delete", "insert or replace", "insert or merge", "transaction", "create table",
		"delete table", "write policies", "write properties":
		return true
	}
	return false
}

// cut shortens a text to a number of bytes, and never within a character.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most-len("…")], "") + "…"
}
