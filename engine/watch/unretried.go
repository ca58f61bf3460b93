package watch

import (
	"rowkey/engine/lint"
	"rowkey/engine/shape"
)

// maxOpen is how many refused writes are remembered that nothing followed.
const maxOpen = 10_000

// conflicts are the writes that were refused because another client wrote the row. A client tries again if it asks for
// the row once more, or writes it. If it does not, a change may be lost: a worker that was too late for a job that
// another has taken sends the same requests, and is right.
type conflicts struct {
	open     map[refused][]*Finding
	findings map[shape.Shape]*Finding // of those that nothing followed so far
	followed map[shape.Shape]bool     // shapes of which at least one was tried again
}

// refused is a row that a client could not write.
type refused struct {
	host, agent string
	row         rowOf
}

func newConflicts() conflicts {
	return conflicts{map[refused][]*Finding{}, map[shape.Shape]*Finding{}, map[shape.Shape]bool{}}
}

// add looks at a unit of work.
func (c *conflicts) add(u *shape.Unit) {
	for _, m := range u.Requests {
		if len(c.open) == 0 && m.Status != 412 {
			continue // nothing waits for it
		}
		k := m.Key()
		if k == nil {
			continue
		}
		at := refused{u.Host, u.Agent, rowOf{m.Shape.Table, *k}}
		for _, f := range c.open[at] {
			c.followed[f.Shapes[0]] = true
		}
		delete(c.open, at)
		if m.Status == 412 && len(c.open) < maxOpen {
			c.open[at] = append(c.open[at], c.refuse(m))
		}
	}
}

// refuse counts a write that was refused.
func (c *conflicts) refuse(m *shape.Member) *Finding {
	f := c.findings[m.Shape]
	if f == nil {
		f = &Finding{Rule: "never-retried", Wrong: true, Table: m.Record.Table, Most: 1}
		c.findings[m.Shape] = f
	}
	f.note(m.Shape, m.N)
	f.Times, f.Calls = f.Times+1, f.Calls+1
	f.Before = plus(f.Before, lint.Cost{Requests: 1, Roundtrips: 1})
	f.After = plus(f.After, lint.Cost{Read: 1, Requests: 3, Roundtrips: 3}) // it is read and written once more
	return f
}

// loud returns a finding for each shape of which no write was tried again.
func (c *conflicts) loud() (list []Finding) {
	for s, f := range c.findings {
		if !c.followed[s] {
			list = append(list, *f)
		}
	}
	return list
}
