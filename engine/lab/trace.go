package lab

import (
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
	changed   overlay
}

// trace remembers what was looked at in a state.
func (c *contents) trace(o overlay, f store.Footprint) trace {
	var t trace
	seen := map[int32]bool{}
	for _, k := range f.Gets {
		if key := c.keys.number(k); !seen[key] {
			seen[key] = true
			t.gets = append(t.gets, cell{key, o.get(key)})
		}
	}
	for _, r := range f.Ranges {
		t.ranges = append(t.ranges, span{r[0], r[1], c.between(o, r[0], r[1])})
	}
	return t
}

// matches reports whether a state holds what was seen.
func (c *contents) matches(t *trace, o overlay) bool {
	for _, seen := range t.gets {
		if o.get(seen.key) != seen.value {
			return false
		}
	}
	for i := range t.ranges {
		r := &t.ranges[i]
		if !slices.Equal(c.between(o, r.low, r.high), r.changed) {
			return false
		}
	}
	return true
}
