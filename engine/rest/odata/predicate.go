package odata

import (
	"strings"

	"rowkey/engine/odata"
)

// predicate reads a decoded key predicate from left to right. After the first mistake it is bad
// and stays so; the rest of what it returns then means nothing.
type predicate struct {
	rest string
	bad  bool
}

func (p *predicate) blanks() { p.rest = strings.TrimLeft(p.rest, " ") }

// take consumes s, after spaces.
func (p *predicate) take(s string) {
	p.blanks()
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest, p.bad = rest, p.bad || !ok
}

func (p *predicate) open() { p.take("(") }

// close consumes the closing parenthesis, after which nothing may follow.
func (p *predicate) close() {
	p.take(")")
	p.blanks()
	p.bad = p.bad || p.rest != ""
}

// goesOn reports whether another segment of the path follows the closing parenthesis.
func (p *predicate) goesOn() bool {
	rest, closed := strings.CutPrefix(strings.TrimLeft(p.rest, " "), ")")
	return closed && !p.bad && strings.HasPrefix(rest, "/")
}

// comma consumes a comma if there is one.
func (p *predicate) comma() bool {
	p.blanks()
	rest, ok := strings.CutPrefix(p.rest, ",")
	p.rest = rest
	return ok
}

// word consumes a name and the sign after it.
func (p *predicate) word(name string) {
	p.take(name)
	p.take("=")
}

// keyName consumes the name of a key and its sign: 0 for PartitionKey, 1 for RowKey.
func (p *predicate) keyName() int {
	p.blanks()
	if strings.HasPrefix(p.rest, "RowKey") {
		p.word("RowKey")
		return 1
	}
	p.word("PartitionKey")
	return 0
}

// quoted consumes a string literal and returns its value: a doubled quote means one.
func (p *predicate) quoted() string {
	p.take("'")
	for i := 0; i < len(p.rest); i++ {
		if p.rest[i] != '\'' {
			continue
		}
		if i+1 < len(p.rest) && p.rest[i+1] == '\'' {
			i++
			continue
		}
		value := p.rest[:i]
		p.rest = p.rest[i+1:]
		return odata.Unescape(value)
	}
	p.bad = true
	return ""
}
