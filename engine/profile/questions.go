package profile

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// asks returns the questions of shapes, with names, shares and the mean widths of their ranges.
func (q *questions) asks(shapes []*shape, all int) []sheet.Ask {
	var list []sheet.Ask
	left := 100.0
	for i, s := range shapes {
		a := s.ask
		if a.Name = nameOf(&a, i); slices.ContainsFunc(list, func(b sheet.Ask) bool { return a.Name == b.Name }) {
			a.Name = letterName(i)
		}
		share := math.Round(1000*float64(s.count)/float64(all)) / 10
		if i == len(shapes)-1 {
			share = math.Round(10*left) / 10
		}
		left -= share
		a.Rate = sheet.Rate{N: share, Per: sheet.Percent}
		if a.Range.Attr != "" {
			a.Range.Width = q.width(&a, s.width/float64(s.count))
		}
		list = append(list, a)
	}
	return list
}

// nameOf describes a question by what it knows.
func nameOf(a *sheet.Ask, i int) string {
	words := lists.Map(a.Known, func(k sheet.Known) string { return k.Attr })
	if a.Range.Attr != "" {
		words = append(words, a.Range.Attr, "range")
	}
	name := strings.ReplaceAll("by "+strings.Join(words, " and "), "_", " ")
	if runes := []rune(strings.Join(strings.Fields(name), " ")); len(runes) <= sheet.MaxName {
		return string(runes)
	}
	return letterName(i)
}

func letterName(i int) string { return "question " + string(rune('A'+i)) }

// width writes a mean width in seconds, or in percent of the span of the column.
func (q *questions) width(a *sheet.Ask, mean float64) sheet.Width {
	at := slices.IndexFunc(q.kind.Attributes, func(k sheet.Attribute) bool { return k.Name == a.Range.Attr })
	if q.kind.Attributes[at].Type.Name != sheet.Time {
		return sheet.Width{N: math.Max(0.001, math.Min(100, round(mean, 3))), Unit: sheet.Percent}
	}
	for _, u := range []struct {
		seconds float64
		unit    string
	}{{units.Day, "d"}, {units.Hour, "h"}, {units.Minute, "min"}} {
		if mean >= u.seconds {
			return sheet.Width{N: round(mean/u.seconds, 3), Unit: u.unit}
		}
	}
	return sheet.Width{N: math.Max(1, round(mean, 3)), Unit: "s"}
}
