package client

import (
	"slices"
	"strings"
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/load"
	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/trail"
	"rowkey/engine/verdict"
)

// Exchange is one step of a run: a request and its answer, or all requests of a batch or of a
// query that follows its tokens.
type Exchange struct {
	Step    int    `json:"step"`   // from 1, hidden ones included
	Block   int    `json:"block"`  // the first of Blocks
	Blocks  []int  `json:"blocks"` // more than one for a batch
	Index   int    `json:"index"`  // of the loop
	Hidden  bool   `json:"hidden"` // of a script that sets up; Block and Line are those of that script
	Line    int    `json:"line"`   // of the request, 0 if the block has none
	Title   string `json:"title"`
	Name    string `json:"name"`
	Client  string `json:"client"`
	Wire    []Wire `json:"wire"` // none if a problem stopped the request
	Status  int    `json:"status"`
	Reason  string `json:"reason"`
	Code    string `json:"code"` // of an error, of a batch that of the failing operation
	Message string `json:"message"`
	Body    string `json:"body"` // pages joined

	Record  *explain.Record `json:"-"` // nil without a request
	Token   *explain.Key    `json:"-"` // where the next page begins, decoded
	Ops     []Op            `json:"ops"`
	Checks  []Check         `json:"checks"`
	Load    *load.Report    `json:"load"` // of a block with @load, nil otherwise
	Problem *Problem        `json:"problem"`
	Stopped bool            `json:"stopped"` // the run is over
	Typed   *[]Typed        `json:"typed"`   // the entities as the block reads them, nil if it only looks
	Design  *verdict.Report `json:"design"`  // of a block with @workload

	State     SendState    `json:"state"`
	Start     int          `json:"start"` // milliseconds since the run began
	End       int          `json:"end"`
	Fault     string       `json:"fault"`     // what went wrong on the way, or why nothing was sent; "" if all is well
	Sentences message.Text `json:"sentences"` // of fault, if nothing was sent
	Attempts  []Attempt    `json:"attempts"`  // several, or one that did not go well

	sent    *trail.Load // of a block with @load
	loaded  string      // the table that it went to
	answer  *answer
	answers map[int]*answer // of the operations of a batch, by block
	pages   []string        // bodies of the pages of a query

	began, at time.Duration // since the run began; at moves on while the exchange is on its way
	lockWait  time.Duration // how long the service will make it wait
	delayed   bool          // the service did
	slot      int           // of the flight
	inner     bool          // of a program that runs inside this script
	crashed   bool          // the client has seen no answer, and sends nothing more
	throttled int           // attempts that were refused because the service is busy
}

// SendState says what became of the request of an exchange.
type SendState string

// The states of a request.
const (
	Sent    SendState = "sent"
	Skipped SendState = "skipped" // its client has crashed, or had no reason to send it
	Cached  SendState = "cached"  // its client knew the answer
)

// Wire is a request and its answer as they were sent.
type Wire struct {
	Request  Message `json:"request"`
	Response Message `json:"response"`
}

// Message is a request, whose Status is 0, or an answer, whose Method and URL are "".
type Message struct {
	Method  string      `json:"method"`
	URL     string      `json:"url"`
	Status  int         `json:"status"`
	Reason  string      `json:"reason"`
	Headers [][2]string `json:"headers"`
	Body    string      `json:"body"`
}

// conditions returns every If-Match of a request, those of the operations of a transaction included.
func (m *Message) conditions() []string {
	var list []string
	for _, h := range m.Headers {
		if strings.EqualFold(h[0], "If-Match") {
			list = append(list, h[1])
		}
	}
	if path, _, _ := strings.Cut(m.URL, "?"); !strings.HasSuffix(path, "/$batch") {
		return list
	}
	for line := range strings.SplitSeq(m.Body, "\n") {
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "If-Match") {
			list = append(list, strings.TrimSpace(value))
		}
	}
	return list
}

// writes reports whether a request can change something: a batch does unless all that it holds are reads.
func (m *Message) writes() bool {
	if path, _, _ := strings.Cut(m.URL, "?"); m.Method != "POST" || !strings.HasSuffix(path, "/$batch") {
		return m.Method != "GET" && m.Method != "HEAD"
	}
	parts := requestParts(fieldsOf(m.Headers).Get("Content-Type"), m.Body)
	return slices.ContainsFunc(parts, func(p outgoing) bool { return p.method != "GET" })
}

// State of an operation of a transaction.
type State string

// The states.
const (
	Done   State = "done"
	Failed State = "failed"
	Undone State = "undone" // rolled back because another one failed
)

// Op is one operation of a transaction. Status is 0 if the service did not answer for it.
type Op struct {
	Block   int         `json:"block"`
	Method  string      `json:"method"`
	Target  string      `json:"target"` // below the account
	Key     explain.Key `json:"key"`
	Status  int         `json:"status"`
	Code    string      `json:"code"`
	Message string      `json:"message"`
	State   State       `json:"state"`
}

// Check is one assertion and how it came out.
type Check struct {
	Line      int          `json:"line"`
	Text      string       `json:"text"`
	Pass      bool         `json:"pass"`
	Query     string       `json:"query"`
	Expected  string       `json:"expected"`
	Got       string       `json:"got"`
	Sentences message.Text `json:"sentences"` // of got, if nothing was found
	Skipped   bool         `json:"-"`         // passes without having been asked, see [Options.Unmetered]
}

// gotText is what a query found, or why it found nothing.
func (c *Check) gotText() message.Text {
	if c.Sentences != nil {
		return c.Sentences
	}
	return message.New("verbatim", c.Got)
}

func messageOf(r *rest.Response) Message {
	return Message{Status: r.Status, Reason: rest.StatusText(r.Status), Headers: pairs(r.Header), Body: r.Text()}
}

func pairs(h rest.Header) [][2]string {
	return lists.Map(h, func(f rest.Field) [2]string { return [2]string{f.Name, f.Value} })
}

func fieldsOf(list [][2]string) rest.Header {
	return lists.Map(list, func(f [2]string) rest.Field { return rest.Field{Name: f[0], Value: f[1]} })
}

// Problem is an error of the script itself, found while it runs.
type Problem struct {
	Line      int          `json:"line"` // from 1, 0 if none
	Message   string       `json:"message"`
	Sentences message.Text `json:"sentences"` // of the message
	Fix       string       `json:"fix"`       // label of a button, "" if none
	Label     message.Text `json:"label"`     // the same by its code

	missing  bool // an earlier answer does not have what was asked of it
	none     bool // because it has no entity or message to take it from
	answered bool // there was an answer, of another type than the program declares
}

// InAnswer reports whether the script is right, and it depends on the data that its client cannot go on: what it has
// asked for is not there, or has another type than its program declares.
func (p *Problem) InAnswer() bool { return p.answered || p.none }

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

func problemOn(line int, code message.Code, params ...string) *Problem {
	return problemOf(line, message.New(code, params...))
}

func problemOf(line int, text message.Text) *Problem {
	return &Problem{Line: line, Message: text.String(), Sentences: text}
}

// problemAt says what is wrong with a reference.
func problemAt(r *script.Ref, code message.Code, params ...string) *Problem {
	return problemIn(r, message.New(code, params...))
}

func problemIn(r *script.Ref, text message.Text) *Problem {
	return problemOf(r.Line, message.New("in-ref", r.Source).And(text))
}

func stopped(x *Exchange, p *Problem) *Exchange {
	x.Problem, x.Stopped = p, true
	return x
}

// failed reports whether the answer is an error, or that there is none.
func (x *Exchange) failed() bool { return x.Status >= 400 || x.Status == 0 }
