package plan

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/sheet"
)

// rests returns what the sizes of a question's groups rest on: defaults of the sheet, and attributes that were taken not
// to depend on each other. One entity rests on nothing.
func (m *Model) rests(q *question, by atoms) *evidence {
	e := m.evidence()
	if e == nil || m.tellApart(q.kind, by) {
		return e
	}
	if names := m.figures(q.kind, by, q.asked).Independent; names != nil {
		e.all("independent:" + strings.Join(names, ","))
	}
	if k := &m.Kinds[q.kind]; k.Amount.Per != "" && k.Kept == (sheet.Span{}) && m.Horizon == (sheet.Span{}) {
		e.all("default:/horizon")
	}
	if q.index >= 0 && q.Asked == "" && len(q.known) > 0 {
		e.all("default:/asks/" + strconv.Itoa(q.index) + "/asked")
	}
	for i, a := range by {
		if before, after := by[:i:i], by[i+1:]; !m.follows(a.ref, before) && (m.Names(a.ref) || !m.follows(a.ref, after)) {
			m.assumedOf(e, q, a)
		}
	}
	return e
}

// assumedOf adds the defaults that the distribution of an attribute rests on. How it is skewed says nothing about the
// average of calls that ask for each value equally often.
func (m *Model) assumedOf(e *evidence, q *question, a atom) {
	skewed := func(path string) {
		if e.others = with(e.others, "default:"+path); q.asked != sheet.Evenly {
			e.all("default:" + path)
		}
	}
	k := &m.Kinds[a.ref.Kind]
	if m.Names(a.ref) {
		if path := m.evenParent(q.kind, a.ref.Kind); path != "" {
			skewed(path)
		}
		return
	}
	at := &k.Attributes[a.ref.Attr]
	path := "/entities/" + strconv.Itoa(a.ref.Kind) + "/attributes/" + strconv.Itoa(a.ref.Attr)
	if at.Values == 0 && len(at.Skew.Weights) == 0 && at.Type.Name != sheet.Time && at.Type.Name != sheet.Bool {
		e.all("default:" + path + "/values")
	}
	if at.Skew.Kind == "" && at.Type.Name != sheet.Time {
		skewed(path + "/skew")
	}
}

// evenParent returns the path of the first parent on the way up to a kind whose largest share nobody entered, "" if
// there is none.
func (m *Model) evenParent(kind, above int) string {
	for j, o := range m.Kinds[kind].Of {
		parent := m.KindOf(o.Kind)
		if parent != above && !slices.Contains(m.Ancestors(parent), above) {
			continue
		}
		if o.Largest == 0 {
			return "/entities/" + strconv.Itoa(kind) + "/of/" + strconv.Itoa(j) + "/largest"
		}
		if parent != above {
			return m.evenParent(parent, above)
		}
	}
	return ""
}

// lengths adds the defaults that the sizes of some attributes rest on: the length of a text or of binary data, and the
// type of what nobody entered one for.
func (m *Model) lengths(of []string, list atoms) []string {
	for _, a := range list {
		path := "default:/entities/" + strconv.Itoa(a.ref.Kind) + "/attributes"
		if a.ref.Attr == sheet.Whole {
			of = with(of, path)
			continue
		}
		path += "/" + strconv.Itoa(a.ref.Attr)
		t := m.Kinds[a.ref.Kind].Attributes[a.ref.Attr].Type
		if t.Name == "" {
			of = with(of, path+"/type")
		}
		if t.Length == 0 && t.IsLong() {
			of = with(of, path+"/length")
		}
	}
	return of
}

// bytesRests returns what the bytes of a store rest on: how many rows it has, and how long the attributes are of which
// one consists.
func (m *Model) bytesRests(st *Store) []string {
	list := st.keys
	switch st.Form {
	case List:
		list = list.and(m.identity(st.Kind)...)
	case Answers:
		list = list.and(m.asks[m.askNamed(st.Answer)].wants...)
	case LogBlobs:
		list = m.whole(st.Kind)
	default:
		list = list.and(st.holds.props...)
	}
	return m.lengths(m.populationOf(st), list)
}
