package traffic

import (
	"strconv"
	"strings"

	"rowkey/engine/datacentre"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

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
