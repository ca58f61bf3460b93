package plan

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Chosen returns the store that answers a question, and its access as a report has it.
func (m *Model) Chosen(d *keys.Design, ask int) QuestionReport {
	a, _ := m.Ask.Choose(d.View, &m.Facts.Questions[ask])
	return m.questionReport(&a)
}

// In returns how one store answers a question, as a report has it. ok is false if it does not.
func (m *Model) In(d *keys.Design, store, at int) (r QuestionReport, ok bool) {
	m = m.reporting()
	q := &m.Facts.Questions[at]
	a := m.Ask.From(d.View, store, q)
	return m.questionReport(&ask.Choice{Question: q, Answer: a, Store: store}), a.OK
}

// Judge calculates all designs of a sheet without errors.
func Judge(s *sheet.Sheet) []DesignReport {
	m := NewModel(s)
	list := []DesignReport{}
	for i := range s.Designs {
		list = append(list, m.Judge(keys.Parse(m.Facts, &s.Designs[i])))
	}
	return list
}

// Judge calculates one design. One that breaks a rule is calculated as well, as far as its stores can be read.
func (m *Model) Judge(d *keys.Design) DesignReport {
	d.Problems = append(d.Problems, d.Check(m.Facts)...)
	r := m.reporting().calculate(d)
	out := DesignReport{Name: d.Name, Stores: r.Model.Stores(d), Questions: r.questions(), Writes: r.writeReports(),
		Facts: r.facts()}
	for i := range r.asks {
		if a := &r.asks[i]; !a.OK {
			d.Problems = append(d.Problems, keys.About(keys.Unanswered,
				append([]string{a.Ask.Name}, m.missingIn(d, a.Question)...)...))
		}
	}
	out.Problems, out.Valid = numbered(d.Problems), d.Valid()
	out.Growth, out.Breaks = m.growth(d), m.breaks(d)
	return out
}

// missingIn returns what a question knows and the rows of the base do not say.
func (m *Model) missingIn(d *keys.Design, q *facts.Question) []string {
	base := d.View.Base(q.Kind)
	if base < 0 {
		return nil
	}
	h := d.Stores[base].Holds
	asked := q.Known
	if q.Span.Given {
		asked = asked.With(facts.Attr{Ref: q.Span.Ref})
	}
	row := h.Row
	return m.Facts.NamesOf(q.Kind, slices.DeleteFunc(slices.Clone(asked),
		func(a facts.Attr) bool { return row.Has(a.Ref) }))
}

// Stores calculates the stores of a design.
func (m *Model) Stores(d *keys.Design) []StoreReport {
	m = m.reporting()
	list := []StoreReport{}
	for i := range d.Stores {
		list = append(list, m.storeReport(d, i))
	}
	return list
}

// Questions calculates how a design answers all questions.
func (m *Model) Questions(d *keys.Design) []QuestionReport {
	return m.reporting().calculate(d).questions()
}

func (r *result) questions() []QuestionReport {
	list := []QuestionReport{}
	for i := range r.asks {
		list = append(list, r.Model.questionReport(&r.asks[i]))
	}
	return list
}

// questionReport is a question with its answer as a report has it.
func (m *Model) questionReport(a *ask.Choice) QuestionReport {
	r := QuestionReport{Name: a.Ask.Name, Stores: []int{}, ClientWork: []string{}, Budget: []ask.BudgetReport{}}
	if !a.OK {
		return r
	}
	r.Stores = unique(append([]int{a.Store}, a.More...))
	r.Class, r.Tables, r.Partitions, r.Rows = a.ClassName(), a.Tables, a.Partitions, a.Rows
	of := a.Of.Copy()
	r.Intervals, r.Read, r.Returned, r.Requests = of.Spread(a.Intervals), of.Spread(a.Read), of.Spread(a.Returned),
		of.Spread(a.Requests)
	r.RoundTrips, r.Pages = of.Spread(a.RoundTrips), of.Spread(a.Pages)
	r.Answer = m.Ask.Defaults(a.Question, a.Known).Spread(facts.ExtentOf(m.Facts, a.Question))
	of.Add(of.Others...)
	of.Modelled("json")
	of.Add(ask.Lengths(m.Facts, nil, a.Wants)...)
	r.Bytes = figure.New(a.Bytes, of.Basis())
	of.Modelled("latency")
	r.Ms = figure.New(a.Ms(), of.Basis())
	r.ClientWork = append(r.ClientWork, a.Work...)
	r.Fetch, r.Stopped, r.InTurn = a.Fetch, a.Stopped && a.All.Largest > a.Top, a.InTurn
	if a.Parent >= 0 {
		r.Walk = m.Facts.Sheet.Kinds[a.Parent].Name
	}
	r.Budget, r.Met = a.Budget, ask.AllMet(a.Budget)
	return r
}

func (m *Model) storeReport(d *keys.Design, i int) StoreReport {
	st := &d.Stores[i]
	r := StoreReport{Text: st.Text, Base: st.Base, Form: st.Form, Every: st.Kept.Every.Seconds(),
		Table: segmentsOf(&st.Table), Partition: segmentsOf(&st.Partition), Row: segmentsOf(&st.Row),
		Entities: figure.New(0, nil), Bytes: figure.New(0, nil)}
	if !st.Readable() {
		return r
	}
	r.Kind, r.Kept, r.EachBytes = m.Facts.Sheet.Kinds[st.Kind].Name, d.View.Follows(m.Facts, i), st.EachBytes(m.Facts)
	if r.Tables = st.Table.Names(m.Facts); st.Form == keys.LogBlobs {
		r.Tables = 0
	}
	r.Entities, r.Bytes = figure.New(st.Rows(m.Facts), m.populationOf(st)), figure.New(st.StoredBytes(m.Facts),
		m.bytesDefaults(st))
	return r
}

// populationOf returns what the number of rows of a store rests on.
func (m *Model) populationOf(st *keys.Store) []string {
	q := facts.Question{Ask: &sheet.Ask{}, Index: -1, Kind: st.Kind, Asked: sheet.Evenly}
	of := m.Ask.Defaults(&q, st.Holds.Fixed)
	if st.Sparse(m.Facts) {
		of.Modelled("series")
	}
	return of.Basis()
}

// numbered makes lists of a problem that are there, if empty.
func numbered(list []keys.Problem) []keys.Problem {
	out := []keys.Problem{}
	for _, p := range list {
		p.Rule = keys.Rules[p.Code]
		p.Names, p.Numbers = append([]string{}, p.Names...), append([]float64{}, p.Numbers...)
		out = append(out, p)
	}
	return out
}

// unique drops what an earlier element says.
func unique(list []int) []int { return lists.Add([]int(nil), list...) }

// segmentsOf returns the segments of a template as a report has them.
func segmentsOf(t *keys.Template) []SegmentReport {
	list := []SegmentReport{}
	for _, s := range t.Segments {
		list = append(list, SegmentReport{Text: s.Text, Attr: s.Attr, Form: s.Form.String(), Unit: s.Unit})
	}
	return list
}

// bytesDefaults returns what the bytes of a store rest on: how many rows it has, and how long the attributes are of
// which one consists.
func (m *Model) bytesDefaults(st *keys.Store) []string {
	list := st.Keys
	switch st.Form {
	case keys.List:
		list = list.With(m.Facts.Identity(st.Kind)...)
	case keys.Answers:
		list = list.With(m.Facts.Questions[m.Facts.QuestionNamed(st.Answer)].Wants...)
	case keys.LogBlobs:
		list = m.Facts.Whole(st.Kind)
	default:
		list = list.With(st.Holds.Props...)
	}
	return ask.Lengths(m.Facts, m.populationOf(st), list)
}
