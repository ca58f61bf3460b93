package propose

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// How a key is written.
type how uint8

const (
	plain how = iota
	upwards
	downwards
)

// part is a segment of a template: a key in a form.
type part struct {
	key
	how    how
	unit   string // of a period
	bucket int
	bands  int // into which a range of numbers is divided
}

// coarse reports whether a segment does not tell the value of its key.
func (p part) coarse() bool { return p.bucket > 0 || p.unit != "" || p.bands > 0 }

// text writes a segment. A number has as many digits as its values need, which keeps keys in order and short.
func (p part) text(m *plan.Model) string {
	t := typeOf(m.Facts.Sheet, p.key)
	number := t.Name == sheet.Int || t.Name == sheet.Long
	digits := m.Facts.Digits(m.Facts.Canonical(p.ref))
	switch {
	case p.bucket > 0:
		return "{" + p.name + ":" + strconv.Itoa(p.bucket) + "%}"
	case p.bands > 0:
		return "{" + p.name + ":" + strconv.Itoa(p.bands) + "#}"
	case p.unit != "":
		return "{" + p.name + ":" + p.unit + "}"
	case p.how != downwards && caseless(m.Facts.Sheet, p.key):
		return "{" + p.name + ":low}"
	case p.how == downwards && (number || t.Name == sheet.Time):
		return "{" + p.name + ":-}"
	case t.Name == sheet.Time && t.Unit == "":
		return "{" + p.name + ":tick}"
	case number && (p.how != plain || p.padded(m, digits)):
		return "{" + p.name + ":" + strconv.Itoa(digits) + "}"
	case p.how != plain && t.Name == sheet.Double:
		return "{" + p.name + ":" + strconv.Itoa(decimals) + ".2}"
	}
	return "{" + p.name + "}"
}

// padded reports whether a whole number that nothing is ordered by is shorter with as many digits as its values need.
func (p part) padded(m *plan.Model, digits int) bool {
	ref := m.Facts.Canonical(p.ref)
	return ref.Attr != sheet.Whole && !m.Facts.Sheet.Kinds[ref.Kind].Attributes[ref.Attr].Signed &&
		digits < m.Facts.Width(ref)
}

// decimals are the digits of a decimal number in a key: up to ten thousand million, with two places.
const decimals = 12

// join writes segments with a text between two of them that cannot be part of the first.
func join(m *plan.Model, parts []part) string {
	var b strings.Builder
	for i, p := range parts {
		b.WriteString(p.text(m))
		if i+1 < len(parts) {
			b.WriteString(p.separator(m))
		}
	}
	return b.String()
}

func (p part) separator(m *plan.Model) string {
	if p.coarse() || p.how == downwards {
		return "_"
	}
	t := typeOf(m.Facts.Sheet, p.key)
	text := t.Name == "" || t.Name == sheet.Text
	return keys.Separator(m.Facts, p.ref, p.how == upwards && text)
}

// finer are how many bands are as wide as a range together: fewer cells are asked, or less is read beside the range.
var finer = []float64{1, 2}

// grids makes the PartitionKeys of cells for questions with two ranges of numbers: what is known, and a band of each.
// How fine the grid is follows from the width of the ranges.
func (x *maker) grids() []partition {
	var list []partition
	for i := range x.needs {
		n := &x.needs[i]
		if n.ask < 0 || !x.isNumber(n.span) || !x.isNumber(n.across) {
			continue
		}
		a := &x.Asks[n.ask]
		for _, fine := range finer {
			cell := []part{{key: n.span, bands: x.bands(a.Range, fine)}, {key: n.across, bands: x.bands(a.Across, fine)}}
			for _, front := range append([][]part{nil}, x.subsets(n.known)...) {
				p := partition{parts: slices.Concat(front, cell), rules: []Rule{Grid}}
				list = append(list, p)
			}
		}
	}
	return list
}

// bands returns how many bands are as wide as a range, or a part of it.
func (x *maker) bands(r sheet.Range, fine float64) int {
	n := math.Floor(fine/math.Max(x.Part(x.kind, r), 1e-9) + 1e-9)
	return int(math.Min(math.Max(n, 2), template.MaxBands))
}

// isNumber reports whether bands can be made of a key.
func (x *maker) isNumber(k key) bool {
	if k.name == "" {
		return false
	}
	t := typeOf(x.Sheet, k).Name
	return t == sheet.Int || t == sheet.Long || t == sheet.Double
}
