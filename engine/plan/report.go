package plan

import "rowkey/engine/sheet"

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
	Problems  []Problem        `json:"problems"`
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
	Form      StoreForm       `json:"form"`
	Kept      string          `json:"kept"` // transaction, queue or every, as it follows the base; "" for the base
	Every     float64         `json:"every"`
	Entities  Figure          `json:"entities"`
	Bytes     Figure          `json:"bytes"`     // of all entities
	EachBytes float64         `json:"eachBytes"` // of one, at most
	Tables    float64         `json:"tables"`    // that its template makes
}

// SegmentReport is a part of a key, for colouring.
type SegmentReport struct {
	Text string `json:"text"` // as written, with braces
	Attr string `json:"attr"` // "" for a literal
	Form string `json:"form"` // literal, plain, padded, decimal, inverted, bucket, beginning, lower, period or periodDown
	Unit string `json:"unit"` // of a period
}

// Problem is what is wrong with a design.
type Problem struct {
	Code    ProblemCode `json:"code"`
	Rule    int         `json:"rule"`  // 1 to 8, 0 for what cannot be read or is missing
	Store   int         `json:"store"` // from 0; -1 for the whole design
	Other   int         `json:"other"` // another store that it is about; -1 if there is none
	Names   []string    `json:"names"`
	Numbers []float64   `json:"numbers"`
}

// QuestionReport is how a design answers one question. Without a store it cannot.
type QuestionReport struct {
	Name       string         `json:"name"`
	Stores     []int          `json:"stores"` // that answer it, the main one first; empty if the design cannot
	Class      string         `json:"class"`  // of package explain, the worst of all requests; blob for blobs alone
	Tables     AccessKind     `json:"tables"`
	Partitions AccessKind     `json:"partitions"`
	Rows       AccessKind     `json:"rows"`
	Intervals  Spread         `json:"intervals"` // tables times partitions that are asked
	Read       Spread         `json:"read"`
	Returned   Spread         `json:"returned"`
	Requests   Spread         `json:"requests"`
	RoundTrips Spread         `json:"roundTrips"`
	Pages      Spread         `json:"pages"`  // of the longest chain
	Answer     Spread         `json:"answer"` // entities that the question wants
	Bytes      Figure         `json:"bytes"`
	Ms         Figure         `json:"ms"`
	ClientWork []string       `json:"clientWork"` // sort, merge, filter, drop
	Fetch      bool           `json:"fetch"`      // the rest of each entity is read from the base
	Walk       string         `json:"walk"`       // kind whose entities are read first, to ask the partition of each; "" if none
	Stopped    bool           `json:"stopped"`    // top ends it early
	InTurn     bool           `json:"inTurn"`     // intervals are asked one after the other
	Budget     []BudgetReport `json:"budget"`
	Met        bool           `json:"met"`
}

// AccessKind says which tables, partitions or rows a question asks.
type AccessKind string

// What is asked.
const (
	Nothing AccessKind = ""        // the design cannot answer
	One     AccessKind = "one"     // exactly one
	Several AccessKind = "several" // a list: periods of a range, or buckets
	Range   AccessKind = "range"   // between two bounds
	Prefix  AccessKind = "prefix"  // those that begin with what is known
	All     AccessKind = "all"
	Parents AccessKind = "parents" // one for each parent, which are read first
)

// BudgetReport is a limit and what was reached. Both are numbers, except for the class.
type BudgetReport struct {
	Counter string  `json:"counter"`
	Limit   float64 `json:"limit"`
	Actual  float64 `json:"actual"`
	Class   string  `json:"class"` // the worst one allowed, for the counter class
	Given   bool    `json:"given"` // somebody entered it
	Met     bool    `json:"met"`
}
