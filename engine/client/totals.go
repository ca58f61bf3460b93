package client

import (
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/load"
)

// totals is what a run adds up over its visible exchanges: what "run" and "answer" ask about.
type totals struct {
	sum        explain.Counters
	worst      explain.Class
	statuses   []string
	methods    []string
	conditions []string // every If-Match, in the order of the requests
	keys       []string // of the entities returned, "partition/row"
	client     clientSide
	tokens     int // that were issued
	writes     int // requests that write; a transaction is one
	answers    answers
	load       *load.Report // the last one
}

// add adds up an exchange.
func (t *totals) add(x *Exchange) {
	if x.answer != nil && !x.crashed {
		t.answers.add(x.answer)
	}
	t.client.add(x)
	if x.Record == nil {
		return
	}
	t.statuses = append(t.statuses, x.statuses()...)
	t.sum.Add(x.Record)
	t.sum.Requests += len(x.Wire) - 1
	for _, w := range x.Wire {
		t.methods = append(t.methods, w.Request.Method)
		t.conditions = append(t.conditions, w.Request.conditions()...)
		if w.Request.writes() {
			t.writes++
		}
	}
	t.keys = append(t.keys, keyTexts(x.Record.Keys)...)
	if p := x.Record.Plan; p != nil {
		t.worst = max(t.worst, p.Class)
	}
}

// addLoad adds what a load did, whose exchange has no record.
func (t *totals) addLoad(l *load.Report) {
	t.load = l
	t.client.attempts += l.Throttled + l.Accepted
	t.client.throttled += l.Throttled
}

// counters returns the sums of a run that has taken some time.
func (t *totals) counters(elapsed time.Duration) explain.Counters {
	c := t.sum
	c.Elapsed, c.Attempts = milliseconds(elapsed), t.client.attempts
	c.Throttled, c.Hits = t.client.throttled, t.client.hits
	return c
}

// ask answers what "run" asks about a run that has taken some time.
func (t *totals) ask(counter string, elapsed time.Duration) value {
	if v, ok := t.askLoad(counter); ok {
		return v
	}
	switch counter {
	case "plan":
		if t.worst == explain.None {
			return textValue("none")
		}
		return textValue(t.worst.String())
	case "status":
		return listValue(t.statuses)
	case "methods":
		return listValue(t.methods)
	case "conditions":
		return listValue(t.conditions)
	case "keys":
		return listValue(t.keys)
	case "writes":
		return numberValue(t.writes)
	case "reads":
		return numberValue(len(t.methods) - t.writes)
	case "tokens":
		return numberValue(t.tokens)
	case "skipped":
		return numberValue(t.client.skipped)
	}
	sum := t.counters(elapsed)
	return numberValue(counterOf(&sum, counter))
}

// askLoad answers what "run" asks about the last load; ok is false for any other counter.
func (t *totals) askLoad(counter string) (v value, ok bool) {
	switch counter {
	case "failed", "p50", "p95", "p99", "rate", "hottest", "nodes":
	default:
		return value{}, false
	}
	if t.load == nil {
		return missing("no-load"), true
	}
	return askReport(t.load, counter)
}

// counterOf returns a counter by the name that scripts have for it.
func counterOf(c *explain.Counters, name string) int {
	n, ok := map[string]int{
		"requests": c.Requests, "transactions": c.Transactions, "roundtrips": c.Roundtrips, "read": c.Read,
		"scanned": c.Read, "returned": c.Returned, "partitions": c.Partitions, "pages": c.Pages, "elapsed": c.Elapsed,
		"attempts": c.Attempts, "throttled": c.Throttled, "hits": c.Hits,
	}[name]
	if !ok {
		return c.Bytes
	}
	return n
}
