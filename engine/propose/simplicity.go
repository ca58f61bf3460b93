package propose

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// What parts of a design count for its simplicity. A delete by age that has to find and delete its entities is a job
// that somebody has to write and watch, and counts as a store.
const (
	ofStore   = 10
	ofTable   = 3
	ofSpecial = 2 // a bucket, list, sparse store, series or blob; work of the client for a question
)

func simplicity(forms []*form, texts []string, v *plan.Measure) int {
	n := 0
	var tables []string
	for i, f := range forms {
		n += ofStore + len(f.part) + len(f.rowKeys)
		if f.period != "" {
			n++
		}
		for _, p := range f.part {
			if p.bucket > 0 {
				n += ofSpecial
			}
		}
		if f.option != "" || len(f.where) > 0 {
			n += ofSpecial
		}
		tables = lists.Add(tables, tableIn(texts[i]))
	}
	n += ofTable * len(tables)
	for i := range v.Asks {
		if v.Asks[i].Work {
			n += ofSpecial
		}
	}
	for i := range v.Writes {
		if v.Writes[i].Finds {
			n += ofStore
		}
	}
	return n
}

// tableIn returns the table of a store, which is its third part.
func tableIn(text string) string {
	for range 2 {
		_, text, _ = strings.Cut(text, " | ")
	}
	table, _, _ := strings.Cut(text, " | ")
	return table
}

// unusual counts the inverted orders of kinds of which nobody asks for the newest, and the bases whose keys do not have
// what identifies an entity.
func unusual(s *sheet.Sheet, forms []*form) (n int) {
	for i, f := range forms {
		if f.has(LogTail) && !slices.ContainsFunc(s.Asks, func(a sheet.Ask) bool {
			return a.Kind == s.Kinds[f.kind].Name && a.Order.Descending()
		}) {
			n++
		}
		if base(forms[:i+1], f.kind) == f && !f.identifies(s) {
			n++
		}
	}
	return n
}

// identifies reports whether the keys of a form have what identifies an entity of its kind.
func (f *form) identifies(s *sheet.Sheet) bool {
	keys := f.keys(s)
	return !slices.ContainsFunc(identity(s, f.kind), func(k key) bool { return k.ref.Kind == f.kind && !has(keys, k.ref) })
}

// digits counts the digits of periods.
func digits(forms []*form) (n int) {
	for _, f := range forms {
		for _, p := range f.part {
			n += sheet.UnitDigits(p.unit)
		}
		if _, unit, found := strings.Cut(strings.Trim(f.period, "{}"), ":"); found {
			n += sheet.UnitDigits(unit)
		}
	}
	return n
}
