package sample

import (
	"math"

	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// What was reduced to make a sample, in this order.
const (
	Parents = "parents" // there are fewer of them, with as many children each
	Time    = "time"    // it covers less time
	Density = "density" // answers are smaller than those of the sheet
)

// fewest is how many parents a sample has at least, and pairs how many of the more frequent kind if an entity belongs
// to two: one of each pair can exist only once.
const (
	fewest = 8
	pairs  = 40
)

// reducer finds how many entities of each kind a sample has.
type reducer struct {
	*sheet.Sheet
	least float64 // seconds that all kinds cover at least, if they did
	time  float64 // part of the time of each kind
	scale float64 // part of the entities of kinds without parents
	each  float64 // most entities of a kind for each parent
}

// reduce returns a sheet with at most so many entities, and what was reduced.
func reduce(s *sheet.Sheet, d *keys.Design, most int) (*sheet.Sheet, []string) {
	r := reducer{Sheet: s, time: 1, scale: 1, each: math.Inf(1)}
	reduced := []string{}
	if r.total() > float64(most) {
		reduced = append(reduced, Parents)
		r.shrink(&r.scale, most)
	}
	if r.total() > float64(most) {
		reduced = append(reduced, Time)
		for i := range s.Kinds {
			r.least = math.Max(r.least, needed(s, d, i))
		}
		r.scale = 1
		if r.shrink(&r.time, most); r.total() > float64(most) {
			r.shrink(&r.scale, most)
		}
	}
	if r.total() > float64(most) {
		reduced = append(reduced, Density)
		r.each = float64(most)
		r.shrink(&r.each, most)
	}
	return r.sheet(), reduced
}

// shrink makes a number as large as the sample allows, and at least a billionth of what it was.
func (r *reducer) shrink(n *float64, most int) {
	low, high := *n*1e-9, *n
	for range 80 {
		if *n = math.Sqrt(low * high); r.total() > float64(most) {
			high = *n
		} else {
			low = *n
		}
	}
	*n = low
}

// cover returns the seconds that a kind covers.
func (r *reducer) cover(kind int) float64 {
	all := r.Cover(kind)
	return math.Min(all, math.Max(r.least, all*r.time))
}

func (r *reducer) total() (n float64) {
	for i := range r.Kinds {
		n += r.count(i)
	}
	return n
}

// count returns how many entities of a kind there are: as many for each parent as the sheet has in that time.
func (r *reducer) count(kind int) float64 {
	n, time := r.Population(kind), 1.0
	if r.Kinds[kind].Amount.Per != "" {
		time = r.cover(kind) / r.Cover(kind)
	}
	if len(r.Kinds[kind].Of) == 0 {
		return math.Min(math.Ceil(n*time), math.Max(r.fewest(kind), math.Ceil(n*time*r.scale)))
	}
	most := 0.0
	for _, o := range r.Kinds[kind].Of {
		parent := r.KindOf(o.Kind)
		each := n / r.Population(parent)
		if r.Kinds[parent].Amount.Per == "" {
			each *= time
		}
		most = math.Max(most, math.Ceil(r.count(parent)*math.Min(each, r.each)-1e-6))
	}
	return math.Min(most, math.Ceil(n))
}

// fewest returns how many parents of a kind there are at least.
func (r *reducer) fewest(kind int) float64 {
	for i := range r.Kinds {
		of := r.Kinds[i].Of
		if len(of) != 2 {
			continue
		}
		a, b := r.KindOf(of[0].Kind), r.KindOf(of[1].Kind)
		if kind == a && r.Population(a) >= r.Population(b) || kind == b && r.Population(b) > r.Population(a) {
			return pairs
		}
	}
	return fewest
}

// needed returns the seconds that a sample of a kind covers at least: twice the widest range, two periods of the
// longest unit in the keys of a store, and the time in which twice as many arrive as a question wants.
func needed(s *sheet.Sheet, d *keys.Design, kind int) float64 {
	least := 3600.0
	for i := range s.Asks {
		a := &s.Asks[i]
		if a.Kind != s.Kinds[kind].Name {
			continue
		}
		if a.Range.Attr != "" && !a.Range.Open() {
			least = math.Max(least, 2*s.Part(kind, a.Range)*s.Cover(kind))
		}
		if group := s.Group(kind, a.Known, sheet.Evenly).Typical; a.Top > 0 && s.Kinds[kind].Amount.Per != "" {
			least = math.Max(least, s.Cover(kind)*math.Min(1, 2*float64(a.Top)/group))
		}
	}
	for i := range d.Stores {
		st := &d.Stores[i]
		for g := range keys.SegmentsOf(&st.Table, &st.Partition) {
			if st.Kind == kind {
				least = math.Max(least, 2*sheet.UnitSeconds(g.Unit))
			}
		}
	}
	return least
}

// sheet returns the sheet of the sample.
func (r *reducer) sheet() *sheet.Sheet {
	out := *r.Sheet
	out.Kinds = append([]sheet.Kind{}, r.Kinds...)
	for i := range out.Kinds {
		k := &out.Kinds[i]
		k.Amount = sheet.Amount{N: math.Floor(r.count(i))}
		if r.Kinds[i].Amount.Per != "" || k.Kept != (sheet.Span{}) {
			k.Kept = sheet.Span{N: math.Ceil(r.cover(i)), Unit: "s"}
		}
	}
	return &out
}
