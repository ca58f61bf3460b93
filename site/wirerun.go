package main

// The answers of the engine about clients that run side by side, loads and designs.

// Attempt is one sending of a request. Times are virtual ms since the run began.
type Attempt struct {
	Start  float64 `json:"start"`
	End    float64 `json:"end"`
	Status int     `json:"status"` // 0 if no answer came
	Code   string  `json:"code"`
	Wait   float64 `json:"wait"` // ms before it
}

// Typed is an entity as a class of the client reads it.
type Typed struct {
	Type   string      `json:"type"`
	Error  string      `json:"error"`  // "" if it could be read
	Fields [][3]string `json:"fields"` // name, type, value
}

// Load is the outcome of synthetic load.
type Load struct {
	Rate           int             `json:"rate"` // requests a second
	Seconds        int             `json:"seconds"`
	Sent           int             `json:"sent"`
	Accepted       int             `json:"accepted"`
	Throttled      int             `json:"throttled"` // attempts that were refused
	Failed         int             `json:"failed"`    // requests that were never accepted
	P50            float64         `json:"p50"`       // ms
	P95            float64         `json:"p95"`
	P99            float64         `json:"p99"`
	Hottest        float64         `json:"hottest"`    // percent of the load on the busiest partition
	Partitions     []LoadPartition `json:"partitions"` // the busiest, by requests sent
	PartitionCount int             `json:"partitionCount"`
	Heat           Heat            `json:"heat"`
	Before         NodeMap         `json:"before"`
	Nodes          NodeMap         `json:"nodes"` // at the end
	Events         []LoadEvent     `json:"events"`
}

// LoadPartition is what one partition got.
type LoadPartition struct {
	Name      string `json:"name"`
	Node      string `json:"node"`
	Sent      int    `json:"sent"`
	Throttled int    `json:"throttled"`
	Peak      int    `json:"peak"` // per second
}

// Heat is a load by key range and time.
type Heat struct {
	Step   int       `json:"step"`   // ms
	Target int       `json:"target"` // requests a second that one partition takes
	Rows   []HeatRow `json:"rows"`
}

// HeatRow is a range of keys; each cell is requests sent and of these throttled.
type HeatRow struct {
	Low   string   `json:"low"`
	High  string   `json:"high"`
	Cells [][2]int `json:"cells"`
}

// NodeMap says which node serves which ranges.
type NodeMap struct {
	Nodes []Node `json:"nodes"`
}

// Node is one server of the cluster.
type Node struct {
	Name   string      `json:"name"`
	Ranges []NodeRange `json:"ranges"`
}

// NodeRange is neighbouring partitions that one node serves.
type NodeRange struct {
	Table      string  `json:"table"`
	Low        string  `json:"low"`
	High       string  `json:"high"`
	Partitions int     `json:"partitions"`
	Rate       float64 `json:"rate"`
	Throttled  int     `json:"throttled"`
}

// LoadEvent is a decision of the cluster.
type LoadEvent struct {
	At   float64 `json:"at"`   // ms since the load began
	Kind string  `json:"kind"` // split, merge, move
	Text string  `json:"text"`
}

// Design is the verdict on a design of keys.
type Design struct {
	Copies           []DesignCopy    `json:"copies"`
	Patterns         []DesignPattern `json:"patterns"`
	Hottest          float64         `json:"hottest"` // percent
	HottestPartition string          `json:"hottestPartition"`
	Entities         int             `json:"entities"`
	Bytes            int             `json:"bytes"`
	Ratio            float64         `json:"ratio"`        // bytes in percent of the first copy alone
	Transactions     float64         `json:"transactions"` // per 100 calls of the mix
}

// DesignCopy is one stored copy of every entity.
type DesignCopy struct {
	Name       string `json:"name"`
	Table      string `json:"table"`
	Partition  string `json:"partition"` // templates
	Row        string `json:"row"`
	Partitions int    `json:"partitions"`
	Bytes      int    `json:"bytes"`
}

// DesignPattern is an access pattern of the workload, and what it costs in this design.
type DesignPattern struct {
	Name         string  `json:"name"`
	Share        float64 `json:"share"` // percent of the calls
	Class        string  `json:"class"`
	Reason       string  `json:"reason"`
	Read         int     `json:"read"`
	Returned     int     `json:"returned"`
	Requests     int     `json:"requests"`
	Roundtrips   int     `json:"roundtrips"`
	Transactions int     `json:"transactions"`
	Budget       string  `json:"budget"` // in words, "" if there is none
	Pass         bool    `json:"pass"`
	Said         string  `json:"said"` // why it fails, or what it costs
}
