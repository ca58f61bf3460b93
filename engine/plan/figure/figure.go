package figure

import "math"

// Label says how a number is known.
type Label string

// The labels, the strongest first. A number that is made of several takes the weakest.
const (
	Exact    Label = "exact"    // follows from the sheet and documented rules
	Measured Label = "measured" // read off the engine in a sample
	// uses the cluster, the latency figures, the five seconds of a page or the delay of a workflow
	Modelled Label = "modelled"
	Assumed  Label = "assumed" // a default was used where the sheet says nothing
)

// labels are all labels in their order.
var labels = []Label{Exact, Measured, Modelled, Assumed}

// Figure is a number of a report, how it is known, and what it rests on: "default:" and the path of what the sheet does
// not say, "independent:" and attributes that were taken not to depend on each other, "model:" and a part of the model.
// An assumption of independence does not weaken the label.
type Figure struct {
	V     float64  `json:"v"`
	Label Label    `json:"label"`
	Of    []string `json:"of"`
}

// Spread is a number of a question: on average, what 99 of 100 calls do not exceed, which budgets are judged by, and at
// most.
type Spread struct {
	Typical Figure `json:"typical"`
	Often   Figure `json:"often"`
	Largest Figure `json:"largest"`
}

// Within reports whether a number keeps a limit. A number that a report shows has twelve digits: as a limit it is kept.
func Within(n, limit float64) bool { return n <= limit*(1+1e-9) }

// Size is a number of calls: on average, what 99 of 100 do not exceed, and at most.
type Size struct{ Typical, Often, Largest float64 }

// Always is a number that is the same for all calls.
func Always(n float64) Size { return Size{n, n, n} }

// each applies a function to all three numbers.
func (a Size) each(f func(float64) float64) Size { return Size{f(a.Typical), f(a.Often), f(a.Largest)} }

// with applies a function to the numbers of two sizes.
func (a Size) with(b Size, f func(x, y float64) float64) Size {
	return Size{f(a.Typical, b.Typical), f(a.Often, b.Often), f(a.Largest, b.Largest)}
}

// Plus, Times, Over, Least and Most join the numbers of two sizes; Scale, AtLeast and AtMost join each with one number.

func (a Size) Plus(b Size) Size { return a.with(b, func(x, y float64) float64 { return x + y }) }

func (a Size) Times(b Size) Size { return a.with(b, func(x, y float64) float64 { return x * y }) }

func (a Size) Over(b Size) Size { return a.with(b, func(x, y float64) float64 { return x / y }) }

func (a Size) Least(b Size) Size { return a.with(b, math.Min) }

func (a Size) Most(b Size) Size { return a.with(b, math.Max) }

func (a Size) Scale(f float64) Size { return a.each(func(x float64) float64 { return x * f }) }

func (a Size) AtLeast(n float64) Size {
	return a.each(func(x float64) float64 { return math.Max(n, x) })
}

func (a Size) AtMost(n float64) Size {
	return a.each(func(x float64) float64 { return math.Min(n, x) })
}

// Parts returns how many times n fits in, rounded up. What the arithmetic of floats leaves above a whole number is not
// one more.
func (a Size) Parts(n float64) Size {
	return a.each(func(x float64) float64 { return math.Ceil(x/n - 1e-6) })
}

// Whole returns a number of rows without the fraction that an average has.
func (a Size) Whole() Size { return a.each(math.Round) }

// Unaligned is touched for a window as wide as n periods that begins anywhere.
func Unaligned(n float64) Size {
	whole := math.Floor(n + 1e-9)
	out := Size{1 + n, whole + 1, whole + 1}
	if n-whole > 1e-9 {
		out.Largest++
	}
	if n-whole > 0.01 {
		out.Often++
	}
	return out
}

// Rising makes no number smaller than those before: fewer rows take more turns, and fewer pages in each.
func (a Size) Rising() Size {
	often := max(a.Typical, a.Often)
	return Size{a.Typical, often, max(often, a.Largest)}
}

// Turns returns how many periods a window touches that is so many of them wide.
func (a Size) Turns() Size {
	return Size{Unaligned(a.Typical).Typical, Unaligned(a.Often).Often, Unaligned(a.Largest).Largest}
}
