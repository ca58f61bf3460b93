package design

import "slices"

// takeTurns asks periods one after the other, the newest or the oldest first, if the first entities are wanted in that
// order: the next one is only asked if those before had too few.
func (b *bench) takeTurns(q *question, c *Copy, a *access) {
	list, t := a.tables, c.Table
	if len(a.tables) == 1 {
		list, t = a.partitions, c.Partition
	}
	several := len(list) > 1 && len(a.tables)*len(a.partitions) == len(list)
	if a.inTurn = q.top > 0 && a.sorted && several && b.inPeriods(q, t); !a.inTurn {
		return
	}
	if list = slices.Clone(list); q.down {
		slices.Reverse(list)
	}
	if len(a.tables) > 1 {
		a.tables = list
	} else {
		a.partitions = list
	}
}

// inPeriods reports whether a key is made of what is known and of periods of the time by which the answer is sorted.
func (b *bench) inPeriods(q *question, t Template) bool {
	for _, s := range t.segments {
		known := s.form == literal || slices.Contains(q.known, s.attr)
		if !known && (s.attr != q.order || s.span(b.w) == 0) {
			return false
		}
	}
	return true
}
