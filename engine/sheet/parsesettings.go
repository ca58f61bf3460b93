package sheet

import "strings"

// settings are the first words of the settings of a sheet.
var settings = append([]string{"peak", "headroom", "horizon", "total", "prices", "order", "present"}, SheetCounters...)

// readSheet reads "readings, peak 3, headroom 2, month <= 50".
func (p *parser) readSheet(text string) {
	p.lines[""] = p.line
	p.checkDuplicate(p.seen, "@sheet")
	p.seen = true
	list := fields(text)
	p.sheet.Name = list[0]
	for _, f := range list[1:] {
		p.setting(f)
	}
}

func (p *parser) setting(field string) {
	s := &p.sheet
	word, rest, _ := strings.Cut(field, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case strings.Contains(field, "<="):
		s.Budget = append(s.Budget, p.budget(field, SheetCounters)...)
	case word == "peak":
		once(p, &s.Peak, word, readTimes(p, rest))
	case word == "headroom":
		once(p, &s.Headroom, word, readTimes(p, rest))
	case word == "horizon":
		once(p, &s.Horizon, word, p.span(rest))
	case word == "total":
		once(p, &s.Total, word, p.rate(rest))
	case word == "prices":
		p.checkDuplicate(s.Prices != Prices{}, word)
		p.readPrices(strings.Fields(rest))
	case word == "order":
		once(p, &s.Order, word, choice(p, rest, Orders))
	case word == "present" && rest != "":
		once(p, &s.Present, word, rest)
	default:
		p.unknown(field, settings)
	}
}

// readTimes reads how many times something is as much: "3", "3x" or "3 times".
func readTimes(p *parser, text string) float64 {
	return p.number(strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(text, "times"), "x")))
}

// readPrices reads "0.0004 transactions and 0.05 storage in EUR" as words. A price may be 0.
func (p *parser) readPrices(words []string) {
	form := []string{"", "transactions", "and", "", "storage", "in", ""}
	right := len(words) == len(form)
	for i := 0; right && i < len(form); i++ {
		right = form[i] == "" || form[i] == words[i]
	}
	if right {
		transactions, first := readNumber(words[0])
		storage, second := readNumber(words[3])
		p.sheet.Prices, right = Prices{transactions, storage, words[6]}, first && second
	}
	if !right {
		p.say(BadPrices, strings.Join(words, " "), nil)
	}
}
