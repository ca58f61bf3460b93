package profile

import (
	"strings"

	"rowkey/engine/jsontext"
)

// objects reads entities as JSON: one after the other, as in a file of JSON lines, or those of an array, which may be
// the answer of the service to a query.
// Source: "Payload format for Table service operations"; types are in "n@odata.type" as the service writes them.
type objects struct {
	columns *columns
	array   bool
	printed bool // by the command line, which has ETags among the properties
	at      int  // line; of an array the number of the element
	ended   bool
	rows    int
	table   string // that the first line names, "" if it names none
}

// listNames are the members of an answer that hold entities: that of the service, and that of what the command line
// prints of a query.
var listNames = [...]string{`"value"`, `"items"`}

// newObjects returns a reader, and what of the text is before the first entity.
func newObjects(c *columns, text string) (*objects, int) {
	f := &objects{columns: c, at: 1}
	start := jsontext.SkipSpace(text, 0)
	if text[start] == '{' {
		inner := jsontext.SkipSpace(text, start+1)
		if !strings.HasPrefix(text[inner:], `"odata.metadata"`) && !isList(text[inner:]) {
			return f, 0
		}
		for ; start < len(text) && !isList(text[start:]); start++ {
		}
		f.printed = strings.HasPrefix(text[start:], listNames[1])
		start += strings.IndexByte(text[start:], '[')
	}
	f.array = true
	return f, start + 1
}

// isList reports whether a text begins with a member that holds entities.
func isList(text string) bool {
	for _, name := range listNames {
		rest, ok := strings.CutPrefix(text, name)
		if ok && strings.HasPrefix(strings.TrimLeft(rest, ": \t\r\n"), "[") {
			return true
		}
	}
	return false
}

func (f *objects) line() int { return f.at }

func (f *objects) next(text string, last bool, r *row) (int, error) {
	r.cells = r.cells[:0]
	before := f.at
	start := f.skip(text)
	if f.ended || start == len(text) {
		return start, nil
	}
	if text[start] != '{' {
		return 0, fault("profile-entity", f.at)
	}
	end := objectEnd(text, start)
	if end < 0 {
		if last {
			return 0, fault("profile-json", f.at)
		}
		f.at = before // the next slice begins with the same lines
		return 0, nil
	}
	object := text[start:end]
	if r.line = f.at; f.array {
		f.at++
	} else {
		f.at += strings.Count(object, "\n")
	}
	f.rows++
	if f.rows == 1 && f.isTable(object) {
		return end, nil
	}
	return end, f.fill(object, r)
}

// skip returns where the next entity begins. It counts the lines before it.
func (f *objects) skip(text string) int {
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n' && !f.array:
			f.at++
		case c == '\n', c == ' ', c == '\t', c == '\r', c == ',' && f.array:
		case c == ']' && f.array:
			f.ended = true
			return len(text)
		default:
			if f.ended {
				return len(text)
			}
			return i
		}
	}
	return len(text)
}

// objectEnd returns the position after the object at i, -1 if the text ends before it.
func objectEnd(text string, i int) int {
	for depth, quoted := 0, false; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// isTable reads the line that names the table, as exports of rowkey begin.
func (f *objects) isTable(object string) bool {
	o, err := jsontext.ReadObject(object)
	if err != nil || f.array {
		return false
	}
	f.table = o.Text("table")
	members := 0
	jsontext.Each(object, 0, func(string, int, int) bool { members++; return true })
	return f.table != "" && members == 1
}

// fill turns the members of an object into cells. Errors: text that is not JSON, a member that holds more than one
// value, a type that no property has.
func (f *objects) fill(object string, r *row) (err error) {
	if jsontext.Error(object) >= 0 {
		return fault("profile-json", r.line)
	}
	said := map[string]kinds(nil)
	jsontext.Each(object, 0, func(name string, from, to int) bool {
		of, isType := strings.CutSuffix(name, "@odata.type")
		switch {
		case isType:
			k, ok := kindsNamed(jsontext.Unquote(object[from:to]))
			if !ok {
				err = fault("profile-type", r.line, object[from:to])
			}
			if said == nil {
				said = map[string]kinds{}
			}
			said[of] = k
		case strings.HasPrefix(name, "odata.") || strings.Contains(name, "@odata.") || f.printed && name == "etag":
		default:
			err = f.member(name, object[from:to], said, r)
		}
		return err == nil
	})
	return err
}

func (f *objects) member(name, value string, said map[string]kinds, r *row) error {
	k, typed := said[name]
	if of, pair, ok := typedPair(value); ok {
		value, k, typed = of, pair, true
	}
	text := value
	switch value[0] {
	case '{', '[':
		return fault("profile-nested", r.line, name)
	case 'n':
		return nil
	case '"':
		if text = jsontext.Unquote(value); !typed {
			k = timeKind | guidKind | textKind
		}
	default:
		if !typed {
			k = anyKind
		}
	}
	if at := f.columns.named(name); at >= 0 {
		r.cells = append(r.cells, cell{at, text, k})
	}
	return nil
}

// typedPair reads a value whose type JSON does not say, as the command line prints it: [5, "Edm.Int64"].
func typedPair(text string) (value string, k kinds, ok bool) {
	if text[0] != '[' {
		return "", 0, false
	}
	var parts []string
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		parts = append(parts, text[from:to])
		return len(parts) <= 2
	})
	if len(parts) != 2 || !strings.HasPrefix(parts[1], `"Edm.`) {
		return "", 0, false
	}
	k, ok = kindsNamed(jsontext.Unquote(parts[1]))
	return parts[0], k, ok
}
