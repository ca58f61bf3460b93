package main

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// gridRows is how many rows of an answer a page holds; the live grid shows more on demand.
const gridRows = 12

// keyColumns come first.
var keyColumns = []string{"PartitionKey", "RowKey"}

// entitiesOf returns the entities of an answer: "value" of a query, or one entity. It is false if
// the body holds none.
func entitiesOf(body string) ([]Entity, bool) {
	var one Entity
	if json.Unmarshal([]byte(body), &one) != nil || one == nil || one.Get("odata.error") != nil {
		return nil, false
	}
	value := one.Get("value")
	if len(value) == 0 || value[0] != '[' {
		return []Entity{one}, true
	}
	var list []Entity
	if json.Unmarshal(value, &list) != nil {
		return nil, false
	}
	return list, true
}

// isAnnotation is true for a member that describes others and is no property.
func isAnnotation(name string) bool {
	return strings.HasPrefix(name, "odata.") || strings.Contains(name, "@odata.")
}

// columns returns the properties of all entities in order of appearance: keys first, Timestamp last
// unless it is hidden.
func columns(entities []Entity, hideTimestamp bool) []string {
	var names []string
	seen := map[string]bool{}
	for _, e := range entities {
		for _, m := range e {
			if !seen[m.Name] && !isAnnotation(m.Name) {
				seen[m.Name] = true
				names = append(names, m.Name)
			}
		}
	}
	rank := func(name string) int {
		if i := slices.Index(keyColumns, name); i >= 0 {
			return i
		}
		if name == "Timestamp" {
			return len(keyColumns) + 1
		}
		return len(keyColumns)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	if n := len(names); hideTimestamp && n > 1 && names[n-1] == "Timestamp" {
		names = names[:n-1]
	}
	return names
}

var numberTypes = []string{"Edm.Int32", "Edm.Int64", "Edm.Double"}

// isNumeric is true for a column that holds numbers only.
func isNumeric(entities []Entity, name string) bool {
	found := false
	for _, e := range entities {
		v := e.Get(name)
		if v == nil || string(v) == "null" {
			continue
		}
		var typ string
		_ = json.Unmarshal(e.Get(name+"@odata.type"), &typ) // absent for the types that JSON knows
		if c := v[0]; c != '-' && (c < '0' || c > '9') && !slices.Contains(numberTypes, typ) {
			return false
		}
		found = true
	}
	return found
}

// cellText writes a value as the grid shows it: text as it is, everything else as JSON.
func cellText(v json.RawMessage) string {
	if v == nil {
		return ""
	}
	var s string
	if json.Unmarshal(v, &s) == nil && v[0] == '"' {
		return s
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err == nil && f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64) // 41.0 is 41, as JavaScript writes it
	}
	return string(v)
}

// longestValue and valueStart are how many characters of a value a table shows: all of them, or if
// there are more, the first.
const (
	longestValue = 500
	valueStart   = 100
)

// shortened cuts a long value, and says how long it is; quotes around it do not count.
func (b *Baker) shortened(text string) string {
	runes := []rune(text)
	n := len(runes)
	if n <= longestValue {
		return text
	}
	if runes[0] == '"' {
		n -= len(`""`)
	}
	return string(runes[:valueStart]) + b.x.T("value.cut", "n", n)
}

// grid draws entities as a table: keys first, numbers to the right. On a phone rows become cards.
func (b *Baker) grid(entities []Entity, title string) string {
	names := columns(entities, true)
	numeric := map[string]bool{}
	for _, n := range names {
		numeric[n] = !slices.Contains(keyColumns, n) && isNumeric(entities, n)
	}
	label := b.x.T("result.caption", "title", title)
	head := each(names, func(_ int, n string) string {
		return `<th scope="col"` + columnAttrs(n, numeric) + `>` + esc(n) + `</th>`
	})
	shown := min(len(entities), gridRows)
	if b.rows > 0 {
		shown = min(shown, b.rows)
	}
	rows := each(entities[:shown], func(_ int, e Entity) string {
		return b.gridRow(e, names, numeric)
	})
	out := scroll(label, `<table class="grid" data-cards="">`+caption(label)+
		`<thead><tr>`+head+`</tr></thead><tbody>`+rows+`</tbody></table>`)
	if rest := len(entities) - shown; rest > 0 {
		out += `<p class="grid-more quiet">` + b.t("result.more", "n", rest) + `</p>`
	}
	return out
}

func (b *Baker) gridRow(e Entity, names []string, numeric map[string]bool) string {
	return `<tr>` + each(names, func(_ int, n string) string {
		text := esc(b.shortened(cellText(e.Get(n))))
		if n == "RowKey" {
			text = cmp.Or(text, `""`) // a key may be empty
			return `<th scope="row" class="rk" data-label="RowKey">` + text + `</th>`
		}
		return `<td` + columnAttrs(n, numeric) + attr("data-label", n) + `>` + text + `</td>`
	}) + `</tr>`
}

func columnAttrs(name string, numeric map[string]bool) string {
	return attr("class", keyClass(name)) + bare("data-num", numeric[name])
}

func keyClass(name string) string {
	switch name {
	case "PartitionKey":
		return "pk"
	case "RowKey":
		return "rk"
	}
	return ""
}
