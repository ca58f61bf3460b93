package keys

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rowkey/engine/plan/facts"
	"rowkey/engine/template"
)

// Disjoint reports whether no key of one template is a key of the other.
func Disjoint(f *facts.Facts, a, b *Template) bool {
	return ApartFrom(f, a, b) || ApartFrom(f, b, a) || hasOther(f, a, b) || hasOther(f, b, a)
}

// ApartFrom reports whether the keys of a template begin with a text, or with a value of a list, that those of the
// other one cannot begin with: no key of that one is among them.
func ApartFrom(f *facts.Facts, other, t *Template) bool {
	if x, y := t.Literal(), other.Literal(); x != y && (x == t.Text || y == other.Text) && x != "" && y != "" {
		return true // one exact text, and longer ones
	}
	return neverBegins(f, other, beginnings(f, t.Segments)) || startsOtherwise(f, other, t)
}

// startsOtherwise reports whether the keys of a template begin with a character that no value of the first segment of
// another one has.
func startsOtherwise(f *facts.Facts, t, other *Template) bool {
	first := t.Literal()
	if first == "" || len(other.Segments) == 0 || other.Segments[0].Form == template.Literal {
		return false
	}
	r, _ := utf8.DecodeRuneInString(first)
	return !(&other.Segments[0]).MayContain(f, r)
}

// hasOther reports whether each key of a template has a character that none of the other one can have.
func hasOther(f *facts.Facts, t, other *Template) bool {
	for s := range SegmentsOf(t) {
		if s.Form == template.Literal && strings.ContainsFunc(s.Text, func(r rune) bool { return !has(f, other, r) }) {
			return true
		}
	}
	return false
}

// has reports whether a character can be part of a key.
func has(f *facts.Facts, t *Template, r rune) bool {
	return slices.ContainsFunc(t.Segments, func(s Segment) bool {
		if s.Form == template.Literal {
			return strings.ContainsRune(s.Text, r)
		}
		return s.MayContain(f, r)
	})
}

func neverBegins(f *facts.Facts, t *Template, with []string) bool {
	return !slices.ContainsFunc(with, func(text string) bool { return text == "" || canBegin(f, t.Segments, text) })
}

// beginnings returns the texts that keys begin with, as far as they are known: texts of the template, and the values of
// one list.
func beginnings(f *facts.Facts, segments []Segment) []string {
	list, listed := []string{""}, false
	for i := range segments {
		s := &segments[i]
		if s.Form == template.Literal {
			for k := range list {
				list[k] += s.Text
			}
			continue
		}
		values := s.listed(f)
		if values == nil || listed {
			break
		}
		for k := range values {
			values[k] = list[0] + values[k]
		}
		list, listed = values, true
	}
	return list
}

// listed returns the texts of a segment whose attribute has a list of values, nil for others.
func (s *Segment) listed(f *facts.Facts) (list []string) {
	ref := f.Canonical(s.Ref)
	if s.Form != template.Plain || ref.Attr < 0 {
		return nil
	}
	for _, w := range f.Sheet.Kinds[ref.Kind].Attributes[ref.Attr].Skew.Weights {
		list = append(list, escape(w.Value))
	}
	return list
}

// canBegin reports whether a key of these segments can begin with a text.
func canBegin(f *facts.Facts, segments []Segment, text string) bool {
	if text == "" || len(segments) == 0 {
		return text == ""
	}
	s, rest := &segments[0], segments[1:]
	values := s.listed(f)
	if s.Form == template.Literal {
		values = []string{s.Text}
	}
	if values != nil {
		return slices.ContainsFunc(values, func(v string) bool {
			return strings.HasPrefix(v, text) || strings.HasPrefix(text, v) && canBegin(f, rest, text[len(v):])
		})
	}
	for {
		r, n := utf8.DecodeRuneInString(text)
		if !s.MayContain(f, r) {
			return false
		}
		if text = text[n:]; text == "" || canBegin(f, rest, text) {
			return true
		}
	}
}
