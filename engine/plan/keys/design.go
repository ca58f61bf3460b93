package keys

import (
	"slices"
	"strings"

	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
)

// Design is a choice of keys for a sheet. Stores that cannot be read are left out of the calculation; their problems
// say why.
type Design struct {
	Name     string
	Stores   []Store // all that were written, in their order
	Problems []Problem

	View View
}

// Valid reports whether nothing but notes was said about a design.
func (d *Design) Valid() bool {
	return !slices.ContainsFunc(d.Problems, func(p Problem) bool { return !Notes[p.Code] })
}

// Parse reads a design of a sheet without errors, and checks what needs no arithmetic. The design has one store for
// each text, also for one that cannot be read.
func Parse(m *facts.Facts, d *sheet.Design) *Design {
	out := &Design{Name: d.Name, Stores: make([]Store, len(d.Stores))}
	for i, text := range d.Stores {
		r := reader{f: m, store: &out.Stores[i], at: i}
		r.read(text)
		out.Problems = append(out.Problems, r.problems...)
	}
	out.bases(m.Sheet)
	return out
}

// bases marks the first store of each kind.
func (d *Design) bases(s *sheet.Sheet) {
	count := make([]int, len(s.Kinds))
	for i := range d.Stores {
		st := &d.Stores[i]
		if !st.Readable() {
			continue
		}
		st.Base = count[st.Kind] == 0
		if count[st.Kind]++; count[st.Kind] == maxStores+1 {
			d.add(Problem{Code: TooManyStores, Store: i, Other: -1, Names: []string{s.Kinds[st.Kind].Name},
				Numbers: []float64{maxStores + 1, maxStores}})
		}
	}
	d.View = viewOf(d)
}

func (d *Design) add(p Problem) { d.Problems = append(d.Problems, p) }

// Readable reports whether a store could be read: one that could not has no kind.
func (st *Store) Readable() bool { return st.Kind >= 0 }

// Write writes a store that can be read as a line of a design: templates as they were written, options in the order of
// the package comment.
func (st *Store) Write(s *sheet.Sheet) string {
	parts := []string{st.Partition.Text, st.Row.Text, st.Table.Text}
	add := func(given bool, text string) {
		if given {
			parts = append(parts, text)
		}
	}
	add(len(s.Kinds) > 1, "of "+s.Kinds[max(0, st.Kind)].Name)
	add(st.Include != nil, strings.TrimSpace("include "+strings.Join(st.Include, ",")))
	for _, k := range st.Where {
		add(true, "where "+k.Attr+"="+k.Value)
	}
	add(st.Form == List, "list")
	add(st.Form == Series, "slot "+st.Slot.Attr+":"+st.Slot.Unit)
	add(st.Part > 0, "part "+itoa(st.Part))
	add(st.Blob != nil, "blob "+strings.Join(st.Blob, ","))
	add(st.Form == LogBlobs, "log "+st.Log.String())
	add(st.Form == Answers, "answer "+st.Answer)
	add(st.Kept.How == KeptEvery, "kept every "+st.Kept.Every.String())
	add(st.Kept.How != "" && st.Kept.How != KeptEvery, "kept "+st.Kept.How)
	return strings.Join(parts, " | ")
}

// Compose makes a design of stores that were read before.
func Compose(s *sheet.Sheet, name string, stores []Store) *Design {
	d := &Design{Name: name, Stores: stores}
	d.bases(s)
	return d
}
