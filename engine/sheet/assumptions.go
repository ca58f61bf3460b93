package sheet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/lists"
)

// Assumption is a default for something that the sheet does not say.
type Assumption struct {
	Path  string `json:"path"`  // of the JSON form, with the member that is not there: /asks/0/asked
	Value string `json:"value"` // as the text form has it
}

// assumptions collects them for the part of the sheet at path.
type assumptions struct {
	*Sheet
	place
	early bool // the sheet may have errors
	list  []Assumption
}

func (l *assumptions) add(missing bool, member, value string) {
	if missing {
		l.list = append(l.list, Assumption{l.path + "/" + member, value})
	}
}

// Assumptions returns all defaults that a sheet without errors rests on, in its order.
func (s *Sheet) Assumptions() []Assumption { return assumptionsOf(s, false) }

// EarlyAssumptions returns those of a sheet that may have errors: all but budgets, which follow from the answers.
func (s *Sheet) EarlyAssumptions() []Assumption { return assumptionsOf(s, true) }

func assumptionsOf(s *Sheet, early bool) []Assumption {
	l := assumptions{Sheet: s, early: early}
	l.add(s.Peak == 0, "peak", number(DefaultPeak))
	l.add(s.Headroom == 0, "headroom", number(DefaultHeadroom))
	l.add(s.Horizon == Span{} && l.usesHorizon(), "horizon", DefaultHorizon.text())
	l.add(s.Order == "", "order", Orders[0])
	l.each("entities", len(s.Kinds), l.kind)
	l.each("asks", len(s.Asks), func(i int) { l.ask(&s.Asks[i]) })
	l.each("does", len(s.Does), func(i int) {
		d := &s.Does[i]
		l.add(l.spreads(d), Largest, l.evenShare(d))
		l.add(d.Rate == Rate{} && (d.Verb != Insert || s.arrival(d.Kind).Per == ""), "rate", "1/s")
	})
	for _, d := range s.Writes()[len(s.Does):] {
		l.path = pathOf("does", len(s.Does))
		l.add(true, "expire", strings.Join(d.fields(), ", "))
	}
	return l.list
}

// spreads reports whether the sheet leaves open which part of the updates with a condition the busiest entity gets.
func (l *assumptions) spreads(d *Do) bool {
	return !l.early && d.Verb == Update && d.Conditional() && d.Hot == 0 && HotKind(l.Sheet, d) >= 0
}

// evenShare writes the part of one entity if all are written as often, "" if there is one alone.
func (l *assumptions) evenShare(d *Do) string {
	if !l.spreads(d) {
		return ""
	}
	n := l.Population(HotKind(l.Sheet, d))
	return strconv.FormatFloat(100/math.Max(1, n), 'g', 2, 64) + " %"
}

// usesHorizon reports whether a kind arrives and is kept forever, or is asked for, or deleted, by a length of its time.
func (l *assumptions) usesHorizon() bool {
	for i := range l.Kinds {
		if l.Kinds[i].Amount.Per != "" && l.Kinds[i].Kept == (Span{}) {
			return true
		}
	}
	return slices.ContainsFunc(l.Asks, func(a Ask) bool {
		return l.spansHorizon(a.Kind, a.Range) || l.spansHorizon(a.Kind, a.Across)
	}) || slices.ContainsFunc(l.Does, func(d Do) bool {
		return l.spansHorizon(d.Kind, d.Range) || d.Range.How == UpToNow && d.Range.Width == (Width{})
	})
}

// spansHorizon reports whether what a range of a time holds follows from how long entities are kept, and that is
// assumed.
func (l *assumptions) spansHorizon(kind string, r Range) bool {
	i := l.KindOf(kind)
	if i < 0 || r.Attr == "" {
		return false
	}
	at, ok := l.Resolve(i, r.Attr)
	return ok && r.Width.isTime() && l.Kinds[at.Kind].Kept == (Span{}) && lifeOf(l.Sheet, at.Kind) == 0
}

func (l *assumptions) kind(kind int) {
	k := &l.Kinds[kind]
	l.add(k.Grows == "", "grows", l.Growth(kind))
	l.add(k.implied(), "attributes", impliedID+", "+Text+" "+number(DefaultLength)+", identity")
	l.each("of", len(k.Of), func(i int) { l.add(k.Of[i].Largest == 0, "largest", Even) })
	l.each("attributes", len(k.Attributes), func(i int) { l.attribute(kind, i) })
}

func (l *assumptions) attribute(kind, attr int) {
	k := &l.Kinds[kind]
	a := &k.Attributes[attr]
	l.add(a.Type.Name == "", "type", Text)
	l.add(a.Type.Length == 0 && a.Type.IsLong(), "length", number(DefaultLength))
	alone := k.unique(attr)
	l.add(alone && !a.Unique && !a.counted(), "unique", "unique")
	l.add(!alone && !a.counted(), "values", number(DefaultValues))
	l.add(!alone && a.Skew.Kind == "" && a.Type.Name != Time, "skew", Even)
}

func (l *assumptions) ask(a *Ask) {
	l.add(a.Rate == Rate{}, "rate", "1/s")
	l.add(a.Asked == "" && len(a.Known) > 0, "asked", Popular)
	l.add(a.Fresh == Fresh{}, "fresh", DefaultFresh.text())
	if !l.early {
		limits := lists.Map(l.Limits(a)[len(a.Budget):], Limit.text)
		l.add(limits != nil, "budget", strings.Join(limits, ", "))
	}
}
