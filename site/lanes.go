package main

import (
	"slices"
	"strconv"
	"strings"
)

// Geometry of a timeline. Shares are of its width.
const (
	slimBar    = 0.006 // an attempt stays visible
	markRoom   = 0.02  // a mark in place of a bar
	digit      = 0.018 // of a number, on a narrow line
	gapShare   = 0.35  // of the time in flight: the longest wait that is drawn as long as it is
	listedRows = 40    // rows of the list beside the picture
)

// span is a time or a place on the line, from and to.
type span struct{ from, to float64 }

// laneItem is one request of a timeline, or several in a row that were not sent at the same moment.
type laneItem struct {
	x     Exchange
	n     int  // from 1, in the order of the run
	last  int  // of several
	named bool // there is room for its number
	row   int  // of its lane; requests that are in flight together stand below each other
	bars  []laneBar
	place span
	dead  span // of a client that has crashed, empty if it has not
}

// laneBar is one attempt.
type laneBar struct {
	place span
	wait  span   // before it
	end   string // ok, failed, none: how it ended
}

// name is the number of an item: "7", "7–9".
func (i laneItem) name() string {
	if i.last > i.n {
		return strconv.Itoa(i.n) + "–" + strconv.Itoa(i.last)
	}
	return strconv.Itoa(i.n)
}

// laneTrack is one client.
type laneTrack struct {
	name     string
	items    []laneItem
	rows     int
	requests int
}

// laneCut is a long wait that is drawn shorter than it was.
type laneCut struct {
	at float64
	ms int
}

// timeline is a run of one or more clients, ready to be drawn.
type timeline struct {
	lanes []laneTrack
	cuts  []laneCut
	end   int // ms
}

// tellsTime says whether the times of a run are worth a picture: several clients, requests in flight
// together, or something that happened on the way.
func tellsTime(run []Exchange) bool {
	for i, x := range run {
		if x.Client != run[0].Client || x.Fault != "" || len(x.Attempts) > 1 || x.State == "skipped" || x.State == "cached" {
			return true
		}
		if i > 0 && x.Start < run[i-1].End {
			return true
		}
	}
	return false
}

// attempts returns when an exchange was in flight. One that was not sent has none.
func (x Exchange) attempts() []Attempt {
	switch {
	case len(x.Attempts) > 0:
		return x.Attempts
	case x.State == "skipped" || x.State == "cached":
		return nil
	}
	status := x.Status
	if x.Load != nil {
		status = 200 // many requests; the load itself says what became of them
	}
	return []Attempt{{Start: x.Start, End: x.End, Status: status, Code: x.Code}}
}

// requests counts what went over the wire: each page that was followed, each attempt.
func (x Exchange) requests() int {
	if x.Load != nil {
		return x.Load.Sent
	}
	return len(x.Wire)
}

func requests(run []Exchange) int {
	sum := 0
	for _, x := range run {
		sum += x.requests()
	}
	return sum
}

func countState(run []Exchange, state string) int {
	n := 0
	for _, x := range run {
		if x.State == state {
			n++
		}
	}
	return n
}

// crashed says that the client of an exchange ended with it.
func (x Exchange) crashed() bool { return strings.Contains(x.Fault, "crash") }

// layoutLanes places a run.
func layoutLanes(run []Exchange) timeline {
	scale := newTimeScale(run)
	out := timeline{cuts: scale.cuts(), end: int(scale.end)}
	for i, x := range run {
		lane := slices.IndexFunc(out.lanes, func(l laneTrack) bool { return l.name == x.Client })
		if lane < 0 {
			lane = len(out.lanes)
			out.lanes = append(out.lanes, laneTrack{name: x.Client})
		}
		item := laneItem{x: x, n: i + 1, last: i + 1, place: span{scale.at(x.Start), scale.at(x.End)}}
		for _, a := range x.attempts() {
			item.bars = append(item.bars, laneBar{place: span{scale.at(a.Start), scale.at(a.End)},
				wait: span{scale.at(a.Start - a.Wait), scale.at(a.Start)}, end: endOf(a.Status)})
		}
		out.lanes[lane].requests += x.requests()
		out.lanes[lane].add(item)
	}
	for i := range out.lanes {
		out.lanes[i].stack()
	}
	return out
}

func endOf(status int) string {
	switch {
	case status == 0:
		return "none"
	case status >= 400:
		return "failed"
	}
	return "ok"
}

// add appends an item. One that was not sent joins those of the same kind just before it.
func (l *laneTrack) add(item laneItem) {
	if n := len(l.items); n > 0 {
		before := &l.items[n-1]
		if free := before.place.to + markRoom; before.x.crashed() && item.x.State == "skipped" {
			item.place.from = max(item.place.from, free) // beside the mark of the crash
		}
		if len(item.bars) == 0 && before.x.State == item.x.State && before.last == item.n-1 &&
			!before.x.crashed() && item.place.from < before.place.from+markRoom {
			before.last = item.n
			return
		}
	}
	l.items = append(l.items, item)
}

// stack gives requests that overlap rows of their own, what came from a cache the rows below, and finds
// out how long a crashed client is away.
func (l *laneTrack) stack() {
	sent, hits := laneRows{}, laneRows{}
	for i := range l.items {
		item := &l.items[i]
		if item.x.State == "cached" {
			item.row = hits.take(item.place.from, item.place.from+markRoom)
			continue
		}
		room := slimBar
		switch {
		case item.x.crashed():
			room = 0 // what is sent next may begin here
		case len(item.bars) == 0:
			room = markRoom
		}
		item.row = sent.take(item.place.from, max(item.place.to, item.place.from+room))
		if item.x.crashed() {
			item.dead = span{item.place.to, l.backAfter(i)}
		}
	}
	for i := range l.items {
		if l.items[i].x.State == "cached" {
			l.items[i].row += len(sent)
		}
	}
	l.rows = max(len(sent)+len(hits), 1)
	l.nameItems()
}

// laneRows says where each row is free again.
type laneRows []float64

// take finds the first row that is free at a place, or begins one.
func (r *laneRows) take(from, to float64) int {
	row := slices.IndexFunc(*r, func(free float64) bool { return free <= from+1e-9 })
	if row < 0 {
		row = len(*r)
		*r = append(*r, 0)
	}
	(*r)[row] = to
	return row
}

// nameItems numbers the items that have room for it, first those that were sent; the list has all numbers.
func (l *laneTrack) nameItems() {
	taken := make([][]span, l.rows)
	for _, sent := range []bool{true, false} {
		for i := range l.items {
			item := &l.items[i]
			if sent != (len(item.bars) > 0) {
				continue
			}
			text := item.nameSpan()
			row := &taken[item.row]
			item.named = !slices.ContainsFunc(*row, text.meets)
			if item.named {
				*row = append(*row, text)
			}
		}
	}
}

// nameSpan is the place of the number of an item.
func (i laneItem) nameSpan() span {
	from, room := i.place.from, float64(len([]rune(i.name())))*digit+slimBar
	if atEnd(from) {
		from -= room
	}
	return span{from, from + room}
}

func (s span) meets(t span) bool { return s.from < t.to-1e-9 && t.from < s.to-1e-9 }

// atEnd is true for places where a text is set to the left.
func atEnd(at float64) bool { return at > 1-2.5*digit }

// backAfter returns where a client that crashed with item i sends again, the end if it never does.
func (l *laneTrack) backAfter(i int) float64 {
	for _, later := range l.items[i+1:] {
		if later.x.State != "skipped" {
			return later.place.from
		}
	}
	return 1
}

// timeScale maps times to shares. What is in flight is drawn to scale; a long time in which nothing is
// in flight is cut.
type timeScale struct {
	points []float64 // times where something begins or ends
	shares []float64 // where they are drawn
	cut    []bool    // the time before a point is drawn shorter
	end    float64
}

func newTimeScale(run []Exchange) timeScale {
	s := timeScale{points: []float64{0}}
	for _, x := range run {
		s.points = append(s.points, x.Start, x.End)
		for _, a := range x.attempts() {
			s.points = append(s.points, a.Start, a.End)
		}
	}
	slices.Sort(s.points)
	s.points = slices.Compact(s.points)
	s.end = s.points[len(s.points)-1]
	busy := make([]bool, len(s.points))
	inFlight := 0.0
	for i := 1; i < len(s.points); i++ {
		if busy[i] = isInFlight(run, s.points[i-1], s.points[i]); busy[i] {
			inFlight += s.points[i] - s.points[i-1]
		}
	}
	s.place(busy, max(inFlight*gapShare, 1))
	return s
}

// place draws each time between two points as long as it is, or as long as a gap may be.
func (s *timeScale) place(busy []bool, longest float64) {
	s.shares, s.cut = make([]float64, len(s.points)), make([]bool, len(s.points))
	for i := 1; i < len(s.points); i++ {
		d := s.points[i] - s.points[i-1]
		if s.cut[i] = !busy[i] && d > longest; s.cut[i] {
			d = longest
		}
		s.shares[i] = s.shares[i-1] + d
	}
	if all := s.shares[len(s.shares)-1]; all > 0 {
		for i := range s.shares {
			s.shares[i] /= all
		}
	}
}

func isInFlight(run []Exchange, from, to float64) bool {
	return slices.ContainsFunc(run, func(x Exchange) bool {
		return slices.ContainsFunc(x.attempts(), func(a Attempt) bool { return a.Start <= from && a.End >= to })
	})
}

// at returns the share of a time.
func (s timeScale) at(ms float64) float64 {
	i, found := slices.BinarySearch(s.points, ms)
	switch {
	case found:
		return s.shares[i]
	case i == 0:
		return 0
	case i == len(s.points):
		return 1
	}
	part := (ms - s.points[i-1]) / (s.points[i] - s.points[i-1])
	return s.shares[i-1] + part*(s.shares[i]-s.shares[i-1])
}

// cuts returns the times that are drawn shorter.
func (s timeScale) cuts() []laneCut {
	var out []laneCut
	for i, cut := range s.cut {
		if cut {
			out = append(out, laneCut{(s.shares[i-1] + s.shares[i]) / 2, int(s.points[i] - s.points[i-1])})
		}
	}
	return out
}
