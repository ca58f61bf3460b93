package facts

import (
	"math"
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// Knows reports whether every call of a question asks for a value.
func (q *Question) Knows(k Attr) bool {
	return slices.Contains(q.Known, k)
}

// QuestionNamed returns the position of the question with a name, which the sheet has.
func (f *Facts) QuestionNamed(name string) int {
	for i := range f.Questions {
		if f.Questions[i].Ask.Name == name {
			return i
		}
	}
	return 0
}

// NewQuestion makes a question for entities of a kind that is asked on the way to another one.
func (f *Facts) NewQuestion(kind int, known Attrs, asked string) Question {
	q := Question{Ask: &sheet.Ask{Kind: f.Sheet.Kinds[kind].Name}, Index: -1, Kind: kind, Asked: asked, Known: known,
		Top: math.Inf(1), Wants: f.Whole(kind)}
	q.All = f.Matching(&q)
	return q
}

// Direction returns 1 if the smallest value comes first, -1 if the greatest does.
func (q *Question) Direction() int {
	if q.Ask.Order.Descending() {
		return -1
	}
	return 1
}

// Question is a question of a sheet with its names resolved.
type Question struct {
	Ask     *sheet.Ask
	Index   int // in the sheet; -1 for one that is asked on the way
	Kind    int
	Asked   string
	Known   Attrs
	In      Attrs       // of these, the one of which a call has several values
	Values  figure.Size // so many
	Each    *Question   // that asks for one of the values, nil if there is no list of them
	Source  *Question   // that reads the list first, nil if a caller has it
	From    Attrs       // of the source, in the order of In: the attributes with the values
	Span    Span
	Across  Span      // a second range
	Turned  *Question // the same one with both ranges exchanged, nil if there is one range
	By      sheet.Ref // that the answer is sorted by
	Ordered bool      // it has to be sorted
	Top     float64   // entities wanted, +Inf for all
	Wants   Attrs
	With    []int
	All     figure.Size   // entities that match, of which top are wanted
	Limits  []sheet.Limit // its budget
	Short   bool          // it is asked in order to walk over its answer, and walks over nothing itself
	Number  int           // by which its answers are cached, 0 for none
}

// Span is the range of a question.
type Span struct {
	Range   sheet.Range
	Given   bool
	Ref     sheet.Ref
	Time    bool
	Finest  string  // of a time: its finest unit
	Seconds float64 // of a time: how wide it is
	Cover   float64 // of a time: from the oldest to the newest entity
}

// resolveAsk resolves the names of a question.
func resolveAsk(f *Facts, a *sheet.Ask) Question {
	q := Question{Ask: a, Index: placeOf(f, a), Kind: f.Sheet.KindOf(a.Kind), Asked: a.Asked, Top: math.Inf(1)}
	q.Asked = a.AskedOf()
	for _, k := range a.Known {
		for _, at := range f.Named(q.Kind, k.Attr) {
			q.Known = q.Known.With(Attr{at.Ref, k.Value})
		}
		if k.In > 0 || k.From != "" {
			f.list(&q, k)
		}
	}
	q.Span, q.Across = f.SpanOf(q.Kind, a.Range), f.SpanOf(q.Kind, a.Across)
	if a.Order.Attr != "" {
		q.By, q.Ordered = f.ResolveOne(q.Kind, a.Order.Attr)
	}
	if a.Top > 0 {
		q.Top = float64(a.Top)
	}
	q.With = lists.Map(a.With, f.Sheet.KindOf)
	q.Wants = wanted(f, &q)
	q.All, q.Limits = f.Matching(&q), f.Sheet.Limits(a)
	if len(q.In) > 0 {
		q.Short = true
		q.Each = q.each(f)
	}
	if q.Across.Given {
		q.Short, q.Turned = true, q.turned()
	}
	return q
}

// turned exchanges both ranges.
func (q *Question) turned() *Question {
	other := *q
	other.Span, other.Across, other.Short = q.Across, q.Span, true
	if q.Each != nil {
		each := *q.Each
		each.Span, each.Across = q.Across, q.Span
		other.Each = &each
	}
	return &other
}

// list resolves the list of values that a question has of an attribute: not more than there are.
func (f *Facts) list(q *Question, k sheet.Known) {
	ref, _ := f.Sheet.Resolve(q.Kind, k.Attr)
	q.In = f.Named(q.Kind, k.Attr)
	q.Values = AsSize(f.Sheet.ListOf(k, asked(q.Ask))).AtMost(sheet.Occurring(f.Sheet, ref))
	if src, ok := f.Sheet.SourceOf(k); ok {
		var known Attrs
		for _, o := range src.Known {
			known = known.With(f.Named(src.Kind, o.Attr)...)
		}
		of := f.NewQuestion(src.Kind, known, asked(q.Ask))
		q.From = f.Named(src.Kind, src.Attr)
		of.Wants, of.Short = q.From, true
		q.Source = &of
	}
}

// asked returns which values a caller asks for.
func asked(a *sheet.Ask) string {
	if a.Asked == "" {
		return sheet.Popular
	}
	return a.Asked
}

// each returns the question that asks for one value of the list.
func (q *Question) each(f *Facts) *Question {
	one := *q
	one.In, one.Source = nil, nil
	one.All = f.Matching(&one)
	return &one
}

func placeOf(f *Facts, a *sheet.Ask) int {
	for i := range f.Sheet.Asks {
		if &f.Sheet.Asks[i] == a {
			return i
		}
	}
	return -1
}

// ResolveOne resolves a name that means one attribute.
func (f *Facts) ResolveOne(kind int, name string) (sheet.Ref, bool) {
	if l := f.Named(kind, name); len(l) == 1 {
		return l[0].Ref, true
	}
	return sheet.Ref{}, false
}

func (f *Facts) SpanOf(kind int, r sheet.Range) Span {
	s := Span{Range: r}
	if s.Ref, s.Given = f.ResolveOne(kind, r.Attr); !s.Given || r.Attr == "" {
		return Span{}
	}
	t, _ := f.Type(s.Ref)
	if s.Time = t.Name == sheet.Time; s.Time {
		s.Finest = f.Finest(s.Ref)
		s.Cover = f.Sheet.Cover(s.Ref.Kind)
		s.Seconds = math.Min(s.Cover, sheet.Span(r.Width).Seconds())
		if s.Seconds == 0 { // a part of all that is kept, or everything before a value
			s.Seconds = f.Sheet.Part(kind, r) * s.Cover
		}
	}
	return s
}

// wanted returns the attributes of the answer.
func wanted(f *Facts, q *Question) Attrs {
	if q.Ask.Wants == nil {
		return f.Whole(q.Kind)
	}
	var out Attrs
	for _, name := range q.Ask.Wants {
		out = out.With(f.Named(q.Kind, name)...)
	}
	if q.Ordered {
		out = out.With(Attr{Ref: q.By})
	}
	return out
}

// Sharing returns how many entities share the values of attributes, as the calls of a question ask for them: those of
// all values of its list together.
func (f *Facts) Sharing(q *Question, by Attrs) sheet.Figures {
	n := f.Figures(q.Kind, by, q.Asked)
	if Overlap(by, q.In) {
		values := sheet.Figures{Typical: q.Values.Typical, Most: q.Values.Often, Largest: q.Values.Largest}
		n = n.Times(values, f.Figures(q.Kind, by.Without(q.In), q.Asked))
	}
	return n
}

// Matching returns how many entities there are for an answer.
func (f *Facts) Matching(q *Question) figure.Size {
	n := f.Sharing(q, q.Known)
	for _, s := range []*Span{&q.Span, &q.Across} {
		if s.Given && !f.Identifies(q.Kind, q.Known) {
			n = f.Sheet.Within(q.Kind, s.Range, n)
		}
	}
	return AsSize(n)
}

// ValuesOf returns how many values of attributes a call has: one, if its list is not about them.
func (q *Question) ValuesOf(list Attrs) figure.Size {
	if Overlap(q.In, list) {
		return q.Values
	}
	return figure.Always(1)
}

// Wanted returns how many entities of its kind the question wants.
func (q *Question) Wanted() figure.Size { return q.All.AtMost(q.Top) }

// ParentsOf returns how many different entities of a kind above the answer of a question belongs to.
func ParentsOf(f *Facts, q *Question, kind int) figure.Size {
	n := q.Wanted().AtMost(math.Max(1, f.Sheet.Population(kind)))
	if f.Identifies(q.Kind, q.Known.With(f.Identity(kind)...)) {
		return n // each to another one
	}
	seen := f.Sheet.SpreadOf(q.Kind, sheet.Ref{Kind: kind, Attr: sheet.Whole})
	n.Typical = math.Min(n.Typical, seen.Seen(q.Wanted().Typical))
	return n
}

// ExtentOf returns how many entities an answer has with those of other kinds: each different parent, and all children.
func ExtentOf(f *Facts, q *Question) figure.Size {
	n := q.Wanted()
	for _, kind := range q.With {
		if !slices.Contains(f.Ancestors(q.Kind), kind) {
			n = n.Plus(q.Wanted().Times(f.Group(kind, f.Identity(q.Kind), sheet.Evenly)))
		} else if f.Follows(f.Identity(kind)[0].Ref, q.Known) {
			n = n.Plus(q.ValuesOf(f.Identity(kind)))
		} else {
			n = n.Plus(ParentsOf(f, q, kind))
		}
	}
	return n
}
