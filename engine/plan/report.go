package plan

import (
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// Report is how the designs of a sheet do. With an error among the messages there are no designs.
type Report struct {
	Messages []sheet.Message `json:"messages"`
	Designs  []DesignReport  `json:"designs"`
}

// DesignReport is how one design does. A design that is not valid is calculated as far as its stores can be read.
type DesignReport struct {
	Name      string           `json:"name"`
	Stores    []StoreReport    `json:"stores"`
	Valid     bool             `json:"valid"`
	Problems  []keys.Problem   `json:"problems"`
	Questions []QuestionReport `json:"questions"` // in the order of the sheet
	Writes    []WriteReport    `json:"writes"`    // in the order of the sheet, with the deletes by age that it implies
	Facts     Facts            `json:"facts"`
	Growth    []GrowthReport   `json:"growth"`
	Breaks    Breach           `json:"breaks"` // what breaks first; its What is "" if nothing does
}

// StoreReport is a store of a design as it is read.
type StoreReport struct {
	Text      string          `json:"text"` // as it was written, without "# @keys"
	Kind      string          `json:"kind"`
	Base      bool            `json:"base"` // the first store of its kind
	Table     []SegmentReport `json:"table"`
	Partition []SegmentReport `json:"partition"`
	Row       []SegmentReport `json:"row"`
	Form      keys.StoreForm  `json:"form"`
	Kept      string          `json:"kept"` // transaction, first, queue or every; "" for the base
	Every     float64         `json:"every"`
	Entities  figure.Figure   `json:"entities"`
	Bytes     figure.Figure   `json:"bytes"`     // of all entities
	EachBytes float64         `json:"eachBytes"` // of one, at most
	Tables    float64         `json:"tables"`    // that its template makes
}

// SegmentReport is a part of a key, for colouring.
type SegmentReport struct {
	Text string `json:"text"` // as written, with braces
	Attr string `json:"attr"` // "" for a literal
	// literal, plain, padded, decimal, inverted, bucket, band, beginning, lower, period or periodDown
	Form string `json:"form"`
	Unit string `json:"unit"` // of a period
}

// QuestionReport is how a design answers one question. Without a store it cannot.
type QuestionReport struct {
	Name       string             `json:"name"`
	Stores     []int              `json:"stores"` // that answer it, the main one first; empty if the design cannot
	Class      string             `json:"class"`  // of package explain, the worst of all requests; blob for blobs alone
	Tables     ask.AccessKind     `json:"tables"`
	Partitions ask.AccessKind     `json:"partitions"`
	Rows       ask.AccessKind     `json:"rows"`
	Intervals  figure.Spread      `json:"intervals"` // tables times partitions that are asked
	Read       figure.Spread      `json:"read"`
	Returned   figure.Spread      `json:"returned"`
	Requests   figure.Spread      `json:"requests"`
	RoundTrips figure.Spread      `json:"roundTrips"`
	Pages      figure.Spread      `json:"pages"`  // of the longest chain
	Answer     figure.Spread      `json:"answer"` // entities that the question wants
	Bytes      figure.Figure      `json:"bytes"`
	Ms         figure.Figure      `json:"ms"`
	ClientWork []string           `json:"clientWork"` // sort, merge, filter, drop, sum, check
	Fetch      bool               `json:"fetch"`      // the rest of each entity is read from the base
	Walk       string             `json:"walk"`       // kind that is read first, to ask the partition of each; "" if none
	Stopped    bool               `json:"stopped"`    // top ends it early
	InTurn     bool               `json:"inTurn"`     // intervals are asked one after the other
	Budget     []ask.BudgetReport `json:"budget"`
	Met        bool               `json:"met"`
}

// WriteReport is what one write costs in a design.
type WriteReport struct {
	Name         string               `json:"name"`
	Verb         string               `json:"verb"`
	Kind         string               `json:"kind"`
	Together     string               `json:"together"`  // the set that it belongs to, "" if none
	CountedIn    string               `json:"countedIn"` // the write with the numbers of the set; "" if it has its own
	Possible     bool                 `json:"possible"`  // the design can find what has to be changed
	Atomic       bool                 `json:"atomic"`    // one transaction does all of it
	Transactions figure.Figure        `json:"transactions"`
	Actions      figure.Figure        `json:"actions"` // entities written
	Requests     figure.Figure        `json:"requests"`
	RoundTrips   figure.Figure        `json:"roundTrips"`
	Read         figure.Figure        `json:"read"` // entities that have to be read first
	Bytes        figure.Figure        `json:"bytes"`
	Stores       []int                `json:"stores"`
	Workflow     []write.WorkflowStep `json:"workflow"` // empty if one transaction does it
	Rules        []RuleReport         `json:"rules"`
	Contention   ContentionReport     `json:"contention"`
	Stale        figure.Figure        `json:"stale"` // seconds after which the last store follows
	Budget       []ask.BudgetReport   `json:"budget"`
	Met          bool                 `json:"met"`
}

// ContentionReport is what a write with a condition meets at the entity that is written most, at peak: its caller reads
// the entity, and writes it if nobody else did within the window. Without a condition all is 0.
// Source: ours; attempts = 1 / (1 - rate x window), as writes that succeed are at least a window apart.
type ContentionReport struct {
	Rate     figure.Figure `json:"rate"`   // writes a second
	All      figure.Figure `json:"all"`    // to all entities together: rate, if they change one at the same time
	Window   figure.Figure `json:"window"` // seconds
	Attempts figure.Figure `json:"attempts"`
	Collapse figure.Figure `json:"collapse"` // the rate at which attempts fail without end
	Shards   int           `json:"shards"`   // rows that share the writes of an entity, 0 for one
	Assumed  bool          `json:"assumed"`  // an update, of which no entity could take all: its sheet has no largest
}

// RuleReport is a rule of a write, and the store that keeps it.
type RuleReport struct {
	Name     string   `json:"name"`     // of the attribute that is unique, or of the kind whose identity must be absent
	Identity []string `json:"identity"` // what is unique of such a kind; empty for an attribute
	Store    int      `json:"store"`    // whose keys nobody gets twice; -1 if two writes at once can break the rule

	Most float64 `json:"most"` // entities that there may be of the kind Name for each of the kind Of; 0 for another rule
	Of   string  `json:"of"`   // whose store holds how many there are
}

// Facts are the numbers of a whole design.
type Facts struct {
	Entities      figure.Figure      `json:"entities"`
	Bytes         figure.Figure      `json:"bytes"`
	BlowUp        figure.Figure      `json:"blowUp"`        // bytes of all stores over those of the bases
	Amplification figure.Figure      `json:"amplification"` // entities written in all stores over those of the sheet
	Workflows     int                `json:"workflows"`
	Refreshes     figure.Figure      `json:"refreshes"`    // requests a second for stores that are rewritten
	RefreshReads  figure.Figure      `json:"refreshReads"` // entities a second that these read
	Hottest       Hottest            `json:"hottest"`
	Account       Load               `json:"account"`
	Refused       figure.Figure      `json:"refused"` // part of the requests at peak
	Month         Month              `json:"month"`
	Budget        []ask.BudgetReport `json:"budget"` // of the whole sheet: partition, account, month, stored, workflows
}

// Load is a rate at peak, in entities written and pages read a second, and how many times it fits below its target.
type Load struct {
	Rate     figure.Figure `json:"rate"`
	Written  figure.Figure `json:"written"` // entities alone; how the service counts reads is not published
	Headroom figure.Figure `json:"headroom"`
}

// Hottest is the busiest partition.
type Hottest struct {
	Load
	Requests figure.Figure `json:"requests"` // a second at peak; a transaction is one of them
	Store    int           `json:"store"`    // -1 if nothing is asked or written
	Key      string        `json:"key"`      // an example of its PartitionKey
	What     string        `json:"what"`     // name of the question or write that loads it most
}

// Month is what 30 days cost on average.
type Month struct {
	Transactions figure.Figure `json:"transactions"`
	GiB          figure.Figure `json:"gib"`
	Money        figure.Figure `json:"money"` // without prices 0
	Currency     string        `json:"currency"`
}

// GrowthReport is what breaks when the users, or the density, have grown by a factor.
type GrowthReport struct {
	By     string   `json:"by"`
	Factor float64  `json:"factor"`
	Broken []Breach `json:"broken"`
}

// Breach is a budget, a target or a limit that fails at a factor of growth.
type Breach struct {
	By      string  `json:"by"`
	At      float64 `json:"at"`      // the smallest factor at which it fails
	What    string  `json:"what"`    // budget, partition, account, or a code of [Problem]; "" if nothing breaks
	Name    string  `json:"name"`    // of the question or write, or an example of the key
	Counter string  `json:"counter"` // of a budget
	Store   int     `json:"store"`   // -1 if it is about no store
	Number  float64 `json:"number"`
	Limit   float64 `json:"limit"`
}
