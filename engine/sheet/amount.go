package sheet

import "rowkey/engine/units"

// Seconds of the units of time.
const (
	minute = units.Minute
	hour   = units.Hour
	day    = units.Day
	week   = units.Week
	month  = units.Month
)

// The smallest number above 0 and the greatest number that a sheet may hold. Whole numbers up to 2^53 are kept
// as they are, by floats and by the numbers of a page alike.
const (
	Smallest = 1e-9
	Greatest = 1e15
)

// Amount is how many entities there are: N of them stored, or N that arrive in each Per.
type Amount struct {
	N   float64
	Per string // "" for a number that is stored, or a key of [perSeconds]
}

// Rate is how often something happens: N times in each Per, or N percent of the total of the sheet.
type Rate struct {
	N   float64
	Per string // a key of [perSeconds], or [Percent]
}

// Percent is the unit of a share.
const Percent = "%"

// perSeconds are the seconds of the units of a rate.
var perSeconds = map[string]float64{"s": 1, "min": minute, "h": hour, "day": day, "week": week, "month": month}

// Pers are the units of a rate.
var Pers = []string{"s", "min", "h", "day", "week", "month"}

// Span is a length of time.
type Span struct {
	N    float64
	Unit string // a key of [spanSeconds]
}

// spanSeconds are the seconds of the units of a length of time.
var spanSeconds = map[string]float64{"s": 1, "min": minute, "h": hour, "d": day, "week": week, "month": month}

// Spans are the units of a length of time.
var Spans = []string{"s", "min", "h", "d", "week", "month"}

// wholePeriods are the words for one whole unit of time: "one day".
var wholePeriods = map[string]string{
	"second": "s", "sec": "s", "minute": "min", "hour": "h", "hr": "h", "day": "d", "w": "week", "week": "week",
	"month": "month",
}

// Width is the width of a range: a length of time, a percentage of the values, or a number of them.
type Width struct {
	N    float64
	Unit string // a key of [spanSeconds], [Percent], or "" for a number
}

// Seconds returns the length in seconds, 0 for the zero Span.
func (s Span) Seconds() float64 { return s.N * spanSeconds[s.Unit] }

// isTime reports whether the width is a length of time.
func (w Width) isTime() bool { return spanSeconds[w.Unit] > 0 }

// inTime returns how many arrive in a time. It divides last where it can, so that whole numbers stay whole.
func (a Amount) inTime(seconds float64) float64 { return in(a.N, perSeconds[a.Per], seconds) }

func in(n, per, seconds float64) float64 {
	if periods := seconds / per; periods == float64(int64(periods)) {
		return n * periods
	}
	return n * seconds / per
}
