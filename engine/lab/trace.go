package lab

import (
	"context"
	"slices"

	"rowkey/engine/store"
)

// trace is what a request has looked at: in a state where all of that holds the same, the same comes of it.
type trace struct {
	gets   []cell
	ranges []span
}

// span is a range of keys and what had changed in it.
type span struct {
	low, high string
	held      overlay
}

// trace remembers what was looked at in a state.
func (w *World) trace(o overlay, f store.Footprint) trace {
	var t trace
	seen := map[int32]bool{}
	for _, k := range f.Gets {
		if key := w.keys.number(k); !seen[key] {
			seen[key] = true
			t.gets = append(t.gets, cell{key, o.get(key)})
		}
	}
	for _, r := range f.Ranges {
		t.ranges = append(t.ranges, span{r[0], r[1], w.between(o, r[0], r[1])})
	}
	return t
}

// holds reports whether a state holds what was seen.
func (w *World) holds(t *trace, o overlay) bool {
	for _, c := range t.gets {
		if o.get(c.key) != c.value {
			return false
		}
	}
	for i := range t.ranges {
		r := &t.ranges[i]
		if !slices.Equal(w.between(o, r.low, r.high), r.held) {
			return false
		}
	}
	return true
}

// changes turns what was written into cells. What holds the same as at first is unchanged.
func (w *World) changes(ctx context.Context, written []store.Entry) ([]cell, error) {
	cells := make([]cell, len(written))
	for i, e := range written {
		cells[i] = cell{w.keys.number(e.Key), w.valueOf(e)}
		first, err := w.first(ctx, cells[i].key)
		if err != nil {
			return nil, err
		}
		if first == cells[i].value {
			cells[i].value = unchanged
		}
	}
	return cells, nil
}

func (w *World) valueOf(e store.Entry) int32 {
	if !e.Exists {
		return gone
	}
	return w.values.number(e.Value)
}

// first returns what a key held at first.
func (w *World) first(ctx context.Context, key int32) (int32, error) {
	if v, ok := w.base[key]; ok {
		return v, nil
	}
	held, err := w.sandbox.Held(ctx, []string{w.keys.texts[key]})
	if err != nil {
		return 0, err
	}
	w.base[key] = w.valueOf(held[0])
	return w.base[key], nil
}
