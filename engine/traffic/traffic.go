// Package traffic makes the load of a data centre from a sheet and one of its designs: each table with its PartitionKey
// template is a part, and what questions and writes ask of its partitions at peak are the shares that package plan
// calculates. So the busiest partition of the model is the one that the workbench names.
//
// Two things that a sheet does not say are chosen here: which partition has which number, and that all shares but the
// largest follow the skew of the attributes. Not here: the formulas (package plan) and the run (package datacentre).
package traffic

import (
	"math"
	"strconv"
	"strings"

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
		spread := t.Spread
		if t.Busiest > 0 { // those of other times are partitions, too
			spread = math.Max(spread, math.Ceil(1/math.Max(1e-9, t.Busiest)-1e-9))
		}
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

// Template is the template of a PartitionKey with a rate of requests. Reads ask for the keys that are written, as the
// generators of package datacentre do.
type Template struct {
	Keys       string   // such as {customer}_{at:minute}
	Attributes []string // as a sheet has them, without the kind: "customer, text 8, 10000 values, zipf 1"
	Rate       float64  // requests a second
	Writes     float64  // percent of them
}

// Text returns a sheet with one kind and one write, in its text form, whose PartitionKey is the template.
func (t *Template) Text() string {
	lines := []string{"# @sheet own keys, peak 1", "# @entity row, 1 million"}
	for _, a := range t.Attributes {
		lines = append(lines, "# @attribute row."+a)
	}
	rate := strconv.FormatFloat(max(t.Rate, 0.001), 'f', -1, 64) + "/s"
	lines = append(lines, "# @attribute row.rowNumber, long, identity", "# @do write, "+rate+", insert row",
		"", "### Own keys", "# @keys "+t.Keys+" | {rowNumber} | Own")
	return strings.Join(lines, "\n") + "\n"
}

// Parts returns the load of a template. Messages say what is wrong with the sheet that is made of it; without parts and
// messages the keys are not valid.
func (t *Template) Parts() ([]datacentre.Part, []sheet.Message) {
	s, messages := sheet.Parse(t.Text())
	if sheet.Failed(messages) || len(s.Designs) != 1 {
		return nil, messages
	}
	var parts []datacentre.Part
	for _, p := range places(s, 0) {
		p.Traffic = t.mixed(p.Traffic)
		parts = append(parts, part(&p))
	}
	return parts, nil
}

// mixed makes reads of a part of the writes.
func (t *Template) mixed(list []plan.Traffic) (out []plan.Traffic) {
	for _, w := range list {
		r := w
		w.Rate, r.Rate = w.Rate*t.Writes/100, w.Rate*(1-t.Writes/100)
		r.What, r.Writes = "read", false
		out = append(out, w, r)
	}
	return out
}
