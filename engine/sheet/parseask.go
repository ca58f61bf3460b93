package sheet

import (
	"slices"
	"strings"
)

// clauseWords begin the clauses of a question, beside the attributes of ranges.
var clauseWords = append([]string{"top", "wants", "with", "fresh", "asked", "must"}, OrderWords...)

// readAsk reads "latest, 100/s, reading by device, newest at, top 1; read <= 1".
func (p *parser) readAsk(text string) {
	main, limits, limited := strings.Cut(text, ";")
	list := fields(main)
	p.at("asks", len(p.sheet.Asks))
	a := Ask{Name: list[0]}
	list = p.readRate(&a.Rate, list[1:])
	if len(list) == 0 {
		p.say(Missing, a.Name, []string{"kind"})
	} else {
		a.Kind, a.Known = p.subject(strings.Fields(list[0]))
		for _, f := range list[1:] {
			p.clause(&a, f)
		}
	}
	if limited {
		a.Budget = p.budget(limits, Counters)
	}
	p.sheet.Asks = append(p.sheet.Asks, a)
}

// readRate takes the rate away from the fields, if the first one begins with a digit, perhaps after a sign.
func (p *parser) readRate(r *Rate, list []string) []string {
	if len(list) == 0 {
		return list
	}
	if number := strings.TrimLeft(list[0], "-"); number == "" || number[0] < '0' || number[0] > '9' {
		return list
	}
	*r = p.rate(list[0])
	return list[1:]
}

// subject reads "reading by device and at" as words.
func (p *parser) subject(words []string) (kind string, known []Known) {
	if len(words) == 0 {
		p.say(Missing, "", []string{"kind"})
		return "", nil
	}
	if len(words) > 1 && words[1] != "by" {
		p.unjoined(words[0], words[1], words[2:], "by")
		return words[0], nil
	}
	if len(words) > 1 {
		known = p.known(words[2:])
	}
	return words[0], known
}

func (p *parser) clause(a *Ask, field string) {
	words := strings.Fields(field)
	if p.readRange(&a.Range, words) {
		return
	}
	word, rest, _ := strings.Cut(field, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case slices.Contains(OrderWords, word):
		p.checkDuplicate(a.Order.Attr != "", "order")
		a.Order = Order{rest, word}
	case word == "top":
		p.checkDuplicate(a.Top != 0, word)
		a.Top = p.whole(rest)
	case word == "wants":
		p.checkDuplicate(a.Wants != nil, word)
		a.Wants = p.names(words[1:], true, "attribute")
	case word == "with":
		p.checkDuplicate(a.With != nil, word)
		a.With = p.names(words[1:], true, "kind")
	case word == "fresh" && rest == "now":
		a.Fresh = Fresh{Now: true}
	case word == "fresh":
		a.Fresh = Fresh{Span: p.span(rest)}
	case word == "asked" && slices.Contains(Askings, rest):
		p.checkDuplicate(a.Asked != "", word)
		a.Asked = rest
	case word == "asked":
		p.unknown(rest, Askings)
	case field == "must":
		a.Must = true
	case slices.Contains(Ranges, word):
		p.say(RangeOfNothing, field, nil)
	default:
		p.unknown(field, slices.Concat(clauseWords, []string{"by"}))
	}
}

// readRange reads "at last 1h", "at one day", "price between 2 %" or "at before" as words. It reports false for
// what is no range.
func (p *parser) readRange(r *Range, words []string) bool {
	if len(words) < 2 || slices.Contains(reserved, words[0]) || !slices.Contains(Ranges, words[1]) {
		return false
	}
	p.checkDuplicate(r.Attr != "", "range")
	*r = Range{Attr: words[0], How: words[1]}
	switch width := strings.Join(words[2:], " "); {
	case r.How == Before && width == "":
	case r.How == Before:
		p.unknown(width, nil)
	case r.How == One && wholePeriods[width] != "":
		r.Width = Width{1, wholePeriods[width]}
	default:
		w, ok := readWidth(width)
		if r.Width = w; !ok || w.N == 0 {
			p.unread(BadWidth, width)
		}
	}
	return true
}

// readDo reads "move, 0.001/s, update device, sets customer".
func (p *parser) readDo(text string) {
	main, limits, limited := strings.Cut(text, ";")
	list := fields(main)
	p.at("does", len(p.sheet.Does))
	d := Do{Name: list[0]}
	list = p.readRate(&d.Rate, list[1:])
	if len(list) == 0 {
		p.say(Missing, d.Name, []string{"verb"})
	} else {
		p.readVerb(&d, strings.Fields(list[0]))
		for _, f := range list[1:] {
			p.writeClause(&d, strings.Fields(f))
		}
	}
	if limited {
		d.Budget = p.budget(limits, Counters)
	}
	p.sheet.Does = append(p.sheet.Does, d)
}

// readVerb reads "update reading by device and at" as words.
func (p *parser) readVerb(d *Do, words []string) {
	if len(words) == 0 || !slices.Contains(Verbs, words[0]) {
		p.unknown(strings.Join(words, " "), Verbs)
		return
	}
	d.Verb = words[0]
	d.Kind, d.Known = p.subject(words[1:])
}

func (p *parser) writeClause(d *Do, words []string) {
	if p.readRange(&d.Range, words) {
		return
	}
	if len(words) > 0 && words[0] == "sets" {
		p.checkDuplicate(d.Sets != nil, "sets")
		d.Sets = p.names(words[1:], true, "attribute")
		return
	}
	p.unknown(strings.Join(words, " "), []string{"sets"})
}

// readTogether reads "post, insert message, update room".
func (p *parser) readTogether(text string) {
	list := fields(text)
	p.at("together", len(p.sheet.Together))
	t := Together{Name: list[0]}
	for _, f := range list[1:] {
		words := strings.Fields(f)
		if len(words) != 2 || !slices.Contains(Verbs, words[0]) {
			p.unknown(f, Verbs)
			continue
		}
		t.Actions = append(t.Actions, Action{words[0], words[1]})
	}
	p.sheet.Together = append(p.sheet.Together, t)
}
