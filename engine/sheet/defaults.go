package sheet

import (
	"math"
	"slices"
)

// Untitled is the name of a sheet without the line that names it.
const Untitled = "my sheet"

// Defaults of a sheet.
const (
	DefaultPeak     = 3
	DefaultHeadroom = 2
	DefaultValues   = 1000
	DefaultLength   = 12   // characters of a text, bytes of a binary
	pageSize        = 1000 // entities; Source: Query timeout and pagination
	sideBySide      = 64   // requests that a client sends at once
)

// DefaultHorizon and DefaultFresh are defaults of a sheet as well, and expiry how often a delete by age runs.
var (
	DefaultHorizon = Span{365, "d"}
	DefaultFresh   = Span{5, "s"}
	expiry         = Rate{1, "day"}
)

func or[T comparable](value, standard T) T {
	var none T
	if value == none {
		return standard
	}
	return value
}

// PeakFactor returns how many times the average the busiest second is.
func (s *Sheet) PeakFactor() float64 { return or(s.Peak, DefaultPeak) }

// HeadroomFactor returns how many times the peak has to fit below a target of the service.
func (s *Sheet) HeadroomFactor() float64 { return or(s.Headroom, DefaultHeadroom) }

// PartitionLimit and AccountLimit return how many entities a second the busiest partition, and all of them, may have at
// peak: what leaves the headroom below the target of the service.
func (s *Sheet) PartitionLimit() float64 { return PartitionTarget / s.HeadroomFactor() }

func (s *Sheet) AccountLimit() float64 { return AccountTarget / s.HeadroomFactor() }

// Growth returns what multiplies the entities of a kind: what was entered, or that of its first parent.
func (s *Sheet) Growth(kind int) string {
	if g := s.Kinds[kind].Grows; g != "" {
		return g
	}
	for _, above := range s.Ancestors(kind) {
		if g := s.Kinds[above].Grows; g != "" {
			return g
		}
	}
	return Users
}

// Writes returns the writes of the sheet, and a daily delete by age for each kind that is kept for a time if the
// sheet has none.
func (s *Sheet) Writes() []Do {
	list := append([]Do(nil), s.Does...)
	for i := range s.Kinds {
		if k := &s.Kinds[i]; k.Kept != (Span{}) && !s.expires(k.Name) {
			if at := k.time(); at != "" {
				list = append(list, Do{Name: "expire " + k.Name, Rate: expiry, Verb: Delete, Kind: k.Name,
					Range: Range{at, Older, Width(k.Kept)}})
			}
		}
	}
	return list
}

// addCounts adds to a sheet the attributes that hold how many entities of a kind there are for each one of a kind
// above, where an insert may make so many at most.
func addCounts(s *Sheet) {
	for i := range s.Does {
		m := s.Does[i].Most
		above := s.KindOf(m.Of)
		if above < 0 || s.Kinds[above].attribute(m.Count(s.Does[i].Kind)) >= 0 {
			continue
		}
		k := &s.Kinds[above]
		if k.implied() {
			k.Attributes = append(k.Attributes, Attribute{Name: impliedID, Identity: true})
		}
		k.Attributes = append(k.Attributes, Attribute{Name: m.Count(s.Does[i].Kind), Type: Type{Name: Int}, Changes: true})
	}
}

// expires reports whether the sheet deletes entities of a kind by a range.
func (s *Sheet) expires(kind string) bool {
	return slices.ContainsFunc(s.Does, func(d Do) bool {
		return d.Kind == kind && d.Verb == Delete && d.Range.Attr != ""
	})
}

// time returns the first attribute that is a time, "" if there is none.
func (k *Kind) time() string {
	for i := range k.Attributes {
		if k.Attributes[i].Type.Name == Time {
			return k.Attributes[i].Name
		}
	}
	return ""
}

// RateOf returns the rate of a write in times a second. An insert of what arrives at a rate happens at that rate, one
// of several at once as much less often.
func (s *Sheet) RateOf(d *Do) float64 {
	i := s.KindOf(d.Kind)
	if d.Rate == (Rate{}) && d.Verb == Insert && i >= 0 && s.Kinds[i].Amount.Per != "" {
		return s.Kinds[i].Amount.inTime(1) / EachOf(s, d).Typical
	}
	return s.perSecond(d.Rate)
}

// RateOfAsk returns the rate of a question in times a second.
func (s *Sheet) RateOfAsk(a *Ask) float64 { return s.perSecond(a.Rate) }

// perSecond returns a rate in times a second, 1 by default.
func (s *Sheet) perSecond(r Rate) float64 {
	switch r.Per {
	case "":
		return 1
	case Percent:
		return Amount(s.Total).inTime(1) * r.N / 100
	}
	return Amount(r).inTime(1)
}

// Changes reports whether an attribute of a kind changes: it says so, or an update sets it.
func (s *Sheet) Changes(kind int, attr string) bool {
	k := &s.Kinds[kind]
	if i := k.attribute(attr); i >= 0 && k.Attributes[i].Changes {
		return true
	}
	return slices.ContainsFunc(s.Does, func(d Do) bool {
		return d.Kind == k.Name && slices.Contains(d.Changed(), attr)
	})
}

// Limits returns the budget of a question: what the sheet says, and the default of what that leaves open. A limit on
// requests or round trips alone says nothing about the entities that are read in them.
func (s *Sheet) Limits(a *Ask) []Limit {
	list := slices.Clip(a.Budget)
	for _, l := range usual(s, a) {
		if len(a.Budget) == 0 || l.Counter == "read" && !limitsReading(a.Budget) {
			list = append(list, l)
		}
	}
	return list
}

// limitsReading reports whether a budget bounds how many entities are read, as a time and a class do as well.
func limitsReading(budget []Limit) bool {
	return slices.ContainsFunc(budget, func(l Limit) bool {
		return slices.Contains([]string{"read", "ms", "class"}, l.Counter)
	})
}

// usual returns the default budget of a question. It may read twice its answer, and wait once and for each page of its
// answer. What is asked for many values may read the first entities of each, and wait for each 64 of them.
func usual(s *Sheet, a *Ask) []Limit {
	values, chains := 1.0, 1.0
	if several, _ := severalOf(a.Known); several != nil {
		n := s.ListOf(*several, or(a.Asked, Popular)).Most
		if chains = math.Ceil(n / sideBySide); several.From != "" {
			chains++
		}
		if a.Top > 0 {
			values = n
		}
	}
	return []Limit{
		{Counter: "read", Most: 2 * values, OfAnswer: true},
		{Counter: "roundtrips", Most: math.Max(1+pages(s.Answer(a).Most), 1+chains)},
	}
}
