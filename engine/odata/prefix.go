package odata

import (
	"strings"
	"unicode/utf8"
)

// This file knows what people write to search inside strings, and the range that finds those that begin alike.

// search is what a word of another dialect looks for.
type search uint8

const (
	searchNothing search = iota
	searchBegin          // strings that begin with a text
	searchInside         // strings that have it anywhere
	searchPattern        // either, by the pattern after it
	searchOther
)

func searchOf(word string) search {
	switch strings.ToLower(word) {
	case "startswith", "beginswith":
		return searchBegin
	case "contains", "endswith", "substringof":
		return searchInside
	case "like":
		return searchPattern
	case "matches", "ilike":
		return searchOther
	}
	return searchNothing
}

// infix explains a search that is written like a comparison, as SQL does: Name like 'Jo%'.
func infix(e *SyntaxError, s string, prev, t token) *SyntaxError {
	kind := searchOf(t.text(s))
	literal := lex(s, t.end)
	if literal.kind == kindString && prev.kind == kindIdent {
		text := Unescape(s[literal.pos+1 : literal.end-1])
		if begin, ok := strings.CutSuffix(text, "%"); ok && kind == searchPattern {
			kind, text = searchBegin, begin
		}
		switch {
		case strings.Contains(text, "%") && kind != searchOther, strings.Contains(text, "_") && kind == searchPattern:
			kind = searchInside
		case kind == searchBegin && !strings.Contains(text, "["):
			e.beginsWith(s, prev.pos, literal.end, prev.text(s), text)
		}
	}
	if kind == searchInside {
		return e.with("", hintInside)
	}
	return e.andRange(s)
}

// searchCall explains a function that searches, and offers the range in place of startswith(Name,'Jo').
func searchCall(s string, t token) *SyntaxError {
	e := notImplemented(t.pos, t.end, "filter-functions")
	if searchOf(t.text(s)) != searchBegin {
		return e.and(hintInside)
	}
	open := lex(s, t.end)
	name := lex(s, open.end)
	comma := lex(s, name.end)
	text := lex(s, comma.end)
	last := lex(s, text.end)
	if name.kind == kindString {
		name, text = text, name
	}
	if comma.text(s) == "," && name.kind == kindIdent && text.kind == kindString && last.kind == kindClose {
		eq := lex(s, last.end)
		if value := lex(s, eq.end); eq.text(s) == "eq" && strings.EqualFold(value.text(s), "true") {
			last = value
		}
		e.beginsWith(s, t.pos, last.end, name.text(s), Unescape(s[text.pos+1:text.end-1]))
	}
	return e.andRange(s)
}

// andRange says what to ask for, and that several ranges are not one.
func (e *SyntaxError) andRange(s string) *SyntaxError {
	if e.and(hintRange); lex(s, e.End).text(s) == "or" && strings.HasPrefix(e.Fix, "RowKey ge ") {
		e.and("filter-or-ranges")
	}
	return e
}

// beginsWith offers the range of a property that begins with a text, in place of the bytes from and to.
func (e *SyntaxError) beginsWith(s string, from, to int, name, text string) {
	end := afterAll(text)
	if end == "" {
		return
	}
	e.Pos, e.End = from, to
	e.Fix = name + " ge " + Quote(text) + " and " + name + " lt " + Quote(end)
	e.enclose(s)
}

// afterAll returns the first string after all that begin with a text, in the order of [edm.CompareText]; "" if there is
// none.
func afterAll(text string) string {
	for text != "" {
		r, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
		switch r {
		case 0xffff: // the greatest unit
			continue
		case 0xd7ff: // surrogates come next
			return text + "\U00010000"
		case utf8.MaxRune:
			return text + "\ue000"
		}
		return text + string(r+1)
	}
	return ""
}
