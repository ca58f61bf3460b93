package script

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/message"
)

// Pattern is a small regular expression for the predicate "matches": literals, ".", classes, \d \w
// \s, the quantifiers * + ? {n} {n,m}, ^ and $, and alternatives with |. It has no groups, and takes
// time proportional to pattern and text.
type Pattern struct {
	atoms      []atom
	start, end bool     // anchored
	or         *Pattern // the alternatives after this one, nil for none
}

// atom matches one rune; optional ones may be left out, repeated ones may match again.
type atom struct {
	class            string // as written: "a", ".", "\d", "[a-z]"
	optional, repeat bool
}

// maxAtoms is the largest pattern after {n} has been written out.
const maxAtoms = 1000

// CompilePattern returns what is wrong with a pattern, nil if nothing is.
func CompilePattern(s string) (Pattern, message.Text) {
	var p Pattern
	if strings.HasPrefix(s, "^") {
		p.start, s = true, s[1:]
	}
	for s != "" {
		if s == "$" || strings.HasPrefix(s, "$|") {
			p.end, s = true, s[1:]
			continue
		}
		if other, more := strings.CutPrefix(s, "|"); more {
			if other == "" || !p.start && len(p.atoms) == 0 {
				return p, message.New("pattern-character", s[:1])
			}
			or, problem := CompilePattern(other)
			p.or = &or
			return p, problem
		}
		n, problem := classLen(s)
		if problem != nil {
			return p, problem
		}
		class := s[:n]
		low, high, rest, problem := quantifier(s[n:])
		if problem != nil {
			return p, problem
		}
		p.add(class, low, high)
		if s = rest; len(p.atoms) > maxAtoms {
			return p, message.New("pattern-too-long")
		}
	}
	return p, nil
}

// add appends low to high copies of a class; high is -1 for "any number".
func (p *Pattern) add(class string, low, high int) {
	for range low {
		p.atoms = append(p.atoms, atom{class: class})
	}
	if high < 0 {
		p.atoms = append(p.atoms, atom{class, true, true})
	}
	for i := low; i < high; i++ {
		p.atoms = append(p.atoms, atom{class: class, optional: true})
	}
}

// classLen returns the length of the first class of a pattern.
func classLen(s string) (int, message.Text) {
	switch s[0] {
	case '(', ')':
		return 0, message.New("pattern-character", s[:1])
	case '*', '+', '?', '{':
		return 0, message.New("pattern-quantifier", s[:1])
	case '\\':
		if len(s) < 2 {
			return 0, message.New("pattern-backslash")
		}
		_, n := utf8.DecodeRuneInString(s[1:])
		return 1 + n, nil
	case '[':
		from := 1
		if strings.HasPrefix(s, "[^") {
			from = 2
		}
		for i := from; i < len(s); i++ {
			switch {
			case s[i] == '\\':
				i++
			case s[i] == ']' && i > from:
				return i + 1, nil
			}
		}
		return 0, message.New("pattern-bracket")
	}
	_, n := utf8.DecodeRuneInString(s)
	return n, nil
}

// quantifier reads *, +, ?, {n} or {n,m}; high is -1 for "any number".
func quantifier(s string) (low, high int, rest string, problem message.Text) {
	if s == "" {
		return 1, 1, "", nil
	}
	switch s[0] {
	case '*':
		return 0, -1, s[1:], nil
	case '+':
		return 1, -1, s[1:], nil
	case '?':
		return 0, 1, s[1:], nil
	case '{':
		inner, rest, ok := strings.Cut(s[1:], "}")
		a, b, two := strings.Cut(inner, ",")
		low, err := strconv.Atoi(a)
		high = low
		if two && b == "" {
			high = -1
		} else if two && err == nil {
			high, err = strconv.Atoi(b)
		}
		if !ok || err != nil || low < 0 || low > maxAtoms || high > maxAtoms {
			return 0, 0, "", message.New("pattern-count")
		}
		return low, high, rest, nil
	}
	return 1, 1, s, nil
}

// Match reports whether the pattern, or one of its alternatives, is found in a text.
func (p Pattern) Match(s string) bool { return p.found(s) || p.or != nil && p.or.Match(s) }

// found follows all paths through one alternative at once.
func (p Pattern) found(s string) bool {
	now := make([]bool, len(p.atoms)+1)
	p.enter(now, 0)
	for _, r := range s {
		if now[len(p.atoms)] && !p.end {
			return true
		}
		next := make([]bool, len(p.atoms)+1)
		for i, a := range p.atoms {
			if !now[i] || !inClass(a.class, r) {
				continue
			}
			if a.repeat {
				p.enter(next, i)
			}
			p.enter(next, i+1)
		}
		if !p.start {
			p.enter(next, 0)
		}
		now = next
	}
	return now[len(p.atoms)]
}

// enter marks a position and those that are reached by leaving out optional atoms.
func (p Pattern) enter(set []bool, i int) {
	for ; !set[i]; i++ {
		set[i] = true
		if i == len(p.atoms) || !p.atoms[i].optional {
			return
		}
	}
}

func inClass(class string, r rune) bool {
	switch class[0] {
	case '.':
		return true
	case '\\':
		return escaped(class[1:], r)
	case '[':
		return inSet(class[1:len(class)-1], r)
	}
	first, _ := utf8.DecodeRuneInString(class)
	return r == first
}

func escaped(name string, r rune) bool {
	digit := '0' <= r && r <= '9'
	switch name {
	case "d":
		return digit
	case "w":
		return digit || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	case "s":
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	first, _ := utf8.DecodeRuneInString(name)
	return r == first
}

func inSet(set string, r rune) bool {
	set, negated := strings.CutPrefix(set, "^")
	in := false
	for set != "" {
		if set[0] == '\\' && len(set) > 1 {
			_, n := utf8.DecodeRuneInString(set[1:])
			in = in || escaped(set[1:1+n], r)
			set = set[1+n:]
			continue
		}
		low, n := utf8.DecodeRuneInString(set)
		high := low
		if set = set[n:]; len(set) > 1 && set[0] == '-' {
			high, n = utf8.DecodeRuneInString(set[1:])
			set = set[1+n:]
		}
		in = in || low <= r && r <= high
	}
	return in != negated
}
