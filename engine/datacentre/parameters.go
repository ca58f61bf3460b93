package datacentre

import (
	"cmp"

	"rowkey/engine/units"
)

// Parameters are the numbers of the model. All can be changed; [Settings] describes them.
type Parameters struct {
	Servers         float64 `json:"servers"`
	Ranges          float64 `json:"ranges"`
	PartitionTarget float64 `json:"partitionTarget"`
	AccountTarget   float64 `json:"accountTarget"`
	ServerCapacity  float64 `json:"serverCapacity"`
	Window          float64 `json:"window"`
	SplitShare      float64 `json:"splitShare"`
	SplitSeconds    float64 `json:"splitSeconds"`
	OffloadShare    float64 `json:"offloadShare"`
	OffloadGain     float64 `json:"offloadGain"`
	MoveSeconds     float64 `json:"moveSeconds"`
	MergeShare      float64 `json:"mergeShare"`
	MergeSeconds    float64 `json:"mergeSeconds"`
	Changes         float64 `json:"changes"`
	ColdShare       float64 `json:"coldShare"`
	WarmSeconds     float64 `json:"warmSeconds"`
}

// Source says where the default of a setting comes from.
type Source string

// The sources.
const (
	Target Source = "target" // published: Scalability and performance targets for Table storage
	Paper  Source = "paper"  // published: Windows Azure Storage, SOSP 2011
	Ours   Source = "ours"   // chosen here, so that ten minutes show what happens
)

// Setting describes one of the parameters.
type Setting struct {
	Name    string  `json:"name"`
	Unit    string  `json:"unit"`
	Source  Source  `json:"source"`
	Default float64 `json:"default"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
	Whole   bool    `json:"whole"` // takes no fractions
	field   func(*Parameters) *float64
}

// Settings are all parameters in the order of a page.
var Settings = []Setting{
	{"servers", "servers", Ours, 1000, 1, 1000, true, func(p *Parameters) *float64 { return &p.Servers }},
	{"ranges", "ranges", Ours, 0, 0, 10_000, true, func(p *Parameters) *float64 { return &p.Ranges }},
	{"partitionTarget", "entities/s", Target, units.PartitionTarget, 1, 1e9, false,
		func(p *Parameters) *float64 { return &p.PartitionTarget }},
	{"accountTarget", "entities/s", Target, 0, 0, 1e12, false, func(p *Parameters) *float64 { return &p.AccountTarget }},
	{"serverCapacity", "entities/s", Ours, 20_000, 1, 1e9, false,
		func(p *Parameters) *float64 { return &p.ServerCapacity }},
	{"window", "s", Ours, 10, 1, 60, true, func(p *Parameters) *float64 { return &p.Window }},
	{"splitShare", "%", Ours, 60, 1, 1000, false, func(p *Parameters) *float64 { return &p.SplitShare }},
	{"splitSeconds", "s", Ours, 15, 1, 3600, true, func(p *Parameters) *float64 { return &p.SplitSeconds }},
	{"offloadShare", "%", Ours, 80, 1, 1000, false, func(p *Parameters) *float64 { return &p.OffloadShare }},
	{"offloadGain", "%", Ours, 10, 1, 100, false, func(p *Parameters) *float64 { return &p.OffloadGain }},
	{"moveSeconds", "s", Paper, 2, 1, 10, true, func(p *Parameters) *float64 { return &p.MoveSeconds }},
	{"mergeShare", "%", Ours, 1, 0, 100, false, func(p *Parameters) *float64 { return &p.MergeShare }},
	{"mergeSeconds", "s", Ours, 120, 1, units.Day, true, func(p *Parameters) *float64 { return &p.MergeSeconds }},
	{"changes", "in a second", Ours, 10, 0, 1000, true, func(p *Parameters) *float64 { return &p.Changes }},
	{"coldShare", "%", Ours, 25, 1, 100, false, func(p *Parameters) *float64 { return &p.ColdShare }},
	{"warmSeconds", "s", Ours, 60, 1, 3600, true, func(p *Parameters) *float64 { return &p.WarmSeconds }},
}

// Defaults returns the default parameters.
func Defaults() Parameters {
	var p Parameters
	for i := range Settings {
		*Settings[i].field(&p) = Settings[i].Default
	}
	return p
}

// ranges returns how many ranges there are at the beginning: one for each server, unless a number is given.
func (p *Parameters) ranges(partitions int) int {
	n := int(cmp.Or(p.Ranges, p.Servers))
	return max(1, min(n, partitions))
}

// share returns a percentage of what a server can take.
func (p *Parameters) share(percent float64) float64 { return p.ServerCapacity * percent / 100 }
