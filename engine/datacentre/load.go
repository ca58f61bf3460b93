package datacentre

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
