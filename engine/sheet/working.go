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

// steps collects the working of one number.
type steps []Step

func (l *steps) add(code StepCode, left float64, op Op, right float64) float64 {
	result := left * right
	switch op {
	case Plus:
		result = left + right
	case Divide:
		result = left / right
	}
	*l = append(*l, Step{Code: code, Left: left, Op: op, Right: right, Result: result})
	return result
}

// load adds what a rate a second is at peak, and what part of the targets it takes.
func (l *steps) load(s *Sheet, perSecond float64) {
	peak := l.add(AtPeak, perSecond, Times, s.PeakFactor())
	l.add(OfPartition, peak, Divide, PartitionTarget)
	l.add(OfAccount, peak, Divide, AccountTarget)
}

// rate adds what a rate is a second, and in a month.
func (l *steps) rate(s *Sheet, n float64, per string) {
	perSecond := n
	if per != "s" {
		perSecond = l.add(Average, n, Divide, perSeconds[per])
	}
	l.load(s, perSecond)
	l.add(InMonth, n, Times, month/perSeconds[per])
}

// KindWorking returns the working of a kind: what arrives, for each parent as well, and what is stored.
func (s *Sheet) KindWorking(kind int) []Step {
	var l steps
	k := &s.Kinds[kind]
	if k.Amount.Per != "" {
		l.rate(s, k.Amount.N, k.Amount.Per)
	}
	for i := range k.Of {
		from := len(l)
		s.parentWorking(&l, kind, &k.Of[i])
		for j := from; j < len(l); j++ {
			l[j].Of = k.Of[i].Kind
			if s.arrives(kind, &k.Of[i]) && (l[j].Code == EachParent || l[j].Code == LargestHas) {
				l[j].Per = k.Amount.Per
			}
		}
	}
	stored := k.Amount.N
	if k.Amount.Per != "" {
		stored = l.add(Stored, k.Amount.N, Times, s.Cover(kind)/perSeconds[k.Amount.Per])
	}
	bytes := l.add(Bytes, stored, Times, float64(s.Size(kind)))
	l.add(GiB, bytes, Divide, units.GiB)
	return l
}

// arrives reports whether entities of a kind arrive for parents that are there.
func (s *Sheet) arrives(kind int, of *Parent) bool {
	return s.Kinds[kind].Amount.Per != "" && s.Kinds[s.KindOf(of.Kind)].Amount.Per == ""
}

// parentWorking adds how many entities belong to one parent. Where entities of both kinds arrive, they do so at
// the same pace, so that there is nothing to say about hours.
func (s *Sheet) parentWorking(l *steps, kind int, of *Parent) {
	k, parent := &s.Kinds[kind], s.KindOf(of.Kind)
	n, parents := k.Amount.N, s.Population(parent)
	arrives := s.arrives(kind, of)
	if !arrives {
		n = s.Population(kind)
	}
	each := l.add(EachParent, n, Divide, parents)
	if per := perSeconds[k.Amount.Per]; arrives {
		l.add(OneEvery, per, Divide, each)
		if per > hour {
			l.add(EachHour, each, Divide, per/hour)
		}
	}
	if of.Largest > 0 {
		l.add(LargestHas, n, Times, of.Largest/100)
	}
}

// AskWorking returns the working of the rate of a question.
func (s *Sheet) AskWorking(a *Ask) []Step { return s.rateWorking(a.Rate) }

// DoWorking returns the working of the rate of a write.
func (s *Sheet) DoWorking(d *Do) []Step {
	if d.Rate == (Rate{}) {
		return s.rateWorking(Rate{s.RateOf(d), "s"})
	}
	return s.rateWorking(d.Rate)
}

func (s *Sheet) rateWorking(r Rate) []Step {
	var l steps
	switch r.Per {
	case "":
		r = Rate{1, "s"}
	case Percent:
		r = Rate{l.add(ShareOfAll, Amount(s.Total).inTime(1), Times, r.N/100), "s"}
	}
	l.rate(s, r.N, r.Per)
	return l
}

// Working returns the working of the whole load: reads and writes, at peak and in a month, each as one request.
func (s *Sheet) Working() []Step {
	var l steps
	reads, writes := 0.0, 0.0
	for i := range s.Asks {
		reads += s.perSecond(s.Asks[i].Rate)
	}
	all := s.Writes()
	for i := range all {
		writes += s.RateOf(&all[i])
	}
	sum := l.add(InAll, reads, Plus, writes)
	peak := l.add(AtPeak, sum, Times, s.PeakFactor())
	l.add(OfAccount, peak, Divide, AccountTarget)
	l.add(InMonth, sum, Times, month)
	return l
}
