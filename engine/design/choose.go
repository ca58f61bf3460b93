package design

import (
	"context"

	"rowkey/engine/message"
)

// trials is how many calls of a pattern are asked of every copy, before the best of them is kept.
const trials = 2

// errNoCopy says that nothing stored answers a question.
var errNoCopy = error(message.New("no-copy"))

// best asks the copy that answers at the lowest cost.
func (b *bench) best(ctx context.Context, q *question) (bill, error) {
	if k, ok := b.chosen[q.name]; ok && b.calls[q.name] >= trials {
		a, _ := b.access(q, k)
		return b.ask(ctx, q, &a)
	}
	b.calls[q.name]++
	var least bill
	at := -1
	for k := range b.copies {
		a, ok := b.access(q, k)
		if !ok {
			continue
		}
		one, err := b.ask(ctx, q, &a)
		if err != nil {
			return one, err
		}
		if at < 0 || one.cost() < least.cost() {
			least, at = one, k
		}
	}
	if at < 0 {
		return least, errNoCopy
	}
	b.chosen[q.name] = at
	return least, nil
}

// traffic counts the calls that touch each partition.
type traffic struct {
	partitions map[address]int
	scans      map[int]int // by copy: calls that touch all of its partitions
}

func newTraffic() *traffic { return &traffic{map[address]int{}, map[int]int{}} }

// add counts one call of a pattern with a share of all calls. A partition counts once a call.
func (t *traffic) add(share int, b *bill) {
	seen := map[address]bool{}
	for _, p := range b.touched {
		if !seen[p] {
			seen[p] = true
			t.partitions[p] += share
		}
	}
	all := map[int]bool{}
	for _, k := range b.scanned {
		if !all[k] {
			all[k] = true
			t.scans[k] += share
		}
	}
}

// hottest returns the partition that most calls touch, and how many of 100 do. Calls is how many
// were counted, weighted by their shares.
func (t *traffic) hottest(b *bench, calls int) (percent int, name string) {
	for k, n := range t.scans {
		for p := range b.stored[k].partitions {
			t.partitions[p] += n
		}
	}
	most := 0
	for p, n := range t.partitions {
		if n > most || n == most && p.partition < name {
			most, name = n, p.partition
		}
	}
	return (most*100 + calls/2) / calls, name
}
