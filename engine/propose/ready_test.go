package propose

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// live asks for the newest games with a status that one of 2,000 has. Without a copy in the order that is wanted, an
// answer to it is the scan of 3 million games.
const live = `### Live games
# @sheet live games, peak 4
# @entity game, 3 million/day, kept 365d
# @attribute game.id, text 12, identity, unique
# @attribute game.started, time
# @attribute game.status, text 8, weights live 0.05 % and finished 99.95 %
# @ask one, 100/s, game by id; read <= 1
# @ask live now, 5/s, game by status=live, newest started, top 50; read <= 50
# @do start, insert game
# @do finish, 3 million/day, update game by id, sets status
`

// A prepared answer that takes minutes to make is not one of a few seconds.
func TestNoProposalPreparesAnAnswerLaterThanItIsWanted(t *testing.T) {
	s, messages := sheet.Parse(live)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	r := searched(s, 1000, false).Result()
	for _, q := range r.Proposals[0].Report.Questions {
		if !q.Met {
			t.Errorf("%q: %+v", r.Proposals[0].Stores, q.Budget)
		}
	}
	finds := func(store string) bool {
		return strings.Contains(store, "status") && !strings.Contains(store, "answer")
	}
	for _, p := range r.Proposals {
		ready := slices.ContainsFunc(p.Stores, func(store string) bool { return strings.Contains(store, "answer") })
		if ready && !slices.ContainsFunc(p.Stores, finds) {
			t.Errorf("%q makes an answer from a scan", p.Stores)
		}
	}
}

// A page counts the budgets of a search that goes on, and those of its proposals.
func TestASearchCountsTheBudgetsOfItsFirstProposal(t *testing.T) {
	for _, text := range []string{live, strings.Replace(live, "peak 4", "peak 4, stored <= 1, month <= 5", 1)} {
		s, messages := sheet.Parse(text)
		if sheet.Failed(messages) {
			t.Fatal(messages)
		}
		x := searched(s, 1000, false)
		d := x.Result().Proposals[0].Report
		want := Progress{}
		count := func(budget []ask.BudgetReport, met bool) {
			if len(budget) > 0 {
				want.Budgets++
				want.Met += int(b2f(met))
			}
		}
		for _, q := range d.Questions {
			count(q.Budget, q.Met)
		}
		for _, w := range d.Writes {
			count(w.Budget, w.Met)
		}
		for _, b := range d.Facts.Budget {
			count([]ask.BudgetReport{b}, b.Met)
		}
		if got := x.progress(); got.Budgets != want.Budgets || got.Met != want.Met {
			t.Errorf("%d of %d, and the first proposal keeps %d of %d", got.Met, got.Budgets, want.Met, want.Budgets)
		}
	}
}
