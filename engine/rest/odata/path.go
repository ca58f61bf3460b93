package odata

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
)

// kind says which resource a path names.
type kind uint8

const (
	kindAccount  kind = iota // /
	kindBatch                // /$batch
	kindTables               // /Tables
	kindTable                // /Tables('people')
	kindEntities             // /people()
	kindEntity               // /people(PartitionKey='a',RowKey='b')
	kindNested               // /people/people
)

// target is the resource that a path names.
type target struct {
	kind  kind
	table string
	key   explain.Key // of an entity
}

const texSyntax = "Bad Request - Error in query syntax."

func errSyntax() error { return apierr.Newf(apierr.InvalidInput, texSyntax) }

// parsePath reads a path that is still percent-encoded; it is decoded once, then parsed, because
// clients differ in what they encode. Errors: InvalidInput for bad syntax, that and OutOfRangeInput for characters
// that no key may hold, NotImplemented for a resource that the service does not have.
// Source: Addressing Table service resources; Payload format for Table service operations.
func parsePath(raw string) (target, error) {
	path, ok := percent.Decode(raw)
	if !ok || !utf8.ValidString(path) {
		return target{}, errSyntax()
	}
	path = strings.TrimPrefix(path, "/")
	end := strings.IndexAny(path, "(/")
	if end < 0 {
		end = len(path)
	}
	return parseResource(path[:end], path[end:])
}

// parseResource reads what follows the name: nothing, (), or a key predicate.
func parseResource(name, rest string) (target, error) {
	if rest == "/" {
		rest = ""
	}
	switch {
	case strings.HasPrefix(rest, "/"):
		return parseNested(name, rest[1:])
	case name == "" && rest == "":
		return target{kind: kindAccount}, nil
	case name == "$batch" && rest == "":
		return target{kind: kindBatch}, nil
	case name == "" || name[0] == '$':
		return target{}, apierr.New(apierr.NotImplemented)
	case strings.EqualFold(name, "Tables"):
		return parseTables(rest)
	case rest == "" || blankPredicate(rest):
		return target{kind: kindEntities, table: name}, nil
	}
	return parseEntity(name, rest)
}

// parseNested reads a second segment: only the name of the same table has a meaning.
func parseNested(name, second string) (target, error) {
	if name == "" || name[0] == '$' || strings.EqualFold(name, "Tables") || !strings.EqualFold(name, second) {
		return target{}, apierr.New(apierr.NotImplemented)
	}
	return target{kind: kindNested, table: name}, nil
}

// settle returns what a nested path means: the service takes a POST for an insert into the table, and has
// nothing else for it. Errors: NotImplemented.
// Source: recorded traffic.
func (t target) settle(verb string) (target, error) {
	switch {
	case t.kind != kindNested:
		return t, nil
	case verb != "POST":
		return target{}, apierr.New(apierr.NotImplemented)
	}
	t.kind = kindEntities
	return t, nil
}

func blankPredicate(s string) bool {
	return s[0] == '(' && s[len(s)-1] == ')' && strings.Trim(s[1:len(s)-1], " ") == ""
}

// parseTables reads what follows "Tables": nothing, (), ('people') or (TableName='people').
func parseTables(rest string) (target, error) {
	if rest == "" || blankPredicate(rest) {
		return target{kind: kindTables}, nil
	}
	p := predicate{rest: rest}
	p.open()
	if strings.HasPrefix(p.rest, "TableName") {
		p.word("TableName")
	}
	name := p.quoted()
	p.close()
	if p.bad {
		return target{}, errSyntax()
	}
	return target{kind: kindTable, table: name}, nil
}

// parseEntity reads (PartitionKey='a',RowKey='b'), in any order of the two. Errors: NotImplemented for a segment after
// it.
func parseEntity(table, rest string) (target, error) {
	var keys [2]string
	var seen [2]bool
	p := predicate{rest: rest}
	p.open()
	for more := !p.goesOn(); more && !p.bad; more = p.comma() {
		i := p.keyName()
		keys[i], p.bad = p.quoted(), p.bad || seen[i]
		seen[i] = true
	}
	if p.goesOn() {
		return target{}, apierr.New(apierr.NotImplemented)
	}
	p.close()
	if p.bad {
		return target{}, errSyntax()
	}
	if err := cmp.Or(checkKey(keys[0]), checkKey(keys[1])); err != nil {
		return target{}, err
	}
	if !seen[0] || !seen[1] {
		return target{}, apierr.Newf(apierr.InvalidInput, "The number of keys specified in the URI "+
			"does not match number of key properties for the resource '%s'.", table)
	}
	return target{kind: kindEntity, table: table, key: explain.Key{Partition: keys[0], Row: keys[1]}}, nil
}

// checkKey refuses a key that a URL cannot name. A slash would begin another segment of the path; of the other
// characters that no key may hold the service says less.
// Source: Understanding the Table service data model, "Characters Disallowed in Key Fields"; for the codes what
// suites of clients expect of the service, and azure-storage-net issue 386.
func checkKey(s string) error {
	if strings.ContainsAny(s, `/\`) {
		return errSyntax()
	}
	if strings.ContainsFunc(s, func(c rune) bool { return !edm.InKey(c) }) {
		return apierr.New(apierr.OutOfRangeInput)
	}
	return nil
}

// appendKey writes a key as the service has it in Location and DataServiceId: a literal, in which a quote is
// doubled.
// Source: recorded traffic.
func appendKey(b []byte, key string) []byte {
	return percent.Append(b, odata.Escape(key), percent.Marks)
}

// appendEntityPath writes table(PartitionKey='…',RowKey='…').
func appendEntityPath(b []byte, table, partition, row string) []byte {
	b = append(b, table...)
	b = append(b, "(PartitionKey='"...)
	b = appendKey(b, partition)
	b = append(b, "',RowKey='"...)
	b = appendKey(b, row)
	return append(b, "')"...)
}

// entityPath returns what appendEntityPath writes, after a base and a slash if there is a base.
func entityPath(base, table, partition, row string) string {
	var buffer [256]byte // on the stack, enough for most keys
	b := append(buffer[:0], base...)
	if base != "" {
		b = append(b, '/')
	}
	return string(appendEntityPath(b, table, partition, row))
}
