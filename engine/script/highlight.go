package script

import (
	"strings"

	"rowkey/engine/odata"
)

// Token is a piece of the text with a meaning, for highlighting. From and To are UTF-16 offsets.
type Token struct {
	From, To int
	Kind     string
}

// The kinds of tokens.
const (
	kindTitle = "title"
	kindVerb  = "verb"
	kindURL   = "url"
	kindKey   = "key"
	kindLit   = "lit"
	kindVar   = "var"
	kindOp    = "op"
	kindOpt   = "opt"
	kindHead  = "head"
	kindCom   = "com"
	kindMeta  = "meta"
	kindMetaB = "metab"
	kindAsk   = "ask"
	kindAskB  = "askb"
	kindProp  = "prop"
)

// highlighter marks what the parts of requests mean.
type highlighter struct {
	*document
	afterKey bool // the next value of a body is that of a key
}

// markTarget marks an address: path, keys and query options.
func (p *highlighter) markTarget(from, to int) {
	q := from + queryStart(p.text[from:to])
	p.markPath(from, q)
	p.markQuery(q, to)
}

// queryStart returns the position of the "?" that begins the query, the length if there is none.
// A "?" in quotes or braces belongs to the path.
func queryStart(s string) int {
	last := strings.LastIndex(s, "}}")
	for i := 0; i < len(s); i++ {
		switch {
		case i < last && strings.HasPrefix(s[i:], "{{"):
			if end := strings.Index(s[i:], "}}"); end > 0 {
				i += end + 1
			}
		case s[i] == '\'':
			if end := strings.IndexByte(s[i+1:], '\''); end >= 0 {
				i += end + 1
			}
		case s[i] == '?':
			return i
		}
	}
	return len(s)
}

// markPath marks "{{table}}/Employee(PartitionKey='a',RowKey='b')".
func (p *highlighter) markPath(from, to int) {
	open := strings.IndexByte(p.text[from:to], '(')
	if open < 0 {
		p.mark(from, to, kindURL)
		return
	}
	p.mark(from, from+open, kindURL)
	for i := from + open; i < to; {
		text := p.text[i:to]
		n, kind := 1, ""
		switch c := text[0]; {
		case c == '\'':
			n, kind = quotedLen(text), kindKey
		case strings.HasPrefix(text, "PartitionKey"), strings.HasPrefix(text, "RowKey"):
			n, kind = strings.IndexByte(text, 'y')+1, kindKey
		case strings.HasPrefix(text, "{{"):
			n, kind = refLen(text), kindVar
		}
		p.mark(i, i+n, kind)
		i += n
	}
}

// quotedLen returns the length of the literal at the beginning of s, in which two quotes mean one.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '\'':
		case i+1 < len(s) && s[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return len(s)
}

// refLen returns the length of the reference at the beginning of s.
func refLen(s string) int {
	if end := strings.Index(s, "}}"); end >= 0 {
		return end + 2
	}
	return len(s)
}

// markQuery marks "?$filter=…&$top=…"; the first character is "?" or "&".
func (p *highlighter) markQuery(from, to int) {
	for _, o := range splitQuery(p.text[from:to]) {
		at := from + o.at
		p.mark(at, at+len(o.name), kindOpt)
		value := at + len(o.name) + 1
		switch {
		case o.value == "":
		case o.name == "$filter":
			p.markFilter(value, value+len(o.value))
		case o.name == "$select":
			p.markNames(value, value+len(o.value))
		default:
			p.mark(value, value+len(o.value), kindLit)
		}
	}
}

// option is one name=value of a query; at is the position of the name.
type option struct {
	at          int
	name, value string
}

// splitQuery cuts a query at "&", but not inside quotes. A leading "?" or "&" is skipped.
func splitQuery(s string) []option {
	var list []option
	from, quoted := 0, false
	add := func(to int) {
		if name, value, _ := strings.Cut(s[from:to], "="); name != "" {
			list = append(list, option{from, name, value})
		}
		from = to + 1
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case c == '?' && i == 0, c == '&' && !quoted:
			add(i)
		}
	}
	if from < len(s) {
		add(len(s))
	}
	return list
}

// markFilter marks a filter. References are replaced by spaces so that they are not taken for names.
func (p *highlighter) markFilter(from, to int) {
	text := p.text[from:to]
	if strings.IndexByte(text, '%') >= 0 && strings.IndexByte(text, ' ') < 0 {
		p.mark(from, to, "")
		return
	}
	masked := blankRefs(text)
	last := from
	for _, t := range odata.Tokens(masked) {
		p.mark(last, from+t.Pos, "")
		p.mark(from+t.Pos, from+t.End, filterKind(t.Kind))
		last = from + t.End
	}
	p.mark(last, to, "")
}

// filterKind returns the kind of a token of a filter.
func filterKind(kind string) string {
	switch kind {
	case "key", "keylit":
		return kindKey
	case "prop", "op", "lit":
		return kind // named alike
	}
	return ""
}

// blankRefs replaces references by spaces of the same length.
func blankRefs(s string) string {
	var b strings.Builder
	for {
		before, _, found := strings.Cut(s, "{{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n := refLen(s[len(before):])
		b.WriteString(strings.Repeat(" ", n))
		s = s[len(before)+n:]
	}
}

// markNames marks a list of property names.
func (p *highlighter) markNames(from, to int) {
	for from < to {
		n := strings.IndexByte(p.text[from:to], ',')
		if n < 0 {
			n = to - from
		}
		kind := kindProp
		if isKeyName(strings.TrimSpace(p.text[from : from+n])) {
			kind = kindKey
		}
		p.mark(from, from+n, kind)
		from += n + 1
	}
}

func isKeyName(s string) bool { return s == "PartitionKey" || s == "RowKey" }

// keyOr returns the kind of a key for the value of one, or otherwise the given kind.
func (p *highlighter) keyOr(kind string) string {
	if p.afterKey {
		return kindKey
	}
	return kind
}

// markJSON marks one line of a JSON body.
func (p *highlighter) markJSON(from, to int) {
	for i := from; i < to; {
		text := p.text[i:to]
		n := 1
		switch c := text[0]; {
		case strings.HasPrefix(text, "{{"):
			n = refLen(text)
			p.mark(i, i+n, kindVar)
		case c == '"':
			n = jsonStringLen(text)
			p.markString(i, i+n, to)
		case c == ',' || c == '{':
			p.afterKey = false
		case strings.IndexByte(" \t:[]}", c) < 0:
			if n = strings.IndexAny(text, " \t,:[]{}\""); n < 0 {
				n = len(text)
			}
			if w := text[:n]; w == "true" || w == "false" || w == "null" || IsNumber(w) {
				p.put(i, i+n, kindLit)
			}
		}
		i += n
	}
}

// markString marks a JSON string as a name or as a value.
func (p *highlighter) markString(from, to, end int) {
	rest := strings.TrimLeft(p.text[to:end], " \t")
	if !strings.HasPrefix(rest, ":") {
		p.mark(from, to, p.keyOr(kindLit))
		return
	}
	name := strings.Trim(p.text[from:to], `"`)
	p.afterKey = isKeyName(name)
	p.mark(from, to, p.keyOr(kindProp))
}

// jsonStringLen returns the length of the string at the beginning of s; references may hold quotes.
func jsonStringLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "{{"):
			i += refLen(s[i:]) - 1
		case s[i] == '\\':
			i++
		case s[i] == '"':
			return i + 1
		}
	}
	return len(s)
}
