package datacentre

// Message says what is wrong with a load, a parameter or a part of the map, where, and, by its numbers, what to do.
type Message struct {
	Code    Code      `json:"code"`
	Path    string    `json:"path"`    // of the JSON form, such as /load/parts/0/rate
	Names   []string  `json:"names"`   // that its sentence has
	Numbers []float64 `json:"numbers"` // that its sentence has
}

// Code says what is wrong. Sentences are kept with the pages; the comment of a code says what its message holds.
type Code string

// What can be wrong.
const (
	NotJSON    Code = "notJSON"    // the JSON is broken at byte Numbers[0]
	BadType    Code = "badType"    // the value is not Names[0]: number, text, list, object or boolean
	Unknown    Code = "unknown"    // there is no member Names[0]
	OutOfRange Code = "outOfRange" // the number Numbers[0] is not from Numbers[1] to Numbers[2]
	NotWhole   Code = "notWhole"   // the number Numbers[0] has to be whole
	NotOneOf   Code = "notOneOf"   // the text Names[0] is none of the other Names
	NoParts    Code = "noParts"    // nothing is asked
	TooMany    Code = "tooMany"    // there are Numbers[0] of Names[0], at most Numbers[1] are allowed
	NoRequests Code = "noRequests" // reads, writes and scans are all 0
	BadText    Code = "badText"    // the text has more than Numbers[0] characters, or a character that no key has
	NoSuchKey  Code = "noSuchKey"  // the table Names[0] is not there, or has no key from Names[1] to Names[2]
	BadKeys    Code = "badKeys"    // Names[0], a template, makes no keys: its attributes are unknown, or there are too many keys
	NoRun      Code = "noRun"      // no run was begun, or it was forgotten
	NoDesign   Code = "noDesign"   // the sheet has no design number Numbers[0], or it is not valid
)
