package ask

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// partitions returns the bounds of the PartitionKey.
func (a *Answering) partitions(of keys.Values, c Call) []Bounds {
	w := &a.w
	if w.Partitions == Range || w.Partitions == All {
		n := len(w.scanned)
		return []Bounds{a.bounds(&w.st.Partition, n, of, c)}
	}
	texts := a.texts(w.st.Partition.Segments, of, c)
	return lists.Map(texts, func(text string) Bounds { return Bounds{Exact: true, Low: text} })
}

// rowsOf returns the bounds of the RowKey.
func (a *Answering) rowsOf(of keys.Values, c Call) Bounds {
	w := &a.w
	switch {
	case w.Rows == One, len(w.sought) > 0:
		return Bounds{Exact: true, Low: w.st.Row.Write(w.f, a.at(of, w.q.Span.Ref, c.From))}
	case w.Rows == All:
		return a.literal()
	}
	return a.bounds(&w.st.Row, w.prefix, of, c)
}

// literal returns the text that keeps the rows of a store apart from others in its table, in scans as well.
func (a *Answering) literal() Bounds {
	row := &a.w.st.Row
	text := row.Literal()
	if text == "" || !slices.ContainsFunc(a.w.v, func(o *keys.Store) bool {
		return o != nil && o.Text != a.w.st.Text && o.Table.Same(a.w.f, &a.w.st.Table)
	}) {
		return Bounds{}
	}
	if len(row.Segments) == 1 {
		return Bounds{Exact: true, Low: text}
	}
	return Bounds{Low: text, High: after(text)}
}

// bounds returns the bounds of a key of which n segments are known, and the next one may order the range.
func (a *Answering) bounds(t *keys.Template, n int, of keys.Values, c Call) Bounds {
	w := &a.w
	prefix := (&keys.Template{Segments: t.Segments[:n]}).Write(w.f, of)
	b := Bounds{Low: prefix, High: after(prefix)}
	if n == len(t.Segments) || !w.q.Span.Given || t.Segments[n].Sorts(w.f) == 0 ||
		w.f.Canonical(t.Segments[n].Ref) != w.q.Span.Ref {
		return b
	}
	s := &t.Segments[n]
	text := func(at int64) string { return prefix + s.Write(w.f, a.at(of, w.q.Span.Ref, at)) }
	first, last := c.From, c.To-1
	if s.Sorts(w.f) < 0 {
		first, last = last, c.From
	}
	if first > 0 {
		b.Low = text(first)
	}
	if last > 0 {
		b.High = after(text(last))
	}
	return b
}

// after returns the smallest key that is greater than all that begin with a text, "" if that is empty.
func after(prefix string) string {
	if prefix == "" {
		return ""
	}
	return prefix[:len(prefix)-1] + string(prefix[len(prefix)-1]+1)
}

// comparisons returns what the service compares beside the keys.
func (a *Answering) comparisons(c Call) []Comparison {
	var list []Comparison
	server, ranged, _ := a.w.compared()
	for _, k := range server.Without(a.w.sought) {
		equal := Comparison{k.Ref, "eq", []edm.Value{c.Known(k.Ref)}}
		if a.w.q.In.Has(k.Ref) {
			equal.Values = lists.Map(c.List, func(of keys.Values) edm.Value { return of(k.Ref) })
		}
		list = append(list, equal)
	}
	if ranged {
		list = append(list, a.ends(a.w.q.Span.Ref, Ends{c.From, c.To})...)
	}
	if a.w.crossed {
		list = append(list, a.ends(a.w.q.Across.Ref, c.Across)...)
	}
	return list
}

// ends compares with the ends of a range that are there.
func (a *Answering) ends(ref sheet.Ref, of Ends) (list []Comparison) {
	add := func(op string, place int64) {
		if place > 0 {
			list = append(list, Comparison{ref, op, []edm.Value{valueAt(a.w.f.TypeOf(ref), place)}})
		}
	}
	add("ge", of.From)
	add("lt", of.To)
	return list
}
