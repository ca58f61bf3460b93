package shape

import (
	"strings"
	"sync"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

// memo remembers what queries have as their shape, by their filter without its values: a program sends the same one
// again and again, and reading a filter is most of the work. The zero value remembers nothing.
type memo struct {
	mu    sync.Mutex // guards the fields below
	known map[string]queried
	key   []byte // of the last query; the next one takes its place
}

// queried is the shape of a query.
type queried struct {
	text  string
	class explain.Class
}

// mostKnown is how many queries are remembered.
const mostKnown = 4 * MaxShapes

// query is the function query, with what it said of the same query before.
func (m *memo) query(r *trail.Request) (string, explain.Class) {
	o := queryOf(r.URL)
	m.mu.Lock()
	defer m.mu.Unlock()
	key, ok := appendForm(m.key[:0], o.filter)
	if m.key = key; !ok {
		return o.text(r.Record.Plan)
	}
	m.key = append(o.appendRest(append(m.key, 0)), planned(r.Record.Plan))
	q, known := m.known[string(m.key)]
	if !known {
		q.text, q.class = o.text(r.Record.Plan)
		m.keep(q)
	}
	return q.text, q.class
}

// planned is 0 for a query without a plan, whose class the filter says.
func planned(p *explain.Plan) byte {
	if p == nil {
		return 0
	}
	return byte(p.Class) + 1
}

func (m *memo) keep(q queried) {
	if m.known == nil {
		m.known = map[string]queried{}
	}
	if len(m.known) < mostKnown {
		q.text = strings.Clone(q.text)
		m.known[string(m.key)] = q
	}
}

// appendRest writes what a shape tells of a query besides its filter.
func (o *options) appendRest(b []byte) []byte {
	b = append(append(b, o.sel...), 0)
	for _, is := range [...]bool{o.top, o.continued} {
		if is {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	return b
}

// What a filter may have so that its form says its shape.
const (
	mostTexts   = 4    // texts in quotes: the class of a filter depends on which of two bounds is the lower one
	longestText = 256  // bytes of one
	longestForm = 1024 // bytes of a filter
	mostDigits  = 9    // of a number: longer ones may be too large for their type
)

// appendForm writes a filter without its values: a text in quotes is one sign, or none if it is empty, a number is 0,
// and at the end is which of any two texts is the lower one. Filters with one form have one shape. ok is false for a
// filter whose values may say more: typed texts that are wrong, or neither dates nor GUIDs, and what is long.
func appendForm(b []byte, filter string) (form []byte, ok bool) {
	var texts [mostTexts]string
	n := 0
	if len(filter) > longestForm {
		return b, false
	}
	for i := 0; i < len(filter); {
		switch c := filter[i]; {
		case c == '\'':
			text, plain := quotedAt(filter, i)
			if !plain || n == mostTexts {
				return b, false
			}
			i += len(text) + 2
			if text, plain = valueOf(b, text); !plain {
				return b, false
			}
			texts[n] = text
			n++
			b = appendText(b, text)
		case isDigit(c) && (i == 0 || !inName(filter[i-1])):
			end := i
			for end < len(filter) && isDigit(filter[end]) {
				end++
			}
			if end-i > mostDigits || c == '0' && end-i > 1 {
				return b, false
			}
			b = append(b, '0')
			i = end
		default:
			b = append(b, c)
			i++
		}
	}
	return appendOrder(b, texts[:n]), true
}

// valueOf returns the text of a value whose form so far ends with its type, if it has one: a filter compares keys with
// that text. ok is false if it is not a value of that type, or of a type that is rare.
func valueOf(form []byte, text string) (value string, ok bool) {
	from := len(form)
	for from > 0 && inName(form[from-1]) {
		from--
	}
	var v edm.Value
	var err error
	switch string(form[from:]) {
	case "":
		return text, true
	case "datetime":
		v, err = edm.ParseDateTime(text)
	case "guid":
		v, err = edm.GUID(text)
	default:
		return "", false
	}
	return v.Text(), err == nil
}

func appendText(b []byte, text string) []byte {
	if text == "" {
		return append(b, "''"...)
	}
	return append(b, "'?'"...)
}

// appendOrder writes which of any two texts is the lower one.
func appendOrder(b []byte, texts []string) []byte {
	b = append(b, 0)
	for i := range texts {
		for j := range i {
			b = append(b, byte('1'+strings.Compare(texts[j], texts[i])))
		}
	}
	return b
}

// quotedAt returns what is between the quote at i and the next one; plain is false if that is not all of a text, or
// has signs that a filter treats on their own.
func quotedAt(filter string, i int) (text string, plain bool) {
	n := strings.IndexByte(filter[i+1:], '\'')
	if n < 0 || n > longestText || strings.HasPrefix(filter[i+n+2:], "'") {
		return "", false
	}
	text = filter[i+1 : i+1+n]
	for j := range len(text) {
		if text[j] < ' ' || text[j] > '~' {
			return "", false
		}
	}
	return text, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// inName reports whether a byte may be part of a name or of a number.
func inName(c byte) bool {
	return isDigit(c) || c == '_' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z'
}
