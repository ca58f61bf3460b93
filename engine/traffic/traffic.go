// Package traffic makes the load of a data centre from a sheet and one of its designs: each table with its PartitionKey
// template is a part, and what questions and writes ask of its partitions at peak are the shares that package plan
// calculates. So the busiest partition of the model is the one that the workbench names.
//
// Two things that a sheet does not say are chosen here: which partition has which number, and that all shares but the
// largest follow the skew of the attributes. Not here: the formulas (package plan) and the run (package datacentre).
package traffic

import (
	"math"

	"rowkey/engine/datacentre"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// MaxPlace is the largest number of partitions of a place. Above it, a partition of the model is several of the design.
const MaxPlace = 400_000

// mostBuckets is the largest number of values for which times are distinguished.
const mostBuckets = 1000

// Parts returns the load of a design of a sheet without errors after its users have grown by a factor; ok is false if
// the sheet has no such design, or it is not valid.
func Parts(s *sheet.Sheet, design int, factor float64) (parts []datacentre.Part, ok bool) {
	if design < 0 || design >= len(s.Designs) {
		return nil, false
	}
	for _, p := range places(s.Grow(sheet.Users, factor), design) {
		parts = append(parts, part(&p))
	}
	return parts, len(parts) > 0
}

// places returns what a design is asked, nothing if it is not valid.
func places(s *sheet.Sheet, design int) []plan.Place {
	m := plan.NewModel(s)
	d := keys.Parse(m.Facts, &s.Designs[design])
	if d.Problems = append(d.Problems, d.Check(m.Facts)...); !d.Valid() {
		return nil
	}
	return m.Places(d)
}

// part lays out a place.
func part(p *plan.Place) datacentre.Part {
	place := &datacentre.Place{Before: p.Before, After: p.After, Front: p.Front, Whole: p.Whole,
		Total: math.Floor(p.Values)}
	partitions := p.Values
	for _, t := range p.Traffic {
		spread := math.Max(t.Spread, math.Ceil(1/math.Max(1e-9, t.Busiest)-1e-9)) // those of other times are partitions, too
		partitions = math.Max(partitions, spread)
		place.Asks = append(place.Asks, datacentre.PlaceAsk{
			What: t.What, Rate: t.Rate, First: t.Busiest, Spread: spread, Skew: p.Skew, Writes: t.Writes, Read: t.Read,
		})
	}
	out := datacentre.PlacePart(p.Table, math.Min(MaxPlace, partitions), place)
	if period := periods[p.Unit]; period > 0 && even(p) {
		return out.InTime(math.Min(mostBuckets, math.Round(p.Values)), period, p.Down)
	}
	return out
}

// periods are the units of time that change within a run, in seconds.
var periods = map[string]float64{"minute": 60, "second": 1, "tick": 1}

// even reports whether all values of a place are asked alike, so that only the time tells its partitions apart.
func even(p *plan.Place) bool { return p.Skew == 0 && p.Values <= mostBuckets }
