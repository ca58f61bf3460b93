package client

import (
	"rowkey/engine/cluster"
	"rowkey/engine/jsontext"
)

// Load is what became of a block with @load. Requests are counted in sent, accepted, throttled and
// failed; entities, which the targets are about, in the partitions, the heat and the nodes.
type Load struct {
	Rate      int `json:"rate"` // requests a second, as asked for
	Seconds   int `json:"seconds"`
	Sent      int `json:"sent"`      // requests, without repetitions
	Accepted  int `json:"accepted"`  // requests that were served, if need be at a later attempt
	Throttled int `json:"throttled"` // attempts that were refused
	Failed    int `json:"failed"`    // requests that were never served

	P50 int `json:"p50"` // ms from the first attempt to the answer, of the requests served
	P95 int `json:"p95"`
	P99 int `json:"p99"`

	Hottest        jsontext.Raw    `json:"hottest"` // percent of the load on the busiest partition
	Partitions     []LoadPartition `json:"partitions"`
	PartitionCount int             `json:"partitionCount"`
	Heat           Heat            `json:"heat"`
	Before         cluster.NodeMap `json:"before"`
	Nodes          cluster.NodeMap `json:"nodes"` // at the end
	Events         []LoadEvent     `json:"events"`

	served int // requests a second that were served
	nodes  int // that served the table at the end
}

// LoadPartition is one of the partitions that were asked most.
type LoadPartition struct {
	Name      string `json:"name"`
	Node      string `json:"node"` // at the end
	Sent      int    `json:"sent"` // entities, repetitions included
	Throttled int    `json:"throttled"`
	Peak      int    `json:"peak"` // the largest number of a second
}

// Heat is the load by key and time.
type Heat struct {
	Step   int       `json:"step"`   // ms
	Target int       `json:"target"` // of a partition, entities per second
	Rows   []HeatRow `json:"rows"`   // in key order
}

// HeatRow is the partitions from Low to High, inclusive.
type HeatRow struct {
	Low   string   `json:"low"`
	High  string   `json:"high"`
	Cells [][2]int `json:"cells"` // entities: asked for, refused
}

// LoadEvent is a change of the node map.
type LoadEvent struct {
	At   int          `json:"at"` // ms since the load began
	Kind cluster.Kind `json:"kind"`
	Text string       `json:"text"`
}
