// Package trail keeps what the linter reads: each request with its client, time and condition, and the earlier
// answers that it used. A record of package explain has the cost of a request; only its client knows the rest.
//
// Rule book: ours; the names of the rules are those that scripts write after @deliberately. Not here: the rules
// themselves (package lint), what makes the requests (package client).
package trail

import (
	"strings"
	"sync"

	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
)

// All stands for every row of an answer, see [Use.Row].
const All = -1

// Use is a part of an answer that a request, or an assertion, used.
type Use struct {
	Name     string // of the request whose answer it is, "" for its own
	Of       int    // the number of that request, 0 if it is not kept
	What     string // "status", "header", "body", "count" and so on, as scripts ask for it
	Row      int    // position in the list of the answer, [All] for every one
	Property string // "" for the whole row
}

// Request is one request of a client: a transaction is one, and so is a query that follows its tokens.
type Request struct {
	N      int // from 1
	Record *explain.Record
	Run    int    // number of the run, 0 for a request that no script sent: what it used is not known
	File   string // script that sent it
	Line   int    // of that script
	Title  string
	Name   string
	Client string
	Flight string // group of what is in flight together, "" for none
	From   Sender // of a request that no script sent

	Method, URL  string
	Accept, Body string
	IfMatch      string
	Status       int
	Answer       string // its body
	ETag         string
	Pages        bool         // its script says how many pages it wants
	Next         *explain.Key // where the next page begins, nil if nothing is left
	Ops          []Op         // of a transaction
	Attempts     int          // times it was sent
	Unanswered   bool         // an earlier attempt had no answer, or one that says try again

	Load *Load // of a steady load; nothing else of it is known then

	Start, End int // milliseconds since its run began, or since the sandbox was opened
	Uses       []Use
	Silent     map[Rule]string // rules that its script switches off, and why
}

// Sender is what a request says of the program that sent it.
type Sender struct {
	Agent   string // its User-Agent
	Host    string // address of its machine
	Port    string // of its end of the connection
	TraceID string // of its traceparent, "" if it sends none
}

// MostSent is how many requests of a load are remembered.
const MostSent = 20_000

// Load is a steady load: to which partitions its requests went, in order.
type Load struct {
	Rate       int // requests a second
	Entities   int // of each request
	Partitions []string
}

// The log keeps the newest requests, up to MostRequests and up to MostBytes of bodies.
const (
	MostRequests = 1000
	MostBytes    = 16 << 20
)

// Log keeps requests. It is safe for concurrent use; the zero value is empty and ready.
type Log struct {
	mu       sync.Mutex // guards the fields below
	next     int
	requests []kept         // oldest first
	size     int            // of their bodies, in bytes
	named    map[string]int // numbers of the newest requests by name, in each script
}

// kept is a request and how many bytes its bodies have: to drop one is no reason to look at it, for by then no cache of
// the processor has it.
type kept struct {
	*Request
	size int
}

// Add keeps a request, gives it its number, and finds the answers that it used. Nothing changes it after that.
func (l *Log) Add(r *Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	r.N = l.next
	if l.named == nil {
		l.named = map[string]int{}
	}
	for i, u := range r.Uses {
		r.Uses[i].Of = l.named[r.File+"\n"+u.Name]
		if u.Name == "" {
			r.Uses[i].Of = r.N
		}
	}
	if r.Name != "" {
		l.named[r.File+"\n"+r.Name] = r.N
	}
	l.requests = append(l.requests, kept{r, len(r.Body) + len(r.Answer)})
	l.size += l.requests[len(l.requests)-1].size
	gone := 0
	for ; len(l.requests)-gone > MostRequests || l.size > MostBytes && gone < len(l.requests)-1; gone++ {
		l.size -= l.requests[gone].size
	}
	clear(l.requests[:gone])
	l.requests = l.requests[gone:]
}

// Requests returns those that are kept, oldest first.
func (l *Log) Requests() []*Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	return lists.Map(l.requests, func(k kept) *Request { return k.Request })
}

// Reset forgets everything.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next, l.requests, l.size, l.named = 0, nil, 0, nil
}

// TraceID returns the part of a traceparent that all requests of a unit of work have in common, "" if it is none.
// Source: W3C Trace Context, section 3.2, "Traceparent Header".
func TraceID(parent string) string {
	const version, id = len("00-"), 32
	if len(parent) < version+id+1 || parent[2] != '-' || parent[version+id] != '-' {
		return ""
	}
	found := parent[version : version+id]
	if strings.Trim(found, "0123456789abcdef") != "" || strings.Trim(found, "0") == "" {
		return ""
	}
	return found
}

// Key returns the key of the one entity that a request is about, nil if it is about none or several.
func (r *Request) Key() *explain.Key {
	switch {
	case len(r.Ops) > 0 || r.Record.Op == "QueryEntities" || r.Record.Table == "":
		return nil
	case r.Record.Op == "GetEntity" && len(r.Record.Keys) == 1:
		return &r.Record.Keys[0]
	case len(r.Record.Changes) == 1:
		return &r.Record.Changes[0].Key
	}
	return r.Addressed()
}

// Addressed returns the key in the address of a request, nil if it names none.
func (r *Request) Addressed() *explain.Key {
	path, _, _ := strings.Cut(r.URL, "?")
	_, keys, ok := strings.Cut(percent.DecodeTolerant(path), "(PartitionKey='")
	if !ok {
		return nil
	}
	partition, row, ok := strings.Cut(strings.TrimSuffix(keys, ")"), "RowKey='")
	if !ok {
		return nil
	}
	partition = strings.TrimSuffix(strings.TrimRight(partition, ", "), "'")
	return &explain.Key{Partition: odata.Unescape(partition), Row: odata.Unescape(strings.TrimSuffix(row, "'"))}
}

// Rule is the name of a rule of the linter.
type Rule string

// The rules. Those about cost come first, in their order of precedence for a request; then those about correctness.
const (
	ScanKnownKey   Rule = "scan-known-key"
	OrOfKeys       Rule = "or-of-keys"
	OpenRange      Rule = "open-range"
	ScanNotCopy    Rule = "scan-not-copy"
	NewestByScan   Rule = "newest-by-scan"
	ScanThenFilter Rule = "scan-then-filter"
	ClientJoin     Rule = "client-join"
	OneByOne       Rule = "one-by-one"
	SameAgain      Rule = "same-again"
	SingleWrites   Rule = "single-writes"
	DeleteLoop     Rule = "delete-loop"
	HotPartition   Rule = "hot-partition"
	AppendKey      Rule = "append-key"
	NoSelect       Rule = "no-select"
	ReplaceLittle  Rule = "replace-little"
	BusyEntity     Rule = "busy-entity"
	NearLimit      Rule = "near-limit"
	StarAfterRead  Rule = "star-after-read"
	UpsertOver     Rule = "upsert-over"
	RetryNotSafe   Rule = "retry-not-safe"
	TokenDropped   Rule = "token-dropped"
	Unpadded       Rule = "unpadded"
)

// Rules are all of them.
var Rules = []string{
	string(ScanKnownKey), string(OrOfKeys), string(OpenRange), string(ScanNotCopy), string(NewestByScan),
	string(ScanThenFilter), string(ClientJoin), string(OneByOne), string(SameAgain), string(SingleWrites),
	string(DeleteLoop), string(HotPartition), string(AppendKey), string(NoSelect), string(ReplaceLittle),
	string(BusyEntity), string(NearLimit), string(StarAfterRead), string(UpsertOver), string(RetryNotSafe),
	string(TokenDropped), string(Unpadded),
}
