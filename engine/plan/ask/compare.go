package ask

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

// compared finds out what the service compares beside the keys, whether that is the range too, and what is left for the
// client. ok is false if the rows do not say what has to be compared.
func (w *walker) compared() (server facts.Attrs, ranged, ok bool) {
	for _, k := range w.q.Known {
		switch {
		case w.fixed.Has(k.Ref) || w.f.Follows(k.Ref, w.fixed):
		case w.st.Holds.Props.Has(k.Ref):
			server = server.With(k)
		case w.st.Holds.Told.Has(k.Ref):
			w.does("drop")
		default:
			return nil, false, false
		}
	}
	if s := &w.q.Span; s.Given && !w.exact && !w.f.Identifies(w.q.Kind, w.fixed) {
		if ranged = w.st.Holds.Props.Has(s.Ref); !ranged {
			w.does("drop")
		}
		return server, ranged, ranged || w.st.Holds.Told.Has(s.Ref)
	}
	return server, false, true
}

// does notes work of the client.
func (a *access) does(what string) {
	if !slices.Contains(a.Work, what) {
		a.Work = append(a.Work, what)
	}
}

// inTime returns how many of a group are in the periods that the keys bound, or exactly in the range.
func (w *walker) inTime(of figure.Size, by facts.Attrs, exactly bool) figure.Size {
	switch {
	case !w.q.Span.Given || w.f.Identifies(w.q.Kind, by):
		return of
	case exactly:
		return w.f.Part(w.q, of)
	case w.unit != "":
		return of.Times(w.q.Span.Covered(w.unit))
	}
	return of
}

// rows are how many lie in the intervals, how many of them the service returns, and how many the question wants.
type rows struct{ in, out, useful figure.Size }

// rowsAsked counts the rows of the intervals. ok is false if they do not say what has to be compared.
func (w *walker) rowsAsked() (r rows, ok bool) {
	if !w.comparable {
		return r, false
	}
	r.in = w.inRows(w.inTime(w.sharing(w.fixed), w.fixed, w.exact))
	both := w.fixed.With(w.server...)
	r.out = w.inRows(w.inTime(w.sharing(both), both, w.exact || w.ranged)).Least(r.in)
	if w.Rows == One {
		r.in = r.in.Least(w.lists.Scale(w.buckets * w.st.Parts(w.f)))
		r.out = r.out.Least(r.in)
	}
	r.useful = w.inRows(w.q.All).Least(r.out)
	strangers, returned := w.otherStores(len(w.server) > 0)
	if returned.Largest > 0 {
		w.does("drop")
	}
	r.in, r.out = r.in.Plus(strangers), r.out.Plus(returned)
	return r, true
}

// sharing returns how many entities share attributes and the texts of what is known in another form.
func (w *walker) sharing(by facts.Attrs) figure.Size {
	all := w.f.Group(w.q.Kind, by, w.q.Asked)
	return all.Scale(w.share()).AtLeast(1).Least(all)
}

// inRows turns entities into the rows that hold them: one for many in a series, several for one in parts.
func (w *walker) inRows(n figure.Size) figure.Size {
	if w.st.Form == keys.Series {
		n = n.Scale(1 / w.st.Slots(w.f)).AtLeast(1)
	}
	return n.Scale(w.st.Parts(w.f))
}
