package blob_test

import (
	"slices"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// locked is a lease as one would write it down: a state that is put forward when its time is over.
type locked struct {
	state    blob.LeaseState
	id       string
	duration time.Duration
	end      time.Time // zero for never
}

// states are in the order of the columns of the reference.
var states = []blob.LeaseState{blob.Available, blob.Leased, blob.Breaking, blob.Broken, blob.Expired}

// outcomes are the tables of the reference, with codes for their statuses: what a lease operation gets in each
// state, with the ID of the lease ("same"), to that ID ("back") or with another one.
// Source: Lease Blob, "Outcomes of lease operations on blobs by lease state".
var outcomes = map[string][5]apierr.Code{
	"acquire same":  {"", "", apierr.LeaseIsBreakingNoAcquire, "", ""},
	"acquire other": {"", apierr.LeaseAlreadyPresent, apierr.LeaseAlreadyPresent, "", ""},
	"renew same":    {wrongID, "", apierr.LeaseIsBrokenNoRenew, apierr.LeaseIsBrokenNoRenew, ""},
	"renew other":   {wrongID, wrongID, wrongID, wrongID, wrongID},
	"change same":   {noLease, "", apierr.LeaseIsBreakingNoChange, noLease, noLease},
	"change back":   {noLease, "", apierr.LeaseIsBreakingNoChange, noLease, noLease},
	"change other":  {noLease, wrongID, wrongID, noLease, noLease},
	"release same":  {wrongID, "", "", "", ""},
	"release other": {wrongID, wrongID, wrongID, wrongID, wrongID},
	"break other":   {noLease, "", "", "", ""},
}

// uses is the same for other operations: with no ID, to write; with the ID of the lease; with another one.
// Source: Lease Blob, "Outcomes of use attempts on blobs by lease state".
var uses = map[string][5]apierr.Code{
	"none":  {"", apierr.LeaseIDMissing, apierr.LeaseIDMissing, "", ""},
	"same":  {notThere, "", "", apierr.LeaseLost, apierr.LeaseLost},
	"other": {notThere, mismatch, mismatch, mismatch, mismatch},
}

const (
	wrongID  = apierr.LeaseIDMismatchWithLease
	noLease  = apierr.LeaseNotPresentWithLease
	notThere = apierr.LeaseNotPresentWithBlob
	mismatch = apierr.LeaseIDMismatchWithBlob
)

func (l *locked) column() int { return slices.Index(states, l.state) }

// pass lets the time of a lease end.
func (l *locked) pass(now time.Time) {
	switch over := !l.end.IsZero() && !now.Before(l.end); {
	case over && l.state == blob.Leased:
		l.state = blob.Expired
	case over && l.state == blob.Breaking:
		l.state = blob.Broken
	}
}

func (l *locked) use(id string, writes bool) apierr.Code {
	switch {
	case id == "" && !writes:
		return ""
	case id == "":
		return uses["none"][l.column()]
	case id == l.id:
		return uses["same"][l.column()]
	}
	return uses["other"][l.column()]
}

// written is what a write leaves of a lease.
func (l *locked) written() locked {
	if l.state == blob.Leased || l.state == blob.Breaking {
		return *l
	}
	return locked{state: blob.Available}
}

// action returns a random one with a lease, its name in the table, and what it does to the model.
func (w *rules) action(l *locked) (blob.LeaseAction, string, func(now time.Time)) {
	id, next := w.pick("A", "B", "C"), w.pick("A", "B", "C")
	relation := "other"
	if id == l.id {
		relation = "same"
	}
	duration := []time.Duration{0, 15 * time.Second}[w.IntN(2)]
	begin := func(now time.Time) {
		l.state, l.end = blob.Leased, time.Time{}
		if l.duration > 0 {
			l.end = now.Add(l.duration)
		}
	}
	switch w.IntN(6) {
	case 0, 1:
		return blob.Acquire(id, duration), "acquire " +
			relation, func(now time.Time) { l.id, l.duration = id, duration; begin(now) }
	case 2:
		return blob.Renew(id), "renew " + relation, begin
	case 3:
		if relation == "other" && next == l.id {
			relation = "back"
		}
		return blob.Change(id, next), "change " + relation, func(time.Time) { l.id = next }
	case 4:
		return blob.Release(id), "release " + relation, func(time.Time) { *l = locked{state: blob.Available} }
	}
	period := time.Duration(w.IntN(12)-1) * time.Second
	return blob.Break(period), "break other", func(now time.Time) { l.breakIn(period, now) }
}

// breakIn breaks the lease after the shorter of what is left of it and a period, which is what is left if negative.
func (l *locked) breakIn(period time.Duration, now time.Time) {
	end := now.Add(period)
	switch locked := l.state == blob.Leased || l.state == blob.Breaking; {
	case !locked:
		end = now
	case period < 0 && l.end.IsZero():
		end = now
	case period < 0, !l.end.IsZero() && l.end.Before(end):
		end = l.end
	}
	l.state, l.end = blob.Breaking, end
	l.pass(now)
}

func (w *rules) changeLease(name string) {
	m := w.blobs[name]
	if m == nil {
		return
	}
	act, what, effect := w.action(&m.lease)
	p, err := w.container().Blob(name).Lease(w.t.Context(), act, blob.Conditions{})
	if w.check(what+" of "+name+", "+string(m.lease.state), err, outcomes[what][m.lease.column()]) {
		effect(w.clock.Now())
		w.same(what+" of "+name, &p.Lease, &m.lease)
	}
}

// same compares a lease with its model: what it is, and for how long.
func (w *rules) same(what string, got *blob.Lease, want *locked) {
	w.t.Helper()
	now := w.clock.Now()
	left := time.Duration(0)
	if !want.end.IsZero() {
		left = max(want.end.Sub(now), 0)
	}
	if got.State(now) != want.state || got.Left(now) != left {
		w.t.Fatalf("%s: the lease is %s for %v, want %s for %v", what, got.State(now), got.Left(now), want.state, left)
	}
}

func (w *rules) containerLease(string) {
	act, what, effect := w.action(&w.lease)
	_, l, err := w.container().Lease(w.t.Context(), act, blob.Conditions{})
	if !w.check(what+" of the container, "+string(w.lease.state), err, outcomes[what][w.lease.column()]) {
		return
	}
	effect(w.clock.Now())
	w.same(what+" of the container", &l, &w.lease)
}

// ofContainer are the codes that containers have in place of those of blobs.
var ofContainer = map[apierr.Code]apierr.Code{
	mismatch: apierr.LeaseIDMismatchWithContainer, notThere: apierr.LeaseNotPresentWithContainer,
}

func (w *rules) dropContainer(string) {
	if w.IntN(8) > 0 {
		return // the blobs have to live for a while
	}
	id := w.id()
	want := w.lease.use(id, true)
	if c, ok := ofContainer[want]; ok {
		want = c
	}
	if w.check("delete the container", w.container().Delete(w.t.Context(), blob.Conditions{Lease: id}), want) {
		w.exists, w.blobs = false, nil
	}
}
