package write

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// perStore holds what is calculated of a write in each store of a library; one that is nil holds nothing.
type perStore[T any] map[storeOfWrite]T

type storeOfWrite struct{ write, store uint16 }

func (p perStore[T]) of(st *keys.Store, w *facts.Write, calculate func(*keys.Store, *facts.Write) T) T {
	if p == nil || st.Id == 0 {
		return calculate(st, w)
	}
	key := storeOfWrite{uint16(w.Index), st.Id}
	out, ok := p[key]
	if !ok {
		out = calculate(st, w)
		p[key] = out
	}
	return out
}
