package sheet

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
)

// reserved are words of the text form that may come where a kind or an attribute may.
var reserved = slices.Concat([]string{"by", "in", "and", "of"}, writeWords, clauseWords)

// IsReserved reports whether a word of the text form is in the way of a kind or an attribute with that name.
func IsReserved(name string) bool { return slices.Contains(reserved, name) }

// checker examines a sheet part by part.
type checker struct {
	report
	*Sheet
}

// Check returns what is wrong with a sheet. [Parse] and [ReadJSON] have done it.
func (s *Sheet) Check() []Message {
	c := &checker{Sheet: s}
	if c.checkCounts(); !c.sound() {
		return c.messages // a file that is no sheet may have thousands of parts
	}
	c.checkSettings()
	c.checkNames()
	c.each("entities", len(s.Kinds), c.checkKind)
	c.each("asks", len(s.Asks), func(i int) { c.checkAsk(&s.Asks[i]) })
	c.each("does", len(s.Does), func(i int) { c.checkDo(&s.Does[i]) })
	c.each("together", len(s.Together), func(i int) { c.checkTogether(&s.Together[i]) })
	c.each("designs", len(s.Designs), func(i int) { c.checkDesign(&s.Designs[i]) })
	c.checkRates()
	return c.messages
}

func (c *checker) checkCounts() {
	c.atMost("", "entities", len(c.Kinds), MaxKinds)
	c.atMost("", "asks", len(c.Asks), MaxAsks)
	c.atMost("", "does", len(c.Does), MaxDoes)
	c.atMost("", "together", len(c.Together), MaxTogether)
	c.atMost("", "designs", len(c.Designs), MaxDesigns)
	c.each("entities", len(c.Kinds), func(i int) {
		c.atMost(c.Kinds[i].Name, "attributes", len(c.Kinds[i].Attributes), MaxAttributes)
		c.atMost(c.Kinds[i].Name, "of", len(c.Kinds[i].Of), MaxParents)
	})
}

// checkNames tells of parts that share a name.
func (c *checker) checkNames() {
	c.unlike("entities", len(c.Kinds), func(i int) string { return c.Kinds[i].Name })
	c.unlike("asks", len(c.Asks), func(i int) string { return c.Asks[i].Name })
	c.unlike("does", len(c.Does), func(i int) string { return c.Does[i].Name })
	c.unlike("together", len(c.Together), func(i int) string { return c.Together[i].Name })
	c.unlike("designs", len(c.Designs), func(i int) string { return c.Designs[i].Name })
}

func (c *checker) atMost(subject, what string, n, most int) {
	if n > most {
		c.say(TooMany, subject, []string{what}, float64(n), float64(most))
	}
}

// unlike tells of parts of a list with the name of an earlier one.
func (c *checker) unlike(list string, n int, name func(i int) string) {
	seen := map[string]bool{}
	c.each(list, n, func(i int) {
		if seen[name(i)] {
			c.say(Duplicate, "", []string{name(i)})
		}
		seen[name(i)] = true
	})
}

// within tells of a number that is given and out of range.
func (c *checker) within(subject, what string, n, least, most float64) {
	if n != 0 && !(n >= least && n <= most) {
		c.say(OutOfRange, subject, []string{what}, n, least, most)
	}
}

// oneOf tells of a word that is given and is not one of those known.
func (c *checker) oneOf(member, word string, known []string) {
	if word != "" && !slices.Contains(known, word) {
		c.in("/"+member, func() { c.unknownWord(word, known) })
	}
}

// name checks the name of a sheet, a question, a write, a set or a design.
func (c *checker) name(name string) {
	plain := strings.ReplaceAll(strings.ReplaceAll(name, " ", "_"), "-", "_")
	wrong := strings.Contains(name, "_") || strings.TrimSpace(name) != name || strings.Contains(name, "  ")
	if wrong || name == "" || !edm.ValidName("n"+plain) || utf8.RuneCountInString(name) > MaxName {
		c.say(BadName, name, nil, MaxName)
	}
}

// property checks the name of a kind or of an attribute.
func (c *checker) property(name string) {
	switch {
	case !edm.ValidName(name) || utf8.RuneCountInString(name) > MaxName:
		c.say(BadProperty, name, nil, MaxName)
	case IsReserved(name):
		c.say(Reserved, name, nil)
	}
}

// value checks a value that a question fixes or a list has.
func (c *checker) value(value string) {
	long := value == "" || utf8.RuneCountInString(value) > MaxName
	if long || !utf8.ValidString(value) || strings.ContainsAny(value, ",;=|%") || strings.ContainsFunc(value, blank) {
		c.say(BadValue, value, nil, MaxName)
	}
}

// blank reports whether a character separates words, or cannot be seen.
func blank(r rune) bool {
	return r <= ' ' || strings.TrimSpace(string(r)) == "" || r >= 0x7F && r <= 0xA0
}

func (c *checker) checkSettings() {
	c.name(c.Name)
	c.within("", "peak", c.Peak, 1, 1000)
	c.within("", "headroom", c.Headroom, 1, 1000)
	c.span("horizon", c.Horizon)
	c.oneOf("order", c.Order, Orders)
	if c.Present != "" {
		c.name(c.Present)
	}
	c.limits(c.Budget, SheetCounters)
	if c.Total.Per == Percent {
		c.say(BadRate, c.Total.text(), nil)
	}
	if p := c.Prices; p != (Prices{}) {
		c.property(p.Currency)
	}
}

// span checks that a length of time fits into a hundred years.
func (c *checker) span(what string, s Span) {
	c.within("", what, s.Seconds(), Smallest, 100*365*day)
}

// limits checks a budget.
func (c *checker) limits(list []Limit, counters []string) {
	c.unlike("budget", len(list), func(i int) string { return list[i].Counter })
	for _, l := range list {
		c.in("/budget/"+l.Counter, func() {
			if !slices.Contains(counters, l.Counter) {
				c.unknownWord(l.Counter, counters)
			}
			if (l.Counter == "class") != (l.Class != "") || l.Class != "" && !slices.Contains(explain.ClassNames(), l.Class) {
				c.unknownWord(or(l.Class, l.text()), explain.ClassNames())
			}
		})
	}
}

// checkRates checks that rates in percent have a total, and that they are all of it.
func (c *checker) checkRates() {
	sum, shares, all := 0.0, 0, true
	count := func(r Rate) {
		if r.Per == Percent {
			sum += r.N
			shares++
		} else {
			all = false
		}
	}
	for i := range c.Asks {
		count(c.Asks[i].Rate)
	}
	for i := range c.Does {
		count(c.Does[i].Rate)
	}
	if shares > 0 && (all && !hundred(sum) || sum > 100 && !hundred(sum)) {
		c.say(Shares, "", nil, sum)
	}
}

// hundred reports whether shares add up, except for what rounding leaves.
func hundred(sum float64) bool { return math.Abs(sum-100) < 1e-6 }
