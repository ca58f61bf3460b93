package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The answers of the engine's control paths, as far as pages show them. site/app/types.ts mirrors
// the same JSON.

// Field is one header line: name, value.
type Field [2]string

// Message is one half of an exchange as it went over the wire.
type Message struct {
	Method  string  `json:"method"`
	URL     string  `json:"url"`
	Status  int     `json:"status"`
	Reason  string  `json:"reason"`
	Headers []Field `json:"headers"`
	Body    string  `json:"body"`
}

// Wire is a request and its answer.
type Wire struct {
	Request  Message `json:"request"`
	Response Message `json:"response"`
}

// Key is the position of an entity in its table.
type Key struct {
	Partition string `json:"partition"`
	Row       string `json:"row"`
}

// Plan is the interval that a query walks, and why.
type Plan struct {
	Class  string `json:"class"`
	Reason string `json:"reason"`
	Low    *Key   `json:"low"`
	High   *Key   `json:"high"`
	Used   string `json:"used"`
	Rest   string `json:"rest"`
}

// Entity is an entity as JSON with minimal metadata shows it, in the order of its members.
type Entity []Member

// Member is one member of a JSON object; its value is still JSON.
type Member struct {
	Name  string
	Value json.RawMessage
}

// UnmarshalJSON reads an object and keeps its order.
func (e *Entity) UnmarshalJSON(data []byte) error {
	*e = nil
	dec := json.NewDecoder(bytes.NewReader(data))
	t, err := dec.Token()
	if t == nil || err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fmt.Errorf("want an object, got %.20s", data)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		m := Member{Name: fmt.Sprint(name)}
		if err := dec.Decode(&m.Value); err != nil {
			return err
		}
		*e = append(*e, m)
	}
	return nil
}

// Get returns the value of a member, nil if there is none.
func (e Entity) Get(name string) json.RawMessage {
	for _, m := range e {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Change is one entity or table before and after a write.
type Change struct {
	Kind   string `json:"kind"`
	Table  string `json:"table"`
	Key    Key    `json:"key"`
	Before Entity `json:"before"`
	After  Entity `json:"after"`
}

// Record is what one request cost.
type Record struct {
	ID           int      `json:"id"`
	Op           string   `json:"op"`
	Table        string   `json:"table"`
	Plan         *Plan    `json:"plan"`
	Read         int      `json:"read"`
	Returned     int      `json:"returned"`
	Partitions   int      `json:"partitions"`
	Nodes        []string `json:"nodes"` // that were asked, with the option cluster
	BytesIn      int      `json:"bytesIn"`
	BytesOut     int      `json:"bytesOut"`
	Transactions int      `json:"transactions"`
	Roundtrips   int      `json:"roundtrips"`
	Pages        int      `json:"pages"`
	Code         string   `json:"code"`
	Token        *Key     `json:"token"`
	Changes      []Change `json:"changes"`
}

// Counters are sums over requests.
type Counters struct {
	Requests     int `json:"requests"`
	Transactions int `json:"transactions"`
	Roundtrips   int `json:"roundtrips"`
	Read         int `json:"read"`
	Returned     int `json:"returned"`
	Partitions   int `json:"partitions"`
	Pages        int `json:"pages"`
	Bytes        int `json:"bytes"`
	Elapsed      int `json:"elapsed"`   // virtual ms
	Throttled    int `json:"throttled"` // attempts that were refused with 503
	Hits         int `json:"hits"`      // of client caches
	Attempts     int `json:"attempts"`
}

// Op is one operation of a transaction.
type Op struct {
	Block   int    `json:"block"`
	Method  string `json:"method"`
	Target  string `json:"target"`
	Key     Key    `json:"key"`
	Status  int    `json:"status"`
	Code    string `json:"code"`
	Message string `json:"message"`
	State   string `json:"state"` // done, failed, undone
}

// Check is one assertion and how it came out.
type Check struct {
	Line     int    `json:"line"`
	Text     string `json:"text"`
	Pass     bool   `json:"pass"`
	Query    string `json:"query"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// Problem is an error of a script.
type Problem struct {
	Line    int    `json:"line"` // from 1, 0 if none
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

// Token is a coloured piece of a script: UTF-16 offsets and a kind.
type Token struct {
	From, To int
	Kind     string
}

// UnmarshalJSON reads [from, to, kind].
func (t *Token) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&t.From, &t.To, &t.Kind})
}

// Diagnostic is a problem with the place in the text.
type Diagnostic struct {
	Line     int    `json:"line"`
	Severity string `json:"severity"` // error, warning
	Message  string `json:"message"`
	Fix      string `json:"fix"`
}

// Block is one block of a script. From and To are UTF-16 offsets.
type Block struct {
	Index     int    `json:"index"`
	Title     string `json:"title"`
	Name      string `json:"name"`
	Batch     string `json:"batch"`
	Client    string `json:"client"`
	Line      int    `json:"line"`
	From      int    `json:"from"`
	To        int    `json:"to"`
	FirstLine int    `json:"firstLine"`
	LastLine  int    `json:"lastLine"`
	Method    string `json:"method"`
	Checks    int    `json:"checks"`
}

// Exchange is one step of a script and its answer.
type Exchange struct {
	Step    int      `json:"step"`
	Block   int      `json:"block"`
	Blocks  []int    `json:"blocks"`
	Index   int      `json:"index"`
	Hidden  bool     `json:"hidden"`
	Line    int      `json:"line"`
	Title   string   `json:"title"`
	Name    string   `json:"name"`
	Client  string   `json:"client"`
	Wire    []Wire   `json:"wire"`
	Status  int      `json:"status"`
	Reason  string   `json:"reason"`
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Body    string   `json:"body"`
	Record  *Record  `json:"record"`
	Ops     []Op     `json:"ops"`
	Checks  []Check  `json:"checks"`
	Problem *Problem `json:"problem"`
	Stopped bool     `json:"stopped"`

	State    string    `json:"state"` // sent, skipped, cached
	Start    float64   `json:"start"` // virtual ms since the run began
	End      float64   `json:"end"`
	Fault    string    `json:"fault"`    // "" if none was asked for
	Attempts []Attempt `json:"attempts"` // if there were several, or one was faulted
	Typed    []Typed   `json:"typed"`
	Load     *Load     `json:"load"`
	Design   *Design   `json:"design"`
}

// KeyLine is a table drawn in key order, and what a request read of it.
type KeyLine struct {
	Table string        `json:"table"`
	Total int           `json:"total"`
	Parts []KeyLinePart `json:"parts"`
}

// KeyLinePart is one partition, or several that were folded into one band.
type KeyLinePart struct {
	Name string  `json:"name"`
	N    int     `json:"n"`    // entities
	Fold int     `json:"fold"` // partitions drawn as this one
	Read *[2]int `json:"read"` // first row read and the row after the last
	Hits []int   `json:"hits"` // rows returned
}

// Verdict is the outcome of a check script.
type Verdict struct {
	Pass   bool `json:"pass"`
	Checks []struct {
		Title    string  `json:"title"`
		Pass     bool    `json:"pass"`
		Feedback string  `json:"feedback"`
		Details  []Check `json:"details"`
	} `json:"checks"`
}

// byName returns the counters under the names that lessons use.
func (c Counters) byName() map[string]*int {
	return map[string]*int{
		"requests": &c.Requests, "transactions": &c.Transactions, "roundtrips": &c.Roundtrips,
		"read": &c.Read, "returned": &c.Returned, "partitions": &c.Partitions, "pages": &c.Pages, "bytes": &c.Bytes,
		"elapsed": &c.Elapsed, "throttled": &c.Throttled, "hits": &c.Hits, "attempts": &c.Attempts,
	}
}

// Par returns the counters as lessons keep them.
func (c Counters) Par() map[string]int {
	par := map[string]int{}
	for name, n := range c.byName() {
		par[name] = *n
	}
	return par
}
