package sheet

import (
	"slices"
)

// Ask is something that the application reads.
type Ask struct {
	Name   string
	Rate   Rate // default 1/s
	Kind   string
	Known  []Known
	Range  Range
	Across Range // a second one, so that both are a rectangle
	Order  Order
	Top    int      // entities wanted, 0 for all
	Wants  []string // attributes of the answer, nil for all
	With   []string // kinds whose entities are wanted as well
	Fresh  Fresh
	Asked  string // one of [Askings]; default popular
	Must   bool   // its budget counts three times in the cost of a design
	Budget []Limit
}

// Lists reports whether a call asks for several values of an attribute.
func (a *Ask) Lists() bool { return listed(a.Known) > 0 }

// Do is something that the application writes.
type Do struct {
	Name   string
	Rate   Rate   // default 1/s
	Verb   string // one of [Verbs]
	Kind   string
	Known  []Known // nil: the identity
	Sets   []string
	Adds   Adds
	Most   Most
	Each   Each
	If     string  // one of [Conditions]
	Hot    float64 // percent of the calls that are about one of [HotKind]; default evenly spread
	Range  Range
	Budget []Limit
}

// Adds is what an update adds to a number instead of setting it: the new value depends on the old one, so no two of
// them may be done at once. The zero Adds is nothing.
type Adds struct {
	Attr string
	N    float64
}

// Most is how many entities of its kind an insert may make for each entity of a kind above. The zero Most is any
// number.
type Most struct {
	N  float64
	Of string // kind above
}

// Count returns the name of the attribute of the kind above that holds how many there are.
func (m Most) Count(kind string) string { return kind + "Count" }

// Each is entities of another kind for each of which an insert makes one: the rows of a list that is read first. The
// zero Each is nothing, and the insert makes one entity.
type Each struct {
	Kind  string
	Known []Known
}

// HotKind returns the kind of which one is written more than the others, -1 if there is none: that of an update, or the
// one above whose entities are counted, or the first one above.
func HotKind(s *Sheet, d *Do) int {
	switch kind := s.KindOf(d.Kind); {
	case kind < 0 || d.Range.Attr != "" || d.Each.Kind != "":
		return -1
	case d.Verb == Update:
		return kind
	case d.Most.Of != "":
		return s.KindOf(d.Most.Of)
	case len(s.Kinds[kind].Of) > 0:
		return s.KindOf(s.Kinds[kind].Of[0].Kind)
	}
	return -1
}

// EachOf returns how many entities an insert of a sheet makes.
func EachOf(s *Sheet, d *Do) Figures {
	kind := s.KindOf(d.Each.Kind)
	if kind < 0 {
		return Figures{Typical: 1, Most: 1, Largest: 1}
	}
	return s.Group(kind, d.Each.Known, Popular)
}

// When a write is done.
const (
	Unchanged = "unchanged" // an update or delete: nobody has changed the entity since it was read
	Absent    = "absent"    // an insert: there is no entity with this identity
)

// Conditions are the values of Do.If.
var Conditions = []string{Unchanged, Absent}

// Changed returns the names of what a write sets, or adds to.
func (d *Do) Changed() []string {
	if d.Adds.Attr == "" {
		return d.Sets
	}
	return append(slices.Clip(d.Sets), d.Adds.Attr)
}

// Conditional reports whether a write is done only if nobody has changed the entity meanwhile.
func (d *Do) Conditional() bool { return d.If == Unchanged || d.Adds.Attr != "" }

// What a write does.
const (
	Insert = "insert"
	Update = "update"
	Delete = "delete"
)

// Verbs are what a write can do.
var Verbs = []string{Insert, Update, Delete}

// Known is an attribute whose value the caller has.
type Known struct {
	Attr  string
	Value string // if every call asks for the same one
	In    int    // values that one call has, 0 for a single one
	From  string // attribute of another kind that has the values, such as follow.followed: they are read first
}

// Range is a range of the values of one attribute, the zero Range is none.
type Range struct {
	Attr  string
	How   string // one of [Ranges]
	Width Width  // of an [Optional] range how much is in it, if that is known
}

// How a range lies.
const (
	Last    = "last"      // the width before now
	One     = "one"       // one whole period, such as one day
	Between = "between"   // the width from a value that an entity has
	Older   = "older"     // everything before the width before now
	Before  = "before"    // everything before a value that an entity has
	After   = "after"     // everything after such a value
	UpToNow = "up to now" // everything that is due
)

// Ranges are the ways in which a range can lie.
var Ranges = []string{Last, One, Between, Older, Before, After, UpToNow}

// Open reports whether a range has one end alone.
func (r Range) Open() bool { return r.How == Older || r.Optional() }

// Optional reports whether a range needs no width.
func (r Range) Optional() bool { return r.How == Before || r.How == After || r.How == UpToNow }

// Order is what an answer is sorted by, the zero Order is any order.
type Order struct {
	Attr string
	How  string // one of [OrderWords]
}

// OrderWords are the words for an order; the first two are descending.
var OrderWords = []string{"newest", "greatest", "oldest", "smallest"}

// Descending reports whether the greatest value comes first.
func (o Order) Descending() bool { return o.How == OrderWords[0] || o.How == OrderWords[1] }

// Fresh says how old an answer may be; the zero Fresh is the default, 5 seconds.
type Fresh struct {
	Now  bool
	Span Span
}

// Which values are asked for.
const (
	Popular = "popular" // a value is asked for as often as it occurs
	Evenly  = "evenly"  // each value equally often
	TheMost = "largest" // always the value that occurs most
)

// Askings are the ways in which values are asked for.
var Askings = []string{Popular, Evenly, TheMost}

// Limit is an upper limit for a counter.
type Limit struct {
	Counter  string
	Most     float64
	OfAnswer bool   // Most counts times the entities of the answer
	Class    string // the worst class that is allowed, for the counter class
}

// Counters of a question or a write, and those of a whole sheet.
var (
	Counters      = []string{"read", "returned", "requests", "roundtrips", "transactions", "bytes", "ms", "class"}
	SheetCounters = []string{"month", "stored", "workflows"} // money, GiB, designs' workflows
)
