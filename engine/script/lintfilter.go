package script

import (
	"errors"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
	"rowkey/engine/utf16text"
)

// lintFilter checks a filter that begins at byte at of the target.
func (p *linter) lintFilter(r *Request, filter string, at int, target string) {
	f := filterText{p: p.document, r: r, text: filter, at: at, size: len(filter)}
	if strings.Contains(filter, "%") && !strings.Contains(filter, " ") {
		f.text, f.encoded = percent.DecodeTolerant(filter), true
	}
	x, err := odata.Parse(f.text)
	if syntax, ok := errors.AsType[*odata.SyntaxError](err); ok {
		if !f.dynamic() || !strings.Contains(f.text, "1") {
			f.syntax(syntax)
		}
		return
	}
	all := &keyBounds{}
	all.collect(x, true)
	if all.other != nil {
		f.warn(all.other.Pos, all.other.End, "key-in-other-case", otherCase(all.other.Property))
	}
	if !f.dynamic() && !f.padding(all) {
		f.bounds(all, strings.Contains(target, "$top="))
	}
}

// filterText is a filter and its place.
type filterText struct {
	p       *document
	r       *Request
	text    string
	at      int  // byte of the target
	size    int  // bytes there
	encoded bool // percent-encoded: positions inside it are lost
}

// dynamic reports whether the filter contains a reference.
func (f *filterText) dynamic() bool { return f.r.Target.dynamicIn(f.at, f.at+f.size) }

func (f *filterText) warn(from, to int, code message.Code, params ...string) *Diagnostic {
	return f.report(from, to, message.New(code, params...))
}

func (f *filterText) report(from, to int, problem message.Text) *Diagnostic {
	if f.encoded {
		from, to = 0, f.size
	}
	from, to = f.r.Target.source(f.at+from), f.r.Target.source(f.at+to)
	return f.p.report(SeverityWarning, from, to, message.New("in-filter").And(problem))
}

func (f *filterText) syntax(e *odata.SyntaxError) {
	place := message.New("at-character", strconv.Itoa(utf16text.Len(f.text[:e.Pos])+1)).And(hintOf(e))
	pos, end, with, ok := odata.Mend(f.text, e)
	held := f.r.Target.dynamicIn(f.at+pos, f.at+end) // a reference, whose value is not known yet
	if !ok || f.encoded || held || strings.ContainsAny(with, "&#%+") {
		f.report(e.Pos, e.End, place)
		return
	}
	f.report(pos, end, place).replace(with, "fix")
}

// hintOf says what is wrong with a filter, in the words of the service if we have none.
func hintOf(e *odata.SyntaxError) message.Text {
	if e.Hint == nil {
		return message.New("verbatim", e.Msg)
	}
	return e.Hint
}

// keyBounds are the comparisons of a filter with keys.
type keyBounds struct {
	fixed bool             // PartitionKey eq
	lower []*odata.Compare // RowKey gt, ge
	upper []*odata.Compare // RowKey lt, le
	other *odata.Compare   // with what differs from a key only in case
}

// collect walks the tree; only what all results satisfy counts as a bound.
func (k *keyBounds) collect(x odata.Expr, always bool) {
	switch x := x.(type) {
	case *odata.And:
		k.collect(x.X, always)
		k.collect(x.Y, always)
	case *odata.Or:
		k.collect(x.X, false)
		k.collect(x.Y, false)
	case *odata.Not:
		k.collect(x.X, false)
	case *odata.Compare:
		k.add(x, always)
	}
}

func (k *keyBounds) add(c *odata.Compare, always bool) {
	switch isRow := c.Property == "RowKey"; {
	case otherCase(c.Property) != "":
		k.other = c
	case !always:
	case c.Property == "PartitionKey":
		k.fixed = k.fixed || c.Op == odata.Eq
	case isRow && (c.Op == odata.Gt || c.Op == odata.Ge):
		k.lower = append(k.lower, c)
	case isRow && (c.Op == odata.Lt || c.Op == odata.Le):
		k.upper = append(k.upper, c)
	}
}

// padding warns of numbers whose order as strings is different, and reports whether it did.
func (f *filterText) padding(k *keyBounds) bool {
	for _, c := range append(append([]*odata.Compare{}, k.lower...), k.upper...) {
		text := c.Literal.Text()
		if len(text) < 4 && isDigits(text) && text[0] != '0' {
			f.warn(c.Pos, c.End, "filter-without-padding", strings.Repeat("0", 6-len(text))+text)
			return true
		}
	}
	return false
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// bounds warns of a range that is empty, or that has no end.
func (f *filterText) bounds(k *keyBounds, top bool) {
	if len(k.lower) == 0 {
		return
	}
	low := k.lower[0]
	if len(k.upper) == 0 {
		if k.fixed && low.Op == odata.Ge && !top {
			f.warn(low.Pos, low.End, "filter-without-end")
		}
		return
	}
	high := k.upper[0]
	first, last := low.Literal.Text(), high.Literal.Text()
	c, open := edm.CompareText(first, last), low.Op == odata.Gt || high.Op == odata.Lt
	if c > 0 || c == 0 && open {
		f.warn(min(low.Pos, high.Pos), max(low.End, high.End), "filter-bounds-reversed", first, last)
	}
}
