package propose

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// clusters returns the kinds that something asks for or writes, those together that one transaction writes or one
// question wants.
func clusters(s *sheet.Sheet) [][]int {
	group := lists.Places(len(s.Kinds), nil)
	link := func(a, b string) {
		from, to := group[s.KindOf(a)], group[s.KindOf(b)]
		for i := range group {
			if group[i] == from {
				group[i] = to
			}
		}
	}
	for i := range s.Asks {
		for _, w := range s.Asks[i].With {
			link(s.Asks[i].Kind, w)
		}
		if kind, _ := sourceOf(s, &s.Asks[i]); kind != "" {
			link(s.Asks[i].Kind, kind)
		}
	}
	for i := range s.Does {
		for _, other := range []string{s.Does[i].Most.Of, s.Does[i].Each.Kind} {
			if other != "" {
				link(s.Does[i].Kind, other)
			}
		}
	}
	for _, t := range s.Together {
		for _, a := range t.Actions {
			link(t.Actions[0].Kind, a.Kind)
		}
	}
	var out [][]int
	for g := range group {
		if list := lists.Places(len(group), func(i int) bool { return group[i] == g && used(s, i) }); list != nil {
			out = append(out, list)
		}
	}
	order.By(out, slices.Compare)
	return out
}

// used reports whether something asks for entities of a kind, or writes them.
func used(s *sheet.Sheet, kind int) bool {
	name := s.Kinds[kind].Name
	return slices.ContainsFunc(s.Asks, func(a sheet.Ask) bool {
		source, _ := sourceOf(s, &a)
		return a.Kind == name || source == name || slices.Contains(a.With, name)
	}) ||
		slices.ContainsFunc(s.Writes(), func(d sheet.Do) bool {
			return d.Kind == name || d.Most.Of == name || d.Each.Kind == name
		})
}

// part returns a sheet that asks and writes only what is about some kinds.
func partOf(s *sheet.Sheet, kinds []int) *sheet.Sheet {
	out := *s
	about := func(name string) bool { return slices.Contains(kinds, s.KindOf(name)) }
	out.Asks = slices.DeleteFunc(slices.Clone(s.Asks), func(a sheet.Ask) bool { return !about(a.Kind) })
	out.Does = slices.DeleteFunc(s.Writes(), func(d sheet.Do) bool { return !about(d.Kind) })
	out.Together = slices.DeleteFunc(slices.Clone(s.Together),
		func(t sheet.Together) bool { return !about(t.Actions[0].Kind) })
	out.Budget, out.Designs = nil, nil
	return &out
}

// cluster is the search for some kinds.
type cluster struct {
	m        *plan.Model
	c        *composer
	kinds    []int
	preset   string
	makers   []*maker
	phase    phase
	queue    [][]*form
	seen     map[string]bool
	keys     map[*form]string
	single   [][]*trial // for each kind: its forms alone, those that can be a base
	kept     [][]*trial
	copies   [][]copied // for each question
	finds    [][]copied // for each write that has to find its entities
	guards   [][]copied // for each write that a rule is about
	best     []*trial   // the best so far, the best one first
	beam     string     // text of the best design when the last round began
	tried    int
	pool     []*trial  // a base for each kind, and what the search begins with
	complete bool      // all designs with one copy were tried
	keepAll  bool      // no dominance
	given    [][]*form // designs of the sheet, where it begins beside its own forms
}

// trial is a design that was calculated.
type trial struct {
	forms   []*form
	texts   []string
	measure plan.Measure
	cost    Cost
	given   bool      // it is a design of the sheet
	raw     []float64 // of [trial.numbers], once they were asked for
}

func newCluster(s *sheet.Sheet, kinds []int, preset string) *cluster {
	x := &cluster{m: plan.NewCachedModel(partOf(s, kinds)), kinds: kinds, preset: preset, seen: map[string]bool{},
		keys: map[*form]string{}}

	x.c = newComposer(x.m)
	x.single, x.kept = make([][]*trial, len(kinds)), make([][]*trial, len(kinds))
	for _, k := range kinds {
		mk := newMaker(x.m, k, kinds)
		mk.make()
		x.makers = append(x.makers, mk)
		for i := range mk.forms {
			x.queue = append(x.queue, []*form{&mk.forms[i]})
		}
	}
	return x
}

// try calculates a design. It returns nil for one that breaks a rule.
func (x *cluster) try(forms []*form) *trial { return x.tryIn(x.m, forms) }

// tryIn is try by the questions and writes of a model of the same kinds.
func (x *cluster) tryIn(m *plan.Model, forms []*form) *trial {
	d, texts, ok := x.c.design(forms)
	if !ok {
		return nil
	}
	if d.Broken(m.Facts) {
		return nil
	}
	t := &trial{forms: forms, texts: texts, measure: m.Measure(d)}
	t.cost = cost(m, forms, texts, &t.measure)
	return t
}

// unmet returns the questions whose budgets do not hold.
func (t *trial) unmet() []int {
	var list []int
	for i := range t.measure.Asks {
		a := &t.measure.Asks[i]
		if a.Store < 0 || slices.ContainsFunc(a.Budget, func(b ask.BudgetReport) bool { return !b.Met }) {
			list = append(list, i)
		}
	}
	return list
}
