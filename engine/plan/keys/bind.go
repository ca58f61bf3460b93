package keys

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/sheet"
	"rowkey/engine/spelling"
	"rowkey/engine/template"
)

// bind finds the attributes that a store names, and checks that their types allow the forms.
func (r *reader) bind() {
	st := r.store
	if len(r.problems) > 0 {
		return
	}
	for s := range SegmentsOf(&st.Table, &st.Partition, &st.Row) {
		if s.Form == template.Literal {
			continue
		}
		if ref, ok := r.resolve(s.Attr); ok {
			s.Ref = ref
			r.fits(s)
		}
	}
	for _, k := range st.Where {
		r.resolve(k.Attr)
		if near, strange := sheet.Unlisted(r.f.Sheet, st.Kind, &k); strange {
			r.say(UnknownValue, k.Attr, k.Value, near)
		}
	}
	for _, name := range slices.Concat(st.Include, st.Blob) {
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
	ref, ok := r.f.Sheet.Resolve(r.store.Kind, name)
	if !ok {
		r.say(UnknownName, r.f.Sheet.Kinds[r.store.Kind].Name, name, r.f.Sheet.Nearest(r.store.Kind, name))
	}
	return ref, ok
}

// fits checks that the type of a segment's attribute allows its form.
func (r *reader) fits(s *Segment) {
	t, one := r.f.Type(s.Ref)
	number := one && (t.Name == sheet.Int || t.Name == sheet.Long)
	signed := s.Ref.Attr >= 0 && r.f.Sheet.Kinds[s.Ref.Kind].Attributes[s.Ref.Attr].Signed
	switch {
	case len(r.problems) > 0:
	case s.Form == template.Period || s.Form == template.PeriodDown:
		r.must(one && t.Name == sheet.Time, FormOfOther, s, t)
	case s.Form == template.Inverted:
		r.must(number || one && t.Name == sheet.Time, FormOfText, s, t)
	case s.Form == template.Band:
		r.must(number || one && t.Name == sheet.Double, FormOfText, s, t)
	case s.Form == template.Padded:
		r.must(number, FormOfText, s, t)
	case s.Form == template.Decimal:
		r.must(number || one && t.Name == sheet.Double, FormOfText, s, t)
	}
	if signed && (s.Form == template.Inverted || s.Form == template.Padded || s.Form == template.Decimal) {
		r.say(SignedKey, s.Text)
	}
}

func (r *reader) must(fits bool, code ProblemCode, s *Segment, t sheet.Type) {
	if !fits {
		r.say(code, s.Text, t.Name)
	}
}

// timed checks that a series is made of a time.
func (r *reader) timed(attr string) {
	if ref, ok := r.resolve(attr); ok {
		if t, _ := r.f.Type(ref); t.Name != sheet.Time {
			r.say(FormOfOther, r.store.Slot.Attr+":"+r.store.Slot.Unit, t.Name)
		}
	}
}

// question checks that a store of answers is of the kind that the question is about.
func (r *reader) question() {
	asks := r.f.Sheet.Asks
	i := slices.IndexFunc(asks, func(a sheet.Ask) bool { return a.Name == r.store.Answer })
	switch kind := r.f.Sheet.Kinds[r.store.Kind].Name; {
	case i < 0:
		known := lists.Map(asks, func(a sheet.Ask) string { return a.Name })
		r.say(UnknownAsk, r.store.Answer, spelling.Nearest(r.store.Answer, known))
	case asks[i].Kind != kind:
		r.say(NotOfKind, r.store.Answer, kind)
	}
}
