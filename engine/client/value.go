package client

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// value is what a query finds.
type value struct {
	text  string // strings without their quotes
	json  string // the JSON text it came from, "" for anything that is not JSON
	list  []string
	found bool
	why   message.Text // nothing was found
}

func textValue(s string) value { return value{text: s, found: true} }

func numberValue(n int) value { return textValue(strconv.Itoa(n)) }

func listValue(l []string) value {
	return value{text: strings.Join(l, ","), list: append([]string{}, l...), found: true}
}

// missing is nothing, with a code that says why; lacking says it with a message.
func missing(why message.Code, params ...string) value { return lacking(message.New(why, params...)) }

func lacking(why message.Text) value { return value{why: why} }

// jsonValue is a value that was cut out of JSON.
func jsonValue(s string) value { return value{text: jsontext.Text(s), json: s, found: true} }

// got returns the value as a reader sees it.
func (v value) got() string {
	if !v.found {
		return v.why.String()
	}
	return v.text
}

func (v value) isString() bool { return strings.HasPrefix(v.json, `"`) }

// holds evaluates a predicate. A value that is not there satisfies isFalse and nothing else: a
// check of nothing must not pass. Loose is the comparison with a learner's answer.
func (v value) holds(predicate, want string, loose bool) bool {
	if predicate == "isFalse" {
		return !v.found || v.text == "" && v.json == "" || v.text == "false" || v.text == "null"
	}
	if !v.found {
		return false
	}
	switch predicate {
	case "exists":
		return true
	case "isTrue":
		return v.text == "true"
	case "isNumber":
		return script.IsNumber(v.text) && !v.isString()
	case "isBoolean":
		return (v.text == "true" || v.text == "false") && !v.isString()
	case "isString":
		return v.json == "" || v.isString()
	case "isArray":
		return strings.HasPrefix(v.json, "[")
	case "==":
		return v.equal(want, loose)
	case "!=":
		return !v.equal(want, loose)
	case "startsWith":
		return strings.HasPrefix(v.text, want)
	case "endsWith":
		return strings.HasSuffix(v.text, want)
	case "includes", "contains":
		return v.includes(want, loose)
	case "excludes":
		return !v.includes(want, loose)
	case "matches":
		p, problem := script.CompilePattern(want) // made of an answer, it may be none
		return problem == nil && p.Match(v.text)
	}
	return ordered(predicate, v.text, want)
}

// equal compares JSON deeply, numbers as numbers and all else as text. A JSON string is text even
// if it looks like a number: "5" is not "005".
func (v value) equal(want string, loose bool) bool {
	if strings.HasPrefix(want, "{") || strings.HasPrefix(want, "[") {
		a, okA := canonical(v.jsonText(), loose)
		b, okB := canonical(want, loose)
		return okA && okB && a == b
	}
	if script.IsNumber(v.text) && script.IsNumber(want) && !v.isString() {
		return compareNumbers(v.text, want) == 0
	}
	return v.text == want
}

// jsonText returns the value as JSON: a list of texts as an array of strings.
func (v value) jsonText() string {
	if v.list == nil {
		return v.text
	}
	b := []byte{'['}
	for i, s := range v.list {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendString(b, s)
	}
	return string(append(b, ']'))
}

// includes reports whether an element equals want, or whether the text holds it.
func (v value) includes(want string, loose bool) bool {
	if v.list != nil {
		return slices.Contains(v.list, want)
	}
	if !strings.HasPrefix(v.json, "[") {
		return strings.Contains(v.text, want)
	}
	ok := false
	jsontext.Each(v.json, 0, func(_ string, from, to int) bool {
		ok = jsonValue(v.json[from:to]).equal(want, loose)
		return !ok
	})
	return ok
}

// ordered compares with a number by number, with anything else by text. A text that is not a number is neither more
// nor less than a number: "5.0.0" is not between 48 and 52. A percentage is its number: "50 %" is 50.
func ordered(predicate, a, b string) bool {
	order := strings.Compare(a, b)
	if script.IsNumber(b) {
		a = strings.TrimRight(strings.TrimSuffix(a, "%"), " ")
		if !script.IsNumber(a) {
			return false
		}
		order = compareNumbers(a, b)
	}
	switch predicate {
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	}
	return false
}

// compareNumbers compares integers exactly and others as floating point.
func compareNumbers(a, b string) int {
	x, errX := strconv.ParseInt(a, 10, 64)
	y, errY := strconv.ParseInt(b, 10, 64)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	f, _ := strconv.ParseFloat(a, 64)
	g, _ := strconv.ParseFloat(b, 64)
	return cmp.Compare(f, g)
}

// plainNumber writes equal numbers alike: 1.0 and 1 are equal.
func plainNumber(s string) string {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
