package propose

import (
	"math"

	"rowkey/engine/sheet"
)

// sourceOf returns the kind whose entities have the list of values of a question, and what is known of these; "" if a
// caller has the list, or there is none.
func sourceOf(s *sheet.Sheet, a *sheet.Ask) (kind string, known []sheet.Known) {
	for _, k := range a.Known {
		if src, ok := s.SourceOf(k); ok {
			return s.Kinds[src.Kind].Name, src.Known
		}
	}
	return "", nil
}

// readList is the question that reads the list of another one first.
func readList(a *sheet.Ask, kind string, known []sheet.Known) sheet.Ask {
	return sheet.Ask{Name: a.Name, Rate: a.Rate, Kind: kind, Known: known, Fresh: a.Fresh, Asked: a.Asked}
}

// withList is a question whose caller has the list already, with as many values as it has on average.
func withList(s *sheet.Sheet, a sheet.Ask) sheet.Ask {
	asked := a.Asked
	if asked == "" {
		asked = sheet.Popular
	}
	known := make([]sheet.Known, 0, len(a.Known))
	for _, k := range a.Known {
		if k.From != "" {
			n := math.Round(s.ListOf(k, asked).Typical)
			k.From, k.In = "", int(min(max(n, 1), sheet.MaxIn))
		}
		known = append(known, k)
	}
	a.Known = known
	return a
}
