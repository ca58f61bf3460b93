package advise

import (
	"strings"
	"unicode/utf8"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
)

func compare(property string, op odata.Op, text string) odata.Expr {
	return &odata.Compare{Property: property, Op: op, Literal: edm.String(text)}
}

// comparison returns x if it compares a property with a literal, else nil.
func comparison(x odata.Expr, property string) *odata.Compare {
	if c, ok := x.(*odata.Compare); ok && c.Property == property {
		return c
	}
	return nil
}

// without returns the terms that do not compare a property.
func (a *adviser) without(property string) []odata.Expr {
	return lists.Only(a.terms, func(x odata.Expr) bool { return comparison(x, property) == nil })
}

// fixed returns the partition that the query names, ok is false if it names none.
func (a *adviser) fixed() (partition string, ok bool) {
	for _, x := range a.terms {
		c := comparison(x, edm.PartitionKey)
		if c != nil && c.Op == odata.Eq && c.Literal.Type() == edm.TypeString {
			return c.Literal.Text(), true
		}
	}
	return "", false
}

// names reports whether a filter names a property.
func names(x odata.Expr, property string) bool {
	switch x := x.(type) {
	case *odata.And:
		return names(x.X, property) || names(x.Y, property)
	case *odata.Or:
		return names(x.X, property) || names(x.Y, property)
	case *odata.Not:
		return names(x.X, property)
	case *odata.Compare:
		return x.Property == property
	}
	return false
}

// after returns the first text after all that begin with a prefix, "" if none is easy to write.
func after(prefix string) string {
	last, size := utf8.DecodeLastRuneInString(prefix)
	if last == utf8.RuneError || last >= 0xD7FF {
		return ""
	}
	return prefix[:len(prefix)-size] + string(last+1)
}

// common returns the longest prefix that two texts share, in whole characters.
func common(a, b string) string {
	n := 0
	for n < len(a) {
		r, size := utf8.DecodeRuneInString(a[n:])
		if s, _ := utf8.DecodeRuneInString(b[n:]); r != s || !strings.HasPrefix(b[n:], a[n:n+size]) {
			break
		}
		n += size
	}
	return a[:n]
}
