package ask

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// cached answers as calculated does, and calculates the answer for the same store, question and stores within reach
// once. The stores are those of a library.
type cached struct {
	*Planner
	paths   [][]*path // by the numbers of stores, and the places of questions
	answers map[string]*Answer
}

// path is what is known of a question to a store, whatever else a design has.
type path struct {
	ok    bool
	reach keys.Reach
	alone *Answer // with nothing else within reach
}

func (c *cached) Answer(v keys.View, store int, q *facts.Question) *Answer {
	st := v[store]
	if st.Id == 0 || q.Number == 0 {
		return calculated{c.Planner}.Answer(v, store, q)
	}
	follows := v.Follows(c.Facts, store)
	p := c.path(st, q, follows)
	if !p.ok {
		return &Answer{}
	}
	var space [96]byte
	key := c.key(space[:0], v, store, p)
	if key == nil && p.alone != nil {
		return p.alone
	}
	if key != nil {
		key = append(key, byte(q.Number), byte(q.Number>>8), byte(st.Id), byte(st.Id>>8),
			byte(slices.Index(ways, follows)))
		if r, ok := c.answers[string(key)]; ok {
			return r
		}
	}
	r := c.calculate(v, store, q, p, follows)
	if key == nil {
		p.alone = r
	} else {
		c.answers[string(key)] = r
	}
	return r
}

// ways are all ways in which a store can follow its base.
var ways = append(slices.Clip(keys.Keepings), keys.KeptFirst)

// path returns what is known of a question to a store that follows its base in some way.
func (c *cached) path(st *keys.Store, q *facts.Question, follows string) *path {
	for int(st.Id) >= len(c.paths) {
		c.paths = append(c.paths, nil)
	}
	row, at := c.paths[st.Id], q.Number*(len(ways)+1)+1+slices.Index(ways, follows)
	if at >= len(row) {
		row = append(row, make([]*path, at+1-len(row))...)
		c.paths[st.Id] = row
	}
	if row[at] == nil {
		w, ok := c.Planner.walk(st, q)
		if row[at] = (&path{ok: ok}); ok {
			row[at].reach = w.reach(follows)
		}
	}
	return row[at]
}

// key names the other stores within reach, with their places; it is nil if there are none.
func (c *cached) key(key []byte, v keys.View, store int, p *path) []byte {
	key = key[:0]
	for i, o := range v {
		if i != store && v.Sees(c.Facts, store, &p.reach, i) {
			base := byte(0)
			if o.Base {
				base = 1
			}
			key = append(key, byte(i), byte(o.Id), byte(o.Id>>8), base)
		}
	}
	if len(key) == 0 {
		return nil
	}
	return key
}

func (c *cached) calculate(v keys.View, store int, q *facts.Question, p *path, follows string) *Answer {
	w, _ := c.Planner.walk(v[store], q)
	r := w.answer(v.Within(c.Facts, store, &p.reach), store, follows)
	if r.OK && !r.access.Blob {
		r.access.Busiest = BusiestOf(c.Facts, v[store], &Choice{q, r, store})
	}
	return r
}
