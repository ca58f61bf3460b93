package propose

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Whoever reads a proposal asks what would be if two parts of a key changed places, one of them went, or a copy held
// nothing but the value that is asked for. So this is tried before a design is proposed: [Search.settle] leaves none in
// front that such a change, or another design, beats.

// settle puts the best design in front that none beats: no variation of it, no design of the sheet, and no other one
// that is as simple and as usual. What is beaten when it is in front goes.
func (x *Search) settle(all []*trial) []*trial {
	gone := map[string]bool{}
	for len(all) > 0 {
		first := all[0]
		better := slices.DeleteFunc(x.varied(first), func(v *trial) bool { return gone[v.cost.Text] || !v.beats(first) })
		if len(better) == 0 && !slices.ContainsFunc(all, func(t *trial) bool {
			plain := t.cost.Simplicity <= first.cost.Simplicity && t.cost.Unusual <= first.cost.Unusual
			return t.beats(first) && (t.given || plain)
		}) {
			break
		}
		gone[first.cost.Text] = true
		all = append(all[1:], better...)
		order.By(all, x.compare)
	}
	return all
}

// varied calculates the designs that differ from one by two parts of the keys of a store that change places, by one
// that is left out, or by a copy that is sparse.
func (x *Search) varied(t *trial) []*trial {
	var list []*trial
	d := keys.Parse(x.m.Facts, &sheet.Design{Stores: t.texts})
	for i := range d.Stores {
		if d.Stores[i].Form == keys.LogBlobs {
			continue // their names say who appends, not how they are found
		}
		for _, text := range variations(x.m.Facts, &d.Stores[i]) {
			stores := slices.Clone(t.texts)
			stores[i] = text
			if o := x.named(stores); o != nil {
				list = append(list, o)
			}
		}
	}
	return x.valid(list)
}

// named calculates a design with its tables named after what they hold now, if that is as good.
func (x *Search) named(stores []string) *trial {
	g, ok := readGiven(x.m, &sheet.Design{Stores: stores})
	if !ok {
		return nil
	}
	kinds := lists.Add([]int(nil), lists.Map(g.forms, func(f *form) int { return f.kind })...)
	as := g.try(x.whole().m)
	if forms := g.part(kinds); forms != nil {
		if t := x.whole().try(forms); t != nil && t.nowhereWorse(as) {
			return t
		}
	}
	return as
}

// variations returns a store with two parts of its keys in each other's place, without one, and, if it is a copy, with
// nothing but the few entities that have a value of one which questions ask for.
func variations(f *facts.Facts, st *keys.Store) (list []string) {
	partition, row := attributes(&st.Partition), attributes(&st.Row)
	at, all := len(partition), slices.Concat(partition, row)
	write := func(partition, row []keys.Segment, where ...sheet.Known) {
		o := *st
		o.Where = append(slices.Clip(o.Where), where...)
		o.Partition.Text, o.Row.Text = joined(f, st, &st.Partition, partition), joined(f, st, &st.Row, row)
		list = append(list, o.Write(f.Sheet))
	}
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			o := slices.Clone(all)
			o[i], o[j] = o[j], o[i]
			write(o[:at], o[at:])
		}
		fewer := slices.Delete(slices.Clone(all), i, i+1)
		n := at
		if i < at {
			n--
		}
		write(fewer[:n], fewer[n:])
		for _, value := range fewHave(f, st, &all[i]) {
			write(fewer[:n], fewer[n:], sheet.Known{Attr: all[i].Attr, Value: value})
		}
	}
	return list
}

// fewHave returns the values of a part of a copy's keys that few entities have, and that questions ask for.
func fewHave(f *facts.Facts, st *keys.Store, part *keys.Segment) (list []string) {
	if st.Base || st.Form != keys.Entities {
		return nil
	}
	for i := range f.Questions {
		q := &f.Questions[i]
		value, _ := q.Known.Value(part.Ref)
		if q.Kind == st.Kind && value != "" && f.Sheet.SpreadOf(st.Kind, part.Ref).Of(value) <= mostSparse {
			list = lists.Add(list, value)
		}
	}
	return list
}

// attributes returns the parts of a template that are made of attributes.
func attributes(t *keys.Template) []keys.Segment {
	return slices.DeleteFunc(slices.Clone(t.Segments), func(s keys.Segment) bool { return s.Form == template.Literal })
}

// joined writes a key of other parts: after the text that it began with, with a text between two of them.
func joined(f *facts.Facts, st *keys.Store, t *keys.Template, parts []keys.Segment) string {
	var b strings.Builder
	b.WriteString(t.Literal())
	for i := range parts {
		if b.WriteString(parts[i].Text); i+1 < len(parts) {
			b.WriteString(between(f, st, &parts[i]))
		}
	}
	if b.Len() == 0 {
		return constant
	}
	return b.String()
}

// between returns the text that came after a part of a key, or one that cannot be part of it.
func between(f *facts.Facts, st *keys.Store, part *keys.Segment) string {
	for _, t := range []*keys.Template{&st.Partition, &st.Row} {
		for i := 1; i < len(t.Segments); i++ {
			if after := &t.Segments[i]; after.Form == template.Literal && t.Segments[i-1].Text == part.Text {
				return after.Text
			}
		}
	}
	if part.Form != template.Plain {
		return "_"
	}
	return keys.Separator(f, part.Ref, false)
}
