package propose

import (
	"slices"
	"strings"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// A search also starts from the designs of the sheet: its first proposal is never worse than any of them. So if a
// question is removed, the design that was best with it is kept, or a better one is found. Each design is calculated as
// it was written. It also grows, with its keys written as a search writes them.

// given is a design of the sheet as a search knows it.
type given struct {
	texts  []string // as they were written
	plain  []string // with the same signs between their parts as those of a search
	design *keys.Design
	forms  []*form
}

// givens reads the designs of a sheet that a search can begin with.
func givens(m *plan.Model) (list []given) {
	for i := range m.Facts.Sheet.Designs {
		if g, ok := readGiven(m, &m.Facts.Sheet.Designs[i]); ok {
			list = append(list, g)
		}
	}
	return list
}

// readGiven reads a design. ok is false for one that breaks a rule.
func readGiven(m *plan.Model, design *sheet.Design) (g given, ok bool) {
	g = given{texts: design.Stores, design: keys.Parse(m.Facts, design)}
	if len(g.texts) == 0 || !g.design.Valid() || g.design.Broken(m.Facts) {
		return g, false
	}
	for i := range g.design.Stores {
		st := &g.design.Stores[i]
		g.plain = append(g.plain, st.Write(m.Facts.Sheet))
		g.forms = append(g.forms, formOf(m, st, g.plain[i]))
	}
	for _, f := range g.forms {
		b := base(g.forms, f.kind)
		f.near = f != b && len(f.where) > 0 && len(b.where) == 0 && b.sharesWith(f)
	}
	return g, true
}

// try calculates a design as it was written.
func (g *given) try(m *plan.Model) *trial {
	t := &trial{forms: g.forms, texts: g.texts, measure: m.Measure(g.design), given: true}
	t.cost = cost(m, g.forms, g.plain, &t.measure)
	return t
}

// part returns the forms of a design that are of some kinds: a base for each, then the copies. It is nil if one has no
// base, or if a search cannot write one of them again.
func (g *given) part(kinds []int) []*form {
	var bases, copies []*form
	for _, k := range kinds {
		b := base(g.forms, k)
		if b == nil {
			return nil
		}
		bases = append(bases, b)
	}
	for _, f := range g.forms {
		if slices.Contains(kinds, f.kind) && !slices.Contains(bases, f) {
			copies = append(copies, f)
		}
	}
	all := append(bases, copies...)
	for i, f := range all {
		if f.foreign {
			return nil
		}
		again := *f
		again.home = "" // its table is named anew
		all[i] = &again
	}
	return all
}

// formOf returns the form of a store. text is the store as it is written.
func formOf(m *plan.Model, st *keys.Store, text string) *form {
	f := &form{kind: st.Kind, ask: -1, period: st.Table.Text[len(st.Table.Literal()):], include: st.Include,
		where:  st.Where,
		option: optionsIn(text), alone: !st.Base, home: st.Table.Literal() + "|" + literals(&st.Partition)}
	if strings.HasPrefix(f.option, "kept") {
		f.option, f.foreign = "", true // entities all the same
	}
	parts, row := f.parts(m, &st.Partition), f.parts(m, &st.Row)
	p := partition{parts: parts}
	if len(parts) == 0 {
		p.fixed = st.Partition.Text
	}
	f.part, f.text, f.place = parts, p.text(m), p.place()
	f.putRow(m, row)
	f.rules = rulesOf(m.Facts.Sheet, st, f, row)
	return f
}

// parts returns all segments of a template except literals. What has several parts, as the identity of a message may,
// is a segment of the reader's alone.
func (f *form) parts(m *plan.Model, t *keys.Template) (list []part) {
	for _, s := range t.Segments {
		if s.Form == template.Literal {
			continue
		}
		ref, _ := m.Facts.Sheet.Resolve(f.kind, s.Attr)
		keys := keysFor(m.Facts.Sheet, f.kind, ref)
		if len(keys) != 1 {
			f.foreign = true
			list = append(list, plainly(keys)...)
			continue
		}
		p := part{key: keys[0]}
		switch s.Form {
		case template.Bucket:
			p.bucket = s.N
		case template.Band:
			p.bands = s.N
		case template.Inverted:
			p.how = downwards
		case template.Padded, template.Decimal:
			p.how = upwards
		case template.Period:
			if p.unit = s.Unit; s.Unit == "tick" { // a time as it is
				p.unit = ""
			}
		case template.Plain, template.Lower: // as a search writes it
			f.foreign = f.foreign || caseless(m.Facts.Sheet, p.key) != (s.Form == template.Lower)
		default:
			f.foreign = true
		}
		list = append(list, p)
	}
	return list
}

// literals returns a template without its attributes.
func literals(t *keys.Template) string {
	var b strings.Builder
	for _, s := range t.Segments {
		if s.Form == template.Literal {
			b.WriteString(s.Text)
		}
		b.WriteString("|")
	}
	return b.String()
}

// optionsIn returns the options after the keys of a store, but those that say which entities it holds and which
// properties.
func optionsIn(text string) string {
	list := strings.Split(text, " | ")[3:]
	return strings.Join(slices.DeleteFunc(list, func(o string) bool {
		word, _, _ := strings.Cut(o, " ")
		return word == "of" || word == "include" || word == "where"
	}), " | ")
}

// rulesOf returns the patterns of a store, named as in designs that a search makes.
func rulesOf(s *sheet.Sheet, st *keys.Store, f *form, row []part) []Rule {
	switch {
	case st.Form == keys.LogBlobs:
		return []Rule{LogFiles}
	case st.Form == keys.Answers:
		return []Rule{Ready}
	case st.Form == keys.List:
		return []Rule{IndexList}
	}
	var list []Rule
	rule := func(is bool, r Rule) {
		if is {
			list = append(list, r)
		}
	}
	series := st.Form == keys.Series
	named := func(p part) bool { return !p.coarse() }
	rule(series, DataSeries)
	rule(!series && slices.ContainsFunc(f.part, named), Compound)
	rule(len(f.part) == 0, Constant)
	rule(slices.ContainsFunc(f.part, func(p part) bool { return p.unit != "" }), TimeKey)
	rule(slices.ContainsFunc(f.part, func(p part) bool { return p.bands > 0 }), Grid)
	rule(slices.ContainsFunc(f.part, func(p part) bool { return p.bucket > 0 }), Buckets)
	rule(st.Part > 0, WideParts)
	rule(st.Shards > 0, Sharded)
	rule(st.Blob != nil, InBlob)
	rule(slices.ContainsFunc(row, func(p part) bool { return p.how == downwards }), LogTail)
	list = append(list, tableRule(f.period)...)
	rule(len(st.Where) > 0, Sparse)
	rule(slices.ContainsFunc(st.Include, func(name string) bool {
		ref, ok := s.Resolve(st.Kind, name)
		return ok && ref.Kind != st.Kind && ref.Attr != sheet.Whole
	}), CopyAcross)
	return list
}
