package sheet

import (
	"strconv"
	"strings"
)

func (a *Ask) fields() []string {
	list := rated(a.Name, a.Rate)
	list = append(list, subjectText(a.Kind, a.Known))
	add := func(given bool, text string) {
		if given {
			list = append(list, text)
		}
	}
	add(a.Range.Attr != "", a.Range.text())
	add(a.Across.Attr != "", a.Across.text())
	add(a.Order.Attr != "", a.Order.How+" "+a.Order.Attr)
	add(a.Top != 0, "top "+strconv.Itoa(a.Top))
	add(a.Wants != nil, "wants "+strings.Join(a.Wants, " and "))
	add(a.With != nil, "with "+strings.Join(a.With, " and "))
	add(a.Fresh != Fresh{}, "fresh "+a.Fresh.text())
	add(a.Asked != "", "asked "+a.Asked)
	add(a.Must, "must")
	return list
}

func (d *Do) fields() []string {
	list := append(rated(d.Name, d.Rate), d.Verb+" "+subjectText(d.Kind, d.Known))
	if d.Sets != nil {
		list = append(list, "sets "+strings.Join(d.Sets, " and "))
	}
	if d.Adds.Attr != "" {
		list = append(list, "adds "+number(d.Adds.N)+" to "+d.Adds.Attr)
	}
	if d.Each.Kind != "" {
		list = append(list, "for each "+subjectText(d.Each.Kind, d.Each.Known))
	}
	if d.Most.Of != "" {
		list = append(list, "at most "+number(d.Most.N)+" of "+d.Most.Of)
	}
	if d.If != "" {
		list = append(list, "if "+d.If)
	}
	if d.Hot != 0 {
		list = append(list, Largest+" "+share(d.Hot))
	}
	if d.Range.Attr != "" {
		list = append(list, d.Range.text())
	}
	return list
}

func (t *Together) fields() []string {
	list := []string{t.Name}
	for _, a := range t.Actions {
		list = append(list, a.Verb+" "+a.Kind)
	}
	return list
}

func rated(name string, r Rate) []string {
	if r == (Rate{}) {
		return []string{name}
	}
	return []string{name, r.text()}
}

func subjectText(kind string, known []Known) string {
	for i, k := range known {
		kind += []string{" by ", " and "}[min(i, 1)] + k.Attr
		if k.Value != "" {
			kind += "=" + k.Value
		}
		if k.In > 0 {
			kind += " in " + strconv.Itoa(k.In)
		}
		if k.From != "" {
			kind += " in " + k.From
		}
	}
	return kind
}

func (r Range) text() string {
	text := r.Attr + " " + r.How
	if r.Optional() && r.Width == (Width{}) {
		return text
	}
	for _, word := range TimeUnits {
		if r.How == One && r.Width.N == 1 && wholePeriods[word] == r.Width.Unit && r.Width.isTime() {
			return text + " " + word
		}
	}
	return text + " " + r.Width.text()
}

func (l Limit) text() string {
	switch {
	case l.Class != "":
		return l.Counter + " <= " + l.Class
	case l.OfAnswer:
		return l.Counter + " <= " + number(l.Most) + " x answer"
	}
	return l.Counter + " <= " + number(l.Most)
}
