package sample

import (
	"context"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Most is how many entities a sample has at most by default, and Largest how many a caller can ask for.
const (
	Most    = 2000
	Largest = 20_000
)

// Report is how a sample of a design agrees with its plan.
type Report struct {
	Design    string     `json:"design"`
	Entities  int        `json:"entities"` // of all kinds, each counted once
	Rows      int        `json:"rows"`     // in all stores
	Reduced   []string   `json:"reduced"`  // parents, time, density: what there is less of than in the sheet
	Refused   string     `json:"refused"`  // what the service said about a row; "" if it took all
	Questions []Question `json:"questions"`
	Writes    []Write    `json:"writes"` // in the order of the sheet, with the deletes by age that it implies
}

// Question is how the calls of one question agree with the plan.
type Question struct {
	Name        string       `json:"name"`
	Verified    bool         `json:"verified"` // all calls cost what was predicted
	Skipped     string       `json:"skipped"`  // why it was not asked: unanswered, form or range; "" if it was
	Calls       int          `json:"calls"`
	Differences []Difference `json:"differences"`
	Statistics  []Statistic  `json:"statistics"`
	Requests    []string     `json:"requests"` // of one call
}

// Difference is a number of a call that was not as predicted.
type Difference struct {
	Call      int     `json:"call"`    // -1 for all of them
	Counter   string  `json:"counter"` // class, read, returned, requests, roundTrips, or answer: entities found
	Predicted float64 `json:"predicted"`
	Got       float64 `json:"got"`
}

// Statistic compares the average of the calls with the formula for a sheet of the sample's size.
type Statistic struct {
	Counter string  `json:"counter"`
	Formula float64 `json:"formula"`
	Mean    float64 `json:"mean"`
	Allowed float64 `json:"allowed"` // difference: 4 standard deviations of the mean, or one entity
	Agrees  bool    `json:"agrees"`

	Label figure.Label `json:"label"` // of the formula
}

// Verify stores a sample of at most so many entities under a design of a sheet without errors, asks each question, and
// does each write. Errors: what the table service says about a request, which means that a plan is wrong.
func Verify(ctx context.Context, s *sheet.Sheet, design *sheet.Design, most int, seed uint64) (Report, error) {
	d := keys.Parse(plan.NewModel(s).Facts, design)
	out := Report{Design: d.Name, Reduced: []string{}, Questions: []Question{}, Writes: []Write{}}
	b, err := open(ctx, s, d, most, seed, &out)
	if err != nil {
		out.Refused = err.Error()
		return out, nil
	}
	for i := range s.Asks {
		q, err := b.verify(ctx, i)
		if err != nil {
			return out, err
		}
		out.Questions = append(out.Questions, q)
	}
	for i := range b.model.Facts.Does {
		w, err := b.verifyWrite(ctx, i)
		if err != nil {
			return out, err
		}
		out.Writes = append(out.Writes, w)
	}
	return out, nil
}

// open stores the sample.
func open(ctx context.Context, s *sheet.Sheet, d *keys.Design, most int, seed uint64, out *Report) (*bench, error) {
	less, reduced := reduce(s, d, most)
	return openReduced(ctx, s, less, reduced, d, seed, out)
}

// openReduced stores the entities of a sheet that has been reduced.
func openReduced(
	ctx context.Context, s, less *sheet.Sheet, reduced []string, d *keys.Design, seed uint64, out *Report,
) (*bench, error) {
	things := makeThings(less, plan.NewModel(less), seed)
	for i := range less.Kinds {
		less.Kinds[i].Amount.N = float64(len(things[i])) // some identities exist once alone
	}
	small := plan.NewModel(less)
	b, err := newBench(ctx, plan.NewModel(s), d, things, nowOf(seed))
	if err != nil {
		return nil, err
	}
	b.small, out.Reduced = small, reduced
	for i := range less.Kinds {
		b.cover = append(b.cover, less.Cover(i))
		out.Entities += len(things[i])
	}
	for _, rows := range b.rows {
		out.Rows += len(rows)
	}
	for i := range d.Stores {
		if err := b.addPeriods(ctx, i); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// verify asks one question.
func (b *bench) verify(ctx context.Context, ask int) (Question, error) {
	name := b.model.Facts.Sheet.Asks[ask].Name
	q := Question{Name: name, Differences: []Difference{}, Statistics: []Statistic{}, Requests: []string{}}
	if len(b.model.Chosen(b.design, ask).Stores) == 0 {
		q.Skipped = "unanswered"
		return q, nil
	}
	a, ok := b.model.Ask.Answering(b.design, ask)
	if !ok {
		q.Skipped = "form"
		return q, nil
	}
	calls, ok := b.calls(a, b.asked(ask))
	if !ok || len(calls) == 0 {
		q.Skipped = "range"
		return q, nil
	}
	bills, err := b.compare(ctx, a, calls, &q)
	if err != nil {
		return q, err
	}
	q.class(b.model.Chosen(b.design, ask).Class, bills)
	q.Calls, q.Verified = len(calls), len(q.Differences) == 0
	b.statistics(ask, a.Store, bills, &q)
	return q, nil
}

func (b *bench) asked(ask int) string {
	if how := b.model.Facts.Sheet.Asks[ask].Asked; how != "" {
		return how
	}
	return sheet.Popular
}

// compare makes all calls, once by counting and once by sending.
func (b *bench) compare(ctx context.Context, a *ask.Answering, calls []ask.Call, q *Question) ([]bill, error) {
	var bills []bill
	for i := range calls {
		note := func(r *ask.Request, name string, _ *outcome) { q.Requests = append(q.Requests, b.url(r, name)) }
		if i > 0 {
			note = nil
		}
		list := b.intervals(a, calls[i])
		predicted, err := (&asker{b, b.count, ctx, note}).call(a, calls[i], list)
		if err != nil {
			return nil, err
		}
		got, err := (&asker{b, b.send, ctx, nil}).call(a, calls[i], list)
		if err != nil {
			return nil, err
		}
		q.differences(i, &predicted, &got)
		if n := b.answers(a, calls[i]); n != len(got.found) {
			q.Differences = append(q.Differences, Difference{i, "answer", float64(n), float64(len(got.found))})
		}
		bills = append(bills, got)
	}
	return bills, nil
}

// answers returns how many things belong to the answer of a call, whatever the keys are.
func (b *bench) answers(a *ask.Answering, c ask.Call) (n int) {
	matches := a.Matches(c)
	var one *thing
	value := func(ref sheet.Ref) edm.Value { return one.value(ref) }
	for _, one = range b.things[a.Kind()] {
		if matches(value) {
			n++
		}
	}
	if top := a.Top(); top > 0 {
		n = min(n, top)
	}
	return n
}

// differences notes what was not as predicted.
func (q *Question) differences(call int, predicted, got *bill) {
	p, g := predicted.counters(), got.counters()
	for i, name := range counters {
		if p[i] != g[i] {
			q.Differences = append(q.Differences, Difference{call, name, p[i], g[i]})
		}
	}
}

// class notes that the worst class of all calls is not the one of the plan.
func (q *Question) class(planned string, bills []bill) {
	worst := explain.Point
	for i := range bills {
		worst = max(worst, bills[i].class)
	}
	for c := explain.Point; c <= explain.TableScan; c++ {
		if c.String() == planned && c != worst {
			q.Differences = append(q.Differences, Difference{-1, counters[0], float64(c), float64(worst)})
		}
	}
}

// counters are the names of what is compared.
var counters = []string{"class", "read", "returned", "requests", "roundTrips"}

func (b *bill) counters() [5]float64 {
	return [5]float64{float64(b.class), float64(b.read), float64(b.returned), float64(b.requests), float64(b.roundTrips)}
}
