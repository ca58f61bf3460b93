package facts

import (
	"math"
	"slices"

	"rowkey/engine/order"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// handed returns what the caller of a set knows because one of its writes is an insert.
func handed(f *Facts, all []Write) Attrs {
	var out Attrs
	for i := range all {
		if all[i].Do.Verb == sheet.Insert {
			out = out.With(f.Whole(all[i].Kind)...).With(f.lineage(all[i].Kind)...)
		}
	}
	return out
}

// lineage returns the identities of an entity of a kind and of all that it belongs to.
func (f *Facts) lineage(kind int) Attrs {
	out := f.Identity(kind)
	for _, above := range f.Ancestors(kind) {
		out = out.With(f.Identity(above)...)
	}
	return out
}

// Write is a write of a sheet with its names resolved.
type Write struct {
	Do    *sheet.Do
	Index int // in the writes of the model
	Kind  int
	Rate  float64 // times a second on average
	Known Attrs   // whose values the caller has
	Sets  Attrs
	Set   int       // of writes that must be done as one; -1 for none
	Each  *Question // that reads the list of what an insert makes an entity for; nil for a single one
	Hot   Attrs     // that tell what is written most, if the sheet says how often: of the kind hotKind
	Of    *Write    // whose entities this one counts, by adding to a number of what they belong to; nil for all others

	hotKind int
}

// resolveWrite resolves the names of a write.
func resolveWrite(f *Facts, i int) Write {
	d := &f.Does[i]
	w := Write{Do: d, Index: i, Kind: f.Sheet.KindOf(d.Kind), Rate: f.Sheet.RateOf(d), Set: setOf(f, d)}
	for _, k := range d.Known {
		for _, a := range f.Named(w.Kind, k.Attr) {
			w.Known = w.Known.With(Attr{a.Ref, k.Value})
		}
	}
	if d.Each.Kind != "" {
		w.Each, w.Known = listOf(f, d), parents(f, w.Kind)
	} else if w.Known == nil && d.Range.Attr == "" {
		w.Known = f.lineage(w.Kind) // who changes an entity has it, or the address that it is found by
	}
	if w.hotKind = sheet.HotKind(f.Sheet, d); d.Hot != 0 && w.hotKind >= 0 {
		if w.Hot = w.Known; d.Known == nil || w.hotKind != w.Kind {
			w.Hot = f.Identity(w.hotKind)
		}
	}
	for _, name := range d.Changed() {
		w.Sets = w.Sets.With(setting(f, w.Kind, name)...)
	}
	return w
}

// listOf is the question for what an insert makes an entity for each of.
func listOf(f *Facts, d *sheet.Do) *Question {
	kind := f.Sheet.KindOf(d.Each.Kind)
	var known Attrs
	for _, k := range d.Each.Known {
		for _, a := range f.Named(kind, k.Attr) {
			known = known.With(Attr{a.Ref, k.Value})
		}
	}
	q := f.NewQuestion(kind, known, sheet.Popular)
	q.Wants, q.Short = f.Identity(kind), true
	return &q
}

// parents returns the identities of what an entity of a kind belongs to.
func parents(f *Facts, kind int) (out Attrs) {
	for _, o := range f.Sheet.Kinds[kind].Of {
		out = out.With(f.Identity(f.Sheet.KindOf(o.Kind))...)
	}
	return out
}

// setting returns what an update sets: an attribute, or another parent.
func setting(f *Facts, kind int, name string) Attrs {
	if i := f.Sheet.KindOf(name); i >= 0 {
		return f.Identity(i)
	}
	return f.Named(kind, name)
}

// setOf returns the position of the set that a write belongs to, -1 if there is none. A delete by age is done by
// itself.
func setOf(f *Facts, d *sheet.Do) int {
	if d.Range.Attr != "" {
		return -1
	}
	return slices.IndexFunc(f.Sheet.Together, func(t sheet.Together) bool {
		return slices.Contains(t.Actions, sheet.Action{Verb: d.Verb, Kind: d.Kind})
	})
}

// members returns the writes of a set, those without one alone. The first one carries the numbers of all. What one
// inserts the others know.
func members(f *Facts, w *Write) []Write {
	if w.Set < 0 {
		return counted(f, []Write{*w})
	}
	var list []Write
	for _, a := range f.Sheet.Together[w.Set].Actions {
		for i := range f.Does {
			if d := &f.Does[i]; d.Verb == a.Verb && d.Kind == a.Kind && d.Range.Attr == "" {
				list = append(list, resolveWrite(f, i))
				break
			}
		}
	}
	order.By(list, func(a, b Write) int { return a.Index - b.Index })
	handed := handed(f, list)
	for i := range list {
		list[i].Known = list[i].Known.With(handed...)
	}
	return counted(f, list)
}

// counted adds to writes the counts that they keep: where an insert may make so many entities at most for each one
// above, it adds 1 to a number there, and a delete of such an entity takes it away.
func counted(f *Facts, list []Write) []Write {
	for _, w := range slices.Clone(list) {
		if w.Do.Verb == sheet.Update || w.ByAge() {
			continue
		}
		for i := range f.Does {
			if m := f.Does[i].Most; m.Of != "" && f.Does[i].Kind == w.Do.Kind {
				list = append(list, count(f, &w, m))
				break
			}
		}
	}
	return list
}

// count is the update that counts what a write inserts or deletes. Whoever deletes an entity has read it, or knows to
// what it belongs.
func count(f *Facts, w *Write, m sheet.Most) Write {
	adds := sheet.Adds{Attr: m.Count(w.Do.Kind), N: 1}
	if w.Do.Verb == sheet.Delete {
		adds.N = -1
	}
	above := f.Sheet.KindOf(m.Of)
	return Write{Do: &sheet.Do{Name: w.Do.Name, Rate: sheet.Rate{N: w.Rate, Per: "s"}, Verb: sheet.Update, Kind: m.Of,
		Adds: adds}, Index: len(f.Does) + w.Index, Kind: above, Rate: w.Rate, Known: w.Known.With(f.Identity(above)...),
		Sets: f.Named(above, adds.Attr), Set: -1, Of: w}
}

// ByAge reports whether a write deletes what has become old.
func (w *Write) ByAge() bool { return w.Do.Verb == sheet.Delete && w.Do.Range.Attr != "" }

// Told reports whether the sheet says how often the writes of a set are about what is written most.
func Told(set []Write) bool {
	return slices.ContainsFunc(set, func(w Write) bool { return w.Hot != nil })
}

// Busiest returns which part of the calls of a set are about a group of the entities of a kind that a part of them is
// about if all are written as often. If the sheet says how many are about one, that one is of the group.
// Source: ours; a part p of one that is a share s of all, and the rest as if it was not there.
func Busiest(f *Facts, set []Write, kind int, part float64) float64 {
	most := part
	for i := range set {
		w, of := &set[i], kind
		if w.Hot == nil {
			continue
		}
		if slices.Contains(f.Ancestors(w.hotKind), kind) {
			of = w.hotKind
		}
		if of != w.hotKind && !slices.Contains(f.Ancestors(of), w.hotKind) {
			continue
		}
		p, s := w.Do.Hot/100, f.Group(of, w.Hot, sheet.TheMost).Largest/math.Max(1, f.Sheet.Population(of))
		if s < p && s < 1 {
			most = max(most, p*math.Min(1, part/s)+(1-p)*math.Max(0, part-s)/(1-s))
		}
	}
	return most
}

// Anchor returns the write of a set that happens least often, which all others belong to.
func Anchor(list []Write) *Write {
	least := &list[0]
	for i := range list {
		if list[i].Rate < least.Rate {
			least = &list[i]
		}
	}
	return least
}

// EntitiesOf returns how many entities a write is about on average.
func EntitiesOf(f *Facts, w *Write) float64 { return SizeOf(f, w).Typical }

// SizeOf returns how many entities a write is about.
func SizeOf(f *Facts, w *Write) figure.Size {
	if w.Each != nil {
		return w.Each.All
	}
	if w.Do.Verb == sheet.Insert || f.Identifies(w.Kind, w.Known) {
		return figure.Always(1)
	}
	return f.Group(w.Kind, w.Known, sheet.Popular)
}
