package propose_test

import (
	"math"
	"slices"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/propose"
	"rowkey/engine/sheet"
)

// Where another design comes before the expected one, that is shown as well, and gives up what decides between them.
func TestAProposalSaysWhyABetterOneComesFirst(t *testing.T) {
	for _, c := range []struct {
		sheet  string
		want   []string
		member propose.Member
	}{
		{"audit-log", []string{"{tenant}{at:hour} | {actor}{at}{id} | A{at:day}"}, propose.Waiting},
		{"patterns/eventually-consistent-transactions", []string{"{id} | x | F", "{dept} | {id} | C"}, propose.Broken},
	} {
		list := found(t, read(t, c.sheet)).Proposals
		at := slices.IndexFunc(list, func(p propose.Proposal) bool { return slices.Equal(keysIn(p.Stores), keysIn(c.want)) })
		if at < 1 || !list[at].Report.Valid {
			t.Errorf("%s: the expected design is proposal %d", c.sheet, at)
			continue
		}
		if got := decides(&list[0], &list[at]); got != c.member {
			t.Errorf("%s: the first proposal is better by %q, want %q", c.sheet, got, c.member)
		}
		if !slices.ContainsFunc(list[at].GivesUp, func(g propose.GivesUp) bool {
			return g.Member == c.member && g.Than == 0 &&
				g.Theirs < g.Mine
		}) {
			t.Errorf("%s: the expected design does not say that it gives up %q: %+v", c.sheet, c.member, list[at].GivesUp)
		}
		if list[at-1].Next == propose.None {
			t.Errorf("%s: nothing says why the expected design comes later", c.sheet)
		}
	}
}

// decides returns the first member of the cost in which two proposals differ, and none if the first one is worse there.
func decides(first, other *propose.Proposal) propose.Member {
	for i, c := range first.Costs {
		if c.Value < other.Costs[i].Value {
			return c.Member
		}
		if c.Value > other.Costs[i].Value {
			return propose.None
		}
	}
	return propose.None
}

// The expected leaderboard has too few buckets for ten times the users. Beside it the first proposal does not break
// there.
func TestTheProposedLeaderboardHasMoreRoomThanTheExpectedOne(t *testing.T) {
	s := *read(t, "leaderboard")
	s.Designs = []sheet.Design{s.Designs[0], found(t, &s).Proposals[0].Design("proposed")}
	reports := plan.Judge(&s)
	expected, proposed := &reports[0], &reports[1]
	if !partitionBreaks(expected) || partitionBreaks(proposed) {
		t.Errorf("at ten times the users: expected %+v, proposed %+v", expected.Growth[0], proposed.Growth[0])
	}
	if e, p := expected.Facts.Hottest.Headroom.V, proposed.Facts.Hottest.Headroom.V; e >= 10 || p < 10 {
		t.Errorf("the load of the busiest partition fits %g and %g times", e, p)
	}
}

// partitionBreaks reports whether ten times the users are too many for a partition.
func partitionBreaks(r *plan.DesignReport) bool {
	return slices.ContainsFunc(r.Growth[0].Broken, func(b plan.Breach) bool { return b.What == "partition" })
}

// What a store pays for is the difference to the same design without it, as the comparison calculates both.
func TestLeavingAStoreOutCostsWhatTheDesignWithoutItCosts(t *testing.T) {
	for _, name := range []string{"shop-orders", "chat", "multi-tenant-saas"} {
		s := read(t, name)
		model, left := plan.NewModel(s), 0
		for i, p := range found(t, s).Proposals {
			for _, o := range p.LeaveOut {
				with := model.Measure(keys.Parse(model.Facts, &sheet.Design{Stores: p.Stores}))
				stores := slices.Delete(slices.Clone(p.Stores), o.Store, o.Store+1)
				without := model.Measure(keys.Parse(model.Facts, &sheet.Design{Stores: stores}))
				want := model.Price(without.Transactions, without.Bytes) / model.Price(with.Transactions, with.Bytes)
				if math.Abs(o.Month-want) > 1e-9*want {
					t.Errorf("%s, proposal %d without %s: a month costs %v times as much, want %v", name, i+1, p.Stores[o.Store],
						o.Month, want)
				}
				left++
			}
		}
		if left == 0 {
			t.Errorf("%s: no proposal has a store that can be left out", name)
		}
	}
}

// If the sheet has a good design, that one or a better one comes first.
func TestNoDesignOfASheetIsBetterThanTheFirstProposal(t *testing.T) {
	for _, name := range []string{"sensor-readings", "shop-orders", "chat", "audit-log", "multi-tenant-saas",
		"leaderboard"} {
		s := read(t, name)
		by := found(t, s).Proposals[0]
		s.Designs = []sheet.Design{by.Design("mine"), {Name: "other", Stores: s.Designs[len(s.Designs)-1].Stores}}
		if first := searched(t, s).Proposals[0]; !slices.Equal(first.Stores, by.Stores) {
			t.Errorf("%s: first = %q, want the design that was there, %q", name, first.Stores, by.Stores)
		}
	}
}
