package script

import (
	"strconv"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
)

// maxOperations is how many operations a transaction holds.
// Source: Performing entity group transactions, "Requirements".
const maxOperations = 100

// lintBatch checks what the service asks of a transaction, as far as the text shows it.
func (p *linter) lintBatch(u Unit) {
	count, first, seen := 0, (*staticKey)(nil), map[explain.Key]int{}
	for i := u.First; i <= u.Last; i++ {
		b := &p.script.Blocks[i]
		if !b.InBatch() {
			continue
		}
		repeats := max(1, b.Meta.Loop)
		if count += repeats; count > maxOperations && count-repeats <= maxOperations {
			p.warnBatch(b, "batch-too-large", strconv.Itoa(maxOperations))
		}
		if b.Method == "GET" && u.First != u.Last {
			p.warnBatch(b, "batch-with-query")
		}
		key := keyIn(b.Request)
		if key == nil {
			continue
		}
		if first == nil {
			first = key
		} else if key.Partition != first.Partition {
			p.warnBatch(b, "batch-of-two-partitions", strconv.Itoa(count), key.Partition, first.Partition)
		}
		if !key.whole {
			continue
		}
		if n := seen[key.Key]; n > 0 || repeats > 1 {
			p.warnBatch(b, "batch-entity-twice")
		}
		seen[key.Key] = count
	}
}

func (p *linter) warnBatch(b *Block, code message.Code, params ...string) {
	problem := message.New("in-batch", b.Batch).And(message.New(code, params...))
	p.report(SeverityWarning, b.Request.from, b.Request.to, problem)
}

// staticKey is a key that the text shows.
type staticKey struct {
	explain.Key
	whole bool // the RowKey is known too
}

// keyIn returns what a request's text shows of the key it writes, nil for an unknown PartitionKey.
func keyIn(r *Request) *staticKey {
	target := r.Target.masked("1")
	path := target[:queryStart(target)]
	if open := strings.IndexByte(path, '('); open >= 0 {
		key := KeyOf(path, "")
		row := open + max(0, strings.Index(path[open:], "RowKey="))
		if key.Partition == "" || r.Target.dynamicIn(open, row) {
			return nil
		}
		return &staticKey{key, !r.Target.dynamicIn(row, len(path))}
	}
	body, found, known := r.Body.masked("1"), &staticKey{whole: true}, false
	jsontext.Each(body, 0, func(name string, from, to int) bool {
		dynamic := r.Body.dynamicIn(from, to)
		switch {
		case name == "PartitionKey" && !dynamic:
			found.Partition, known = jsontext.Text(body[from:to]), true
		case name == "RowKey":
			found.Row, found.whole = jsontext.Text(body[from:to]), !dynamic
		}
		return true
	})
	if !known {
		return nil
	}
	return found
}

// lintFlights warns of requests that wait for an answer which is in flight beside them.
func (p *linter) lintFlights() {
	blocks := p.script.Blocks
	for first := 0; first < len(blocks); {
		last, group := first, blocks[first].Meta.Client.Parallel
		for group != "" && last+1 < len(blocks) && blocks[last+1].Meta.Client.Parallel == group {
			last++
		}
		if group != "" {
			p.lintFlight(first, last)
		}
		first = last + 1
	}
}

func (p *linter) lintFlight(first, last int) {
	blocks := p.script.Blocks
	for _, r := range p.refs {
		line := p.lineAt(r.from) + 1
		named, ok := p.script.names[r.ref.Request]
		inside := blocks[first].FirstLine <= line && line <= blocks[last].LastLine
		if ok && inside && first <= named && named <= last && !p.below(line) {
			p.warn(r.from, r.to, "in-flight-together", r.ref.Request)
		}
	}
}

// below reports whether a line belongs to an assertion, which is made when the answers are there.
func (p *linter) below(line int) bool {
	for i := range p.script.Blocks {
		for _, a := range p.script.Blocks[i].Assertions {
			if a.Line == line {
				return true
			}
		}
	}
	return false
}
