package script

import (
	"bytes"
	"encoding/json"
	"sort"
	"strings"
)

// scan walks JSON text without building anything: a page of 1,000 entities is counted and joined as
// it is. Positions are bytes; a negative position says where the text is not JSON: -1-position.

// skipSpace returns the position of the next byte that is not white space.
func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns the position behind the value at i.
func skipValue(s string, i int) int {
	i = skipSpace(s, i)
	if i >= len(s) {
		return -1 - i
	}
	switch c := s[i]; {
	case c == '"':
		return skipString(s, i)
	case c == '{' || c == '[':
		return eachMember(s, i, nil)
	case c == '-' || '0' <= c && c <= '9':
		return skipNumber(s, i)
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s[i:], word) {
			return i + len(word)
		}
	}
	return -1 - i
}

func skipString(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '"':
			return j + 1
		case s[j] == '\\':
			j++
		case s[j] < ' ':
			return -1 - j
		}
	}
	return -1 - len(s)
}

func skipNumber(s string, i int) int {
	j := i + 1
	for j < len(s) && strings.IndexByte("0123456789.eE+-", s[j]) >= 0 {
		j++
	}
	if !json.Valid([]byte(s[i:j])) {
		return -1 - i
	}
	return j
}

// eachMember calls visit for every member of the object or element of the array at i, and returns
// the position behind it. Key is "" in an array; the range is that of the value. A visit that
// returns false ends the walk with position 0. Visit may be nil.
func eachMember(s string, i int, visit func(key string, from, to int) bool) int {
	object, end := s[i] == '{', s[i]+2 // '{' and '}', '[' and ']' are two apart
	i = skipSpace(s, i+1)
	if i < len(s) && s[i] == end {
		return i + 1
	}
	for {
		key := ""
		if object {
			from := i
			if i = skipKey(s, i); i < 0 {
				return i
			}
			if visit != nil {
				key = unquote(s[from : from+strings.LastIndexByte(s[from:i], '"')+1])
			}
		}
		from := skipSpace(s, i)
		if i = skipValue(s, from); i < 0 {
			return i
		}
		if visit != nil && !visit(key, from, i) {
			return 0
		}
		i = skipSpace(s, i)
		switch {
		case i < len(s) && s[i] == end:
			return i + 1
		case i >= len(s) || s[i] != ',':
			return -1 - i
		}
		i = skipSpace(s, i+1)
	}
}

// skipKey returns the position behind the colon of a member.
func skipKey(s string, i int) int {
	if i >= len(s) || s[i] != '"' {
		return -1 - i
	}
	if i = skipString(s, i); i < 0 {
		return i
	}
	if i = skipSpace(s, i); i >= len(s) || s[i] != ':' {
		return -1 - i
	}
	return i + 1
}

// jsonError returns the byte at which s stops being one JSON value, -1 if it is one.
func jsonError(s string) int {
	i := skipValue(s, 0)
	if i < 0 {
		return -1 - i
	}
	if i = skipSpace(s, i); i < len(s) {
		return i
	}
	return -1
}

// unquote returns the text of a JSON string.
func unquote(s string) string {
	if strings.IndexByte(s, '\\') < 0 && len(s) >= 2 {
		return s[1 : len(s)-1]
	}
	var text string
	if json.Unmarshal([]byte(s), &text) != nil {
		return s
	}
	return text
}

// valueArray returns the range of the array in the member "value" of a list answer, brackets included.
func valueArray(body string) (from, to int, ok bool) {
	i := skipSpace(body, 0)
	if i >= len(body) || body[i] != '{' {
		return 0, 0, false
	}
	eachMember(body, i, func(key string, a, b int) bool {
		if key == "value" && body[a] == '[' {
			from, to, ok = a, b, true
		}
		return !ok
	})
	return from, to, ok
}

// countEntities returns how many entities an answer holds: those of the list, or the one.
func countEntities(body string) int {
	if from, _, ok := valueArray(body); ok {
		n := 0
		eachMember(body, from, func(string, int, int) bool { n++; return true })
		return n
	}
	if i := skipSpace(body, 0); i < len(body) && body[i] == '{' {
		return 1
	}
	return 0
}

// canonical returns a text that is the same for equal JSON values: members are sorted. With loose,
// elements are sorted as well, and what the service adds to an entity (odata members, annotations
// and Timestamp) is left out.
func canonical(s string, loose bool) (string, bool) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || jsonError(s) >= 0 {
		return "", false
	}
	var b bytes.Buffer
	writeCanonical(&b, v, loose)
	return b.String(), true
}

func writeCanonical(b *bytes.Buffer, v any, loose bool) {
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			if !loose || !addedByService(name) {
				names = append(names, name)
			}
		}
		sort.Strings(names)
		b.WriteByte('{')
		for _, name := range names {
			writeQuoted(b, name)
			b.WriteByte(':')
			writeCanonical(b, v[name], loose)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for _, text := range canonicalElements(v, loose) {
			b.WriteString(text)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case json.Number:
		b.WriteString(plainNumber(v.String()))
	case string:
		writeQuoted(b, v)
	case bool:
		b.WriteString(map[bool]string{true: "true", false: "false"}[v])
	default:
		b.WriteString("null")
	}
}

func canonicalElements(list []any, loose bool) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		var b bytes.Buffer
		writeCanonical(&b, v, loose)
		texts[i] = b.String()
	}
	if loose {
		sort.Strings(texts)
	}
	return texts
}

func addedByService(name string) bool {
	return name == "Timestamp" || strings.HasPrefix(name, "odata.") || strings.HasSuffix(name, "@odata.type")
}

func writeQuoted(b *bytes.Buffer, s string) {
	text, _ := json.Marshal(s) // a string cannot fail
	b.Write(text)
}
