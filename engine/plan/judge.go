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
	r := DesignReport{Name: d.Name, Stores: m.Stores(d), Questions: m.Questions(d)}
	for i, q := range r.Questions {
		if len(q.Stores) == 0 {
			d.Problems = append(d.Problems, about(Unanswered, append([]string{q.Name}, m.untoldBy(d, &m.asks[i])...)...))
		}
	}
	r.Problems, r.Valid = numbered(d.Problems), d.Valid()
	m.judgeWrites(d, &r)
	return r
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
	list := []StoreReport{}
	for i := range d.Stores {
		list = append(list, m.storeReport(d, i))
	}
	return list
}

// Questions calculates how a design answers all questions.
func (m *Model) Questions(d *Design) []QuestionReport {
	list := []QuestionReport{}
	for i := range m.asks {
		list = append(list, m.Question(d, &m.asks[i]))
	}
	return list
}

// Question calculates how a design answers a question.
func (m *Model) Question(d *Design, q *question) QuestionReport {
	r := QuestionReport{Name: q.Name, Stores: []int{}, ClientWork: []string{}, Budget: []BudgetReport{}}
	a, budget, ok := m.choose(d.view, q)
	if !ok {
		return r
	}
	r.Stores = unique(append([]int{a.store}, a.more...))
	r.Class, r.Tables, r.Partitions, r.Rows = a.className(), a.tables, a.partitions, a.rows
	of := a.of
	r.Intervals, r.Read, r.Returned, r.Requests = of.spread(a.intervals), of.spread(a.read), of.spread(a.returned), of.spread(a.requests)
	r.RoundTrips, r.Pages, r.Answer = of.spread(a.roundTrips), of.spread(a.pages), of.spread(m.extent(q))
	of.join(evidence{typical: of.others})
	of.model("json")
	of.typical = m.lengths(of.typical, q.wants)
	r.Bytes = figure(a.bytes, of.typical)
	of.model("latency")
	r.Ms = figure(a.ms(), of.typical)
	r.ClientWork = append(r.ClientWork, a.work...)
	r.Fetch, r.Stopped, r.InTurn = a.fetch, a.stopped, a.inTurn
	if a.parent >= 0 {
		r.Walk = m.Kinds[a.parent].Name
	}
	r.Budget, r.Met = budget, allMet(budget)
	return r
}

func (m *Model) storeReport(d *Design, i int) StoreReport {
	st := &d.Stores[i]
	r := StoreReport{Text: st.Text, Base: st.Base, Form: st.Form, Every: st.Kept.Every.Seconds(),
		Table: st.Table.report(), Partition: st.Partition.report(), Row: st.Row.report(),
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
	e := m.rests(&q, st.holds.fixed)
	return e.typical
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
