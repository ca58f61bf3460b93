package plan

import "slices"

// cached answers as calculated does, and calculates the answer for the same store, question and stores within reach once.
// The stores are those of a library.
type cached struct {
	*Model
	paths   [][]*path // by the numbers of stores, and the places of questions
	answers map[string]*answer
}

// path is what is known of a question to a store, whatever else a design has.
type path struct {
	ok    bool
	reach reach
	alone *answer // with nothing else within reach
}

func (c *cached) answer(v view, store int, q *question) *answer {
	st := v[store]
	if st.id == 0 || q.number == 0 {
		return calculated{c.Model}.answer(v, store, q)
	}
	follows := c.keptBy(v, store)
	p := c.path(st, q, follows)
	if !p.ok {
		return &answer{}
	}
	var space [96]byte
	key := c.key(space[:0], v, store, p)
	if key == nil && p.alone != nil {
		return p.alone
	}
	if key != nil {
		key = append(key, byte(q.number), byte(q.number>>8), byte(st.id), byte(st.id>>8), byte(slices.Index(Keepings, follows)))
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

// path returns what is known of a question to a store that follows its base in some way.
func (c *cached) path(st *Store, q *question, follows string) *path {
	for int(st.id) >= len(c.paths) {
		c.paths = append(c.paths, nil)
	}
	row, at := c.paths[st.id], q.number*(len(Keepings)+1)+1+slices.Index(Keepings, follows)
	if at >= len(row) {
		row = append(row, make([]*path, at+1-len(row))...)
		c.paths[st.id] = row
	}
	if row[at] == nil {
		w, ok := c.Model.path(st, q)
		if row[at] = (&path{ok: ok}); ok {
			row[at].reach = w.reach(follows)
		}
	}
	return row[at]
}

// key names the other stores within reach, with their places; it is nil if there are none.
func (c *cached) key(key []byte, v view, store int, p *path) []byte {
	key = key[:0]
	for i, o := range v {
		if i != store && c.sees(v, store, &p.reach, i) {
			base := byte(0)
			if o.Base {
				base = 1
			}
			key = append(key, byte(i), byte(o.id), byte(o.id>>8), base)
		}
	}
	if len(key) == 0 {
		return nil
	}
	return key
}

func (c *cached) calculate(v view, store int, q *question, p *path, follows string) *answer {
	w, _ := c.Model.path(v[store], q)
	r := w.answer(c.within(v, store, &p.reach), store, follows)
	if r.ok && !r.access.blob {
		r.access.crowd = c.crowd(v[store], &asked{q, r, store})
	}
	return r
}

// perStore holds what is calculated of a write in each store of a library; one that is nil holds nothing.
type perStore[T any] map[storeOfWrite]T

type storeOfWrite struct{ write, store uint16 }

func (p perStore[T]) of(st *Store, w *write, calculate func(*Store, *write) T) T {
	if p == nil || st.id == 0 {
		return calculate(st, w)
	}
	key := storeOfWrite{uint16(w.index), st.id}
	out, ok := p[key]
	if !ok {
		out = calculate(st, w)
		p[key] = out
	}
	return out
}

// Remember makes a model calculate an answer once for all designs of a library in which it is the same,.
func (m *Model) Remember() {
	m.answers = &cached{Model: m, answers: map[string]*answer{}}
	m.actionsOf, m.requiredOf, m.found = perStore[[]action]{}, perStore[atoms]{}, map[string]*question{}
}
