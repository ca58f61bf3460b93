package keys

import (
	"rowkey/engine/edm"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
)

// Store is one place where entities of a kind are kept.
type Store struct {
	Text      string // as it was written, without "# @keys"
	Kind      int    // of the sheet
	Base      bool   // the first store of its kind
	Table     Template
	Partition Template
	Row       Template
	Form      StoreForm
	Include   []string      // attributes that are kept beside the keys; nil for all
	Where     []sheet.Known // only these entities are in it, which makes it sparse
	Slot      Slot          // of a series
	Shards    int           // rows of each entity, of which a write that adds to it takes any; 0 for one
	Apart     bool          // each of these is in a partition of its own
	Part      int           // properties of each part of a wide entity; 0 for whole ones
	Blob      []string      // attributes that are blobs
	Log       sheet.Span    // how often log blobs are appended to
	Answer    string        // question whose answer each entity is
	Kept      Kept

	Id      uint16        // in a library, 0 outside
	Holds   holding       // what one of its rows has
	Keys    facts.Attrs   // that the table and both keys are made of
	Place   facts.Attrs   // that the table and the PartitionKey are made of
	Keeps   []*facts.Rule // that it keeps
	numbers *numbers      // in a library, nil outside
}

// StoreForm says what one entity of a store is.
type StoreForm string

// The forms of a store.
const (
	Entities StoreForm = "entities" // one of the kind
	List     StoreForm = "list"     // the identities of all that share the values of the keys
	Series   StoreForm = "series"   // one property for each slot of a time
	Answers  StoreForm = "answers"  // the ready answer of a question
	LogBlobs StoreForm = "logBlobs" // no entities, but lines of blobs that the row template names
)

// Slot is the time of a series and the unit that has a property of its own.
type Slot struct{ Attr, Unit string }

// Kept says how a store follows the base of its kind.
type Kept struct {
	How   string     // one of [Keepings]; "" for what follows from the keys
	Every sheet.Span // of KeptEvery
}

// How a store follows the base.
const (
	KeptTransaction = "transaction"
	KeptQueue       = "queue"
	KeptEvery       = "every"
)

// Keepings are the values of Kept.How.
var Keepings = []string{KeptTransaction, KeptQueue, KeptEvery}

// KeptFirst is how a store follows that keeps a rule: new rows are there before those of the base, what changes in them
// follows by a queue. No store says it.
const KeptFirst = "first"

// Limits of a store.
// Source: Understanding the Table service data model; Performing entity group transactions.
const (
	maxKey         = 512 // characters
	MaxTables      = 1000
	maxStores      = 6                        // of a kind
	MaxActions     = 100                      // of a transaction
	maxTransaction = 4 << 20                  // bytes
	maxList        = edm.MaxPropertyValue / 2 // characters of UTF-16
	defaultTable   = "Main"
)

// numbers are what follows from a store alone, whatever else a design has. A search, which asks for the same stores in
// many designs, has them calculated once.
type numbers struct {
	each     float64 // bytes of a row
	stored   float64 // bytes of all
	share    float64 // of the writes, that the busiest partition gets
	spread   float64 // partitions that the others get
	problems []Problem
}

func (st *Store) calculate(f *facts.Facts) *numbers {
	n := &numbers{each: st.EachBytes(f), stored: st.StoredBytes(f)}
	n.share, n.spread = st.BusiestShare(f, nil, sheet.Popular, true)
	c := checker{f: f, d: &Design{Stores: []Store{*st}}}
	c.alone(0)
	n.problems = c.problems
	return n
}

// Library reads stores of a sheet, each once, and gives each a number by which answers are cached.
type Library struct {
	f      *facts.Facts
	stores map[string]Store
	broken map[string]bool
}

// NewLibrary begins an empty one.
func NewLibrary(m *facts.Facts) *Library {
	return &Library{f: m, stores: map[string]Store{}, broken: map[string]bool{}}
}

// Store reads a store; ok is false for one that cannot be read.
func (l *Library) Store(text string) (st Store, ok bool) {
	st, known := l.stores[text]
	if !known {
		r := reader{f: l.f, store: &st}
		r.read(text)
		if st.Id = uint16(len(l.stores) + 1); st.Readable() {
			st.numbers = st.calculate(l.f)
		}
		l.stores[text], l.broken[text] = st, len(r.problems) > 0
	}
	return st, !l.broken[text]
}
