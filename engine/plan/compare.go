package plan

import (
	"slices"
)

// compared finds out what the service compares beside the keys, whether that is the range too, and what is left for the
// client. ok is false if the rows do not say what has to be compared.
func (w *walker) compared() (server atoms, ranged, ok bool) {
	for _, k := range w.q.known {
		switch {
		case w.fixed.has(k.ref) || w.follows(k.ref, w.fixed):
		case w.st.holds.props.has(k.ref):
			server = server.and(k)
		case w.st.holds.told.has(k.ref):
			w.does("drop")
		default:
			return nil, false, false
		}
	}
	if s := &w.q.span; s.given && !w.exact && !w.tellApart(w.q.kind, w.fixed) {
		if ranged = w.st.holds.props.has(s.ref); !ranged {
			w.does("drop")
		}
		return server, ranged, ranged || w.st.holds.told.has(s.ref)
	}
	return server, false, true
}

// does notes work of the client.
func (w *walker) does(what string) {
	if !slices.Contains(w.work, what) {
		w.work = append(w.work, what)
	}
}

// inTime returns how many of a group are in the periods that the keys bound, or exactly in the range.
func (w *walker) inTime(of size, by atoms, exactly bool) size {
	switch {
	case !w.q.span.given || w.tellApart(w.q.kind, by):
		return of
	case exactly:
		return w.part(w.q, of)
	case w.unit != "":
		return of.times(w.q.span.covered(w.unit))
	}
	return of
}

// rows are how many lie in the intervals, how many of them the service returns, and how many the question wants.
type rows struct{ in, out, useful size }

// rowsAsked counts the rows of the intervals. ok is false if they do not say what has to be compared.
func (w *walker) rowsAsked() (r rows, ok bool) {
	if !w.comparable {
		return r, false
	}
	r.in = w.inRows(w.inTime(w.sharing(w.fixed), w.fixed, w.exact))
	both := w.fixed.and(w.server...)
	r.out = w.inRows(w.inTime(w.sharing(both), both, w.exact || w.ranged)).least(r.in)
	if w.rows == One {
		r.in = r.in.least(w.lists.scale(w.buckets * w.partsOf(w.st)))
		r.out = r.out.least(r.in)
	}
	r.useful = w.inRows(w.q.all).least(r.out)
	strangers, returned := w.strangers(len(w.server) > 0)
	if returned.largest > 0 {
		w.does("drop")
	}
	r.in, r.out = r.in.plus(strangers), r.out.plus(returned)
	return r, true
}

// sharing returns how many entities share attributes and the texts of what is known in another form.
func (w *walker) sharing(by atoms) size {
	all := w.group(w.q.kind, by, w.q.asked)
	return all.scale(w.share()).atLeast(1).least(all)
}

// inRows turns entities into the rows that hold them: one for many in a series, several for one in parts.
func (w *walker) inRows(n size) size {
	if w.st.Form == Series {
		n = n.scale(1 / w.slots(w.st)).atLeast(1)
	}
	return n.scale(w.partsOf(w.st))
}
