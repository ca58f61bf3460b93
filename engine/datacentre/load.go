package datacentre

import (
	"cmp"
	"math"

	"rowkey/engine/order"
)

// Load is what is asked of a data centre.
type Load struct {
	Parts   []Part  `json:"parts"`
	Retry   Retry   `json:"retry"`
	Seconds float64 `json:"seconds"`
	Seed    float64 `json:"seed"`
	Price   float64 `json:"price"` // of 10,000 transactions, 0 if it is unknown
}

// Part is a table with its keys, and what is asked of it.
type Part struct {
	Table         string  `json:"table"`
	Keys          Keys    `json:"keys"`
	Prefix        string  `json:"prefix"`     // of every PartitionKey
	Partitions    float64 `json:"partitions"` // of the table
	Rate          float64 `json:"rate"`       // requests a second, without those that are repeated
	Reads         float64 `json:"reads"`      // shares of the requests: percent, or parts of their sum
	Writes        float64 `json:"writes"`
	Scans         float64 `json:"scans"`
	ReadEntities  float64 `json:"readEntities"` // of one request of each sort
	WriteEntities float64 `json:"writeEntities"`
	ScanEntities  float64 `json:"scanEntities"`
	Spread        float64 `json:"spread"`  // percent of the requests that ask for any partition, equally often
	Period        float64 `json:"period"`  // seconds after which time keys name another partition
	Buckets       float64 `json:"buckets"` // of hash prefixes
	Skew          float64 `json:"skew"`    // exponent of Zipf: the n-th tenant is asked n^-skew as often as the first
	Largest       float64 `json:"largest"` // percent of the requests that one tenant makes; 0 for what Zipf gives it
	Begins        float64 `json:"begins"`  // second in which an import begins
	Ends          float64 `json:"ends"`    // and in which it is over
	Cold          bool    `json:"cold"`    // the table is new, and has to warm up

	place *Place
}

// Keys says how PartitionKeys are made, and so which of them are asked for.
type Keys string

// The generators of keys.
const (
	Even     Keys = "even"     // a hash: each partition as often as any other
	Time     Keys = "time"     // the time: everything goes to the newest partition
	Inverted Keys = "inverted" // the time counted down: the newest partition is the first
	Prefix   Keys = "prefix"   // a bucket before the time: the newest partition of each bucket
	Tenants  Keys = "tenants"  // customers, some of them much larger than others
	Import   Keys = "import"   // a sorted file that is written from the first key to the last
	Sheet    Keys = "sheet"    // those of a [Place], with the rates of a sheet
)

// Generators are the values of Part.Keys that a page offers; [Sheet] follows from a design.
var Generators = []Keys{Even, Time, Inverted, Prefix, Tenants, Import}

// DefaultPart returns a part with the defaults.
func DefaultPart() Part {
	return Part{
		Table: "Main", Keys: Even, Partitions: 100_000, Rate: 1_000_000, Reads: 60, Writes: 40,
		ReadEntities: 1, WriteEntities: 1, ScanEntities: 100, Period: 30, Buckets: 16, Skew: 1, Begins: 60, Ends: 180,
	}
}

// DefaultLoad returns a load with the defaults, without parts.
func DefaultLoad() Load { return Load{Retry: DefaultRetry(), Seconds: 600, Seed: 1} }

// mix returns what one request of a part counts against the targets, reads and writes on average.
func (p *Part) mix() (units, read, written float64) {
	if p.place != nil {
		return p.place.mix()
	}
	all := p.Reads + p.Writes + p.Scans
	read = (p.Reads*p.ReadEntities + p.Scans*p.ScanEntities) / all
	written = p.Writes * p.WriteEntities / all
	return read + written, read, written
}

// Thin reduces the partitions of designs, those of the largest places first, until the load has at most as many as
// [Check] accepts. A partition of the model is then several of the design. Parts that were entered by hand stay as they
// are, and so do keys that name a time.
func (l *Load) Thin() {
	left, sizes := l.remaining()
	order.By(sizes, cmp.Compare)
	for i, n := range sizes {
		each := math.Max(1, math.Floor(left/float64(len(sizes)-i)))
		if n > each {
			l.most(each)
			return
		}
		left -= n
	}
}

// remaining returns how many partitions are left for places whose keys name no time, and how many each of them has;
// none if the load is wrong.
func (l *Load) remaining() (left float64, sizes []float64) {
	if !(l.Seconds >= 1 && l.Seconds <= MaxSeconds) {
		return 0, nil
	}
	c := &checker{}
	left = MaxPartitions
	for i := range l.Parts {
		p := &l.Parts[i]
		if c.part("", p); len(c.messages) > 0 {
			return 0, nil
		}
		if n := float64(layoutOf(p, int(l.Seconds)).n); p.Keys == Sheet {
			sizes = append(sizes, n)
		} else {
			left -= n
		}
	}
	return left, sizes
}

// most gives each place whose keys name no time at most so many partitions.
func (l *Load) most(n float64) {
	for i := range l.Parts {
		if p := &l.Parts[i]; p.Keys == Sheet {
			p.Partitions = math.Min(p.Partitions, n)
		}
	}
}

// total returns how many partitions there are of the keys of a block, if not all are told apart.
func (b *block) total() float64 {
	if b.Keys == Sheet {
		return math.Max(float64(b.n()), b.place.Total)
	}
	return float64(b.n())
}
