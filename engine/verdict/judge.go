//go:build !js || workbench

package verdict

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/message"
	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
	"rowkey/engine/workload"
)

// sampleSeed is that of the sample whose calls must cost what was calculated.
const sampleSeed = 1

// Judge calculates the cost of a design under a workload, and makes some calls on a sample. A problem names the line
// of its store.
func Judge(ctx context.Context, w *workload.Workload, stores []*script.Store, line int) (*Report, *Problem) {
	if err := w.Check(); err != nil {
		return nil, &Problem{line, message.New("bad-workload", "workload", err.Error())}
	}
	s := *w.Sheet
	d := sheet.Design{Name: "design", Stores: lists.Map(stores, func(st *script.Store) string { return st.Text })}
	s.Designs = []sheet.Design{d}
	if messages := s.Check(); sheet.Failed(messages) {
		return nil, &Problem{line, message.New("bad-design")}
	}
	r := plan.Judge(&s)[0]
	for i := range r.Problems {
		if p := &r.Problems[i]; !p.Note() {
			return nil, designProblem(p, stores, line, s.Kinds[0].Attributes)
		}
	}
	out := &Report{Rate: w.Rate, Patterns: []Pattern{}}
	for i, st := range r.Stores {
		out.Copies = append(out.Copies, Copy{
			stores[i].Name, written(st.Table), written(st.Partition), written(st.Row), whole(st.Bytes)})
	}
	out.totals(&s, &r)
	checked, err := sample.Verify(ctx, &s, &d, sample.Most, sampleSeed)
	if err != nil {
		return nil, &Problem{line, message.Of(err)}
	}
	for i := range w.Patterns {
		p := &w.Patterns[i]
		row := Pattern{Name: p.Name, Share: p.Share, Rate: p.Often, Budget: p.Budget(), Verified: true}
		if p.Write {
			row.write(&r.Writes[p.Index])
		} else if row.ask(&r.Questions[p.Index], stores); checked.Refused == "" {
			row.Verified = len(checked.Questions[p.Index].Differences) == 0
		}
		out.Patterns = append(out.Patterns, row)
	}
	return out, nil
}

// written joins the parts of a template.
func written(parts []plan.SegmentReport) string {
	return strings.Join(lists.Map(parts, func(p plan.SegmentReport) string { return p.Text }), "")
}

// totals are the numbers of all patterns together.
func (out *Report) totals(s *sheet.Sheet, r *plan.DesignReport) {
	f := &r.Facts
	out.Hottest, out.HottestPartition = whole(f.Hottest.Rate), f.Hottest.Key
	out.Entities, out.Bytes, out.Ratio = whole(f.Entities), whole(f.Bytes), int(math.Round(f.BlowUp.V*100))
	calls, transactions := 0.0, 0.0
	for i := range s.Asks {
		rate := s.RateOfAsk(&s.Asks[i])
		calls, transactions = calls+rate, transactions+rate*r.Questions[i].Requests.Typical.V
	}
	for i := range s.Does {
		rate := s.RateOf(&s.Does[i])
		calls, transactions = calls+rate, transactions+rate*r.Writes[i].Requests.V
	}
	out.Transactions = int(math.Round(100 * transactions / calls))
}

// ask says how a question is answered.
func (row *Pattern) ask(q *plan.QuestionReport, stores []*script.Store) {
	if len(q.Stores) == 0 {
		row.Sentences = message.New("no-copy")
		row.Said = row.Sentences.String()
		return
	}
	figures := func(of func(figure.Spread) figure.Figure) Figures {
		n := whole(of(q.Requests))
		return Figures{whole(of(q.Read)), whole(of(q.Returned)), n, whole(of(q.RoundTrips)), n}
	}
	row.Class, row.Store, row.Pass = q.Class, stores[q.Stores[0]].Name, q.Met
	row.Typical = figures(func(s figure.Spread) figure.Figure { return s.Typical })
	row.P99 = figures(func(s figure.Spread) figure.Figure { return s.Often })
	row.Largest = figures(func(s figure.Spread) figure.Figure { return s.Largest })
}

// write says what a write costs, which is the same for each call.
func (row *Pattern) write(w *plan.WriteReport) {
	if row.Pass = w.Met; !w.Possible {
		row.Sentences = message.New("no-copy")
		row.Said = row.Sentences.String()
		return
	}
	n := whole(w.Requests)
	row.P99 = Figures{whole(w.Read), whole(w.Read), n, whole(w.RoundTrips), n}
	row.Typical, row.Largest = row.P99, row.P99
	if len(w.Workflow) > 0 {
		row.Workflow = whole(w.Transactions)
	}
}

// whole rounds a number, as pages and checks have it.
func whole(f figure.Figure) int { return int(math.Round(f.V)) }

// designProblem says what is wrong with a design.
func designProblem(p *keys.Problem, stores []*script.Store, line int, known []sheet.Attribute) *Problem {
	if p.Store >= 0 {
		line = stores[p.Store].Line
	}
	params := slices.Clone(p.Names)
	for _, n := range p.Numbers {
		params = append(params, strconv.FormatFloat(n, 'f', -1, 64))
	}
	switch p.Code {
	case keys.NoIdentity:
		names := lists.Map(known, func(a sheet.Attribute) string { return a.Name })
		params = []string{strings.Join(p.Names, ", "), strings.Join(names, " ")}
	case keys.BaseIncomplete:
		params = []string{strings.Join(p.Names[1:], ", ")}
	case keys.StoresOverlap, keys.NotOneKey:
		params = []string{stores[p.Other].Name}
	}
	if code, known := designProblems[p.Code]; known {
		return &Problem{line, message.New(code, params...)}
	}
	return &Problem{line, message.New("store-breaks-rule", string(p.Code))}
}

// designProblems are what scripts say of problems that a design of one kind can have.
var designProblems = map[keys.ProblemCode]message.Code{
	keys.UnknownName: "store-unknown-name", keys.FormOfText: "store-form-of-text", keys.FormOfOther: "store-form-of-other",
	keys.UnknownOption: "store-unknown-option", keys.BadOption: "store-bad-option", keys.TwiceOption: "store-twice-option",
	keys.TooManyStores: "store-too-many", keys.BaseIncomplete: "store-base-incomplete",
	keys.NoIdentity: "store-no-identity", keys.KeyTooLong: "store-key-too-long",
	keys.ForbiddenInKey: "store-forbidden-in-key",
	keys.NoSeparator:    "store-no-separator", keys.SeparatorOccurs: "store-separator-occurs",
	keys.BadTableName: "store-bad-table", keys.TooManyTables: "store-too-many-tables",
	keys.ListTooLong: "store-list-too-long", keys.StoresOverlap: "store-overlap", keys.NotOneKey: "store-not-one-key",
}
