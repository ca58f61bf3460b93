package odata

import (
	"strconv"

	"rowkey/engine/utf16text"
)

// ParseSelect reads the list of a $select: names between commas, spaces around them, a comma at
// the end allowed. It returns nil, everything, for an empty list and for one that has a *, and
// names only once. Errors are *[SyntaxError].
// Source: Querying tables and entities, "$select", and recorded traffic.
func ParseSelect(s string) ([]string, error) {
	var names []string
	known := map[string]bool{}
	all := false
	for i := skipSpace(s, 0); i < len(s); {
		t := lex(s, i)
		if t.kind != kindIdent && t.text(s) != "*" {
			return nil, identifierExpected(s, i)
		}
		if name := t.text(s); name == "*" {
			all = true
		} else if !known[name] {
			known[name] = true
			names = append(names, name)
		}
		comma := lex(s, t.end)
		if comma.bad() {
			return nil, lexError(s, comma)
		}
		if comma.kind != kindEnd && comma.text(s) != "," {
			return nil, selectSyntax(s, t, comma)
		}
		i = skipSpace(s, comma.end)
	}
	if all {
		return nil, nil
	}
	return names, nil
}

func identifierExpected(s string, i int) *SyntaxError {
	msg := "An identifier was expected at position " + strconv.Itoa(utf16text.Len(s[:i])) + "."
	return invalid(i, len(s), msg).with("", "select-no-name")
}

func selectSyntax(s string, name, t token) *SyntaxError {
	e := invalid(t.pos, t.end, "Syntax error "+at(s, t.end))
	if t.kind == kindIdent {
		return e.with(","+t.text(s), "select-no-comma")
	}
	return e.with("", "select-more", name.text(s))
}
