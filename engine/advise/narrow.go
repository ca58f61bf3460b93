package advise

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
)

// mostQueries is how many queries may take the place of one: with more a client waits too often.
const mostQueries = 15

// separators end the parts of a compound key.
const separators = "_-:|~;,. "

// partitions names the partitions in which entities were found, if the query does not name one.
func (a *adviser) partitions() *Advice {
	if _, ok := a.fixed(); ok {
		return nil
	}
	var list []string
	for _, k := range a.found {
		if n := len(list); n == 0 || list[n-1] != k.Partition {
			list = append(list, k.Partition)
		}
	}
	if len(list) == 0 || len(list) > mostQueries {
		return nil
	}
	rest := a.without(edm.PartitionKey)
	filters := lists.Map(list, func(name string) odata.Expr {
		return odata.All(append([]odata.Expr{compare(edm.PartitionKey, odata.Eq, name)}, rest...)...)
	})
	if len(list) == 1 {
		return a.instead(Partition, list, filters...)
	}
	return a.instead(Partitions, list, filters...)
}

// upper adds the upper bound to a range of row keys that has a lower one alone.
func (a *adviser) upper() *Advice {
	from := a.lower()
	if _, ok := a.fixed(); !ok || from == "" || len(a.found) == 0 {
		return nil
	}
	return a.below(Upper, a.shared(from))
}

// lower returns the literal of the only comparison of the RowKey, if that is a lower bound.
func (a *adviser) lower() string {
	from, n := "", 0
	for _, x := range a.terms {
		if c := comparison(x, edm.RowKey); c != nil {
			n++
			if (c.Op == odata.Ge || c.Op == odata.Gt) && c.Literal.Type() == edm.TypeString {
				from = c.Literal.Text()
			}
		}
	}
	if n != 1 {
		return ""
	}
	return from
}

// shared returns what the row keys of all entities found begin with, at most prefix.
func (a *adviser) shared(prefix string) string {
	for _, k := range a.found {
		prefix = common(prefix, k.Row)
	}
	return prefix
}

func (a *adviser) below(kind Kind, prefix string) *Advice {
	end := after(prefix)
	if prefix == "" || end == "" {
		return nil
	}
	terms := a.terms
	if kind == Prefix {
		terms = append(terms[:len(terms):len(terms)], compare(edm.RowKey, odata.Ge, prefix))
	}
	return a.instead(kind, []string{prefix}, odata.All(append(terms[:len(terms):len(terms)],
		compare(edm.RowKey, odata.Lt, end))...))
}

// prefix bounds the row keys of one partition by a part of their compound key, if the query does not bound them.
func (a *adviser) prefix() *Advice {
	if _, ok := a.fixed(); !ok || len(a.found) < 2 {
		return nil
	}
	for _, x := range a.terms {
		if names(x, edm.RowKey) {
			return nil
		}
	}
	shared := a.shared(a.found[0].Row)
	return a.below(Prefix, shared[:strings.LastIndexAny(shared, separators)+1])
}

// split asks for each side of an "or" apart.
func (a *adviser) split() *Advice {
	sides := [][]odata.Expr{nil}
	for _, x := range a.terms {
		if sides = times(sides, sidesOf(nil, x)); len(sides) > mostQueries {
			return nil
		}
	}
	if len(sides) < 2 {
		return nil
	}
	filters := lists.Map(sides, func(terms []odata.Expr) odata.Expr { return odata.All(terms...) })
	return a.instead(Split, []string{}, filters...)
}

func sidesOf(out []odata.Expr, x odata.Expr) []odata.Expr {
	if or, ok := x.(*odata.Or); ok {
		return sidesOf(sidesOf(out, or.X), or.Y)
	}
	return append(out, x)
}

// times returns each of the lists with each of the sides.
func times(lists [][]odata.Expr, sides []odata.Expr) [][]odata.Expr {
	var out [][]odata.Expr
	for _, list := range lists {
		for _, x := range sides {
			out = append(out, append(list[:len(list):len(list)], x))
		}
	}
	return out
}
