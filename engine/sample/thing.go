package sample

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/odata"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// now is when a sample is asked, in seconds since 1970: 22 November 2026, 10:30 UTC.
const now = 1795343400

// nowOf returns when a sample is asked that is made from a seed: the first one at the moment above, others at other
// times of a week before.
func nowOf(seed uint64) int {
	if seed <= 1 {
		return now
	}
	r := hash.Sequence(seed)
	return now - int(r.Next()%uint64(sheet.UnitSeconds("week")))
}

// thing is an entity with the values of its own attributes.
type thing struct {
	kind    int
	name    edm.Value   // of a kind without attributes
	own     []edm.Value // by the position of the attribute
	parents []*thing    // in the order of the kind
}

// value returns an attribute of a thing, or of what it belongs to.
func (t *thing) value(ref sheet.Ref) edm.Value {
	if t.kind == ref.Kind && ref.Attr == sheet.Whole {
		return t.name
	}
	if t.kind == ref.Kind {
		return t.own[ref.Attr]
	}
	for _, p := range t.parents {
		if v := p.value(ref); v.Type() != 0 {
			return v
		}
	}
	return edm.Value{}
}

// maker makes the things of a sheet from a seed.
type maker struct {
	*sheet.Sheet
	things [][]*thing // by kind
	links  map[*sheet.Attribute]sheet.Ref
	taken  map[string]bool
	seed   uint64
	now    int
	fixed  map[*sheet.Attribute][]string // values that questions and writes ask for by name
}

// makeThings makes all things of a sheet, those of parents first.
func makeThings(s *sheet.Sheet, m *plan.Model, seed uint64) [][]*thing {
	k := maker{Sheet: s, things: make([][]*thing, len(s.Kinds)), links: links(s), taken: map[string]bool{}, seed: seed,
		now: nowOf(seed), fixed: fixed(s)}
	for round := range 2 * len(s.Kinds) {
		for i := range s.Kinds {
			linked := round >= len(s.Kinds) || k.linksReady(i) // kinds that lead to each other are made without
			if k.things[i] == nil && k.ready(i) && linked {
				k.kind(i, m)
			}
		}
	}
	for i := range s.Does {
		k.count(&s.Does[i])
	}
	return k.things
}

// count lets what is limited in number be counted where the sheet says.
func (k *maker) count(d *sheet.Do) {
	if d.Most.Of == "" {
		return
	}
	above := k.KindOf(d.Most.Of)
	ref, _ := k.Resolve(above, d.Most.Count(d.Kind))
	for _, t := range k.things[above] {
		t.own[ref.Attr] = plus(t.own[ref.Attr], -keys.Number(t.own[ref.Attr]))
	}
	for _, t := range k.things[k.KindOf(d.Kind)] {
		up := t.above(above)
		up.own[ref.Attr] = plus(up.own[ref.Attr], 1)
	}
}

// ready reports whether the parents of a kind are there.
func (k *maker) ready(kind int) bool {
	return !slices.ContainsFunc(k.Kinds[kind].Of, func(o sheet.Parent) bool {
		return k.things[k.KindOf(o.Kind)] == nil
	})
}

// attempts is how often an identity that exists is made again before the thing is left out.
const attempts = 40

func (k *maker) kind(kind int, m *plan.Model) {
	n := int(k.Population(kind))
	list := make([]*thing, 0, n)
	for i := range n {
		for try := range attempts {
			t := k.thing(kind, i, try)
			if id := k.identity(m, t); !k.taken[id] {
				k.taken[id] = true
				list = append(list, t)
				break
			}
		}
	}
	k.things[kind] = list
}

// identity writes what names a thing.
func (k *maker) identity(m *plan.Model, t *thing) string {
	parts := []string{strconv.Itoa(t.kind)}
	for _, ref := range m.Facts.IdentityOf(t.kind) {
		v := t.value(ref)
		parts = append(parts, odata.Literal(v))
	}
	return strings.Join(parts, "\x00")
}

// thing makes one thing.
func (k *maker) thing(kind, i, try int) *thing {
	t := &thing{kind: kind, own: make([]edm.Value, len(k.Kinds[kind].Attributes))}
	r := k.dice(kind, i, try)
	above, other := r, try
	if k.hasOwnIdentity(kind) { // another one of the same parents
		above, other = k.dice(kind, i, 0), 0
	}
	for j, o := range k.Kinds[kind].Of {
		all := k.things[k.KindOf(o.Kind)]
		t.parents = append(t.parents, all[k.parent(&o, i, j+other, len(all), above)])
	}
	if len(k.Kinds[kind].Attributes) == 0 {
		t.name = edm.String(k.text(k.Kinds[kind].Name, i, sheet.DefaultLength, k.Population(kind)))
	}
	for j := range k.Kinds[kind].Attributes {
		t.own[j] = k.attribute(kind, j, i, try, r)
	}
	return t
}

// dice draws what a thing has, and what it has after so many attempts.
func (k *maker) dice(kind, i, try int) *hash.Sequence {
	r := hash.Sequence(k.seed + uint64(kind)<<48 + uint64(i)*0x9E3779B97F4A7C15 + uint64(try)<<40)
	return &r
}

// hasOwnIdentity reports whether things with the same parents have different identities.
func (k *maker) hasOwnIdentity(kind int) bool {
	return slices.ContainsFunc(k.Kinds[kind].Attributes, func(a sheet.Attribute) bool { return a.Identity })
}

// parent chooses what a thing belongs to: the first one as often as the sheet says, the others in turn.
func (k *maker) parent(o *sheet.Parent, i, other, n int, r *hash.Sequence) int {
	x := r.Next()
	switch {
	case n == 1:
		return 0
	case o.Largest > 0:
		if float64(x%1_000_000) < o.Largest*10_000 {
			return 0
		}
		return 1 + int(x>>20%uint64(n-1))
	case other > 0:
		return int(x >> 20 % uint64(n))
	}
	return i % n
}
