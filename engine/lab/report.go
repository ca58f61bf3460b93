package lab

import (
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
)

// Problem is why nothing can be run.
type Problem struct {
	Code      ProblemCode  `json:"code"`
	Line      int          `json:"line"`      // of the script, 0 if none
	Message   string       `json:"message"`   // why, in English
	Sentences message.Text `json:"sentences"` // why, for a mistake in the script and a request that failed
}

// ProblemCode names a [Problem]. Texts are kept with the pages.
type ProblemCode string

// The problems.
const (
	ScriptError  ProblemCode = "script-error"
	NoLanes      ProblemCode = "no-lanes" // no request names its client
	OneLane      ProblemCode = "one-lane" // a race takes two
	TooManyLanes ProblemCode = "too-many-lanes"
	NoRequests   ProblemCode = "no-requests" // of the lanes
	SetupFailed  ProblemCode = "setup-failed"
	LoadInLane   ProblemCode = "load-in-lane" // a load is not one request
	NotSent      ProblemCode = "not-sent"     // a client could not go on because of a mistake in the script
)

// Lane is a client of the script.
type Lane struct {
	Name     string `json:"name"`
	Requests int    `json:"requests"` // the most that it sends
	Worker   bool   `json:"worker"`   // it takes messages, so it is started again while there are any
	Lines    []int  `json:"lines"`    // of its blocks
}

// Rule is an invariant of the script.
type Rule struct {
	Line   int    `json:"line"`
	Text   string `json:"text"`
	Always bool   `json:"always"` // holds after every step, and not only at the end
}

// Verdict says whether an invariant holds.
type Verdict struct {
	Holds bool         `json:"holds"`
	Left  string       `json:"left"` // the values of both sides
	Right string       `json:"right"`
	Why   message.Text `json:"why"`  // why it could not be evaluated
	Step  int          `json:"step"` // after which it broke, 0 at the end
}

// FactKind is the kind of a [Fact].
type FactKind string

// The facts.
const (
	EntityFact  FactKind = "entity"  // the value of a property; without a property, that the entity is there
	CountFact   FactKind = "count"   // how many entities a partition has
	MessageFact FactKind = "message" // how many messages of a text a queue holds
	BlobFact    FactKind = "blob"    // that a blob is there, and its content
)

// Fact is something in which a state differs from others.
type Fact struct {
	Kind      FactKind `json:"kind"`
	Store     string   `json:"store"` // a table, queue or container
	Partition string   `json:"partition"`
	Row       string   `json:"row"` // the text of a message, the name of a blob
	Property  string   `json:"property"`
	Value     string   `json:"value"`
	Present   bool     `json:"present"`
}

// End says how a lane ended.
type End struct {
	Lane   string   `json:"lane"`
	State  EndState `json:"state"`
	Line   int      `json:"line"` // of the request whose answer the script did not expect
	Status int      `json:"status"`
	Code   string   `json:"code"`
}

// EndState is how a lane ended.
type EndState string

// The ends.
const (
	Finished EndState = "done"
	Stopped  EndState = "stopped" // at an answer that its script did not expect
	Crashed  EndState = "crashed" // and was not started again
)

// StepKind is what happens in a step.
type StepKind string

// The kinds of steps.
const (
	RequestStep StepKind = "request"
	PauseStep   StepKind = "pause"   // time passes until hidden messages are visible again
	CrashStep   StepKind = "crash"   // a client ends; what it knew is lost
	RestartStep StepKind = "restart" // it begins again
)

// Fault is what goes wrong with a request, or around it.
type Fault string

// The faults.
const (
	NoFault     Fault = ""
	CrashBefore Fault = "crashBefore" // the client ends before it sends
	CrashAfter  Fault = "crashAfter"  // the request is carried out, and the client ends
	Lost        Fault = "lost"        // the request is carried out, and its answer is lost
	Timeout     Fault = "timeout"     // the service gives up: 500 OperationTimedOut, nothing is done
	Twice       Fault = "twice"       // the request arrives twice; a message is delivered twice
	Slow        Fault = "slow"        // the message becomes visible while the client waits, and another one does it all
	Delayed     Fault = "delayed"     // the message comes late: others overtake it
)

// Step is one step of an order.
type Step struct {
	N          int       `json:"n"` // from 1
	Kind       StepKind  `json:"kind"`
	Lane       string    `json:"lane"`  // "" for a pause
	Again      int       `json:"again"` // how often its client has been started again
	Time       int       `json:"time"`  // virtual milliseconds since the lanes began
	Block      int       `json:"block"`
	Line       int       `json:"line"`
	Title      string    `json:"title"`
	Method     string    `json:"method"`
	Target     string    `json:"target"`  // below the account
	Service    string    `json:"service"` // table, queue or blob; "" without a request
	Status     int       `json:"status"`  // that the client saw, 0 for none
	Code       string    `json:"code"`
	Fault      Fault     `json:"fault"`   // "" for none
	Applied    bool      `json:"applied"` // the service has carried it out
	Condition  Condition `json:"condition"`
	Reads      []Touch   `json:"reads"`
	Writes     []Touch   `json:"writes"`
	Overwrites int       `json:"overwrites"` // the step whose write this one replaces unseen, 0 for none
	Held       int       `json:"held"`       // the step in which the client had read it last, 0 for none
}

// Condition is the condition of a request.
type Condition string

// The conditions.
const (
	Unconditional Condition = ""
	AnyVersion    Condition = "any"        // If-Match: *
	ThisVersion   Condition = "etag"       // If-Match with an ETag
	NoVersion     Condition = "none-match" // If-None-Match
)

// Touch is a thing that a request has read or written.
type Touch struct {
	Kind      TouchKind    `json:"kind"`
	Change    string       `json:"change"` // insert, replace, merge, delete, hide; "" for a read
	Store     string       `json:"store"`
	Partition string       `json:"partition"`
	Row       string       `json:"row"`
	Version   int          `json:"version"` // 1 for that of the beginning, 0 if the thing is not there
	Before    jsontext.Raw `json:"before"`  // of an entity
	After     jsontext.Raw `json:"after"`
}

// TouchKind is the kind of thing that a request touches.
type TouchKind string

// What can be touched.
const (
	EntityTouch    TouchKind = "entity"
	MessageTouch   TouchKind = "message"
	BlobTouch      TouchKind = "blob"
	TableTouch     TouchKind = "table"
	QueueTouch     TouchKind = "queue"
	ContainerTouch TouchKind = "container"
)

// Script is a script that repeats what a laboratory has found.
type Script struct {
	Name string `json:"name"`
	Text string `json:"text"`
}
