package keys

import (
	"math"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// RowsWith returns how many rows of a store share the values of attributes.
func (st *Store) RowsWith(f *facts.Facts, by facts.Attrs, asked string) figure.Size {
	h := st.Holds
	all := f.Group(st.Kind, by.With(h.Fixed...), asked)
	rows := st.Rows(f)
	population := f.Group(st.Kind, h.Fixed, sheet.Evenly).Typical
	if st.Form == Entities && st.Parts(f) == 1 {
		return all
	}
	return all.Scale(rows / math.Max(1, population)).AtLeast(1)
}

// Rows returns how many rows a store has in all.
func (st *Store) Rows(f *facts.Facts) float64 {
	h := st.Holds
	n := f.Group(st.Kind, h.Fixed, sheet.Evenly).Typical
	switch st.Form {
	case List, Answers:
		return math.Min(n, Combinations(f, st, h.Told))
	case Series:
		g := st.grid(f, n)
		return g.rows()
	case LogBlobs:
		return 0
	}
	return n * st.Parts(f)
}

// grid is where the entities of a series are: each key has so many points of time, of which so many have one.
type grid struct {
	keys, points, filled float64
	slots, parts         float64 // points of one entity, and rows of one
}

// grid returns where so many entities of a series are. Nobody says how they lie in the time, so each is as far from the
// next one as any other.
func (st *Store) grid(f *facts.Facts, n float64) grid {
	ref, _ := f.ResolveOne(st.Kind, st.Slot.Attr)
	identity := f.Identity(st.Kind).Without(facts.Attrs{{Ref: ref}})
	g := grid{keys: math.Max(1, math.Min(n, Combinations(f, st, identity))), slots: st.Slots(f), parts: st.Parts(f)}
	g.points = math.Max(1, f.Sheet.Cover(ref.Kind)/sheet.UnitSeconds(st.Slot.Unit))
	g.filled = math.Max(1, math.Min(n/g.keys, g.points))
	return g
}

// of returns how many windows of so many points have one at least.
func (g *grid) of(points float64) float64 {
	return g.keys * math.Max(1, math.Min(g.points/points, g.filled))
}

func (g *grid) rows() float64 {
	if g.parts == 1 {
		return g.of(g.slots)
	}
	return math.Min(g.of(g.slots)*g.parts, g.of(g.slots/g.parts))
}

// RowsOf returns in how many rows of a series as many of its entities are as follow each other.
func (st *Store) RowsOf(f *facts.Facts, n figure.Size) figure.Size {
	all := f.Group(st.Kind, st.Holds.Fixed, sheet.Evenly).Typical
	g := st.grid(f, all)
	entities := g.of(g.slots)
	return n.Scale(entities / math.Max(1, all)).AtLeast(1).Scale(math.Max(1, g.rows()/entities))
}

// Sparse reports whether some points of a series have no entity, so that how many rows there are depends on how the
// others lie in the time.
func (st *Store) Sparse(f *facts.Facts) bool {
	if st.Form != Series {
		return false
	}
	g := st.grid(f, f.Group(st.Kind, st.Holds.Fixed, sheet.Evenly).Typical)
	return g.filled < g.points*(1-1e-9)
}

// Combinations returns how many combinations of values attributes have.
func Combinations(f *facts.Facts, st *Store, of facts.Attrs) float64 {
	n := 1.0
	for i, a := range of {
		if !f.Follows(a.Ref, append(append(facts.Attrs{}, of[:i]...), of[i+1:]...)) {
			n *= sheet.Occurring(f.Sheet, a.Ref)
		}
	}
	return n
}

// Slots returns how many slots one entity of a series has: those of the finest period in its keys, or of all the time
// that is kept.
func (st *Store) Slots(f *facts.Facts) float64 {
	ref, _ := f.ResolveOne(st.Kind, st.Slot.Attr)
	width := shortest(f, ref, f.Sheet.Cover(ref.Kind), &st.Table, &st.Partition, &st.Row)
	return math.Max(1, math.Ceil(width/sheet.UnitSeconds(st.Slot.Unit)-1e-9))
}

// propertyCount returns how many properties an entity has: those of all slots in a series.
func (st *Store) propertyCount(f *facts.Facts) float64 {
	h := st.Holds
	n := float64(len(h.Props) + len(h.Blobs))
	if st.Form != Series {
		return n
	}
	slot := 0.0
	ref, _ := f.ResolveOne(st.Kind, st.Slot.Attr)
	for _, a := range h.Props {
		if a.Ref != ref {
			slot++
		}
	}
	return st.Slots(f) * slot
}

// Parts returns into how many parts, or shards, an entity is divided.
func (st *Store) Parts(f *facts.Facts) float64 {
	if st.Shards > 0 {
		return float64(st.Shards)
	}
	if st.Part == 0 || st.Form != Entities && st.Form != Series {
		return 1
	}
	return math.Max(1, math.Ceil(st.propertyCount(f)/float64(st.Part)))
}

// Period returns how many seconds one table and PartitionKey are about, infinity if they do not name that time.
func (st *Store) Period(f *facts.Facts, of sheet.Ref) float64 {
	return shortest(f, of, math.Inf(1), &st.Table, &st.Partition)
}

// shortest returns the seconds of the shortest period of a time that templates name, but no more than most.
func shortest(f *facts.Facts, of sheet.Ref, most float64, list ...*Template) float64 {
	for s := range SegmentsOf(list...) {
		if unit := s.UnitOf(f); unit != "" && f.Canonical(s.Ref) == of {
			most = math.Min(most, sheet.UnitSeconds(unit))
		}
	}
	return most
}

// Names returns how many tables a template makes.
func (t *Template) Names(f *facts.Facts) float64 {
	n, units := 1.0, map[sheet.Ref]string{}
	for s := range SegmentsOf(t) {
		switch unit := s.UnitOf(f); {
		case s.Form == template.Literal:
		case unit != "":
			if u := units[s.Ref]; u == "" || sheet.UnitSeconds(unit) < sheet.UnitSeconds(u) {
				units[s.Ref] = unit
			}
		case s.Divides():
			n *= float64(s.N)
		default:
			n *= sheet.Occurring(f.Sheet, s.Ref)
		}
	}
	for i := range t.Segments {
		if s := &t.Segments[i]; units[s.Ref] != "" {
			n *= facts.Held(f, s.Ref, units[s.Ref])
			delete(units, s.Ref)
		}
	}
	return n
}
