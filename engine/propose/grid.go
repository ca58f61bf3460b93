package propose

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

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
			cell := []part{
				{key: n.span, bands: x.bands(a.Range, fine)}, {key: n.across, bands: x.bands(a.Across, fine)},
			}
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
