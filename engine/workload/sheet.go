package workload

import (
	"fmt"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/lists"
	"rowkey/engine/recipe"
	"rowkey/engine/sheet"
)

// kind is the name of what a workload stores.
const kind = "entity"

// Check returns an error that names what a workload cannot say: a rule of sheets that it breaks. It is no part of
// [Parse], because the rules of sheets are in the engine of the pages that judge designs alone.
func (w *Workload) Check() error {
	for _, m := range w.Sheet.Check() {
		if !m.Note {
			return fmt.Errorf("%s: %s %s", m.Subject, m.Code, strings.Join(m.Names, ", "))
		}
	}
	return nil
}

// toSheet makes the sheet that says the same. Its rates are those of the busiest time already.
func (w *Workload) toSheet() error {
	s := &sheet.Sheet{Name: "workload", Peak: 1, Headroom: 1}
	k := sheet.Kind{Name: kind, Amount: sheet.Amount{N: float64(w.Entities.Count)}, Grows: sheet.Users}
	for i := range w.Entities.Attributes {
		a := &w.Entities.Attributes[i]
		if k.Attributes = append(k.Attributes, w.attribute(a)); a.Timed() {
			s.Horizon = sheet.Span{N: float64((a.High - a.Low + 1) / calendar.SecondsOfDay), Unit: "d"}
		}
	}
	identify(&k)
	s.Kinds = []sheet.Kind{k}
	for i := range w.Patterns {
		if err := w.add(s, &w.Patterns[i]); err != nil {
			return err
		}
	}
	w.Sheet = s
	return nil
}

// attribute says what values an attribute has. What is made of a number that each entity has alone is unique as well.
func (w *Workload) attribute(a *recipe.Attribute) sheet.Attribute {
	out := sheet.Attribute{Name: a.Name, Type: sheet.Type{Name: sheet.Text, Length: max(1, a.Longest)}}
	switch a.Kind {
	case "number":
		out.Unique = true
	case "format":
		out.Unique, out.Values = w.format(a)
	case "pick", "words":
		out.Skew = weights(a)
	case "period":
		out.Type = sheet.Type{Name: sheet.Time, Unit: calendar.Names[a.Finest]}
	default:
		out.Type, out.Values = sheet.Type{Name: sheet.Int}, float64(a.High-a.Low+1)
		if a.Zipf() {
			out.Skew = sheet.Skew{Kind: sheet.Zipf, S: 1}
		}
	}
	if a.Kind == "clock" {
		if out.Follows = sheet.Now; out.Values >= float64(w.Entities.Count) {
			out.Unique, out.Values = true, 0
		}
	}
	out.Derived = out.Unique
	return out
}

// format returns whether a text that is made of other attributes names an entity, and how many values it has if not.
func (w *Workload) format(a *recipe.Attribute) (unique bool, values float64) {
	values = 1
	for _, name := range a.Of() {
		if i := w.Entities.Index(name); i >= 0 {
			part := w.attribute(&w.Entities.Attributes[i])
			if part.Unique {
				return true, 0
			}
			values *= max(1, part.Values, float64(len(part.Skew.Weights)))
		}
	}
	return false, min(values, float64(w.Entities.Count))
}

// weights says how often each of the values of a list occurs.
func weights(a *recipe.Attribute) sheet.Skew {
	sum, parts := 0.0, make([]float64, len(a.Values))
	for i := range parts {
		switch parts[i] = 1; {
		case len(a.Weights) > 0:
			parts[i] = float64(a.Weights[i])
		case a.Zipf():
			parts[i] = 1 / float64(i+1)
		}
		sum += parts[i]
	}
	skew := sheet.Skew{Kind: sheet.Weights}
	for i, v := range a.Values {
		skew.Weights = append(skew.Weights, sheet.Weight{Value: v, Share: 100 * parts[i] / sum})
	}
	return skew
}

// identify marks what names an entity: the first attribute that does so alone, or all together.
func identify(k *sheet.Kind) {
	for i := range k.Attributes {
		if a := &k.Attributes[i]; a.Unique && a.Follows == "" {
			a.Unique, a.Identity = false, true
			return
		}
	}
	for i := range k.Attributes {
		k.Attributes[i].Identity = true
	}
}

// add makes a question or a write of a pattern.
func (w *Workload) add(s *sheet.Sheet, p *Pattern) error {
	rate := sheet.Rate{N: float64(w.Rate*p.Share) / float64(max(1, w.shares())), Per: "s"}
	if p.Often != "" {
		var ok bool
		if rate, ok = sheet.ParseRate(p.Often); !ok {
			return fmt.Errorf("pattern %q: a rate is a number of calls and a time, such as 1/day; the time is one of %s",
				p.Name, strings.Join(sheet.Pers, ", "))
		}
	}
	known := lists.Map(p.known, func(name string) sheet.Known { return sheet.Known{Attr: name} })
	if p.Write = p.verb != ""; p.Write {
		p.Index = len(s.Does)
		do := sheet.Do{Name: p.Name, Rate: rate, Verb: p.verb, Kind: kind, Known: known, Range: p.span, Budget: p.budget()}
		if p.sets != "" {
			do.Sets = []string{p.sets}
		}
		if p.verb == sheet.Delete && p.span.Attr != "" { // of periods that go by, the oldest is deleted
			do.Range.How, do.Range.Width = sheet.Older, sheet.Width(s.Horizon)
		}
		s.Does = append(s.Does, do)
		return nil
	}
	p.Index = len(s.Asks)
	ask := sheet.Ask{Name: p.Name, Rate: rate, Kind: kind, Known: known, Range: p.span, Top: p.top, Wants: p.wants,
		Budget: p.budget()}
	if name, down := strings.CutPrefix(p.order, "-"); name != "" {
		if ask.Order = (sheet.Order{Attr: name, How: "smallest"}); down {
			ask.Order.How = "greatest"
		}
	}
	if len(ask.Budget) == 0 {
		ask.Budget = []sheet.Limit{{Counter: "requests", Most: sheet.Greatest}} // and not the default of a sheet
	}
	s.Asks = append(s.Asks, ask)
	return nil
}
