package datacentre

// Between is a part of the map by its keys: those of a table from Low to High, inclusive. "" leaves a side open;
// without a table the keys are ignored.
type Between struct {
	Table string
	Low   string
	High  string
}

// Find fills in which partitions the keys of a request name. A message says that there are none.
func (q *Request) Find() []Message {
	k := &q.Between
	if k.Table == "" {
		return nil
	}
	lo := 0
	for i := range q.Load.Parts {
		p := &q.Load.Parts[i]
		l := layoutOf(p, int(q.Load.Seconds))
		if p.Table == k.Table {
			from, to := l.between(k.Low, k.High)
			if from < to {
				q.Options.Window.From, q.Options.Window.To = lo+from, lo+to
				return nil
			}
		}
		lo += l.n
	}
	return []Message{{Code: NoSuchKey, Path: "/window", Names: []string{k.Table, k.Low, k.High}}}
}

// between returns the positions of the keys from low to high, inclusive.
func (l *layout) between(low, high string) (from, to int) {
	from, to = l.find(low), l.n
	if high != "" {
		if to = l.find(high); to < l.n && l.name(to) == high {
			to++
		}
	}
	return from, to
}
