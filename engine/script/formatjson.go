package script

import (
	"strings"

	"rowkey/engine/jsontext"
)

// widest is how wide a line of JSON may be before its members get lines of their own, in bytes.
const widest = 100

// isEntity reports whether a body is JSON that the table service reads, so that white space in it means nothing. In a
// blob it would.
func (r *Request) isEntity() bool {
	if !r.IsJSON || r.Body.repeats() || len(r.Target) == 0 {
		return false
	}
	first := r.Target[0]
	below := first.Ref == nil && strings.HasPrefix(first.Text, "/")
	if !below && (first.Ref == nil || first.Ref.Name != "table") {
		return false
	}
	if h, ok := r.get("Content-Type"); ok && !strings.Contains(h.Value.masked(" "), "json") {
		return false
	}
	return jsontext.Error(r.Body.masked("1")) < 0
}

// layOut writes JSON with references in it anew. What has several lines keeps them, one for each member; what is too
// wide for one line gets them.
func layOut(text string) string {
	l := jsonLayout{text: text}
	for at := 0; at < len(text); {
		if c := text[at]; c == ' ' || c == '\t' || c == '\r' || c == '\n' {
			at++
			continue
		}
		end := at + jsonTokenLen(text[at:])
		l.tokens = append(l.tokens, jsonToken{at, end})
		at = end
	}
	l.value(0)
	return l.out.String()
}

// jsonToken is a bracket, a comma, a colon, a string or any other value.
type jsonToken struct{ from, to int }

// jsonTokenLen returns the length of the token at the beginning of s.
func jsonTokenLen(s string) int {
	switch {
	case s[0] == '"':
		return jsonStringLen(s)
	case strings.HasPrefix(s, "{{"):
	case strings.IndexByte("{}[],:", s[0]) >= 0:
		return 1
	}
	n := 0
	for n < len(s) && strings.IndexByte(" \t\r\n,:[]{}\"", s[n]) < 0 || strings.HasPrefix(s[n:], "{{") {
		if strings.HasPrefix(s[n:], "{{") {
			n += refLen(s[n:])
			continue
		}
		n++
	}
	return n
}

// jsonLayout writes tokens.
type jsonLayout struct {
	text   string
	tokens []jsonToken
	next   int
	out    strings.Builder
}

func (l *jsonLayout) at(i int) string { return l.text[l.tokens[i].from:l.tokens[i].to] }

// value writes the next value; its members are indented more.
func (l *jsonLayout) value(indent int) {
	end := l.closing(l.next)
	if flat, ok := l.oneLine(l.next, end); ok {
		l.out.WriteString(flat)
		l.next = end + 1
		return
	}
	l.out.WriteString(l.at(l.next))
	for l.next++; l.next < end; {
		l.member(indent + 2)
	}
	l.out.WriteString("\n" + strings.Repeat(" ", indent) + l.at(end))
	l.next = end + 1
}

// oneLine returns a value as it is written on one line, ok is false if it is to have several.
func (l *jsonLayout) oneLine(first, last int) (flat string, ok bool) {
	if last > first+1 && strings.Contains(l.text[l.tokens[first].from:l.tokens[last].to], "\n") {
		return "", false
	}
	written := l.out.String()
	column := len(written) - 1 - strings.LastIndexByte(written, '\n')
	flat = l.flat(first, last)
	return flat, last <= first+1 || column+len(flat) <= widest
}

// member writes a member of an object or an item of an array on a line of its own.
func (l *jsonLayout) member(indent int) {
	l.out.WriteString("\n" + strings.Repeat(" ", indent))
	if l.at(l.next+1) == ":" {
		l.out.WriteString(l.at(l.next) + ": ")
		l.next += 2
	}
	l.value(indent)
	if l.at(l.next) == "," {
		l.out.WriteString(",")
		l.next++
	}
}

// closing returns the token that ends the value at a token.
func (l *jsonLayout) closing(i int) int {
	for depth := 0; ; i++ {
		switch l.at(i) {
		case "{", "[":
			depth++
		case "}", "]":
			depth--
		}
		if depth == 0 {
			return i
		}
	}
}

// flat writes tokens on one line.
func (l *jsonLayout) flat(first, last int) string {
	var b strings.Builder
	for i := first; i <= last; i++ {
		token := l.at(i)
		if token == "}" && l.at(i-1) != "{" {
			b.WriteString(" ")
		}
		b.WriteString(token)
		if token == "," || token == ":" || token == "{" && l.at(i+1) != "}" {
			b.WriteString(" ")
		}
	}
	return b.String()
}
