package datacentre

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/lists"
)

// Limits of a load: what a browser calculates within seconds.
const (
	MaxParts      = 24
	MaxPartitions = 2_000_000
	MaxSeconds    = 3600
	MaxRate       = 1e9
	maxText       = 40
	maxBuckets    = 10_000
)

// checker collects what is wrong.
type checker struct {
	messages []Message
}

func (c *checker) say(code Code, path string, names []string, numbers ...float64) {
	c.messages = append(c.messages, Message{code, path, names, numbers})
}

// number checks a number; it reports whether it can be used.
func (c *checker) number(path string, n, least, most float64, whole bool) bool {
	switch {
	case !(n >= least && n <= most):
		c.say(OutOfRange, path, nil, n, least, most)
	case whole && n != math.Trunc(n):
		c.say(NotWhole, path, nil, n)
	default:
		return true
	}
	return false
}

// Check says what is wrong with parameters and a load; nothing if they can be used.
func Check(p *Parameters, l *Load) []Message {
	c := &checker{}
	for i := range Settings {
		s := &Settings[i]
		c.number("/parameters/"+s.Name, *s.field(p), s.Least, s.Most, s.Whole)
	}
	c.load(l)
	return c.messages
}

func (c *checker) load(l *Load) {
	c.number("/load/seconds", l.Seconds, 1, MaxSeconds, true)
	c.number("/load/seed", l.Seed, 0, math.MaxUint32, true)
	c.number("/load/price", l.Price, 0, 1e6, false)
	c.retry(&l.Retry)
	own := 0 // a design has its own limits
	for i := range l.Parts {
		if l.Parts[i].place == nil {
			own++
		}
	}
	switch n := own; {
	case len(l.Parts) == 0:
		c.say(NoParts, "/load/parts", nil)
	case n > MaxParts:
		c.say(TooMany, "/load/parts", []string{"parts"}, float64(n), MaxParts)
	}
	sum := 0.0
	for i := range l.Parts {
		before := len(c.messages)
		if c.part("/load/parts/"+strconv.Itoa(i), &l.Parts[i]); len(c.messages) == before && l.Seconds <= MaxSeconds {
			sum += float64(layoutOf(&l.Parts[i], int(l.Seconds)).n) // a time that is asked for is a partition, too
		}
	}
	if sum > MaxPartitions {
		c.say(TooMany, "/load/parts", []string{"partitions"}, sum, MaxPartitions)
	}
}

func (c *checker) retry(r *Retry) {
	if !slices.Contains(Policies, r.Policy) {
		c.say(NotOneOf, "/load/retry/policy", append([]string{string(r.Policy)}, texts(Policies)...))
	}
	c.number("/load/retry/wait", r.Wait, 0, longestWait*1000, false)
	c.number("/load/retry/tries", r.Tries, 0, mostTries, true)
}

func (c *checker) part(path string, p *Part) {
	for _, f := range partNumbers(p) {
		c.number(path+"/"+f.name, *f.value, f.least, f.most, f.whole)
	}
	if p.Reads+p.Writes+p.Scans <= 0 {
		c.say(NoRequests, path+"/reads", nil)
	}
	if p.place == nil && !slices.Contains(Generators, p.Keys) {
		c.say(NotOneOf, path+"/keys", append([]string{string(p.Keys)}, texts(Generators)...))
	}
	for _, t := range [...]struct{ name, value string }{{"table", p.Table}, {"prefix", p.Prefix}} {
		if p.place == nil && len(t.value) > maxText || strings.ContainsFunc(t.value, unfit) {
			c.say(BadText, path+"/"+t.name, nil, maxText)
		}
	}
}

// unfit reports whether a character cannot be in a key.
// Source: Understanding the Table service data model, "Characters disallowed in key fields".
func unfit(r rune) bool { return r < ' ' || r >= 0x7f && r <= 0x9f || strings.ContainsRune(`/\#?`, r) }

// texts returns the values of a type of texts as they are.
func texts[T ~string](list []T) []string {
	return lists.Map(list, func(v T) string { return string(v) })
}

// partNumber is a number of a part with the values that it may have.
type partNumber struct {
	name        string
	value       *float64
	least, most float64
	whole       bool
}

func partNumbers(p *Part) []partNumber {
	return []partNumber{
		{"partitions", &p.Partitions, 1, MaxPartitions, true},
		{"rate", &p.Rate, 0, MaxRate, false},
		{"reads", &p.Reads, 0, 100, false},
		{"writes", &p.Writes, 0, 100, false},
		{"scans", &p.Scans, 0, 100, false},
		{"readEntities", &p.ReadEntities, 0, 1000, false},
		{"writeEntities", &p.WriteEntities, 1, 100, false},
		{"scanEntities", &p.ScanEntities, 0, 1000, false},
		{"spread", &p.Spread, 0, 100, false},
		{"period", &p.Period, 1, MaxSeconds, true},
		{"buckets", &p.Buckets, 1, maxBuckets, true},
		{"skew", &p.Skew, 0, 3, false},
		{"largest", &p.Largest, 0, 100, false},
		{"begins", &p.Begins, 0, MaxSeconds, true},
		{"ends", &p.Ends, 0, MaxSeconds, true},
	}
}

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
	NoParts    Code = "noParts"    // the load is empty
	TooMany    Code = "tooMany"    // there are Numbers[0] of Names[0], at most Numbers[1] are allowed
	NoRequests Code = "noRequests" // reads, writes and scans are all 0
	BadText    Code = "badText"    // the text has more than Numbers[0] characters, or a character that no key has
	NoSuchKey  Code = "noSuchKey"  // the table Names[0] does not exist, or has no key from Names[1] to Names[2]
	BadKeys    Code = "badKeys"    // the template Names[0] makes no keys: unknown attributes, or too many keys
	NoRun      Code = "noRun"      // no run was begun, or it was forgotten
	NoDesign   Code = "noDesign"   // the sheet has no design number Numbers[0], or it is not valid
)
