package ask

import (
	"slices"
	"strconv"

	"rowkey/engine/calendar"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/order"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Call is one call of a question: what its caller knows, and the range that it asks about, by places ([Place]).
type Call struct {
	Known  keys.Values
	List   []keys.Values // of a list of values, each as if a caller knew that one alone; nil for none
	From   int64         // of the range; 0 if it is open
	To     int64         // the first place after the range; 0 if it is open
	Across Ends          // of a second range
	Oldest int64         // of what is stored, for periods that are asked in turn
	Newest int64
}

// Ends are the places between which a range lies, as those of a [Call].
type Ends struct{ From, To int64 }

// turned exchanges both ranges of a call, if the keys put the second one in order.
func (a *Answering) turned(c Call) Call {
	if a.w.q.Span.Ref != a.q.Span.Ref {
		first := Ends{c.From, c.To}
		c.From, c.To, c.Across = c.Across.From, c.Across.To, first
	}
	return c
}

// secondsOf returns the seconds since 1970 of a time in ticks.
func secondsOf(ticks int64) int { return int(clock.FromTicks(ticks).Unix()) }

// Request asks for one interval of the keys of a store, page by page.
type Request struct {
	Store     int
	Table     string // "" for each table of the store
	Partition Bounds
	Row       Bounds
	Compare   []Comparison              // that the service makes beside the keys
	Top       int                       // 0 for all
	Keeps     func(of keys.Values) bool // of a request with Top: what counts, because a client does not drop it
	Turn      int                       // requests of one turn are sent side by side, those of the next one after them
}

// Bounds are what a key is compared with: exactly Low, or from Low to below High; the zero Bounds leave all keys.
type Bounds struct {
	Exact     bool
	Low, High string
}

// Comparison compares a property with eq, ge or lt: with any of several values.
type Comparison struct {
	Ref    sheet.Ref
	Op     string
	Values []edm.Value
}

// Class returns the query class that the service gives a request.
func (r *Request) Class() explain.Class {
	switch {
	case r.Partition.Exact && r.Row.Exact:
		return explain.Point
	case r.Partition.Exact && r.Row != (Bounds{}):
		return explain.RowRange
	case r.Partition.Exact:
		return explain.PartitionScan
	case r.Partition != (Bounds{}):
		return explain.PartitionRange
	}
	return explain.TableScan
}

// Requests returns what a call asks of the main store, in the order in which it asks.
func (a *Answering) Requests(c Call) []Request {
	keeps := a.Keeps(c)
	c = a.turned(c)
	var list []Request
	compare := a.comparisons(c)
	for turn, at := range a.moments(c) {
		of := a.at(c.Known, a.listedTime(), at)
		partitions, rows := a.partitions(of, c), a.rowsOf(of, c)
		for _, table := range a.tables(of, c) {
			for _, partition := range partitions {
				r := Request{Store: a.w.at, Table: table, Partition: partition, Row: rows, Compare: compare}
				if a.w.InTurn {
					r.Turn = turn
				}
				if a.w.Stopped && a.w.inOrder {
					r.Top, r.Keeps = min(int(a.w.top()), page), keeps
				}
				list = append(list, r)
			}
		}
	}
	return list
}

// at returns values in which an attribute has the value at a place, unless that is 0.
func (a *Answering) at(of keys.Values, ref sheet.Ref, place int64) keys.Values {
	if place == 0 {
		return of
	}
	return func(r sheet.Ref) edm.Value {
		if r == ref {
			return valueAt(a.w.f.TypeOf(ref), place)
		}
		return of(r)
	}
}

// listedTime returns the time whose periods are listed.
func (a *Answering) listedTime() sheet.Ref {
	if a.w.q.Span.Bounded() {
		return a.w.q.Span.Ref
	}
	return a.w.q.By
}

// Periods returns how many periods a call lists at most, one after the other or side by side.
func (a *Answering) Periods(c Call) int {
	unit := calendar.Of(a.listedUnit())
	if unit == 0 {
		return 1
	}
	from, to := a.listed(a.turned(c))
	seconds := max(1, sheet.UnitSeconds(a.listedUnit()))
	return int(float64(secondsOf(to)-secondsOf(from))/seconds) + 2
}

// listed returns the time whose periods a call lists.
func (a *Answering) listed(c Call) (from, to int64) {
	if a.w.q.Span.Bounded() {
		return c.From, c.To
	}
	if from = max(c.Oldest, c.From); c.To == 0 {
		return from, c.Newest + 1
	}
	return from, c.To
}

// moments returns a moment of each period that is asked, 0 if there are none.
func (a *Answering) moments(c Call) []int64 {
	unit := calendar.Of(a.listedUnit())
	if unit == 0 {
		return []int64{0}
	}
	from, to := a.listed(c)
	var list []int64
	for at := unit.Start(secondsOf(from)); int64(calendar.Ticks(at)) < to; at = unit.Next(at) {
		list = append(list, int64(calendar.Ticks(at)))
	}
	if a.w.q.Ordered && a.w.q.Ask.Order.Descending() {
		slices.Reverse(list)
	}
	return list
}

// listedUnit returns the finest unit of which tables and partitions are listed, "" for none.
func (a *Answering) listedUnit() string {
	w, unit := &a.w, ""
	look := func(t *keys.Template, asked bool) {
		for s := range keys.SegmentsOf(t) {
			if u := w.unitOf(s); asked && u != "" && w.f.Canonical(s.Ref) == a.listedTime() &&
				!w.q.Known.HasAll(w.f.NameOf(s.Ref).Refs) {
				finer(&unit, u)
			}
		}
	}
	look(&w.st.Table, w.Tables != All)
	look(&w.st.Partition, w.Partitions == One || w.Partitions == Several)
	return unit
}

// tables returns the names of the tables that are asked at a moment, "" for all of the store.
func (a *Answering) tables(of keys.Values, c Call) []string {
	if a.w.Tables == All {
		return []string{""}
	}
	return a.texts(a.w.st.Table.Segments, of, c)
}

// texts writes segments, once for each bucket of a value that the question does not know, and each band of a range.
func (a *Answering) texts(segments []keys.Segment, of keys.Values, c Call) []string {
	list := []string{""}
	for i := range segments {
		s := &segments[i]
		next := []string(nil)
		switch first, last := 0, s.N-1; {
		case !s.Divides() || a.w.q.Known.HasAll(a.w.f.NameOf(s.Ref).Refs):
			next = []string{s.Write(a.w.f, of)}
		case s.Form == template.Band:
			first, last = a.bands(s, c)
			fallthrough
		default:
			for n := first; n <= last; n++ {
				next = append(next, order.Pad(strconv.Itoa(n), len(strconv.Itoa(s.N-1))))
			}
		}
		var longer []string
		for _, text := range list {
			for _, more := range next {
				longer = append(longer, text+more)
			}
		}
		list = longer
	}
	return list
}
