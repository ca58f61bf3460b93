package script

import (
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/message"
)

// Step is one step of a path: a member, an element, or every element.
type Step struct {
	Name  string
	Index int // from 0, Member or Every
}

// Values of Index that are not positions.
const (
	Member = -1
	Every  = -2 // [*]
)

// ParsePath reads the small subset of JSONPath that scripts need: a.b, [n], ['x'], [*] and a
// leading "$.". It returns what is wrong, nil if nothing is.
func ParsePath(s string) (path []Step, problem message.Text) {
	rest := strings.TrimPrefix(s, "$")
	for first := true; rest != ""; first = false {
		switch {
		case rest[0] == '[':
			end := closing(rest)
			if end < 0 {
				return nil, message.New("path-bracket-open")
			}
			st, ok := bracketStep(rest[1:end])
			if !ok {
				return nil, message.New("path-bracket", rest[:end+1])
			}
			path, rest = append(path, st), rest[end+1:]
		case rest[0] == '.' || first:
			rest = strings.TrimPrefix(rest, ".")
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, message.New("path-name")
			}
			path, rest = append(path, Step{rest[:end], Member}), rest[end:]
		default:
			return nil, message.New("path-dot", rest)
		}
	}
	return path, nil
}

// closing returns the position of the bracket that closes the first one; quotes may hold brackets.
func closing(s string) int {
	if len(s) > 1 && (s[1] == '\'' || s[1] == '"') {
		end := strings.Index(s[2:], string(s[1])+"]")
		if end < 0 {
			return -1
		}
		return end + 3
	}
	return strings.IndexByte(s, ']')
}

func bracketStep(s string) (Step, bool) {
	if s == "*" {
		return Step{"", Every}, true
	}
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		return Step{s[1 : len(s)-1], Member}, true
	}
	n, err := strconv.Atoi(s)
	return Step{"", n}, err == nil && n >= 0
}

// Lookup returns the JSON text that a path leads to. After [*] that is an array of everything found.
func Lookup(s string, path []Step) (string, bool) {
	s = strings.TrimSpace(s)
	if len(path) == 0 {
		return s, s != ""
	}
	switch st := path[0]; {
	case st.Index == Every:
		return lookupEvery(s, path[1:])
	case st.Index >= 0:
		return lookupElement(s, st.Index, path[1:])
	default:
		return lookupMember(s, path)
	}
}

// lookupMember takes the longest dotted name that exists: "odata.etag" is one member.
func lookupMember(s string, path []Step) (string, bool) {
	most := 1
	for most < len(path) && path[most].Index == Member {
		most++
	}
	for n := most; n > 0; n-- {
		names := make([]string, n)
		for i := range names {
			names[i] = path[i].Name
		}
		if value, ok := jsontext.Member(s, strings.Join(names, ".")); ok {
			return Lookup(value, path[n:])
		}
	}
	return "", false
}

func lookupElement(s string, index int, rest []Step) (value string, ok bool) {
	n := 0
	if !strings.HasPrefix(s, "[") {
		return "", false
	}
	jsontext.Each(s, 0, func(_ string, from, to int) bool {
		if n == index {
			value, ok = Lookup(s[from:to], rest)
		}
		n++
		return n <= index
	})
	return value, ok
}

func lookupEvery(s string, rest []Step) (string, bool) {
	if !strings.HasPrefix(s, "[") {
		return "", false
	}
	var found []string
	jsontext.Each(s, 0, func(_ string, from, to int) bool {
		if value, ok := Lookup(s[from:to], rest); ok {
			found = append(found, value)
		}
		return true
	})
	return "[" + strings.Join(found, ",") + "]", true
}
