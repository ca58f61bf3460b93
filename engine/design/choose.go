package design

import "rowkey/engine/message"

// errNoCopy says that nothing stored answers a question.
var errNoCopy = error(message.New("no-copy"))

// cost weighs what calls cost, to choose between copies: a request as much as ten entities read.
func (t *trial) cost() int { return 10*t.sum("requests") + t.sum("read") }

// meets reports whether 99 of 100 calls keep all limits.
func (t *trial) meets(limits []limit) bool {
	for _, l := range limits {
		if t.within(l.field, 99) > l.most {
			return false
		}
	}
	return true
}

// choose finds the copy that answers a question best: one that meets the budget before one that does not, then the one
// with the lowest cost, then the first. It returns -1 if none can answer.
func (b *bench) choose(p *pattern, calls []call) (best trial, at int) {
	at = -1
	for k := range b.copies {
		t, ok := b.answered(calls, k)
		if !ok {
			continue
		}
		if at >= 0 {
			met, before := t.meets(p.limits), best.meets(p.limits)
			if before && !met || met == before && t.cost() >= best.cost() {
				continue
			}
		}
		best, at = t, k
	}
	return best, at
}

// answered counts what the calls of a question cost if one copy answers them.
func (b *bench) answered(calls []call, k int) (t trial, ok bool) {
	sizes := make([]int, len(calls))
	for i := range calls {
		a, ok := b.access(&calls[i].question, k)
		if !ok {
			return t, false
		}
		sizes[i] = b.rows.size(&a)
		if calls[i].write != "" {
			sizes[i] = max(sizes[i], len(calls[i].same))
		}
	}
	t.calls = thin(calls, sizes, maxWork)
	t.bills = make([]bill, len(t.calls))
	for i := range t.calls {
		a, _ := b.access(&t.calls[i].question, k)
		t.bills[i] = b.count(&t.calls[i].question, &a)
	}
	return t, true
}
