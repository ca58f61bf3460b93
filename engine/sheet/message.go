package sheet

import (
	"slices"

	"rowkey/engine/spelling"
)

// Message says what is wrong with a sheet, where, and, by its code and its words, what to do.
type Message struct {
	Code    Code      `json:"code"`
	Line    int       `json:"line"`    // of the text form, from 1; 0 if the sheet was not read from text
	Path    string    `json:"path"`    // of the JSON form, such as /entities/0/attributes/2; "" for the whole sheet
	Subject string    `json:"subject"` // name of the kind, question, write or design that it is about, or what was written
	Names   []string  `json:"names"`   // other names that its sentence has
	Numbers []float64 `json:"numbers"` // numbers that its sentence has
	Note    bool      `json:"note"`    // not an error: the sheet can be used
}

// Code says what is wrong. Sentences are kept with the pages; the comment of a code says what its message holds.
type Code string

// What a sheet says wrongly about its application.
const (
	// The kind Subject has no identity; Names are attributes that could be one.
	NoIdentity Code = "noIdentity"
	// The attributes Names tell at most Numbers[0] entities of the kind Subject apart, and there are Numbers[1].
	IdentityTooSmall Code = "identityTooSmall"
	// Of the attribute Subject, which has to tell Numbers[1] entities of the kind Names[0] apart, only the spread was
	// entered, as if several had the same value: it is taken to have Numbers[0] values. Names[1] are the words of the
	// spread, Names[2] those that take their place, and Names[3] is the line with them.
	ValuesAssumed Code = "valuesAssumed"
	// Nobody entered how many values the attribute Subject has, so it is taken to have Numbers[0]. With the other parts of
	// the identity of the kind Names[0] they tell Numbers[2] of Numbers[1] entities apart. Names[1] is the line with a
	// number of values.
	PartAssumed Code = "partAssumed"
	// Nobody entered how many values the number Subject has, which names an entity of the kind Names[0], so it is taken
	// to be another one in each, whichever of Names[1] that belongs to. Names[2] is the line for one that each of these
	// counts anew. A note.
	AloneAssumed Code = "aloneAssumed"
	// The kind Subject has no attribute Names[0]; Names[1] is the nearest there is, "" if none is near.
	UnknownAttribute Code = "unknownAttribute"
	// The attribute Subject lists all its values, and Names[0] is none of them; Names[1] is the nearest, "" if none is
	// near.
	UnknownValue Code = "unknownValue"
	// The shares of Subject, an attribute or the rates of the sheet (""), add up to Numbers[0] percent.
	Shares Code = "shares"
	// The rate of Subject is a share, and the sheet has no total.
	ShareWithoutTotal Code = "shareWithoutTotal"
	// A value of the attribute Subject has Numbers[0] characters or bytes and at most Numbers[1] fit: a blob will
	// keep it. A note.
	ValueTooLarge Code = "valueTooLarge"
	// There are Numbers[0] of the kind Subject in all, and Numbers[1] of its parent Names[0]: less than one for each.
	// Names[1] is what to write for Numbers[0] of each parent. A note.
	LessThanOne Code = "lessThanOne"
	// The question Subject wants an answer that is fresh now, and Names[0] is rewritten every Names[1]; there is no
	// other store of its kind in the design Names[2].
	Contradiction Code = "contradiction"
	// The question Subject returns Numbers[0] entities, so its counter Names[0] cannot be as low as Numbers[1].
	ImpossibleBudget Code = "impossibleBudget"
	// There are Numbers[0] of Names[0], a word such as asks, and at most Numbers[1] are allowed. Subject is the kind
	// or design that has them, "" for the sheet.
	TooMany Code = "tooMany"
	// The question Subject wants an order or a range of Names[0], which may be negative. Numbers[0] is a constant
	// that could be added to it.
	SignedOrder Code = "signedOrder"
	// Values of the attribute Subject have to be unique, and it does not say whether case counts: Names are what can be
	// said. A note.
	WhichCase Code = "whichCase"
	// The question Subject reads the rows of Numbers[0] values that it reads first. Names[0] are lines in its place, with
	// which a write makes a row for each reader. A note.
	FanOut Code = "fanOut"
)

// What a sheet leaves out, or says twice.
const (
	NoSheet      Code = "noSheet"      // the text has no line @sheet
	Missing      Code = "missing"      // Subject lacks Names[0]: count, kind, verb, attribute, value, width, order …
	Duplicate    Code = "duplicate"    // Names[0] is there twice
	UnknownKind  Code = "unknownKind"  // there is no kind Names[0]; Names[1] is the nearest, "" if none is near
	Cycle        Code = "cycle"        // the kind Subject belongs to itself, directly or over others
	BadName      Code = "badName"      // Subject is not a name of 1 to Numbers[0] letters, digits, blanks and hyphens
	BadProperty  Code = "badProperty"  // Subject cannot name a property of at most Numbers[0] characters
	Reserved     Code = "reserved"     // Subject is a word of the language, and cannot be a name
	BadValue     Code = "badValue"     // Subject is not a value: 1 to Numbers[0] characters without blank , ; = |
	BadStore     Code = "badStore"     // Subject is not two keys with a bar between, in one line of Numbers[0] bytes
	OutOfRange   Code = "outOfRange"   // Names[0] of Subject is Numbers[0], and Numbers[1] to Numbers[2] are allowed
	SetsIdentity Code = "setsIdentity" // the write Subject sets Names[0], which is part of the identity
	NotTime      Code = "notTime"      // Subject asks for a length of time of Names[0], which is not a time
	NotOfVerb    Code = "notOfVerb"    // the write Subject has Names[0], which Names[1] cannot have, but Names[2], if any
	InsertBy     Code = "insertBy"     // Subject inserts by Names[0]; its kind Names[1] has the identity Names[2]
	NotNumber    Code = "notNumber"    // the write Subject adds to Names[0], which is not a number
)

// What cannot be read.
const (
	UnknownDirective Code = "unknownDirective" // there is no line @Subject; Names[0] is the nearest, "" if none is near
	UnknownWord      Code = "unknownWord"      // Subject means nothing here; Names[0] is the nearest, "" if none is near
	Cannot           Code = "cannot"           // Subject asks for what the service cannot do; Names[0] is a pattern
	CommaMissing     Code = "commaMissing"     // there is no comma before Subject; Names[0] has it: id, sets
	SpacedValue      Code = "spacedValue"      // Subject has blanks or quotes; Names[0] is what it should be: device=d1
	CallersValue     Code = "callersValue"     // Subject stands for what the caller knows; Names[0] is its attribute
	NotAboveZero     Code = "notAboveZero"     // Subject is a number, and it has to be above 0
	BadNumber        Code = "badNumber"        // Subject is not a number up to Numbers[0]; Names: see [report.unread]
	BadRate          Code = "badRate"          // Subject is not a rate, such as 40/s, 3 million/day or 5 %; Names as above
	BadTime          Code = "badTime"          // Subject is not a length of time, such as 5s, 1h or 90d
	BadWidth         Code = "badWidth"         // Subject is not the width of a range, such as 1h, 2 % or 50
	BadList          Code = "badList"          // Subject is not how many values a call has, such as 20 in: id in 20
	RangeOfNothing   Code = "rangeOfNothing"   // Subject is a range, such as last 1h, without the attribute before it
	BadPrices        Code = "badPrices"        // Subject is not as 0.0004 transactions and 0.05 storage in EUR
	BadShare         Code = "badShare"         // Subject is not a percentage, such as 5 %
	BadWeights       Code = "badWeights"       // Subject is not values with shares, such as open 2 % and paid 98 %
	BadLimit         Code = "badLimit"         // Subject is not a limit, such as read <= 10
	BadJSON          Code = "badJSON"          // the text is not JSON at byte Numbers[0]
	UnknownMember    Code = "unknownMember"    // Subject is not a member here
	WrongType        Code = "wrongType"        // the member Subject is not a Names[0]: text, number, boolean, list, object
	BadVersion       Code = "badVersion"       // the member sheet is not Numbers[0]
	TooLong          Code = "tooLong"          // the text has Numbers[0] bytes, and at most Numbers[1] are read
)

// maxMessages is how many messages are given at once. Who mends a hundred finds the others then.
const maxMessages = 100

// Failed reports whether a message is an error, so that the sheet must not be used.
func Failed(messages []Message) bool {
	return slices.ContainsFunc(messages, func(m Message) bool { return !m.Note })
}

// report collects messages.
type report struct {
	place
	line     int // of what is being read, 0 in JSON
	messages []Message
}

// place is the part of a sheet that is looked at.
type place struct{ path string }

// in looks at a part of it.
func (p *place) in(part string, look func()) {
	outer := p.path
	p.path += part
	look()
	p.path = outer
}

// each looks at all parts of a list.
func (p *place) each(list string, n int, look func(i int)) {
	for i := range n {
		p.in(pathOf(list, i), func() { look(i) })
	}
}

// say adds an error at the present place.
func (r *report) say(code Code, subject string, names []string, numbers ...float64) {
	r.add(Message{Code: code, Subject: subject, Names: names, Numbers: numbers})
}

func (r *report) add(m Message) {
	if len(r.messages) < maxMessages {
		m.Line, m.Path = r.line, r.path
		r.messages = append(r.messages, m)
	}
}

// unknownWord says that a word means nothing where it is, with the nearest of those that would.
func (r *report) unknownWord(word string, known []string) {
	r.say(UnknownWord, word, []string{spelling.Nearest(word, known)})
}
