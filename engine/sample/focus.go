package sample

import (
	"slices"

	"rowkey/engine/sheet"
)

// focus returns a sheet for a sample of one question, with the same answers: of the kind whose identity a caller knows
// each parent has one, so that a small sample still has as many entities for each of them as the sheet. Of kinds that
// the answer does not need there is one entity. If a caller knows another attribute, the sample is of the whole sheet.
func focus(s *sheet.Sheet, ask int) *sheet.Sheet {
	out := *s
	out.Kinds = append([]sheet.Kind{}, s.Kinds...)
	out.Asks = s.Asks[ask : ask+1]
	for _, k := range out.Asks[0].Known {
		known := s.KindOf(k.Attr)
		if known < 0 || len(s.Kinds[known].Of) == 0 || s.Kinds[known].Amount.Per != "" {
			continue
		}
		one := s.Population(s.KindOf(s.Kinds[known].Of[0].Kind)) / s.Population(known)
		if one < 1 {
			thin(&out, known, one)
		}
	}
	for i := range out.Kinds {
		if !wanted(s, &out.Asks[0], i) {
			out.Kinds[i].Amount = sheet.Amount{N: 1}
		}
	}
	return &out
}

// wanted reports whether a question is about a kind, or about one that belongs to it.
func wanted(s *sheet.Sheet, a *sheet.Ask, kind int) bool {
	names := append([]string{a.Kind}, a.With...)
	for _, k := range a.Known {
		if src, ok := s.SourceOf(k); ok {
			names = append(names, s.Kinds[src.Kind].Name)
		}
	}
	for _, name := range names {
		if k := s.KindOf(name); k == kind || k >= 0 && slices.Contains(s.Ancestors(k), kind) {
			return true
		}
	}
	return false
}

// thin leaves a part of a kind, and of all that belong to it.
func thin(s *sheet.Sheet, kind int, part float64) {
	s.Kinds[kind].Amount.N *= part
	for i := range s.Kinds {
		for _, o := range s.Kinds[i].Of {
			if o.Kind == s.Kinds[kind].Name && i != kind {
				thin(s, i, part)
				break
			}
		}
	}
}
