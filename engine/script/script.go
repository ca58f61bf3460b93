// Package script is the language of .http scripts: it parses them, says what is wrong with them and
// the fix, and tells an editor what each piece of the text means and which words it may offer.
// Lessons, fixtures, checks and the conformance corpus are this one language.
//
// The rule book is the REST Client dialect with the one-line assertions and loops of httpyac. Every
// addition is a comment line, so that a script is a valid .http file elsewhere.
// Not here: what runs a script (package client), and texts about costs.
package script

import (
	"fmt"
	"slices"
	"time"

	"rowkey/engine/message"
)

// MaxSize is the largest script, in bytes. Source: ours.
const MaxSize = 64 << 10

// Script is a parsed script. It is never nil and can always be started: a block that has an error
// stops the run when it is reached.
type Script struct {
	Name        string
	Blocks      []Block
	Tokens      []Token
	Diagnostics []Diagnostic

	Units  []Unit
	Setups []Setup
	Vars   map[string]Template // file variables, the last definition wins
	Sets   map[string]bool     // names that @set gives a value

	Invariants []Invariant // in the order of their lines

	src   *source
	names map[string]int         // block of each named request
	types map[string]*EntityType // that @type declares
}

func newScript(name, text string) *Script {
	return &Script{
		Name: name, Vars: map[string]Template{}, Sets: map[string]bool{}, src: newSource(text),
		names: map[string]int{}, types: map[string]*EntityType{},
	}
}

// Block is one request with its metadata and assertions, or the text between two separators that holds no request.
// Pages see the fields with a JSON name. From and To are UTF-16 offsets; they leave out blank lines at the end.
type Block struct {
	Index     int    `json:"index"`
	Title     string `json:"title"`
	Name      string `json:"name"`
	Batch     string `json:"batch"`
	Client    string `json:"client"`
	Line      int    `json:"line"` // of the request, 0 if there is none
	From      int    `json:"from"`
	To        int    `json:"to"`
	FirstLine int    `json:"firstLine"`
	LastLine  int    `json:"lastLine"`
	Method    string `json:"method"`
	Checks    int    `json:"checks"`

	Meta       Meta
	Request    *Request // nil if there is none
	Assertions []*Assertion
	FirstError *Diagnostic // nil for a block without an error

	early []earlyAssertion // of the assertions, those above the request line
}

// Setup is a script that runs before this one.
type Setup struct {
	Name   string // as resolved
	Line   int
	Script *Script
}

// Unit is what one step runs: a block, or all blocks of a batch. Blocks are [first, last].
type Unit struct{ First, Last int }

// SyntaxError is the first error of a script.
type SyntaxError struct {
	Name string
	Line int
	Text message.Text
}

// Error returns name, line and message.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Text) }

// Err returns the first error as a *[SyntaxError], nil if there are only warnings.
func (s *Script) Err() error {
	for _, d := range s.Diagnostics {
		if d.Severity == SeverityError {
			return &SyntaxError{s.Name, d.Line, d.Sentences}
		}
	}
	return nil
}

// Named returns the index of the block whose request has a name.
func (s *Script) Named(name string) (int, bool) {
	i, ok := s.names[name]
	return i, ok
}

// UnitOf returns the position in units of the unit that holds a block.
func (s *Script) UnitOf(block int) int {
	return slices.IndexFunc(s.Units, func(u Unit) bool { return u.First <= block && block <= u.Last })
}

// Text returns a script as it is written.
func (s *Script) Text() string { return s.src.text }

// units groups the blocks that run in one step. Blocks that hold no request may be between the operations of a batch.
func units(blocks []Block) []Unit {
	var list []Unit
	for i := 0; i < len(blocks); {
		u := Unit{i, i}
		for j := i + 1; blocks[i].InBatch() && j < len(blocks); j++ {
			switch {
			case blocks[j].InBatch() && blocks[j].Batch == blocks[i].Batch:
				u.Last = j
			case blocks[j].Request == nil && len(blocks[j].Assertions) == 0:
				continue
			default:
				j = len(blocks)
			}
		}
		list = append(list, u)
		i = u.Last + 1
	}
	return list
}

// InBatch reports whether a block is an operation of a transaction.
func (b *Block) InBatch() bool { return b.Batch != "" && b.Request != nil && !b.Meta.Disabled }

// The limits of one run of a script.
const (
	MaxRequests = 1000   // of a script; loops count every time
	MaxFixture  = 10_000 // of a script that sets up
	MaxPages    = 100    // that @follow reads
	MaxWhile    = 100    // times that @loop while repeats
)

const maxSleep = 366 * 86400_000 // milliseconds that one @sleep takes

// Longest is how far the time of a run can go, well below what 64 bits of nanoseconds can hold.
const Longest = 100 * 365 * 24 * time.Hour
