package ask

import (
	"rowkey/engine/lists"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// compared finds out what the service compares beside the keys, whether that is the range too, and what is left for the
// client. ok is false if the rows do not say what has to be compared.
func (w *walker) compared() (server facts.Attrs, ranged, ok bool) {
	for _, k := range w.q.Known {
		switch {
		case w.fixed.Has(k.Ref) || w.f.Follows(k.Ref, w.fixed):
		case w.sought.Has(k.Ref), w.st.Holds.Props.Has(k.Ref) && (!w.q.In.Has(k.Ref) || fits(w.q)):
			server = server.With(k)
		case w.st.Holds.Told.Has(k.Ref) || w.st.Holds.Props.Has(k.Ref):
			w.does("drop")
		default:
			return nil, false, false
		}
	}
	if w.f.Identifies(w.q.Kind, w.fixed) {
		return server, false, true
	}
	ranged, ok = comparedRange(w.st, &w.q.Span, w.exact && w.beyond == 0)
	across, too := comparedRange(w.st, &w.q.Across, false)
	if w.q.Span.Given && (!w.exact || w.beyond > 0) && !ranged || w.q.Across.Given && !across {
		w.does("drop")
	}
	w.crossed = across
	return server, ranged, ok && too
}

// comparedRange reports whether the service compares a range that the keys do not bound exactly. ok is false if the
// rows of a store do not say its attribute.
func comparedRange(st *keys.Store, s *facts.Span, exact bool) (server, ok bool) {
	if !s.Given || exact {
		return false, true
	}
	server = st.Holds.Props.Has(s.Ref)
	return server, server || st.Holds.Told.Has(s.Ref)
}

// does notes work of the client.
func (a *access) does(what string) { a.Work = lists.Add(a.Work, what) }

// inRanges returns how many of a group are in the periods and bands that the keys bound, or exactly in a range.
func (w *walker) inRanges(of figure.Size, by facts.Attrs, exactly, across bool) figure.Size {
	if w.f.Identifies(w.q.Kind, by) {
		return of
	}
	for i, span := range []*facts.Span{&w.q.Span, &w.q.Across} {
		switch exactly := [2]bool{exactly, across}[i]; {
		case !span.Given:
		case exactly:
			of = w.f.Part(w.q, span, of)
		case i == 0 && w.unit != "":
			if span.Range.How == sheet.Between && span.Covered(w.unit).Typical > wide {
				w.Of.Modelled("window")
			}
			of = w.grid.inBands(i, begun(span, of, of.Times(span.Covered(w.unit))))
		default:
			of = begun(span, of, w.grid.inBands(i, of))
		}
	}
	return of
}

// begun adds the entity at whose value a range begins to those of a group that are in its periods.
func begun(s *facts.Span, of, in figure.Size) figure.Size {
	if s.Range.How != sheet.Between {
		return in
	}
	return in.Plus(in.Over(of).Scale(-1)).Plus(figure.Always(1))
}

// wide is which part of the time the periods of a range are of which those at both ends of the time count.
const wide = 0.25

// rows are how many lie in the intervals, how many of them the service returns, and how many the question wants.
type rows struct{ in, out, useful figure.Size }

// rowsAsked counts the rows of the intervals. ok is false if they do not say what has to be compared.
func (w *walker) rowsAsked() (r rows, ok bool) {
	if !w.comparable {
		return r, false
	}
	all := w.sharing(w.fixed)
	r.in = w.inRows(w.inRanges(all, w.fixed, w.exact, false).Plus(all.Scale(w.beyond)).Least(all))
	both := w.fixed.With(w.server...)
	out := w.inRanges(w.sharing(both), both, w.exact || w.ranged, w.crossed)
	if !w.ranged {
		out = out.Plus(w.sharing(both).Scale(w.beyond))
	}
	r.out = w.inRows(out).Least(r.in)
	if w.Rows == One {
		r.in = r.in.Least(w.grid.cells().Scale(w.buckets * w.st.Parts(w.f)))
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

// sharing returns how many entities share attributes and the texts of what is known in another form: those with the
// same values, and by chance others.
func (w *walker) sharing(by facts.Attrs) figure.Size {
	all := facts.AsSize(w.f.Sharing(w.q, by))
	values, others := w.alike(by)
	if len(values) == 0 {
		return all
	}
	own := facts.AsSize(w.f.Sharing(w.q, by.With(values...))).Least(all)
	return own.Plus(all.Plus(own.Scale(-1)).Scale(others)).AtLeast(1).Least(all)
}

// inRows turns entities into the rows that hold them: one for many in a series, several for one in parts.
func (w *walker) inRows(n figure.Size) figure.Size {
	if w.st.Form == keys.Series {
		return w.st.RowsOf(w.f, n)
	}
	return n.Scale(w.st.Parts(w.f))
}
