package plan

import (
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
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
