package lab

import (
	"context"
	"slices"

	"rowkey/engine"
	"rowkey/engine/lists"
	"rowkey/engine/store"
)

// contents gives the keys and values of the store numbers, so that states are small and quickly compared.
type contents struct {
	sandbox      *engine.Engine
	keys, values names
	base         map[int32]int32 // what keys held at first
}

// names gives texts numbers.
type names struct {
	numbers map[string]int32
	texts   []string
}

func (n *names) number(text string) int32 {
	if i, ok := n.numbers[text]; ok {
		return i
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	i := int32(len(n.texts))
	n.texts = append(n.texts, text)
	n.numbers[text] = i
	return i
}

// entry returns a cell as an entry of the store; what is unchanged holds what it held at first.
func (c *contents) entry(of cell) store.Entry {
	if of.value == unchanged {
		of.value = c.base[of.key]
	}
	e := store.Entry{Key: c.keys.texts[of.key], Exists: of.value != gone}
	if e.Exists {
		e.Value = c.values.texts[of.value]
	}
	return e
}

// entries returns an overlay as entries of the store.
func (c *contents) entries(o overlay) []store.Entry { return lists.Map(o, c.entry) }

// between returns the changes of a range of keys.
func (c *contents) between(o overlay, low, high string) overlay {
	var list overlay
	for _, changed := range o {
		if k := c.keys.texts[changed.key]; low <= k && (k < high || high == "") {
			list = append(list, changed)
		}
	}
	return list
}

// changes turns what was written into cells. What holds the same as at first is unchanged.
func (c *contents) changes(ctx context.Context, written []store.Entry) ([]cell, error) {
	cells := make([]cell, len(written))
	for i, e := range written {
		cells[i] = cell{c.keys.number(e.Key), c.valueOf(e)}
		first, err := c.first(ctx, cells[i].key)
		if err != nil {
			return nil, err
		}
		if first == cells[i].value {
			cells[i].value = unchanged
		}
	}
	return cells, nil
}

func (c *contents) valueOf(e store.Entry) int32 {
	if !e.Exists {
		return gone
	}
	return c.values.number(e.Value)
}

// first returns what a key held at first.
func (c *contents) first(ctx context.Context, key int32) (int32, error) {
	if v, ok := c.base[key]; ok {
		return v, nil
	}
	held, err := c.sandbox.Lab().Entries(ctx, []string{c.keys.texts[key]})
	if err != nil {
		return 0, err
	}
	c.base[key] = c.valueOf(held[0])
	return c.base[key], nil
}

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
