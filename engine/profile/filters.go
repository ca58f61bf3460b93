package profile

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/percent"
	"rowkey/engine/sheet"
)

// Why a filter did not become a question of the sheet.
const (
	FilterSyntax = "syntax" // it is not a filter
	FilterOr     = "or"     // it has or, not, ne or a constant
	FilterColumn = "column" // it compares a column that the sheet does not have
	FilterRange  = "range"  // it has a range of more than one column, or of a text
	FilterSigned = "signed" // it has a range of a number that may be negative, which keys cannot order
	FilterMany   = "many"   // the sheet has sixteen questions already
)

// Unread is a filter that did not become a question: its line in the list, and why.
type Unread struct {
	Line int    `json:"line"`
	Why  string `json:"why"` // syntax, or, column, range, signed, many
}

// questions turns filters into questions about one kind.
type questions struct {
	profile *Profile
	kind    *sheet.Kind
}

// shape is filters that differ in their values alone.
type shape struct {
	key   string
	ask   sheet.Ask
	count int
	width float64 // sum of the widths of its ranges, in ticks or in numbers
	line  int
}

// read reads a list of filters and groups them by shape. The share of a question is that of its filters.
func (q *questions) read(list string) ([]sheet.Ask, []Unread) {
	var shapes []*shape
	unread, all := []Unread{}, 0
	for i, text := range strings.Split(list, "\n") {
		text = filterIn(strings.TrimSpace(text))
		if text == "" {
			continue
		}
		s, why := q.shape(text)
		if why != "" {
			unread = append(unread, Unread{i + 1, why})
			continue
		}
		all++
		at := slices.IndexFunc(shapes, func(known *shape) bool { return known.key == s.key })
		if at < 0 {
			s.line = i + 1
			shapes = append(shapes, s)
			continue
		}
		shapes[at].count++
		shapes[at].width += s.width
	}
	order.By(shapes, func(a, b *shape) int { return b.count - a.count })
	if len(shapes) > sheet.MaxAsks {
		for _, s := range shapes[sheet.MaxAsks:] {
			unread, all = append(unread, Unread{s.line, FilterMany}), all-s.count
		}
		shapes = shapes[:sheet.MaxAsks]
	}
	return q.asks(shapes, all), unread
}

// filterIn returns the filter of a line, which may be the URL of a query.
func filterIn(line string) string {
	_, after, found := strings.Cut(line, "$filter=")
	if !found {
		_, after, found = strings.Cut(line, "%24filter=")
	}
	if !found {
		return line
	}
	after, _, _ = strings.Cut(after, "&")
	if !strings.Contains(after, " ") {
		after = strings.ReplaceAll(after, "+", " ")
	} else if i := strings.Index(after, " HTTP/"); i >= 0 {
		after = after[:i]
	}
	return strings.TrimSpace(percent.DecodeTolerant(after))
}

// shape reads a filter whose comparisons are connected by and.
func (q *questions) shape(text string) (*shape, string) {
	x, err := odata.Parse(text)
	if err != nil || x == nil {
		return nil, FilterSyntax
	}
	terms, ok := odata.Comparisons(x)
	if !ok || slices.ContainsFunc(terms, func(c *odata.Compare) bool { return c.Op == odata.Ne }) {
		return nil, FilterOr
	}
	s := &shape{ask: sheet.Ask{Kind: q.kind.Name}, count: 1}
	var from, to *odata.Compare
	for _, t := range terms {
		name := q.attribute(t.Property)
		switch {
		case name == "":
			return nil, FilterColumn
		case t.Op == odata.Eq:
			s.ask.Known = append(s.ask.Known, sheet.Known{Attr: name})
			continue
		case s.ask.Range.Attr != "" && s.ask.Range.Attr != name:
			return nil, FilterRange
		case t.Op == odata.Ge || t.Op == odata.Gt:
			from = t
		default:
			to = t
		}
		s.ask.Range.Attr = name
	}
	if s.ask.Range.Attr != "" {
		if why := s.measure(q, from, to); why != "" {
			return nil, why
		}
	}
	order.By(s.ask.Known, func(a, b sheet.Known) int { return strings.Compare(a.Attr, b.Attr) })
	for _, k := range s.ask.Known {
		s.key += k.Attr + " "
	}
	s.key += "| " + s.ask.Range.Attr + " " + s.ask.Range.How
	return s, ""
}

// attribute returns the attribute of a property, "" if the sheet has none.
func (q *questions) attribute(property string) string {
	for i, c := range q.profile.columns.list {
		if name := q.profile.columns.attribute(i); c.name == property || name == property {
			if slices.ContainsFunc(q.kind.Attributes, func(a sheet.Attribute) bool { return a.Name == name }) {
				return name
			}
		}
	}
	return ""
}

// column returns the column of an attribute.
func (q *questions) column(attribute string) *column {
	for i, c := range q.profile.columns.list {
		if q.profile.columns.attribute(i) == attribute {
			return c
		}
	}
	return nil
}

// measure finds how wide a range is: between both ends, or from its one end to that of the column. It returns why it
// cannot: texts have no width, and numbers below zero no order.
func (s *shape) measure(q *questions, from, to *odata.Compare) string {
	c := q.column(s.ask.Range.Attr)
	isTime := c.typeOf() == timeKind
	switch {
	case c.typeOf()&(numberKinds|timeKind) == 0:
		return FilterRange
	case !isTime && c.ends[0] < 0:
		return FilterSigned
	}
	low, high := c.ends[0], c.ends[1]
	s.ask.Range.How = sheet.Between
	if from != nil {
		low = numberOf(from.Literal)
	}
	if to != nil {
		high = numberOf(to.Literal)
	} else if isTime {
		s.ask.Range.How = sheet.Last
	}
	if isTime {
		low, high = low/ticksPerSecond, high/ticksPerSecond
	} else {
		low, high = 100*low, 100*high
		if span := c.ends[1] - c.ends[0]; span > 0 {
			low, high = low/span, high/span
		}
	}
	s.width = math.Max(0, high-low)
	return ""
}

const ticksPerSecond = 1e7

// numberOf returns a literal as a column orders it.
func numberOf(v edm.Value) float64 {
	switch v.Type() {
	case edm.TypeDouble:
		return v.Float()
	case edm.TypeInt32, edm.TypeInt64, edm.TypeDateTime:
		return float64(v.Int())
	}
	return 0
}
