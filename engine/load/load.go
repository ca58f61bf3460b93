// Package load sends requests to a cluster at a steady rate, in virtual time, and counts what is
// refused: by second, by partition and by node. Refused requests are repeated as a client would.
//
// Nothing is stored, billed, or answered one by one: a load of 200,000 requests takes as long as the
// decisions about them. Not here: what a script says about its load (package script), how its requests
// are made (package client), and the targets of partitions and nodes (package cluster).
package load

import (
	"time"

	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// Job is what a load does.
type Job struct {
	Spec    script.LoadSpec
	Retry   script.RetryPolicy
	Start   time.Time
	Request cluster.Load   // each of them, without its partition
	Latency explain.Record // what one of them does that takes time
	Source  Source
}

// Source says which partition each request of a load goes to.
type Source interface {
	// Partition returns the PartitionKey of request number i, which is sent at a time.
	// Errors: any ends the load.
	Partition(i int, at time.Time) (string, error)
}

// Report is the outcome of a load. Sent, Accepted, Throttled and Failed count requests; partitions, heat and nodes
// count entities, as the targets do.
type Report struct {
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
	Partitions     []Partition     `json:"partitions"`
	PartitionCount int             `json:"partitionCount"`
	Heat           Heat            `json:"heat"`
	Before         cluster.NodeMap `json:"before"`
	Nodes          cluster.NodeMap `json:"nodes"` // at the end
	Events         []Event         `json:"events"`

	Served    int           `json:"-"` // requests a second that were served
	Entities  int           `json:"-"` // of each request
	NodeCount int           `json:"-"` // nodes that served the table at the end
	End       time.Duration `json:"-"` // when the last answer came, since the load began
}

// Partition is one of the busiest partitions.
type Partition struct {
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

// Event is a change of the node map.
type Event struct {
	At        int          `json:"at"` // ms since the load began
	Kind      cluster.Kind `json:"kind"`
	Text      string       `json:"text"`
	Sentences message.Text `json:"sentences"` // of the text
}
