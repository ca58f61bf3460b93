package plan

import (
	"slices"

	"rowkey/engine/sheet"
)

// write is a write of a sheet with its names resolved.
type write struct {
	*sheet.Do
	index int // in the writes of the model
	kind  int
	rate  float64 // times a second on average
	known atoms   // whose values the caller has
	sets  atoms
	set   int // of writes that must be done as one; -1 for none
}

// write resolves the names of a write.
func (m *Model) write(i int) write {
	d := &m.writes[i]
	w := write{Do: d, index: i, kind: m.KindOf(d.Kind), rate: m.RateOf(d), set: m.setOf(d)}
	for _, k := range d.Known {
		for _, a := range m.named(w.kind, k.Attr) {
			w.known = w.known.and(atom{a.ref, k.Value})
		}
	}
	if w.known == nil && d.Range.Attr == "" {
		w.known = m.lineage(w.kind) // who changes an entity has it, or the address that it is found by
	}
	for _, name := range d.Sets {
		w.sets = w.sets.and(m.setting(w.kind, name)...)
	}
	return w
}

// setting returns what an update sets: an attribute, or another parent.
func (m *Model) setting(kind int, name string) atoms {
	if i := m.KindOf(name); i >= 0 {
		return m.identity(i)
	}
	return m.named(kind, name)
}

// setOf returns the position of the set that a write belongs to, -1 if there is none. A delete by age is done by itself.
func (m *Model) setOf(d *sheet.Do) int {
	if d.Range.Attr != "" {
		return -1
	}
	return slices.IndexFunc(m.Sheet.Together, func(t sheet.Together) bool {
		return slices.Contains(t.Actions, sheet.Action{Verb: d.Verb, Kind: d.Kind})
	})
}

// members returns the writes of a set, those without one alone. The first one carries the numbers of all. What one inserts
// the others know.
func (m *Model) members(w *write) []write {
	if w.set < 0 {
		return []write{*w}
	}
	var list []write
	for _, a := range m.Sheet.Together[w.set].Actions {
		for i := range m.writes {
			if d := &m.writes[i]; d.Verb == a.Verb && d.Kind == a.Kind && d.Range.Attr == "" {
				list = append(list, m.write(i))
				break
			}
		}
	}
	slices.SortFunc(list, func(a, b write) int { return a.index - b.index })
	handed := m.handed(list)
	for i := range list {
		list[i].known = list[i].known.and(handed...)
	}
	return list
}

// byAge reports whether a write deletes what has become old.
func (w *write) byAge() bool { return w.Verb == sheet.Delete && w.Range.Attr != "" }

// anchor returns the write of a set that happens least often, which all others belong to.
func anchor(list []write) *write {
	least := &list[0]
	for i := range list {
		if list[i].rate < least.rate {
			least = &list[i]
		}
	}
	return least
}

// entities returns how many entities a write is about.
func (m *Model) entitiesOf(w *write) float64 {
	if w.Verb == sheet.Insert || m.tellApart(w.kind, w.known) {
		return 1
	}
	return m.group(w.kind, w.known, sheet.Popular).typical
}
