package plan_test

import (
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

// games keeps the answer to a question ready, and has nothing that finds it but a scan of a day of games: 3 million of
// them.
const games = `### Live games
# @sheet live games, peak 4
# @entity game, 3 million/day, kept 365d
# @attribute game.id, text 12, identity, unique
# @attribute game.started, time
# @attribute game.status, text 8, weights live 0.05 % and finished 99.95 %
# @ask live now, 5/s, game by status=live, newest started, top 50; read <= 50
# @do start, insert game

### Scanned
# @keys {id} | game | Games{started:day} | of game
# @keys {status} | game | LiveGames | of game | answer live now | kept every 2.5s

### From a copy
# @keys {id} | game | Games | of game
# @keys live | {started:-}_{id} | Live | of game | where status=live
# @keys {status} | game | LiveGames | of game | answer live now | kept every 2.5s
`

func TestAPreparedAnswerIsAsOldAsItsPeriodAndItsRefreshTogether(t *testing.T) {
	designs := plan.Judge(parse(t, games))
	scanned, copied := questionOf(t, designs[0], "live now"), questionOf(t, designs[1], "live now")
	// 6 million entities of two days, of which each takes 0.05 ms, in 62 pages
	actual := budgetOf(t, scanned, "fresh").Actual
	if actual < 300 || actual > 310 {
		t.Errorf("the answer is %v s old", actual)
	}
	if b := budgetOf(t, scanned, "refresh"); b.Met || b.Limit != 2.5 || b.Actual != actual-2.5 || scanned.Met {
		t.Errorf("%+v", b)
	}
	if l := scanned.Read.Often.Label; l != figure.Modelled {
		t.Errorf("one read is %s, and no sample shows it", l)
	}
	// its period, the delay of the copy, and 50 entities read and one written
	b := budgetOf(t, questionOf(t, designs[1], "live now"), "fresh")
	if !b.Met || b.Actual < 3.5 || b.Actual > 3.6 {
		t.Errorf("%+v", b)
	}
	for _, b := range copied.Budget {
		if b.Counter == "refresh" {
			t.Errorf("%+v", b)
		}
	}
}

func TestWhatARefreshReadsCountsInTheLoadAndTheMonth(t *testing.T) {
	sheet := parse(t, games)
	scanned := plan.Judge(sheet)[0].Facts
	if read := scanned.RefreshReads.V * 2.5; read < 6e6 || read > 6.3e6 {
		t.Errorf("a refresh reads %v entities", read)
	}
	without := parse(t, strings.Replace(games,
		"# @keys {status} | game | LiveGames | of game | answer live now | kept every 2.5s\n", "", 1))
	without.Asks = nil
	with := parse(t, games)
	bare := plan.Judge(without)[0].Facts
	month := scanned.Month.Transactions.V - bare.Month.Transactions.V - 5*2_592_000
	closeTo(t, "transactions of refreshes", month, scanned.Refreshes.V*2_592_000)
	m := plan.NewModel(with)
	for _, p := range m.Places(keys.Parse(m.Facts, &with.Designs[0])) {
		for _, of := range p.Traffic {
			if p.Store == 0 && of.What == "live now" && (of.Writes || of.Rate*of.Read < 2.3e6) {
				t.Errorf("%+v", of)
			}
		}
	}
}

func TestRefreshesAskEachPartitionOfTheirSource(t *testing.T) {
	// 160 answers every 5 s, each of which reads two buckets: 320 partitions are asked 64 times a second
	for _, p := range places(t, "leaderboard", "By player with a ready answer") {
		for _, of := range p.Traffic {
			if p.Store == 1 && of.What == "top" && !of.Writes {
				closeTo(t, "pages a second", of.Rate, 64)
				closeTo(t, "of one partition", of.Rate*of.Busiest, 0.2)
			}
		}
	}
}

func places(t *testing.T, sheet, design string) []plan.Place {
	t.Helper()
	s := parse(t, load(t, sheet))
	for i := range s.Designs {
		if s.Designs[i].Name == design {
			return plan.NewModel(s).Places(keys.Parse(plan.NewModel(s).Facts, &s.Designs[i]))
		}
	}
	t.Fatalf("%s has no design %q", sheet, design)
	return nil
}

func budgetOf(t *testing.T, q plan.QuestionReport, counter string) ask.BudgetReport {
	t.Helper()
	for _, b := range q.Budget {
		if b.Counter == counter {
			return b
		}
	}
	t.Fatalf("%s has no budget %q: %+v", q.Name, counter, q.Budget)
	return ask.BudgetReport{}
}

func questionOf(t *testing.T, d plan.DesignReport, name string) plan.QuestionReport {
	t.Helper()
	for _, q := range d.Questions {
		if q.Name == name {
			return q
		}
	}
	t.Fatalf("%s has no question %q", d.Name, name)
	return plan.QuestionReport{}
}
