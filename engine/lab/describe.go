package lab

import (
	"strings"
	"time"

	"rowkey/engine/blob"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/percent"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/store"
)

// thing is what a request can touch.
type thing struct {
	kind                  TouchKind
	store, partition, row string
}

// writing is the last write of a thing.
type writing struct {
	step   int
	lane   string
	change *Touch
}

// describer makes the steps of one order.
type describer struct {
	w       *World
	steps   []Step
	version map[thing]int // how many there have been
	there   map[thing]bool
	written map[thing]writing
	known   map[string]map[thing]int // of each client, the step in which it has read a thing or written it last
}

// Describe makes the steps of an order out of its events.
func (w *World) Describe(events []*Event) []Step {
	d := describer{w: w, steps: []Step{}, version: map[thing]int{}, there: map[thing]bool{}, written: map[thing]writing{},
		known: map[string]map[thing]int{}}
	for _, e := range events {
		d.add(e)
	}
	return d.steps
}

func (d *describer) add(e *Event) {
	s := Step{N: len(d.steps) + 1, Kind: e.Kind, Time: int(e.At / time.Millisecond), Fault: e.Fault, Reads: []Touch{},
		Writes: []Touch{}}
	if p := e.Point; p != nil {
		s.Lane, s.Again = d.w.Lanes[p.Lane].Name, p.Again
		if x := p.exchange; x != nil && p.request != nil {
			s.Block, s.Line, s.Title = x.Block, x.Line, x.Title
		}
	}
	if e.Kind == CrashStep || e.Fault == CrashAfter {
		delete(d.known, s.Lane)
	}
	if e.Kind == RequestStep {
		d.request(e, &s)
	}
	if e.Fault == CrashAfter {
		delete(d.known, s.Lane)
	}
	d.steps = append(d.steps, s)
}

// services are the names of the services.
var services = map[rest.Service]string{rest.TableService: "table", rest.QueueService: "queue", rest.BlobService: "blob"}

func (d *describer) request(e *Event, s *Step) {
	r := e.Point.request
	s.Method, s.Target, s.Service = r.Method, targetOf(r), services[r.Service]
	s.Condition, s.Applied = conditionOf(r), e.effect != nil
	if e.response != nil {
		s.Status = e.response.Status
	}
	switch {
	case e.effect == nil:
		s.Code = "OperationTimedOut"
		return
	case e.response == nil:
		s.Code = "NoAnswer"
	default:
		s.Code = string(e.effect.record.Code)
	}
	d.reads(e, s)
	d.entities(e.effect.record, s)
	d.others(e, s)
	if e.second != nil {
		d.entities(e.second.record, s)
	}
}

// targetOf writes the address of a request below its account, as people read it.
func targetOf(r *rest.Request) string {
	text := strings.TrimPrefix(r.Path, "/")
	if r.Query != "" {
		text += "?" + r.Query
	}
	return percent.DecodeTolerant(text)
}

func conditionOf(r *rest.Request) Condition {
	if _, ok := r.Header.Lookup("If-None-Match"); ok {
		return NoVersion
	}
	text, ok := r.Header.Lookup("If-Match")
	if i := strings.Index(string(r.Body), "\nIf-Match:"); !ok && i >= 0 && strings.HasSuffix(r.Path, "/$batch") {
		text, ok = strings.TrimSpace(strings.SplitN(string(r.Body)[i+len("\nIf-Match:"):], "\n", 2)[0]), true
	}
	switch {
	case !ok:
		return Unconditional
	case strings.TrimSpace(text) == "*":
		return AnyVersion
	}
	return ThisVersion
}

// reads notes what the client gets to know.
func (d *describer) reads(e *Event, s *Step) {
	rec := e.effect.record
	if s.Method != "GET" || s.Service != "table" {
		return
	}
	keys := rec.Keys
	if key := script.KeyOf(e.Point.request.Path, ""); len(keys) == 0 && key != (explain.Key{}) {
		d.learn(s, thing{EntityTouch, rec.Table, key.Partition, key.Row})
		s.Reads = append(s.Reads, Touch{Kind: EntityTouch, Store: rec.Table, Partition: key.Partition, Row: key.Row})
	}
	for _, key := range keys {
		t := thing{EntityTouch, rec.Table, key.Partition, key.Row}
		d.observe(t)
		d.learn(s, t)
		s.Reads = append(s.Reads, Touch{Kind: EntityTouch, Store: rec.Table, Partition: key.Partition, Row: key.Row,
			Version: d.version[t]})
	}
}

// observe counts the version that a thing has had from the beginning.
func (d *describer) observe(t thing) {
	if d.version[t] == 0 {
		d.version[t] = 1
	}
}

// learn notes that a client knows a thing as it is now, unless it does not get the answer.
func (d *describer) learn(s *Step, t thing) {
	if s.Status == 0 || s.Status >= 500 {
		return
	}
	if d.known[s.Lane] == nil {
		d.known[s.Lane] = map[thing]int{}
	}
	d.known[s.Lane][t] = s.N
}

// entities notes what a request has made of entities.
func (d *describer) entities(rec *explain.Record, s *Step) {
	for i := range rec.Changes {
		c := &rec.Changes[i]
		t := thing{EntityTouch, c.Table, c.Key.Partition, c.Key.Row}
		touch := Touch{
			Kind: EntityTouch, Change: c.Kind, Store: c.Table, Partition: c.Key.Partition, Row: c.Key.Row,
			Before: entity(c.Before), After: entity(c.After),
		}
		if strings.HasSuffix(c.Kind, "Table") {
			t.kind, touch.Kind, touch.Change = TableTouch, TableTouch, map[string]string{"createTable": "insert"}[c.Kind]
		}
		if c.Before != "" {
			d.observe(t)
		}
		d.overwritten(s, t, c)
		d.write(s, t, &touch, c.After != "")
	}
}

// write counts a version.
func (d *describer) write(s *Step, t thing, touch *Touch, there bool) {
	if d.version[t]++; there {
		touch.Version = d.version[t]
	}
	s.Writes = append(s.Writes, *touch)
	d.written[t] = writing{s.N, s.Lane, touch}
	d.learn(s, t)
}

// overwritten finds out whether a write replaces what its client has not seen.
func (d *describer) overwritten(s *Step, t thing, c *explain.Change) {
	last, ok := d.written[t]
	held := d.known[s.Lane][t]
	if !ok || last.lane == s.Lane || held > last.step || c.Before == "" || s.Condition == ThisVersion || s.Overwrites > 0 {
		return
	}
	if c.Kind == "merge" && !undoes(last.change, c) {
		return
	}
	s.Overwrites, s.Held = last.step, held
}

// undoes reports whether a merge changes a property that an earlier write had changed.
func undoes(earlier *Touch, c *explain.Change) bool {
	before, after := edm.Row(c.Before), edm.Row(c.After)
	for _, p := range properties(after) {
		was, ok := before.Lookup(p[0])
		if ok && valueOf(was).String() == p[1] {
			continue
		}
		if !strings.Contains(string(earlier.Before), `"`+p[0]+`":`) || member(earlier, p[0]) {
			return true
		}
	}
	return false
}

// member reports whether a write has changed a property.
func member(t *Touch, name string) bool { return memberOf(t.Before, name) != memberOf(t.After, name) }

// others notes what a request has made of messages and blobs.
func (d *describer) others(e *Event, s *Step) {
	for _, c := range e.effect.written {
		was := d.w.contents.entry(cell{c.key, e.from.get(c.key)})
		now := d.w.contents.entry(c)
		if name, m, ok := queue.ReadEntry(now); ok {
			d.message(s, name, m, was, now)
		} else if name, p, ok := blob.ReadEntry(now); ok {
			t := thing{BlobTouch, name, "", p.Name}
			touch := Touch{Kind: BlobTouch, Change: changeOf(was, now), Store: name, Row: p.Name}
			d.write(s, t, &touch, now.Exists)
		}
	}
}

func (d *describer) message(s *Step, name string, m queue.Message, was, now store.Entry) {
	change := changeOf(was, now)
	if change == "delete" {
		_, m, _ = queue.ReadEntry(was)
	} else if change == "replace" && s.Method == "GET" {
		change = "hide"
	}
	touch := Touch{Kind: MessageTouch, Change: change, Store: name, Row: m.Text}
	d.write(s, thing{MessageTouch, name, m.ID, m.Text}, &touch, now.Exists)
}

func changeOf(was, now store.Entry) string {
	switch {
	case !now.Exists:
		return "delete"
	case !was.Exists:
		return "insert"
	}
	return "replace"
}
