// Package workload reads the workload of a lesson: JSON that says how many entities there are, how their attributes
// are made, and which calls are made how often. It becomes a sheet with one kind, so that package plan judges it as it
// judges the sheets of the workbench, and keeps the entities for a sample.
//
// Rule book: ours. Not here: the designs (package plan), and how a script describes them (package script).
package workload

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/recipe"
	"rowkey/engine/sheet"
)

// Workload is what is stored, and what an application asks of it.
type Workload struct {
	Sheet    *sheet.Sheet // without designs
	Entities *recipe.Entities
	Rate     int // calls a second of all patterns with a share, at the busiest time
	Patterns []Pattern
}

// Pattern is one thing that the application does.
type Pattern struct {
	Name  string
	Share int    // of the rate of the workload, in whatever unit all shares have; 0 for a pattern with a rate of its own
	Often string // that rate, such as 1/day
	Write bool
	Index int // among the questions of the sheet, or its writes

	pattern
}

// pattern is the rest of what a pattern says.
type pattern struct {
	known  []string // attributes whose values the caller has
	wants  []string // attributes that it needs, nil for all
	span   sheet.Range
	order  string // attribute that the answer is sorted by, "" for any order; with a minus the greatest first
	top    int    // entities wanted, 0 for all
	verb   string // insert, update or delete; "" for a question
	sets   string // attribute that an update changes
	limits []limit
}

// limit is one number of a budget.
type limit struct {
	counter string
	most    int
}

// budget returns the limits as a sheet has them. To a workload a transaction is what the service bills as one: each
// request, the operations of a queue too.
func (p *pattern) budget() (list []sheet.Limit) {
	for _, l := range p.limits {
		if l.counter == "transactions" {
			l.counter = "requests"
		}
		list = append(list, sheet.Limit{Counter: l.counter, Most: float64(l.most)})
	}
	return list
}

// The limits of a workload: it runs while a reader waits.
const (
	maxEntities = 20_000
	maxPatterns = 12
)

// Parse reads a workload, which is JSON. Errors: what is wrong with it, for its author.
func Parse(text string) (*Workload, error) {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return nil, err
	}
	w := &Workload{Rate: 100}
	list, _ := jsontext.Member(text, "entities")
	if w.Entities, err = recipe.ParseEntities(list, maxEntities); err != nil {
		return nil, err
	}
	if o.Has("rate") {
		w.Rate = int(o.Int("rate"))
	}
	if w.Rate < 1 || w.Rate > recipe.MaxWeight {
		return nil, fmt.Errorf("rate must be from 1 to %d calls a second", recipe.MaxWeight)
	}
	patterns, _ := jsontext.Member(text, "patterns")
	jsontext.Each(patterns, 0, func(_ string, from, to int) bool {
		err = w.addPattern(patterns[from:to])
		return err == nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(w.Entities.Attributes) == 0 || len(w.Patterns) == 0 || len(w.Patterns) > maxPatterns:
		return nil, fmt.Errorf("a workload needs attributes, and 1 to %d patterns", maxPatterns)
	}
	return w, errors.Join(o.Err(), w.toSheet())
}

func (w *Workload) addPattern(text string) error {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return err
	}
	p := Pattern{Name: o.Text("name"), Share: max(1, int(o.Int("share"))), Often: o.Text("rate"), pattern: pattern{
		known: o.Strings("known"), top: int(o.Int("top")), order: o.Text("order"), verb: o.Text("write"),
		sets: o.Text("sets")}}
	if o.Has("wants") {
		p.wants = append([]string{}, o.Strings("wants")...)
	}
	if p.Often != "" {
		p.Share = 0
	}
	between, budget := o.Object("between"), o.Object("budget")
	for _, counter := range sheet.Counters {
		if counter != "class" && budget.Has(counter) {
			p.limits = append(p.limits, limit{counter, int(budget.Int(counter))})
		}
	}
	if p.span, err = w.between(between); err == nil {
		err = w.check(&p)
	}
	if err = errors.Join(err, o.Err(), between.Err(), budget.Err()); err != nil {
		return fmt.Errorf("pattern %q: %w", p.Name, err)
	}
	w.Patterns = append(w.Patterns, p)
	return nil
}

// check says what is wrong with a pattern.
func (w *Workload) check(p *Pattern) error {
	for _, name := range slices.Concat([]string{p.span.Attr, strings.TrimPrefix(p.order, "-"), p.sets}, p.known, p.wants) {
		if name != "" && w.Entities.Index(name) < 0 {
			return fmt.Errorf("it names the attribute %q, which no entity has", name)
		}
	}
	switch {
	case p.Share > recipe.MaxWeight || p.top > maxEntities || p.top < 0 || p.span.Width.N > math.MaxInt32:
		return errors.New("share, span or top is too large")
	case p.Name == "" || p.verb != "" && !slices.Contains(sheet.Verbs, p.verb):
		return errors.New("it needs a name, and write must be insert, update or delete")
	case (p.verb == sheet.Update) != (p.sets != ""):
		return errors.New("an update says which attribute it sets, and nothing else does")
	}
	return nil
}

// shares is the sum of the shares of all patterns.
func (w *Workload) shares() int { return lists.Sum(w.Patterns, func(p Pattern) int { return p.Share }) }

// Budget writes the limits for people.
func (p *Pattern) Budget() string {
	list := lists.Map(p.limits, func(l limit) string { return l.counter + " <= " + strconv.Itoa(l.most) })
	return strings.Join(list, ", ")
}

// between reads the range of which a caller knows the ends: {"attribute":"at","span":"1h"} begins at some value,
// "last" ends now, and "one":"day" is a whole day.
func (w *Workload) between(o *jsontext.Object) (r sheet.Range, err error) {
	i := w.Entities.Index(o.Text("attribute"))
	r = sheet.Range{Attr: o.Text("attribute"), How: sheet.Between}
	width := "span"
	if o.Has("last") {
		width, r.How = "last", sheet.Last
	}
	switch {
	case r.Attr == "":
		return sheet.Range{}, nil
	case i < 0:
		return r, nil
	case !w.Entities.Attributes[i].Timed():
		r.Width = sheet.Width{N: float64(o.Int(width))}
	case o.Has("one"):
		r.How = sheet.One
		r.Width = sheet.Width{N: 1, Unit: periods[o.Text("one")]}
	default:
		span, _ := sheet.ParseSpan(o.Text(width))
		r.Width = sheet.Width(span)
	}
	if w.Entities.Attributes[i].Timed() && (r.Width.Unit == "" || r.Width.N == 0) {
		err = fmt.Errorf(`between: a time needs "span" or "last" with a number and s, min, h or d, such as "1h", `+
			`or "one" with one of %s`, strings.Join(calendar.Names[calendar.Month:calendar.Tick], ", "))
	}
	return r, err
}

// periods are the units of a time as the widths of a sheet have them.
var periods = map[string]string{
	"month": "month", "week": "week", "day": "d", "hour": "h", "minute": "min", "second": "s",
}
