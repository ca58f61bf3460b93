package script

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// Vocabulary is the words that an editor can offer, from the tables that the parser reads by.
type Vocabulary struct {
	Keys       []Keyword `json:"keys"`       // after "@" in a comment
	Helpers    []string  `json:"helpers"`    // after "$" in a reference
	Variables  []string  `json:"variables"`  // that every script has
	Queries    []string  `json:"queries"`    // after "??"
	Counters   []string  `json:"counters"`   // after "?? run"
	Predicates []string  `json:"predicates"` // after a query
	Methods    []string  `json:"methods"`
	Headers    []string  `json:"headers"`
	Types      []string  `json:"types"`     // of a property, after its name and ":" in @type
	Classes    []string  `json:"classes"`   // after "?? plan =="
	Operators  []string  `json:"operators"` // of a filter
}

// Keyword is a key and the words that can follow it at once; none for a key that is followed by a name,
// a number or nothing.
type Keyword struct {
	Name  string   `json:"name"`
	Words []string `json:"words"`
	Help  string   `json:"help"` // section of the help page that explains it
}

// Words returns the vocabulary.
func Words() Vocabulary {
	v := Vocabulary{
		Variables: predefined, Queries: queries, Counters: runCounters, Predicates: predicates(),
		Headers: knownHeaders, Types: strings.Split(TypeNames, ", "), Operators: odata.Operators(),
	}
	for c := explain.Point; c <= explain.TableScan; c++ {
		v.Classes = append(v.Classes, c.String())
	}
	for i := range directives {
		if d := &directives[i]; d.parse != nil && !d.inert {
			v.Keys = append(v.Keys, Keyword{d.word, d.follows, d.help})
		}
	}
	for _, h := range helpers {
		v.Helpers = append(v.Helpers, h.name)
	}
	for _, m := range methods {
		if m != "MERGE" { // some clients do not know it
			v.Methods = append(v.Methods, m)
		}
	}
	return v
}
