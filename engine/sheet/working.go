package sheet

import "rowkey/engine/units"

// Targets of the service in entities, and requests, a second.
const (
	PartitionTarget = units.PartitionTarget
	AccountTarget   = units.AccountTarget
)

// Step is a line of the working below a number: Left and Right, joined by Op, are Result. Whole numbers stay whole
// where a division does not break them, up to 2^53.
type Step struct {
	Code   StepCode `json:"code"`
	Left   float64  `json:"left"`
	Op     Op       `json:"op"`
	Right  float64  `json:"right"`
	Result float64  `json:"result"`
	Of     string   `json:"of"`  // kind that the step speaks of, for EachParent and those after it
	Per    string   `json:"per"` // time in which so many arrive, for EachParent and LargestHas; "" for what is stored
}

// Op is an operation of arithmetic.
type Op string

// The operations.
const (
	Plus   Op = "+"
	Times  Op = "×"
	Divide Op = "÷"
)

// StepCode says what the result of a step is. The words for it are kept with the pages.
type StepCode string

// The steps.
const (
	InAll       StepCode = "inAll"       // reads and writes a second
	ShareOfAll  StepCode = "shareOfAll"  // times a second, of a share
	Average     StepCode = "average"     // times a second
	AtPeak      StepCode = "atPeak"      // times a second
	OfPartition StepCode = "ofPartition" // part of what one partition takes
	OfAccount   StepCode = "ofAccount"   // part of what an account takes
	EachParent  StepCode = "eachParent"  // entities for each parent, in each period of the arrival
	OneEvery    StepCode = "oneEvery"    // seconds from one to the next of the same parent
	EachHour    StepCode = "eachHour"    // entities for each parent and hour
	LargestHas  StepCode = "largestHas"  // entities of the largest parent
	Stored      StepCode = "stored"      // entities
	Bytes       StepCode = "bytes"
	GiB         StepCode = "gib"
	InMonth     StepCode = "inMonth" // transactions in 30 days, of one entity or request each
)

// working collects the steps of one number.
type working struct {
	*Sheet
	steps []Step
}

func (w *working) add(code StepCode, left float64, op Op, right float64) float64 {
	result := left * right
	switch op {
	case Plus:
		result = left + right
	case Divide:
		result = left / right
	}
	w.steps = append(w.steps, Step{Code: code, Left: left, Op: op, Right: right, Result: result})
	return result
}

// load adds what a rate a second is at peak, and what part of the targets it takes.
func (w *working) load(perSecond float64) {
	peak := w.add(AtPeak, perSecond, Times, w.PeakFactor())
	w.add(OfPartition, peak, Divide, PartitionTarget)
	w.add(OfAccount, peak, Divide, AccountTarget)
}

// rate adds what a rate is a second, and in a month.
func (w *working) rate(n float64, per string) {
	perSecond := n
	if per != "s" {
		perSecond = w.add(Average, n, Divide, perSeconds[per])
	}
	w.load(perSecond)
	w.add(InMonth, n, Times, month/perSeconds[per])
}

// KindWorking returns the working of a kind: what arrives, for each parent as well, and what is stored.
func KindWorking(s *Sheet, kind int) []Step {
	w := working{Sheet: s}
	k := &s.Kinds[kind]
	if k.Amount.Per != "" {
		w.rate(k.Amount.N, k.Amount.Per)
	}
	for i := range k.Of {
		from := len(w.steps)
		w.parent(kind, &k.Of[i])
		for j := range w.steps[from:] {
			step := &w.steps[from+j]
			step.Of = k.Of[i].Kind
			if w.arrives(kind, &k.Of[i]) && (step.Code == EachParent || step.Code == LargestHas) {
				step.Per = k.Amount.Per
			}
		}
	}
	stored := k.Amount.N
	if k.Amount.Per != "" {
		stored = w.add(Stored, k.Amount.N, Times, s.Cover(kind)/perSeconds[k.Amount.Per])
	}
	bytes := w.add(Bytes, stored, Times, float64(s.Size(kind)))
	w.add(GiB, bytes, Divide, units.GiB)
	return w.steps
}

// arrives reports whether entities of a kind arrive for parents that are there.
func (w *working) arrives(kind int, of *Parent) bool {
	return w.Kinds[kind].Amount.Per != "" && w.Kinds[w.KindOf(of.Kind)].Amount.Per == ""
}

// parent adds how many entities belong to one parent. Where entities of both kinds arrive, they do so at
// the same pace, so that there is nothing to say about hours.
func (w *working) parent(kind int, of *Parent) {
	k, parent := &w.Kinds[kind], w.KindOf(of.Kind)
	n, parents := k.Amount.N, w.Population(parent)
	arrives := w.arrives(kind, of)
	if !arrives {
		n = w.Population(kind)
	}
	each := w.add(EachParent, n, Divide, parents)
	if per := perSeconds[k.Amount.Per]; arrives {
		w.add(OneEvery, per, Divide, each)
		if per > hour {
			w.add(EachHour, each, Divide, per/hour)
		}
	}
	if of.Largest > 0 {
		w.add(LargestHas, n, Times, of.Largest/100)
	}
}

// AskWorking returns the working of the rate of a question.
func AskWorking(s *Sheet, a *Ask) []Step { return rateWorking(s, a.Rate) }

// DoWorking returns the working of the rate of a write.
func DoWorking(s *Sheet, d *Do) []Step {
	if d.Rate == (Rate{}) {
		return rateWorking(s, Rate{s.RateOf(d), "s"})
	}
	return rateWorking(s, d.Rate)
}

func rateWorking(s *Sheet, r Rate) []Step {
	w := working{Sheet: s}
	switch r.Per {
	case "":
		r = Rate{1, "s"}
	case Percent:
		r = Rate{w.add(ShareOfAll, Amount(s.Total).inTime(1), Times, r.N/100), "s"}
	}
	w.rate(r.N, r.Per)
	return w.steps
}

// Working returns the working of the whole load: reads and writes, at peak and in a month, each as one request.
func Working(s *Sheet) []Step {
	w := working{Sheet: s}
	reads, writes := 0.0, 0.0
	for i := range s.Asks {
		reads += s.perSecond(s.Asks[i].Rate)
	}
	all := s.Writes()
	for i := range all {
		writes += s.RateOf(&all[i])
	}
	sum := w.add(InAll, reads, Plus, writes)
	peak := w.add(AtPeak, sum, Times, w.PeakFactor())
	w.add(OfAccount, peak, Divide, AccountTarget)
	w.add(InMonth, sum, Times, month)
	return w.steps
}
