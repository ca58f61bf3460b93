package sheet

import (
	"math"
	"slices"
)

// Figures are how many entities calls find: on average, at most in 99 of 100 calls, and at most.
type Figures struct {
	Typical float64
	Most    float64 // 99 of 100 find at most so many; budgets are judged by it
	Largest float64
	// Independent are the names of what was assumed not to depend on each other, nil if nothing was.
	Independent []string
}

// Population returns how many entities of a kind are stored: those counted, or those that arrive while they are kept.
func (s *Sheet) Population(kind int) float64 {
	a := s.Kinds[kind].Amount
	if a.Per == "" {
		return a.N
	}
	return a.inTime(s.cover(kind))
}

// cover returns the seconds from the oldest to the newest entity of a kind.
func (s *Sheet) cover(kind int) float64 {
	return or(s.Kinds[kind].Kept, or(s.Horizon, DefaultHorizon)).Seconds()
}

// distinct returns how many values an attribute has: what was entered, what its type and the time allow, or the
// default.
func (s *Sheet) distinct(r ref) float64 {
	if s.names(r) {
		return math.Max(1, s.Population(r.kind))
	}
	a := &s.Kinds[r.kind].Attributes[r.attr]
	switch {
	case len(a.Skew.Weights) > 0:
		return float64(len(a.Skew.Weights))
	case a.Values != 0:
		return a.Values
	case a.Type.Name == Time:
		return math.Max(1, s.cover(r.kind)/timeUnits[or(a.Type.Unit, "tick")].seconds)
	case a.Type.Name == Bool:
		return 2
	}
	return DefaultValues
}

// spread returns how the values of a reference are distributed over the entities of a kind.
func (s *Sheet) spread(kind int, r ref) spread {
	d := spread{values: math.Max(1, math.Min(s.distinct(r), s.Population(kind)))}
	if r.attr != whole {
		d.skew = s.Kinds[r.kind].Attributes[r.attr].Skew
	} else if l := s.largestChild(kind, r.kind, 0); l > 0 {
		d.skew = Skew{Kind: Largest, Share: l}
	}
	return d
}

// largestChild returns the greatest share of one parent on the way from a kind up to another, in percent.
func (s *Sheet) largestChild(kind, above, depth int) float64 {
	greatest := 0.0
	for _, o := range s.Kinds[kind].Of {
		i := s.kind(o.Kind)
		if i < 0 || depth > MaxKinds || i != above && !slices.Contains(s.ancestors(i), above) {
			continue
		}
		greatest = math.Max(greatest, o.Largest)
		if i != above {
			greatest = math.Max(greatest, s.largestChild(i, above, depth+1))
		}
	}
	return greatest
}

// Group returns how many entities of a kind share the values of some attributes, asked for in one of [Askings].
// Attributes that another one determines count once: a device tells its customer.
func (s *Sheet) Group(kind int, known []Known, asked string) Figures {
	n := math.Max(1, s.Population(kind))
	one := Figures{Typical: 1, Most: 1, Largest: 1}
	refs, fixed := s.independent(kind, known)
	if s.nameOne(kind, refs) {
		return one
	}
	popular, even, most, largest := 1.0, 1.0, 1.0, 1.0
	for i, r := range refs {
		d := s.spread(kind, r)
		if fixed[i] != "" {
			n *= d.of(fixed[i])
			continue
		}
		popular, even = popular*d.squares(), even/d.values
		most, largest = most*d.most(asked), largest*d.largest()
	}
	f := Figures{Typical: 1 + (n-1)*popular, Most: n * most, Largest: n * largest}
	least := 1 + (n-1)*even // the typical one of an even spread
	switch asked {
	case Evenly:
		f.Typical, least = math.Max(1, n*even), math.Max(1, n*even)
	case TheMost:
		f.Typical = f.Largest
	}
	f.Largest = math.Max(f.Largest, math.Max(f.Typical, least))
	f.Most = math.Min(f.Largest, math.Max(f.Most, least))
	if len(refs) > 1 {
		for _, r := range refs {
			f.Independent = append(f.Independent, s.name(kind, r))
		}
	}
	return f
}

// independent resolves names, and drops what another one determines. It returns the fixed values as well.
func (s *Sheet) independent(kind int, known []Known) (refs []ref, fixed []string) {
	var all []ref
	var values []string
	for _, k := range known {
		if r, ok := s.resolve(kind, k.Attr); ok && !slices.Contains(all, r) {
			all, values = append(all, r), append(values, k.Value)
		}
	}
	for i, r := range all {
		if !s.determined(i, all) {
			refs, fixed = append(refs, r), append(fixed, values[i])
		}
	}
	return refs, fixed
}

// determined reports whether another reference names the entity that reference i belongs to, or one below it. Of two
// that name the same entity the first one counts.
func (s *Sheet) determined(i int, all []ref) bool {
	r := all[i]
	for j, by := range all {
		same := by.kind == r.kind && (j < i || !s.names(r))
		if j != i && s.names(by) && (same || slices.Contains(s.ancestors(by.kind), r.kind)) {
			return true
		}
	}
	return false
}

// nameOne reports whether references name one entity of a kind: one is unique, or all of its identity is there.
func (s *Sheet) nameOne(kind int, refs []ref) bool {
	for _, r := range refs {
		if r.kind == kind && s.names(r) {
			return true
		}
	}
	for _, i := range s.identity(kind) {
		if !slices.Contains(refs, i) && !slices.ContainsFunc(refs, func(r ref) bool { return s.tells(r, i) }) {
			return false
		}
	}
	return true
}

// tells reports whether r names the entity whose identity i is, or one below it.
func (s *Sheet) tells(r, i ref) bool {
	return i.attr == whole && s.names(r) && (r.kind == i.kind || slices.Contains(s.ancestors(r.kind), i.kind))
}
