package plan

import (
	"slices"

	"rowkey/engine/sheet"
	"rowkey/engine/spelling"
)

// bind finds the attributes that a store names, and checks that their types allow the forms.
func (r *reader) bind() {
	st := r.store
	if len(r.problems) > 0 {
		return
	}
	for _, t := range []*Template{&st.Table, &st.Partition, &st.Row} {
		for i := range t.Segments {
			if s := &t.Segments[i]; s.Form != Literal {
				if ref, ok := r.resolve(s.Attr); ok {
					s.ref = ref
					r.fits(s)
				}
			}
		}
	}
	list := slices.Concat(st.Include, st.Blob)
	for _, k := range st.Where {
		list = append(list, k.Attr)
	}
	for _, name := range list {
		r.resolve(name)
	}
	if st.Form == Series {
		r.timed(st.Slot.Attr)
	}
	if st.Form == Answers {
		r.question()
	}
}

// resolve finds an attribute for an entity of the store's kind.
func (r *reader) resolve(name string) (sheet.Ref, bool) {
	ref, ok := r.m.Resolve(r.store.Kind, name)
	if !ok {
		r.say(UnknownName, r.m.Kinds[r.store.Kind].Name, name, r.m.Nearest(r.store.Kind, name))
	}
	return ref, ok
}

// fits checks that the type of a segment's attribute allows its form.
func (r *reader) fits(s *Segment) {
	t, one := r.m.typed(s.ref)
	number := one && (t.Name == sheet.Int || t.Name == sheet.Long)
	signed := s.ref.Attr >= 0 && r.m.Kinds[s.ref.Kind].Attributes[s.ref.Attr].Signed
	switch {
	case len(r.problems) > 0:
	case s.Form == Period || s.Form == PeriodDown:
		r.must(one && t.Name == sheet.Time, FormOfOther, s, t)
	case s.Form == Inverted:
		r.must(number || one && t.Name == sheet.Time, FormOfText, s, t)
	case s.Form == Padded:
		r.must(number, FormOfText, s, t)
	case s.Form == Decimal:
		r.must(number || one && t.Name == sheet.Double, FormOfText, s, t)
	}
	if signed && (s.Form == Inverted || s.Form == Padded || s.Form == Decimal) {
		r.say(SignedKey, s.Text)
	}
}

func (r *reader) must(fits bool, code ProblemCode, s *Segment, t sheet.Type) {
	if !fits {
		r.say(code, s.Text, t.Name)
	}
}

// typeOf returns the type of an attribute, and of what identifies an entity if that is one attribute. one is false if it
// is several, whose values are joined.
func typeOf(s *sheet.Sheet, ref sheet.Ref) (t sheet.Type, one bool) {
	atoms := atomsOf(s, ref)
	if len(atoms) != 1 {
		return sheet.Type{Name: sheet.Text}, false
	}
	if t.Name = sheet.Text; atoms[0].Attr != sheet.Whole {
		t = s.Kinds[atoms[0].Kind].Attributes[atoms[0].Attr].Type
	}
	if t.Name == "" {
		t.Name = sheet.Text
	}
	return t, true
}

// atomsOf returns the attributes that a reference consists of: itself, or the identity of a kind, with those of its
// parents if they belong to it. The assumed identity of a kind without attributes is one.
func atomsOf(s *sheet.Sheet, ref sheet.Ref) []sheet.Ref {
	if ref.Attr != sheet.Whole {
		return []sheet.Ref{ref}
	}
	var list []sheet.Ref
	for _, i := range s.Identity(ref.Kind) {
		if i == ref {
			return []sheet.Ref{ref}
		}
		for _, a := range atomsOf(s, i) {
			if !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
	}
	return list
}

// timed checks that a series is made of a time.
func (r *reader) timed(attr string) {
	if ref, ok := r.resolve(attr); ok {
		if t, _ := r.m.typed(ref); t.Name != sheet.Time {
			r.say(FormOfOther, r.store.Slot.Attr+":"+r.store.Slot.Unit, t.Name)
		}
	}
}

// question checks that a store of answers is of the kind that the question is about.
func (r *reader) question() {
	asks := r.m.Asks
	i := slices.IndexFunc(asks, func(a sheet.Ask) bool { return a.Name == r.store.Answer })
	switch kind := r.m.Kinds[r.store.Kind].Name; {
	case i < 0:
		var known []string
		for _, a := range asks {
			known = append(known, a.Name)
		}
		r.say(UnknownAsk, r.store.Answer, spelling.Nearest(r.store.Answer, known))
	case asks[i].Kind != kind:
		r.say(NotOfKind, r.store.Answer, kind)
	}
}
