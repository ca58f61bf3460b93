package sheet

import (
	"math"
	"strings"
)

// Answer returns how many entities the answers of a question have: those of its group that are in its range, and of
// these the ones it wants.
func (s *Sheet) Answer(a *Ask) Figures {
	kind := s.KindOf(a.Kind)
	if kind < 0 {
		return Figures{}
	}
	g := groupOf(s, kind, a.Known)
	f := g.figures(a.AskedOf())
	if several, rest := severalOf(a.Known); several != nil {
		all := groupOf(s, kind, rest)
		f = f.Times(s.ListOf(*several, or(a.Asked, Popular)), all.figures(a.AskedOf()))
	}
	for _, r := range []Range{a.Range, a.Across} {
		if r.Attr == "" || s.NameOne(kind, g.refs) {
			continue
		}
		f = s.Within(kind, r, f)
		if f.Independent != nil {
			f.Independent = append(f.Independent, r.Attr)
		} else if names := g.names(); len(a.Known) > 0 || r == a.Across {
			f.Independent = append(names, r.Attr)
		}
	}
	if a.Top > 0 {
		top := float64(a.Top)
		f.Typical, f.Most, f.Largest = math.Min(top, f.Typical), math.Min(top, f.Most), math.Min(top, f.Largest)
	}
	return f
}

// Within returns what of a group lies in a range. Half of it lies before or after a value on average, and all of it
// before the newest one. All of it is due if the sheet does not say how much.
func (s *Sheet) Within(kind int, r Range, f Figures) Figures {
	part, more := s.Part(kind, r), 0.0
	switch {
	case r.Optional() && r.Width == (Width{}):
		if r.How != UpToNow {
			f.Typical /= 2
		}
		return f
	case r.How == Older:
		part = 1 - part
	case r.How == Between: // begins at the value of an entity, which it counts
		more = 1 - part
	}
	f.Typical, f.Most, f.Largest = f.Typical*part+more, f.Most*part+more, f.Largest*part+more
	return f
}

// Part returns the width of a range as a part of everything that its attribute covers.
func (s *Sheet) Part(kind int, r Range) float64 {
	at, ok := s.Resolve(kind, r.Attr)
	switch {
	case r.Width.Unit == Percent:
		return math.Min(1, r.Width.N/100)
	case !ok:
		return 1
	case r.Width.isTime():
		return math.Min(1, Span(r.Width).Seconds()/s.Cover(at.Kind))
	}
	return math.Min(1, r.Width.N/s.Distinct(at))
}

// pages returns how many pages an answer has at least.
func pages(entities float64) float64 { return math.Max(1, math.Ceil(math.Round(entities)/pageSize)) }

// listed counts the attributes of which a call has several values.
func listed(list []Known) (n int) {
	for _, k := range list {
		if k.lists() {
			n++
		}
	}
	return n
}

func (k *Known) lists() bool { return k.In > 0 || k.From != "" }

// severalOf returns the attribute of which a call has several values, nil if there is none, and what else it knows.
func severalOf(known []Known) (several *Known, rest []Known) {
	for i := range known {
		if known[i].lists() {
			several = &known[i]
		} else {
			rest = append(rest, known[i])
		}
	}
	return several, rest
}

// Source is a kind whose entities have the values of a list, and what a call knows of these entities.
type Source struct {
	Kind  int
	Attr  string // that has the values
	Known []Known
}

// SourceOf returns where the values of a list come from. A caller knows what else an entity with one belongs to, or
// what else names it. ok is false for a list that the caller has, and for one from nowhere.
func (s *Sheet) SourceOf(k Known) (src Source, ok bool) {
	kind, attr, _ := strings.Cut(k.From, ".")
	if src = (Source{Kind: s.KindOf(kind), Attr: attr}); src.Kind < 0 {
		return src, false
	}
	at, ok := s.Resolve(src.Kind, attr)
	for _, o := range s.Kinds[src.Kind].Of {
		if above := s.KindOf(o.Kind); above != at.Kind {
			src.Known = append(src.Known, Known{Attr: o.Kind})
		}
	}
	if len(src.Known) == 0 {
		src.Known = restOfIdentity(s, src.Kind, at)
	}
	return src, ok && len(src.Known) > 0
}

// restOfIdentity returns what names an entity beside one attribute.
func restOfIdentity(s *Sheet, kind int, at Ref) (list []Known) {
	for _, r := range s.Identity(kind) {
		if r != at {
			list = append(list, Known{Attr: s.NameOf(kind, r)})
		}
	}
	return list
}

// ListOf returns how many values of an attribute a call has.
func (s *Sheet) ListOf(k Known, asked string) Figures {
	n := float64(k.In)
	f := Figures{Typical: n, Most: n, Largest: n}
	if src, ok := s.SourceOf(k); ok {
		f = s.Group(src.Kind, src.Known, asked)
	}
	return f
}

// Times returns how many entities calls find that ask for so many values, of all that there are with any of them.
func (f Figures) Times(n, all Figures) Figures {
	f.Typical, f.Largest = min(n.Typical*f.Typical, all.Typical), min(n.Largest*f.Largest, all.Largest)
	f.Most = min(n.Most*f.Most, f.Largest)
	return f
}

// AskedOf returns which values the calls of a question ask for: what a list that is read first has, each as often.
func (a *Ask) AskedOf() string {
	if several, _ := severalOf(a.Known); several != nil && several.From != "" {
		return Evenly
	}
	return or(a.Asked, Popular)
}
