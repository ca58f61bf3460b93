package plan

import (
	"slices"

	"rowkey/engine/sheet"
)

// Judge calculates all designs of a sheet without errors.
func Judge(s *sheet.Sheet) []DesignReport {
	m := NewModel(s)
	list := []DesignReport{}
	for i := range s.Designs {
		list = append(list, m.Judge(Parse(m, &s.Designs[i])))
	}
	return list
}

// Judge calculates one design. One that breaks a rule is calculated as well, as far as its stores can be read.
func (m *Model) Judge(d *Design) DesignReport {
	d.Problems = append(d.Problems, m.check(d)...)
	r := m.reporting().calculate(d)
	out := DesignReport{Name: d.Name, Stores: r.Stores(d), Questions: r.questions(), Writes: r.writeReports(), Facts: r.facts()}
	for i := range r.asks {
		if a := &r.asks[i]; !a.ok {
			d.Problems = append(d.Problems, about(Unanswered, append([]string{a.Name}, m.untoldBy(d, a.question)...)...))
		}
	}
	out.Problems, out.Valid = numbered(d.Problems), d.Valid()
	out.Growth, out.Breaks = m.growth(d), m.breaks(d)
	return out
}

// reporting returns a model that collects what its numbers rest on.
func (m *Model) reporting() *Model {
	out := *m
	out.reports, out.answers = true, calculated{&out}
	return &out
}

// untoldBy returns what a question knows and the rows of the base do not say.
func (m *Model) untoldBy(d *Design, q *question) []string {
	base := d.view.base(q.kind)
	if base < 0 {
		return nil
	}
	h := d.Stores[base].holds
	asked := q.known
	if q.span.given {
		asked = asked.and(atom{ref: q.span.ref})
	}
	row := h.row
	return m.namesOf(q.kind, slices.DeleteFunc(slices.Clone(asked), func(a atom) bool { return row.has(a.ref) }))
}

// Stores calculates the stores of a design.
func (m *Model) Stores(d *Design) []StoreReport {
	m = m.reporting()
	list := []StoreReport{}
	for i := range d.Stores {
		list = append(list, m.storeReport(d, i))
	}
	return list
}

// Questions calculates how a design answers all questions.
func (m *Model) Questions(d *Design) []QuestionReport { return m.reporting().calculate(d).questions() }

func (r *result) questions() []QuestionReport {
	list := []QuestionReport{}
	for i := range r.asks {
		list = append(list, r.questionReport(&r.asks[i]))
	}
	return list
}

// questionReport is a question with its answer as a report has it.
func (m *Model) questionReport(a *asked) QuestionReport {
	r := QuestionReport{Name: a.Name, Stores: []int{}, ClientWork: []string{}, Budget: []BudgetReport{}}
	if !a.ok {
		return r
	}
	r.Stores = unique(append([]int{a.store}, a.more...))
	r.Class, r.Tables, r.Partitions, r.Rows = a.className(), a.tables, a.partitions, a.rows
	of := a.of.more()
	r.Intervals, r.Read, r.Returned, r.Requests = of.spread(a.intervals), of.spread(a.read), of.spread(a.returned), of.spread(a.requests)
	r.RoundTrips, r.Pages, r.Answer = of.spread(a.roundTrips), of.spread(a.pages), of.spread(m.extent(a.question))
	of.all(of.others...)
	of.model("json")
	of.all(m.lengths(nil, a.wants)...)
	r.Bytes = figure(a.bytes, of.basis())
	of.model("latency")
	r.Ms = figure(a.ms(), of.basis())
	r.ClientWork = append(r.ClientWork, a.work...)
	r.Fetch, r.Stopped, r.InTurn = a.fetch, a.stopped, a.inTurn
	if a.parent >= 0 {
		r.Walk = m.Kinds[a.parent].Name
	}
	r.Budget, r.Met = a.budget, allMet(a.budget)
	return r
}

func (m *Model) storeReport(d *Design, i int) StoreReport {
	st := &d.Stores[i]
	r := StoreReport{Text: st.Text, Base: st.Base, Form: st.Form, Every: st.Kept.Every.Seconds(),
		Table: segmentsOf(&st.Table), Partition: segmentsOf(&st.Partition), Row: segmentsOf(&st.Row),
		Entities: figure(0, nil), Bytes: figure(0, nil)}
	if !st.readable() {
		return r
	}
	r.Kind, r.Kept, r.EachBytes = m.Kinds[st.Kind].Name, m.keptBy(d.view, i), m.EachBytes(st)
	if r.Tables = m.tableNames(&st.Table); st.Form == LogBlobs {
		r.Tables = 0
	}
	r.Entities, r.Bytes = figure(m.Rows(st), m.populationOf(st)), figure(m.StoredBytes(st), m.bytesRests(st))
	return r
}

// populationOf returns what the number of rows of a store rests on.
func (m *Model) populationOf(st *Store) []string {
	q := question{Ask: &sheet.Ask{}, index: -1, kind: st.Kind, asked: sheet.Evenly}
	return m.rests(&q, st.holds.fixed).basis()
}

// numbered makes lists of a problem that are there, if empty.
func numbered(list []Problem) []Problem {
	out := []Problem{}
	for _, p := range list {
		p.Rule = rules[p.Code]
		p.Names, p.Numbers = append([]string{}, p.Names...), append([]float64{}, p.Numbers...)
		out = append(out, p)
	}
	return out
}

// unique drops what an earlier element says.
func unique(list []int) []int {
	var out []int
	for _, n := range list {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// segmentsOf returns the segments of a template as a report has them.
func segmentsOf(t *Template) []SegmentReport {
	list := []SegmentReport{}
	for _, s := range t.Segments {
		list = append(list, SegmentReport{Text: s.Text, Attr: s.Attr, Form: s.Form.String(), Unit: s.Unit})
	}
	return list
}
