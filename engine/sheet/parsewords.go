package sheet

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/spelling"
)

// badNumber says that text is not a number.
func (r *report) badNumber(text string) { r.unread(BadNumber, text, Greatest) }

// unread says that text is not what a code says. A number that is not above 0 is called so, without its unit, and a
// word after a number that resembles one that would do is named with it: Names are the word and the other one.
func (r *report) unread(code Code, text string, numbers ...float64) {
	sign := strings.TrimLeft(text, "-")
	digits := sign[:len(sign)-len(strings.TrimLeft(sign, "0123456789."))]
	if n, ok := readNumber(digits); ok && (n == 0 || len(sign) < len(text)) {
		r.say(NotAboveZero, text[:len(text)-len(sign)+len(digits)], nil)
		return
	}
	r.say(code, text, nearUnit(strings.TrimSpace(sign[len(digits):])), numbers...)
}

// nearUnit returns the word of "millon/day" that is wrong, and what it resembles; nil if it is not that.
func nearUnit(text string) []string {
	word, per, rate := strings.Cut(text, "/")
	word, per = strings.TrimSpace(word), strings.TrimSpace(per)
	if magnitude(word) == "" {
		return nearest(word, []string{"thousand", "million", "billion"})
	}
	if rate && perSeconds[per] == 0 {
		return nearest(per, Pers)
	}
	return nil
}

func nearest(word string, known []string) []string {
	if near := spelling.Nearest(word, known); near != "" && word != "" {
		return []string{word, near}
	}
	return nil
}

// orUnread returns what was read of a text, or says what is wrong and returns nothing.
func orUnread[T any](p *parser, v T, ok bool, code Code, text string, numbers ...float64) (none T) {
	if ok {
		return v
	}
	p.unread(code, text, numbers...)
	return none
}

// number reads a number above 0, perhaps with a magnitude. It says what is wrong and returns 0 then, as the others
// below do.
func (p *parser) number(text string) float64 {
	n, ok := readQuantity(text)
	return orUnread(p, n, ok && n != 0, BadNumber, text, Greatest)
}

// whole reads a whole number above 0.
func (p *parser) whole(text string) int {
	n := p.number(text)
	return int(orUnread(p, n, n == math.Trunc(n), BadNumber, text, Greatest))
}

func (p *parser) share(text string) float64 {
	n, ok := readShare(text)
	return orUnread(p, n, ok && n != 0, BadShare, text)
}

func (p *parser) span(text string) Span {
	s, ok := readSpan(text)
	return orUnread(p, s, ok && s.N != 0, BadTime, text)
}

// rate reads a rate.
func (p *parser) rate(text string) Rate {
	r, ok := readRate(text)
	return orUnread(p, r, ok && r.N != 0, BadRate, text)
}

// names reads "device and at" as words. If they are expected, there has to be one of what is wanted.
func (p *parser) names(words []string, expected bool, wanted string) []string {
	var list []string
	for i, w := range words {
		switch {
		case i%2 == 0:
			list = append(list, w)
		case !strings.EqualFold(w, "and"):
			p.unjoined(words[i-1], w, words[i+1:], "and")
			return list
		}
	}
	if expected && len(words)%2 == 0 {
		p.say(Missing, strings.Join(words, " "), []string{wanted})
	}
	return list
}

// unjoined says what is wrong with a word that comes after a name where another was expected, such as "and": it may be
// what comes after a comma.
func (p *parser) unjoined(name, word string, rest []string, expected string) {
	if isRange(rest) || slices.Contains(writeWords, word) || slices.Contains(clauseWords, word) {
		p.say(CommaMissing, word, []string{name + ", " + word})
		return
	}
	all := append([]string{word}, rest...)
	if pattern := refusal(all); pattern != "" {
		p.say(Cannot, strings.Join(all, " "), []string{pattern})
		return
	}
	p.unknown(word, []string{expected})
}

// values puts together what is written with blanks: "id in 20", and "device = 'd1'", of which it says how to write it.
func (p *parser) values(words []string) []string {
	var list []string
	for i := 0; i < len(words); i++ {
		name := words[i]
		for i+1 < len(words) && (strings.HasSuffix(name, "=") || strings.HasPrefix(words[i+1], "=")) {
			i++
			name += " " + words[i]
		}
		attr, value, equal := strings.Cut(name, "=")
		attr, value = strings.TrimSpace(attr), strings.TrimSpace(value)
		plain := attr + "=" + strings.Trim(value, `'"`)
		switch {
		case !equal || attr == "" || value == "":
		case isParameter(value):
			p.say(CallersValue, name, []string{attr})
			plain = attr
		case plain != name:
			p.say(SpacedValue, name, []string{plain})
		}
		if equal {
			name = plain
		}
		if i+2 < len(words) && words[i+1] == "in" {
			name += " in " + words[i+2]
			for i += 2; name[len(name)-1] != ')' && strings.Contains(name, "(") && i+1 < len(words); i++ {
				name += " " + words[i+1]
			}
		}
		list = append(list, name)
	}
	return list
}

// isParameter reports whether a value is how SQL writes one that the caller fills in: ?, :id, @id or $1.
func isParameter(value string) bool {
	return value == "?" || len(value) > 1 && strings.ContainsRune(":@$", rune(value[0]))
}

// known reads "device and status=open and id in 20" as words.
func (p *parser) known(words []string) []Known {
	var list []Known
	for _, name := range p.names(p.values(bare(words)), true, "attribute") {
		if pattern := comparison(name); pattern != "" {
			p.say(Cannot, name, []string{pattern})
			continue
		}
		attr, value, equal := strings.Cut(name, "=")
		if equal && value == "" {
			p.say(Missing, name, []string{"value"})
		}
		attr, in, listed := strings.Cut(attr, " in ")
		k := Known{Attr: attr, Value: value}
		if listed && !k.readList(in) {
			p.say(BadList, in, nil)
		}
		list = append(list, k)
	}
	return list
}

// bare returns names without the words that people write before them once more: "by by owner", "by the owner" and "by
// where owner" are "by owner".
func bare(words []string) []string {
	var list []string
	for i, w := range words {
		if w != "by" && w != "the" && !strings.EqualFold(w, "where") || !isNamed(words[i+1:]) {
			list = append(list, w)
		}
	}
	return list
}

// isNamed reports whether words begin with a name, and not with what comes after one.
func isNamed(words []string) bool {
	return len(words) > 0 && words[0] != "and" && words[0] != "in" && words[0][0] != '='
}

// comparison returns the pattern that helps with a comparison which a caller writes like a value: status!=done, or
// price>5. It is "" for a value.
func comparison(name string) string {
	attr, _, _ := strings.Cut(name, "=")
	switch {
	case strings.HasSuffix(attr, "!") || strings.Contains(attr, "<>"):
		return unlike
	case strings.ContainsAny(attr, "<>"):
		return comparing
	}
	return ""
}

// readList reads how many values a call has, as a number or as these values, or the attribute from which they come.
func (k *Known) readList(text string) (ok bool) {
	n, isNumber := readNumber(text)
	inside, closed := strings.CutSuffix(strings.TrimPrefix(text, "("), ")")
	query := strings.HasPrefix(strings.ToLower(inside), "select ")
	switch kind, _, dotted := strings.Cut(text, "."); {
	case text[0] == '(' && closed && strings.TrimSpace(inside) != "" && !query:
		k.In = len(strings.Split(inside, ","))
	case isNumber && n >= 1 && n == math.Trunc(n):
		k.In = int(n)
	case !isNumber && dotted && edm.ValidName(kind):
		k.From = text
	default:
		return false
	}
	return true
}

// budget reads "read <= 2 x answer, roundtrips <= 1".
func (p *parser) budget(text string, counters []string) []Limit {
	var list []Limit
	for _, f := range fields(text) {
		if l, ok := readLimit(f); ok {
			list = append(list, l)
			continue
		}
		word, _, _ := strings.Cut(f, " ")
		p.say(BadLimit, f, []string{spelling.Nearest(word, counters)})
	}
	return list
}

// readLimit reads "read <= 10", "read <= 2 x answer" or "class <= rowRange".
func readLimit(text string) (Limit, bool) {
	counter, most, ok := strings.Cut(text, "<=")
	l, most := Limit{Counter: strings.TrimSpace(counter)}, strings.TrimSpace(most)
	if l.Counter == "class" {
		l.Class = most
		return l, ok && most != ""
	}
	return l, ok && l.readMost(most)
}

// readMost reads "10" or "2 x answer".
func (l *Limit) readMost(text string) bool {
	times, ofAnswer := strings.CutSuffix(text, "answer")
	if ofAnswer {
		if times, ofAnswer = strings.CutSuffix(strings.TrimSpace(times), "x"); !ofAnswer {
			return false
		}
	}
	n, ok := readQuantity(times)
	l.Most, l.OfAnswer = n, ofAnswer
	return ok
}

// unknownKind says that a sheet has no such kind.
func (r *report) unknownKind(name string, s *Sheet) {
	names := lists.Map(s.Kinds, func(k Kind) string { return k.Name })
	r.say(UnknownKind, "", []string{name, spelling.Nearest(name, names)})
}
