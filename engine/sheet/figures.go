package sheet

import (
	"math"
	"slices"

	"rowkey/engine/lists"
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
	return a.inTime(s.Cover(kind))
}

// Cover returns the seconds from the oldest to the newest entity of a kind.
func (s *Sheet) Cover(kind int) float64 {
	if life := lifeOf(s, kind); life > 0 {
		return life
	}
	return or(s.Kinds[kind].Kept, or(s.Horizon, DefaultHorizon)).Seconds()
}

// lifeOf returns the seconds after which entities of a kind go, if there are always as many: those that are counted,
// and inserted as often as a delete by age finds them. It is 0 for other kinds, and where the sheet says its horizon.
// Source: Little's law.
func lifeOf(s *Sheet, kind int) (seconds float64) {
	k, inserts, expires := &s.Kinds[kind], 0.0, false
	if k.Kept != (Span{}) || s.Horizon != (Span{}) || k.Amount.Per != "" {
		return 0
	}
	for i := range s.Does {
		switch d := &s.Does[i]; {
		case d.Kind != k.Name:
		case d.Verb == Insert:
			inserts += s.RateOf(d) * EachOf(s, d).Typical
		case d.Verb == Delete:
			expires = expires || d.Range.How == Older || d.Range.How == UpToNow && d.Range.Width == (Width{})
		}
	}
	if expires && inserts > 0 {
		return k.Amount.N / inserts
	}
	return 0
}

// RestsOnHorizon reports whether it is assumed how long entities of a kind are kept.
func RestsOnHorizon(s *Sheet, kind int) bool {
	return s.Kinds[kind].Kept == (Span{}) && s.Horizon == (Span{}) && lifeOf(s, kind) == 0
}

// Distinct returns how many values an attribute has: what was entered, what its type and the time allow, or the
// default.
func (s *Sheet) Distinct(r Ref) float64 {
	if s.Names(r) {
		return math.Max(1, s.Population(r.Kind))
	}
	return allowed(s, r)
}

// Occurring returns how many values of an attribute there are at most: not more than entities that have it.
func Occurring(s *Sheet, r Ref) float64 {
	return math.Max(1, math.Min(s.Distinct(r), s.Population(r.Kind)))
}

// allowed returns how many values an attribute may have, whatever it names.
func allowed(s *Sheet, r Ref) float64 {
	a := &s.Kinds[r.Kind].Attributes[r.Attr]
	switch {
	case len(a.Skew.Weights) > 0:
		return float64(len(a.Skew.Weights))
	case a.Values != 0:
		return a.Values
	case a.Type.Name == Time:
		return math.Max(1, s.Cover(r.Kind)/timeUnits[or(a.Type.Unit, "tick")].seconds)
	case a.Type.Name == Bool:
		return 2
	}
	return DefaultValues
}

// SpreadOf returns how the values of a reference are distributed over the entities of a kind.
func (s *Sheet) SpreadOf(kind int, r Ref) Spread {
	d := Spread{Values: math.Max(1, math.Min(Occurring(s, r), s.Population(kind)))}
	if r.Attr != Whole {
		d.Skew = s.Kinds[r.Kind].Attributes[r.Attr].Skew
	}
	l := s.largestChild(kind, r.Kind, 0)
	switch {
	case l > 0 && s.Names(r): // a device is as popular by its name as by its number
		d.Skew = Skew{Kind: Largest, Share: l}
	case l > 0 && d.Skew.Kind == "" && d.Values > 1: // the one with most is one of those with its value
		d.Skew = Skew{Kind: Largest, Share: l + (100-l)/d.Values}
	}
	return d
}

// largestChild returns the greatest share of one parent on the way from a kind up to another, in percent.
func (s *Sheet) largestChild(kind, above, depth int) float64 {
	greatest := 0.0
	for _, o := range s.Kinds[kind].Of {
		i := s.KindOf(o.Kind)
		if i < 0 || depth > MaxKinds || i != above && !slices.Contains(s.Ancestors(i), above) {
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
	return groupOf(s, kind, known).figures(asked)
}

// GroupOf is Group for names that are resolved. fixed has the value of each if every call asks for the same one, "" if
// not.
func (s *Sheet) GroupOf(kind int, refs []Ref, fixed []string, asked string) Figures {
	return newGroup(s, kind, refs, fixed).figures(asked)
}

// group is the entities of a kind that share values. No reference determines another.
type group struct {
	*Sheet
	kind  int
	refs  []Ref
	fixed []string
}

// groupOf resolves names, each once.
func groupOf(s *Sheet, kind int, known []Known) *group {
	var refs []Ref
	var fixed []string
	for _, k := range known {
		if r, ok := s.Resolve(kind, k.Attr); ok && !slices.Contains(refs, r) {
			refs, fixed = append(refs, r), append(fixed, k.Value)
		}
	}
	return newGroup(s, kind, refs, fixed)
}

// newGroup keeps what no other one determines.
func newGroup(s *Sheet, kind int, all []Ref, values []string) *group {
	g := &group{Sheet: s, kind: kind}
	for i, r := range all {
		if !g.determined(i, all) {
			g.refs, g.fixed = append(g.refs, r), append(g.fixed, values[i])
		}
	}
	return g
}

// determined reports whether another reference names the entity that reference i belongs to, or one below it. Of two
// that name the same entity the first one counts.
func (g *group) determined(i int, all []Ref) bool {
	r := all[i]
	for j, by := range all {
		same := by.Kind == r.Kind && (j < i || !g.Names(r))
		if j != i && g.Names(by) && (same || slices.Contains(g.Ancestors(by.Kind), r.Kind)) {
			return true
		}
	}
	return false
}

func (g *group) names() []string {
	return lists.Map(g.refs, func(r Ref) string { return g.NameOf(g.kind, r) })
}

// figures returns how many entities the group has, asked for in one of [Askings].
func (g *group) figures(asked string) Figures {
	n := math.Max(1, g.Population(g.kind))
	if g.NameOne(g.kind, g.refs) {
		return Figures{Typical: 1, Most: 1, Largest: 1}
	}
	popular, even, most, largest := 1.0, 1.0, 1.0, 1.0
	for i, r := range g.refs {
		d := g.SpreadOf(g.kind, r)
		if g.fixed[i] != "" {
			n *= d.Of(g.fixed[i])
			continue
		}
		popular, even = popular*d.Squares(), even/d.Values
		most, largest = most*d.Most(asked), largest*d.Largest()
	}
	f := Figures{Typical: 1 + (n-1)*popular, Most: n * most, Largest: n * largest}
	least := 1 + (n-1)*even // the typical one of an even spread
	if asked == Evenly {
		f.Typical, least = math.Max(1, n*even), math.Max(1, n*even)
	}
	f.Largest = math.Min(g.possible(), math.Max(f.Largest, math.Max(f.Typical, least)))
	f.Typical = math.Min(f.Typical, f.Largest)
	f.Most = math.Min(f.Largest, math.Max(f.Most, least))
	if asked == TheMost {
		f.Typical = f.Largest
	}
	if len(g.refs) > 1 {
		f.Independent = g.names()
	}
	return f
}

// NameOne reports whether references name one entity of a kind: one is unique, or all of its identity is there.
func (s *Sheet) NameOne(kind int, refs []Ref) bool {
	unique := func(r Ref) bool { return r.Kind == kind && s.Names(r) }
	return slices.ContainsFunc(refs, unique) || len(untold(s, kind, refs)) == 0
}

// untold returns what references leave open of the identity of a kind.
func untold(s *Sheet, kind int, refs []Ref) []Ref {
	return slices.DeleteFunc(s.Identity(kind), func(i Ref) bool {
		return slices.ContainsFunc(refs, func(r Ref) bool { // r names the entity whose identity i is, or one below it
			named := i.Attr == Whole && s.Names(r) && (r.Kind == i.Kind || slices.Contains(s.Ancestors(r.Kind), i.Kind))
			return r == i || named
		})
	})
}

// possible returns how many entities a group can have, because no two have the same identity. It knows no end where it
// is assumed how many values an attribute has.
func (g *group) possible() float64 {
	n := 1.0
	for _, r := range untold(g.Sheet, g.kind, g.refs) {
		if r.Attr != Whole && !g.Names(r) && !g.Kinds[r.Kind].Attributes[r.Attr].counted() {
			return math.Inf(1)
		}
		n *= g.Distinct(r)
	}
	return n
}
