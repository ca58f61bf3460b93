package sheet

import "slices"

// Attribute is a named value of a kind.
type Attribute struct {
	Name     string
	Type     Type
	Values   float64 // distinct values; 0 if the sheet does not say
	Skew     Skew
	Identity bool   // it is one of those that together name an entity
	Unique   bool   // it names an entity alone
	Case     string // of a text that is unique: one of [Cases]
	Within   string // kind above, if what is unique is so for each of that kind; "" for all entities
	Derived  bool   // it is made of what is unique anyway, so nothing has to keep it unique
	Changes  bool   // an update sets it; default what the writes of the sheet set
	Signed   bool   // a number that may be below zero, which keys cannot order
	Follows  string // attribute whose order it has, as an order number that grows with the time; or [Now]
}

// Now, in place of an attribute that another one follows, is the time at which entities arrive: the newest has the
// greatest value.
const Now = "now"

// Whether texts that differ in case alone are one value of an attribute that is unique. Nobody has said so if it is "".
const (
	AnyCase   = "any case"   // Ann and ann are one
	ExactCase = "exact case" // they are two
)

// Cases are the values of Attribute.Case.
var Cases = []string{AnyCase, ExactCase}

// IsRule reports whether the application has to keep the values of an attribute unique: something inserts or sets it,
// and it is not what identifies an entity, which whoever inserts it makes up, unless its case does not count.
func IsRule(s *Sheet, kind int, a *Attribute) bool {
	one := a.Unique && !a.Identity || a.Identity && a.Case == AnyCase
	return one && !a.Derived && a.Follows == "" && slices.ContainsFunc(s.Does, func(d Do) bool {
		return d.Kind == s.Kinds[kind].Name && (d.Verb == Insert || slices.Contains(d.Changed(), a.Name))
	})
}

// Names of types.
const (
	Text   = "text"
	Int    = "int"
	Long   = "long"
	Double = "double"
	Bool   = "bool"
	Time   = "time"
	GUID   = "guid"
	Binary = "binary"
)

// Types are the names of all types.
var Types = []string{Text, Int, Long, Double, Bool, Time, GUID, Binary}

// Type is what values of an attribute look like.
type Type struct {
	Name   string // default text
	Length int    // of a text in characters, of a binary in bytes; default 12
	Unit   string // finest unit of a time, a key of [timeUnits]; default a tick of 100 ns
}

// IsLong reports whether values of a type have a length: texts, which an attribute without type is as well, and
// binaries.
func (t Type) IsLong() bool { return t.Name == "" || t.Name == Text || t.Name == Binary }

// timeUnits are the units of a time: their seconds, and the digits that one takes in a key.
var timeUnits = map[string]struct {
	seconds float64
	digits  int
}{
	"month": {month, 6}, "week": {week, 6}, "day": {day, 8}, "hour": {hour, 10}, "minute": {minute, 12},
	"second": {1, 14}, "tick": {1e-7, 19},
}

// UnitSeconds returns the length of a unit of a time, 0 for a word that is none; a month has 30 days.
func UnitSeconds(name string) float64 { return timeUnits[name].seconds }

// UnitDigits returns how many digits a key takes for a unit of a time.
func UnitDigits(name string) int { return timeUnits[name].digits }

// TimeUnits are the names of the units of a time.
var TimeUnits = []string{"month", "week", "day", "hour", "minute", "second", "tick"}

// Kinds of [Skew].
const (
	Even    = "even"
	Largest = "largest" // one value has a share, the others share the rest evenly
	Zipf    = "zipf"    // the value of rank k occurs k^-s times as often as the first
	Weights = "weights"
)

// Skews are the kinds of Skew.
var Skews = []string{Even, Largest, Zipf, Weights}

// Skew says how often the values of an attribute occur. The zero Skew is even, by default.
type Skew struct {
	Kind    string
	Share   float64  // percent of the largest value
	S       float64  // exponent of zipf, above 0 and at most 2
	Weights []Weight // together 100 percent
}

// Weight is a value and how often it occurs.
type Weight struct {
	Value string
	Share float64 // percent
}

// attribute returns the position of an attribute, -1 if the kind has none of that name.
func (k *Kind) attribute(name string) int {
	for i := range k.Attributes {
		if k.Attributes[i].Name == name {
			return i
		}
	}
	return -1
}
