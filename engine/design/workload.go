package design

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
)

// Workload is what is stored, and what an application asks of it.
type Workload struct {
	count      int
	seed       uint64
	recipe     bool // the entities of a recipe: a time is a moment, written as text
	rate       int  // calls a second of all patterns with a share, at the busiest time
	attributes []attribute
	patterns   []pattern
	length     int // of the values of an entity at most, in bytes
}

// Pattern is one thing that the application does.
type pattern struct {
	name   string
	share  int      // of the rate of the workload, in whatever unit all shares have; 0 for a pattern with a rate of its own
	often  string   // that rate, such as 1/day
	rate   float64  // calls a second
	known  []string // attributes whose values the caller has
	wants  []string // attributes that it needs, nil for all
	from   string   // attribute of which the caller knows a range
	span   int      // width of that range, of a time in seconds
	last   bool     // the range ends now, at the greatest value; else it begins at some value
	one    unit     // the range is one period of a time, and span is 0
	order  string   // attribute that the answer is sorted by, "" for any order
	down   bool     // the greatest first
	top    int      // entities wanted, 0 for all
	write  string   // insert, update or delete; "" for a question
	sets   string   // attribute that an update changes
	limits []limit
}

// limit is one number of a budget.
type limit struct {
	field string
	most  int
}

// The limits of a workload: it runs while a reader waits.
const (
	maxEntities = 20_000
	maxPatterns = 12

	maxAttributes = 100
	maxLength     = 4 << 10  // of the values of an entity, in bytes
	maxStored     = 64 << 20 // of all copies of all entities, in bytes
)

// ParseWorkload reads a workload, which is JSON. Errors: what is wrong with it, for its author.
func ParseWorkload(text string) (*Workload, error) {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return nil, err
	}
	list, _ := jsontext.Member(text, "entities")
	w, err := parseEntities("entities.count", list, maxEntities, append(slices.Clip(kinds), "time"))
	if err != nil {
		return nil, err
	}
	if w.rate = 100; o.Has("rate") {
		w.rate = int(o.Int("rate"))
	}
	if w.rate < 1 || w.rate > maxWeight {
		return nil, fmt.Errorf("rate must be from 1 to %d calls a second", maxWeight)
	}
	patterns, _ := jsontext.Member(text, "patterns")
	each(patterns, func(_, value string) {
		if err == nil {
			err = w.addPattern(value)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case len(w.attributes) == 0 || len(w.patterns) == 0 || len(w.patterns) > maxPatterns:
		return nil, fmt.Errorf("a workload needs attributes, and 1 to %d patterns", maxPatterns)
	}
	for i := range w.patterns {
		if p := &w.patterns[i]; p.share > 0 {
			p.rate = float64(w.rate*p.share) / float64(w.shares())
		}
	}
	return w, o.Err()
}

// parseEntities reads how many entities there are and how their attributes are made. count is what an error calls their number.
func parseEntities(count, text string, most int, kinds []string) (*Workload, error) {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return nil, err
	}
	w := &Workload{count: int(o.Int("count")), seed: o.Uint("seed"), recipe: slices.Contains(kinds, "guid")}
	if w.count < 1 || w.count > most {
		return nil, fmt.Errorf("%s must be from 1 to %d", count, most)
	}
	attributes, _ := jsontext.Member(text, "attributes")
	each(attributes, func(name, value string) {
		if err == nil {
			err = w.addAttribute(name, value, kinds)
		}
	})
	if err != nil {
		return nil, err
	}
	return w, o.Err()
}

func each(text string, visit func(name, value string)) {
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		visit(name, text[from:to])
		return true
	})
}

// shares is the sum of the shares of all patterns.
func (w *Workload) shares() (n int) {
	for i := range w.patterns {
		n += w.patterns[i].share
	}
	return n
}

// calls is how many calls a second all patterns make together.
func (w *Workload) calls() (sum float64) {
	for i := range w.patterns {
		sum += w.patterns[i].rate
	}
	return sum
}

// names returns the names of all attributes.
func (w *Workload) names() []string {
	list := make([]string, len(w.attributes))
	for i := range list {
		list[i] = w.attributes[i].name
	}
	return list
}

// index returns the position of an attribute, -1 if there is none of that name.
func (w *Workload) index(name string) int {
	for i := range w.attributes {
		if w.attributes[i].name == name {
			return i
		}
	}
	return -1
}

func (w *Workload) addPattern(text string) error {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return err
	}
	p := pattern{
		name: o.Text("name"), share: max(1, int(o.Int("share"))), often: o.Text("rate"), known: texts(text, "known"),
		wants: texts(text, "wants"), top: int(o.Int("top")), write: o.Text("write"), sets: o.Text("sets"),
	}
	if p.often != "" {
		if p.share, p.rate = 0, perSecond(p.often); p.rate == 0 {
			return fmt.Errorf("pattern %q: a rate is a number of calls and a time, such as 1/day; "+
				"the time is one of s, min, h, day, week, month", p.name)
		}
	}
	between := o.Object("between")
	if err := w.between(&p, between); err != nil {
		return fmt.Errorf("pattern %q: %w", p.name, err)
	}
	p.order, p.down = strings.CutPrefix(o.Text("order"), "-")
	budget := o.Object("budget")
	for _, f := range fields {
		if budget.Has(f) {
			p.limits = append(p.limits, limit{f, int(budget.Int(f))})
		}
	}
	if p.share > maxWeight || p.span > math.MaxInt32 || p.top > maxEntities {
		return fmt.Errorf("pattern %q: share, span or top is too large", p.name)
	}
	if p.known == nil {
		p.known = []string{} // nothing: to a template, nil is everything
	}
	for _, name := range append(append([]string{p.from, p.order, p.sets}, p.known...), p.wants...) {
		if name != "" && w.index(name) < 0 {
			return fmt.Errorf("pattern %q names the attribute %q, which no entity has", p.name, name)
		}
	}
	if !slices.Contains([]string{"", "insert", "update", "delete"}, p.write) || p.name == "" {
		return fmt.Errorf("pattern %q needs a name, and write must be insert, update or delete", p.name)
	}
	w.patterns = append(w.patterns, p)
	for _, o := range []*jsontext.Object{o, between, budget} {
		if o.Err() != nil {
			return fmt.Errorf("pattern %q: %w", p.name, o.Err())
		}
	}
	return nil
}

// texts returns a member that is a list of strings, nil if it is absent.
func texts(text, name string) []string {
	value, ok := jsontext.Member(text, name)
	if !ok {
		return nil
	}
	list := []string{}
	each(value, func(_, v string) {
		if strings.HasPrefix(v, `"`) {
			list = append(list, jsontext.Unquote(v))
		}
	})
	return list
}

// budget writes the limits for people.
func (p *pattern) budget() string {
	list := make([]string, len(p.limits))
	for i, l := range p.limits {
		list[i] = l.field + " <= " + strconv.Itoa(l.most)
	}
	return strings.Join(list, ", ")
}
