package sample

import (
	"context"
	"math"
	"strconv"

	"rowkey/engine/explain"
	"rowkey/engine/plan/ask"
	"rowkey/engine/table"
)

// written is how many requests of one call a script has at most.
const written = 30

// question writes one call of a question, request by request, with class and entities read. A question with one request
// is held to its budget; one whose budget fails, at full size or in the sample, to what it reads.
func (w *scripted) question(ctx context.Context, at int) error {
	name, limits := w.model.Facts.Sheet.Asks[at].Name, w.model.Chosen(w.design, at).Budget
	w.missed(name, limits)
	a, ok := w.model.Ask.Answering(w.design, at)
	if !ok {
		w.WriteString("\n# " + name + ": the design answers it in a way that a sample does not hold.\n")
		return nil
	}
	calls, ok := w.calls(a, w.asked(at))
	if !ok || len(calls) == 0 {
		w.WriteString("\n# " + name + ": it ranges over something else than a time.\n")
		return nil
	}
	var list []asked
	note := func(r *ask.Request, table string, o *outcome) { list = append(list, asked{*r, table, *o}) }
	if _, err := (&asker{w.bench, w.count, ctx, note}).ask(a, calls[0]); err != nil {
		return err
	}
	most := budget(limits)
	for i := range list[:min(len(list), written)] {
		w.request(name, &list[i], i, len(list), most)
	}
	if len(list) > written {
		w.WriteString("\n# " + name + " has " + strconv.Itoa(len(list)) + " requests; the others are like these.\n")
	}
	return nil
}

// asked is a request and what it costs.
type asked struct {
	ask.Request
	table string
	outcome
}

// budget returns how many entities a question may read, -1 for any number: also if it reads more at full size, which a
// sample that is small enough would hide.
func budget(list []ask.BudgetReport) float64 {
	for _, b := range list {
		if b.Counter == "read" && b.Met {
			return b.Limit
		}
	}
	return -1
}

// request writes one of the requests of a call.
func (w *scripted) request(name string, r *asked, i, of int, most float64) {
	title, comments := name, []string(nil)
	if of > 1 {
		title += ", request " + strconv.Itoa(i+1)
	}
	if r.pages > 1 {
		comments = append(comments, "@follow "+strconv.Itoa(r.pages))
	}
	w.create(r.table)
	w.block(title, comments, w.url(&r.Request, r.table), "")
	limit := "scanned == " + strconv.Itoa(r.read)
	if of == 1 && most >= 0 && float64(r.read) <= most {
		limit = "scanned <= " + strconv.Itoa(int(most))
	}
	w.checks(append([]string{"plan == " + r.Class().String(), limit}, found(r)...)...)
	if of == 1 {
		w.WriteString("# ?? roundtrips <= " + strconv.Itoa(max(1, (r.read+table.MaxPage-1)/table.MaxPage, r.pages)) + "\n")
	}
}

// found returns what any service can be held to: how many entities come back, in how many pages. A point read returns
// an entity, or 404: one of several tables has it, and the others do not.
func found(r *asked) []string {
	if r.Class() == explain.Point && r.read == 0 {
		return []string{"status == 404"}
	} else if r.Class() == explain.Point {
		return nil
	}
	return []string{"count == " + strconv.Itoa(r.returned), "pages == " + strconv.Itoa(r.pages)}
}

// missed writes which budgets a design does not keep. They are comments: the answers in a sample have the real size,
// but the tables that a scan reads do not, so a check could pass that fails at full size.
func (w *scripted) missed(name string, list []ask.BudgetReport) {
	for i := range list {
		if b := &list[i]; !b.Met {
			w.WriteString("\n# Budget missed: " + name + ", " + missedLimit(b) + ". The checks are about the sample alone.\n")
		}
	}
}

// missedLimit writes a budget and what is needed at full size.
func missedLimit(b *ask.BudgetReport) string {
	if b.Counter == "class" {
		return "class <= " + b.Class
	}
	limit := b.Counter + " <= " + decimal(b.Limit)
	return limit + ", needs " + decimal(b.Actual) + " at full size"
}

func decimal(n float64) string { return strconv.FormatFloat(math.Round(100*n)/100, 'f', -1, 64) }
