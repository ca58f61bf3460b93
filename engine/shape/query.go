package shape

import (
	"cmp"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/percent"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

// options are the options of a query that its shape tells.
type options struct {
	filter, sel    string
	top, continued bool
}

func queryOf(url string) (o options) {
	_, query, _ := strings.Cut(url, "?")
	for query != "" {
		var option string
		option, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(option, "=")
		switch name = decode(name); {
		case name == "$filter":
			o.filter = decode(value)
		case name == "$select":
			o.sel = decode(value)
		case name == "$top":
			o.top = true
		case strings.HasPrefix(name, "Next"):
			o.continued = true
		}
	}
	return o
}

// decode reads what clients encode; what is no escape stays as it is.
func decode(s string) string {
	if text, ok := percent.DecodeQuery(s); ok {
		return text
	}
	return percent.DecodeTolerant(s)
}

// query returns the text and the class of a query.
func query(r *trail.Request) (string, explain.Class) {
	o := queryOf(r.URL)
	return o.text(r.Record.Plan)
}

// text returns the text and the class of a query with these options. The plan is nil if it is not known.
func (o *options) text(p *explain.Plan) (string, explain.Class) {
	filter, err := odata.Parse(o.filter)
	if err != nil {
		return "unreadable filter", explain.None
	}
	return cut(strings.TrimSpace(conjunction(filter)+projection(*o)), MaxText), classOf(p, filter)
}

// classOf returns the class of a query; one that was refused has no plan, and the class that it would have had.
func classOf(p *explain.Plan, filter odata.Expr) explain.Class {
	if p == nil {
		return table.PlanOf(filter).Class
	}
	return p.Class
}

// projection writes what a read asks for besides its filter.
func projection(o options) (text string) {
	if o.sel != "" {
		names, err := odata.ParseSelect(o.sel)
		if order.By(names, strings.Compare); err == nil && names != nil {
			text = " select " + strings.Join(names, ", ")
		}
	}
	if o.top {
		text += " top ?"
	}
	if o.continued {
		text += continued
	}
	return text
}

// continued ends the text of a page after the first.
const continued = " continued"

// FirstPage returns the shape of the first page of a query from that of any of its pages; other shapes stay.
func (s Shape) FirstPage() Shape {
	s.Text = strings.TrimPrefix(strings.TrimSuffix(" "+s.Text, continued), " ")
	return s
}

// Terms returns what of a query's text is about keys and properties: without select, top and continued.
func Terms(text string) string {
	text = " " + text
	for _, word := range [...]string{" select ", " top ?", continued} {
		text, _, _ = strings.Cut(text, word)
	}
	return strings.TrimSpace(text)
}

// conjunction writes an expression whose sides all have to hold.
func conjunction(x odata.Expr) string {
	if x == nil {
		return ""
	}
	return list(sides[*odata.And](nil, x), " and ")
}

// list writes terms in the order of shapes, equal ones once.
func list(all []odata.Expr, between string) string {
	parts := lists.Map(all, func(x odata.Expr) part { return partOf(x, between == " and " && len(all) > 1) })
	order.By(parts, compare)
	parts = slices.Compact(parts)
	texts := lists.Map(parts, func(p part) string { return p.text })
	if len(parts) < len(all) {
		texts = append(texts, "…")
	}
	return strings.Join(texts, between)
}

// part is a term and its place among others: keys come first, and lower bounds before upper ones.
type part struct {
	rank       int
	name, text string
	op         odata.Op
}

func compare(a, b part) int {
	return cmp.Or(a.rank-b.rank, cmp.Compare(a.name, b.name), cmp.Compare(a.op, b.op), cmp.Compare(a.text, b.text))
}

func partOf(x odata.Expr, inAnd bool) part {
	p := part{rank: 2, text: term(x, inAnd)}
	p.name = p.text
	if c, ok := x.(*odata.Compare); ok {
		p.name, p.op = c.Property, c.Op
		switch c.Property {
		case edm.PartitionKey:
			p.rank = 0
		case edm.RowKey:
			p.rank = 1
		}
	}
	return p
}

// term writes one side of an "and" or of an "or". inAnd says that an "or" needs parentheses.
func term(x odata.Expr, inAnd bool) string {
	switch x := x.(type) {
	case *odata.Compare:
		return x.Property + " " + operators[x.Op] + " ?"
	case *odata.Not:
		return "not (" + term(x.X, false) + ")"
	case *odata.And:
		return conjunction(x)
	case *odata.Or:
		text := list(sides[*odata.Or](nil, x), " or ")
		if inAnd {
			return "(" + text + ")"
		}
		return text
	}
	return "?" // a constant
}

var operators = [...]string{odata.Eq: "=", odata.Ne: "!=", odata.Gt: ">", odata.Ge: ">=", odata.Lt: "<", odata.Le: "<="}

// sides returns what one kind of operator joins, whatever its parentheses.
func sides[T *odata.And | *odata.Or](all []odata.Expr, x odata.Expr) []odata.Expr {
	if _, ok := x.(T); !ok {
		return append(all, x)
	}
	switch x := x.(type) {
	case *odata.And:
		return sides[T](sides[T](all, x.X), x.Y)
	case *odata.Or:
		return sides[T](sides[T](all, x.X), x.Y)
	}
	return all
}
