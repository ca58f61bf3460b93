package sheet

// Limits of a sheet: more does not fit on a page, and the search for designs would not end while a reader waits.
const (
	MaxKinds      = 6
	MaxAttributes = 24 // of one kind
	MaxParents    = 2  // of one kind
	MaxAsks       = 16
	MaxDoes       = 12
	MaxTogether   = 12
	MaxDesigns    = 8
	MaxStores     = 36       // of one design: 6 for each kind
	MaxName       = 40       // characters of a name
	MaxIn         = 1000     // values that one call asks for
	MaxSize       = 64 << 10 // bytes of each form, as of a script
)

// Sheet is what an application stores and does. The zero value of a field means that it was not entered; a
// default takes its place then, which pages show as an assumption ([Sheet.Assumptions]).
type Sheet struct {
	Name     string
	Peak     float64 // the busiest second over the average one; default 3
	Headroom float64 // how many times the peak has to fit below a target of the service; default 2
	Horizon  Span    // after which time entities that are kept forever are counted; default 365 days
	Total    Rate    // that rates in percent are shares of; no default
	Prices   Prices
	Order    string // preset of the cost function: one of [Orders]; default balanced
	Present  string // name of the design that there is now, "" if none of them is
	Budget   []Limit
	Kinds    []Kind
	Asks     []Ask
	Does     []Do
	Together []Together
	Designs  []Design
}

// Orders are the presets of the cost function.
var Orders = []string{"balanced", "cheapest", "simplest"}

// Prices are what the reader pays. They have no default: without a currency there is no sum of money.
type Prices struct {
	Transactions float64 // for 10,000 transactions
	Storage      float64 // for one GiB in one month
	Currency     string
}

// Kind is what one row of a table stands for, such as a reading or an order.
type Kind struct {
	Name       string
	Amount     Amount
	Of         []Parent
	Kept       Span   // after which an entity is deleted; default forever
	Grows      string // one of [Growths]; default that of the first parent, users without one
	Attributes []Attribute
}

// Parent is a many-to-one relationship: each entity of the kind that holds it belongs to one of Kind.
type Parent struct {
	Kind    string
	Largest float64 // percent of the entities that belong to one parent; default evenly spread
}

// What multiplies the entities of a kind when the application grows.
const (
	Users   = "users"   // more parents, the same number for each
	Density = "density" // the same parents, more for each
	NoGrow  = "no"
)

// Growths are the values of Kind.Grows.
var Growths = []string{Users, Density, NoGrow}

// Together is a set of writes that must succeed or fail as one.
type Together struct {
	Name    string
	Actions []Action
}

// Action is one write of a set: a verb of [Verbs] and a kind.
type Action struct {
	Verb string
	Kind string
}

// Design is a choice of keys. A store is the text after "@keys": templates for both keys and the table, and
// options, between bars. This package keeps it as it is.
type Design struct {
	Name   string
	Stores []string
}

// KindOf returns the position of a kind, -1 if there is none of that name.
func (s *Sheet) KindOf(name string) int {
	for i := range s.Kinds {
		if s.Kinds[i].Name == name {
			return i
		}
	}
	return -1
}
