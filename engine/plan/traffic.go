package plan

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Place is the partitions of one table and one PartitionKey template, and what is asked of them at peak.
type Place struct {
	Store  int    // the first one of the place
	Table  string // a name that its template makes
	Before string // what a PartitionKey has before the values that tell partitions apart
	After  string // and after them
	Front  string // what it has before the first value or time
	// Before is a whole key, or ends with a number: another number after it would look like a key that is not there
	Whole   bool
	Values  float64 // partitions that are written to at the same time
	Skew    float64 // exponent of Zipf of the values, 0 if all but the busiest are alike
	Unit    string  // the finest unit of time that tables and partitions name; "" for none
	Down    bool    // later times come first
	Traffic []Traffic
}

// Traffic is what one question, write or refresh asks of a place.
type Traffic struct {
	What    string
	Rate    float64 // entities written and pages read a second
	Busiest float64 // part of it that the busiest partition gets
	Spread  float64 // partitions that share the rest
	Writes  bool
	Read    float64 // entities that one page reads
}

// Places returns the places of a design, with the same rates and shares as [Facts].
func (m *Model) Places(d *keys.Design) []Place {
	demands := m.calculate(d).demands
	var list []Place
	for i := range d.Stores {
		p := m.placeAt(d, i)
		for _, e := range demands {
			if e.store == i && e.all > 0 {
				p.Traffic = append(p.Traffic, trafficOf(&e))
			}
		}
		if len(p.Traffic) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// trafficOf reads a demand. A page of a question reads what its requests read on average.
func trafficOf(e *demand) Traffic {
	t := Traffic{What: e.what, Rate: e.all, Busiest: math.Min(1, e.hot/e.all), Spread: math.Max(1, e.spread),
		Writes: e.writes, Read: 1}
	if e.read > 0 {
		t.Read = e.read
	}
	if e.past {
		t.Busiest, t.Spread = 0, t.Spread+1
	}
	return t
}

// placeAt describes the keys of the place that begins with a store.
func (m *Model) placeAt(d *keys.Design, store int) Place {
	st := &d.Stores[store]
	p := Place{Store: store}
	if !st.Readable() {
		return p
	}
	p.Table = st.Table.Example(m.Facts)
	by, b := st.Dividing(m.Facts, nil, true)
	by = st.Unfixed(m.Facts, by)
	p.Values = math.Max(1, keys.Combinations(m.Facts, st, by)*b.N)
	for _, a := range by {
		if s := m.Facts.Sheet.SpreadOf(st.Kind, a.Ref).Skew; s.Kind == sheet.Zipf {
			p.Skew = math.Max(p.Skew, s.S)
		}
	}
	m.placeKeys(&p, st)
	return p
}

// placeKeys writes a key around the first segment that tells partitions apart at the same time, and finds the unit of
// time.
func (m *Model) placeKeys(p *Place, st *keys.Store) {
	var before, after strings.Builder
	to, front := &before, -1
	for s := range keys.SegmentsOf(&st.Partition) {
		text := s.Example(m.Facts)
		told := s.Form != template.Literal && s.UnitOf(m.Facts) == ""
		if s.Form != template.Literal && !told && front < 0 {
			front = before.Len()
		}
		if to == &before && told {
			to, text = &after, strings.TrimRight(text, "0123456789")
			before.WriteString(text)
			continue
		}
		to.WriteString(text)
	}
	p.Before, p.After = before.String(), after.String()
	if p.Front = p.Before; front >= 0 && to == &before || front >= 0 && front < len(p.Before) {
		p.Front = p.Before[:front]
	}
	p.Whole = to == &before || strings.TrimRight(p.Before, "0123456789") != p.Before
	for s := range keys.SegmentsOf(&st.Table, &st.Partition) {
		if unit := s.UnitOf(m.Facts); unit != "" {
			p.Unit, p.Down = finerUnit(p.Unit, unit), s.Form == template.Inverted || s.Form == template.PeriodDown
		}
	}
}

// finerUnit returns the finer of two units of time.
func finerUnit(a, b string) string {
	order := []string{"", "month", "week", "day", "hour", "minute", "second", "tick"}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}
