package plan_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/write"
)

// members are people with an address that nobody else may have.
const members = `# @sheet members
# @entity member, 1 million
# @attribute member.id, guid, identity
# @attribute member.mail, text 30, unique, %s
# @attribute member.nick, text 20%s
# @ask one, 100/s, member by id
# @do join, 10 thousand/day, insert member%s
# @do move, 100/day, update member by id, sets mail

### A
# @keys `

func memberSheet(mail, nick, insert string, stores ...string) string {
	return fmt.Sprintf(members, mail, nick, insert) + strings.Join(stores, "\n# @keys ") + "\n"
}

// stepsOf writes a workflow in one line: an insert that may be refused has a question mark, a count that may be full an
// exclamation mark, and both what they undo.
func stepsOf(w plan.WriteReport) string {
	var list []string
	for _, s := range w.Workflow {
		text := s.Verb
		for _, store := range s.Stores {
			text += fmt.Sprint(" ", store)
		}
		if s.Guards {
			text += "?"
		}
		if s.Counts {
			text += "!"
		}
		for _, store := range s.Undo {
			text += fmt.Sprint(" undo ", store)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// The new value is inserted, and never upserted over the row of somebody else, before anything is written that would
// have to be undone.
func TestAUniqueValueIsInsertedBeforeEverythingElse(t *testing.T) {
	base, guard := "{id} | member | Members", "{mail} | member | MembersByMail | include id"
	second := "{nick} | member | MembersByNick | include id"
	for _, c := range []struct{ name, nick, join, move string }{
		{"one value", "", "put, insert 1?, insert 0, get, deleteMessage",
			"put, insert 1?, merge 0 undo 1, get, delete 1, deleteMessage"},
		{"two values", ", unique, exact case", "put, insert 1?, insert 2? undo 1, insert 0, get, deleteMessage",
			"put, insert 1?, merge 0 undo 1, get, merge 2, delete 1, deleteMessage"},
	} {
		stores := []string{base, guard}
		if c.nick != "" {
			stores = []string{base, guard, second + ",mail"}
		}
		d := plan.Judge(parse(t, memberSheet("exact case", c.nick, "", stores...)))[0]
		for name, want := range map[string]string{"join": c.join, "move": c.move} {
			w := writeOf(t, d, name)
			if got := stepsOf(w); got != want || !w.Met {
				t.Errorf("%s, %s: %s, want %s; met %v", c.name, name, got, want, w.Met)
			}
		}
	}
}

// A rule is kept by keys that are made of nothing but what no two entities may share.
func TestOnlyAKeyOfTheValueAloneKeepsItUnique(t *testing.T) {
	base := "{id} | member | Members"
	for _, c := range []struct {
		mail   string
		stores []string
		kept   int
	}{
		{"exact case", []string{base}, -1},
		{"exact case", []string{base, "{mail} | {id} | ByMail"}, -1},
		{"exact case", []string{base, "{mail} | member | ByMail | include id"}, 1},
		{"exact case", []string{base, "{mail:16%} | {mail} | ByMail | include id"}, 1},
		{"exact case", []string{base, "{mail:low} | member | ByMail"}, -1},
		{"exact case", []string{base, "{mail} | member | ByMail | kept every 10s"}, -1},
		{"exact case", []string{base, "{mail} | member | ByMail | kept queue"}, -1},
		{"any case", []string{base, "{mail} | member | ByMail"}, -1},
		{"any case", []string{base, "{mail:low} | member | ByMail"}, 1},
		{"exact case", []string{"{mail} | member | Members"}, 0},
	} {
		d := plan.Judge(parse(t, memberSheet(c.mail, "", "", c.stores...)))[0]
		for _, name := range []string{"join", "move"} {
			w := writeOf(t, d, name)
			if len(w.Rules) != 1 || w.Rules[0].Name != "mail" || w.Rules[0].Store != c.kept || w.Met != (c.kept >= 0) {
				t.Errorf("%s, %q, %s: %+v, met %v, want store %d", c.mail, c.stores, name, w.Rules, w.Met, c.kept)
			}
			upserts := func(s write.WorkflowStep) bool { return s.Verb == "upsert" }
			if slices.ContainsFunc(w.Workflow, upserts) && c.kept >= 0 {
				t.Errorf("%q, %s overwrites: %s", c.stores, name, stepsOf(w))
			}
		}
	}
}

// In one partition the insert is refused together with all the rest, and nothing has to be undone.
func TestOneTransactionKeepsAValueUniqueWithoutAWorkflow(t *testing.T) {
	d := plan.Judge(parse(t, memberSheet("exact case", "", "", "all | {id} | Members", "all | mail_{mail} | Members")))[0]
	for _, name := range []string{"join", "move"} {
		if w := writeOf(t, d, name); !w.Atomic || !w.Met || w.Rules[0].Store != 1 || w.Transactions.V != 1 {
			t.Errorf("%s: atomic %v, met %v, %+v", name, w.Atomic, w.Met, w.Rules)
		}
	}
}

// An insert that has to find nothing needs keys of the identity alone.
func TestAnInsertThatFindsNothingNeedsItsIdentityAsKey(t *testing.T) {
	for keys, kept := range map[string]int{"{id} | member | Members": 0, "{nick} | {id} | Members": -1} {
		text := strings.Replace(memberSheet("exact case", "", ", if absent", keys), "unique, exact case", "40 values", 1)
		w := writeOf(t, plan.Judge(parse(t, text))[0], "join")
		if len(w.Rules) != 1 || w.Rules[0].Name != "member" || w.Rules[0].Store != kept ||
			!slices.Equal(w.Rules[0].Identity, []string{"id"}) {
			t.Errorf("%s: %+v, want store %d", keys, w.Rules, kept)
		}
	}
}

// The fifth event of a stream is not the fifth of another one, unless the sheet says that no two events have the same
// number: a key of the number alone is more than enough, and one with the stream is what is needed.
func TestAnInsertThatFindsNothingMayBeginAnewInEachParent(t *testing.T) {
	const text = "# @sheet events\n# @entity stream, 1000\n# @attribute stream.id, guid, identity\n" +
		"# @entity event, 20000 of stream\n# @attribute event.position, int, identity%s\n" +
		"# @ask replay, 1/s, event by stream\n# @do append, 1/s, insert event, if absent\n\n### A\n# @keys "
	for _, c := range []struct {
		options, keys string
		kept          int
	}{
		{"", "{stream} | {position:8} | Events | of event", 0},
		{"", "{position:8} | event | Events | of event", 0},
		{", 20 values", "{stream} | {position:8} | Events | of event", 0},
		{", unique", "{stream} | {position:8} | Events | of event", -1},
		{", unique", "{position:8} | event | Events | of event", 0},
	} {
		w := writeOf(t, plan.Judge(parse(t, fmt.Sprintf(text, c.options)+c.keys))[0], "append")
		if id := strings.Join(w.Rules[0].Identity, "+"); len(w.Rules) != 1 || w.Rules[0].Store != c.kept ||
			id != "position" && id != "stream+position" && id != "stream.id+position" {
			t.Errorf("%q, %s: %+v, want store %d", c.options, c.keys, w.Rules, c.kept)
		}
	}
}

// An identity whose case does not count is one key for all ways to write it, and so nobody gets it twice.
func TestAnIdentityInAnyCaseNeedsItsLowerCaseAsKey(t *testing.T) {
	const text = "# @sheet titles\n# @entity article, 1000\n# @attribute article.title, text 30, identity, any case\n" +
		"# @ask open, 1/s, article by title\n# @do add, 1/s, insert article\n\n### A\n# @keys "
	for keys, kept := range map[string]int{"{title:low} | a | Articles": 0, "{title} | a | Articles": -1,
		"all | {title:low} | Articles": 0, "{title:1<} | {title:low} | Articles": -1} {
		d := plan.Judge(parse(t, text+keys))[0]
		if w := writeOf(t, d, "add"); len(w.Rules) != 1 || w.Rules[0].Store != kept || w.Met != (kept >= 0) || !d.Valid {
			t.Errorf("%s: %+v, met %v, valid %v, want store %d", keys, w.Rules, w.Met, d.Valid, kept)
		}
	}
}

// The number of seats is in the row of the event: it is changed on a condition, with the seat where one partition holds
// both, and before it where not. The event that has most seats is the one at which the writes meet, both of them: of 51
// a second, 10.2 are about it, and each other one has its part of the rest.
func TestAnInsertOfAtMostSoManyCountsThemFirst(t *testing.T) {
	const text = "# @sheet seats, peak 1\n# @entity event, 100\n# @attribute event.id, text 8, identity\n" +
		"# @entity seat, 5000 of event, largest 20 %\n# @attribute seat.id, guid, identity\n" +
		"# @ask of an event, 10/s, seat by event\n# @do take, 50/s, insert seat, at most 100 of event\n" +
		"# @do give back, 1/s, delete seat by event and id\n\n### A\n# @keys {event} | e | Events | of event\n# @keys "
	const fail = 0.2/(1-10.2*0.02) + 0.8/(1-40.8/99*0.02) - 1
	for _, c := range []struct {
		store, take, give string
		requests          float64
	}{
		{"{event} | s_{id} | Events | of seat", "", "", 2 + 2*fail},
		{"{id} | seat | Seats | of seat", "put, replace 0!, insert 1, get, deleteMessage",
			"put, delete 1, get, replace 0, deleteMessage", 6 + 2*fail},
	} {
		d := plan.Judge(parse(t, text+c.store+"\n"))[0]
		take, give := writeOf(t, d, "take"), writeOf(t, d, "give back")
		if stepsOf(take) != c.take || stepsOf(give) != c.give || math.Abs(take.Requests.V-c.requests) > 1e-9 {
			t.Errorf("%s: %s and %s, %v requests", c.store, stepsOf(take), stepsOf(give), take.Requests.V)
		}
		if r := take.Rules; len(r) != 1 || r[0].Most != 100 || r[0].Of != "event" || r[0].Store != 0 || !d.Valid {
			t.Errorf("%s: %+v, valid %v", c.store, r, d.Valid)
		}
		if got := take.Contention; got.Rate.V != 10.2 || got.Rate.Label != figure.Modelled || take.Actions.V != 2 {
			t.Errorf("%s: %+v, %v entities written", c.store, got, take.Actions.V)
		}
	}
}

// Where Ann and ann are one value, the lower case of a value finds its entity. Where they are two, the row has to say
// which one it is.
func TestTheLowerCaseOfAValueFindsItWhereCaseDoesNotMatter(t *testing.T) {
	for mail, requests := range map[string]float64{"any case": 2, "exact case": 10} {
		text := memberSheet(mail, "", "", "{id} | member | Members", "{mail:low} | member | ByMail | include id")
		text = strings.Replace(text, "# @do join", "# @ask by mail, 1/s, member by mail\n# @do join", 1)
		q := plan.Judge(parse(t, text))[0].Questions[1]
		if q.Requests.Typical.V != requests || q.Fetch != (requests == 2) {
			t.Errorf("%s: %v requests, fetch %v", mail, q.Requests.Typical.V, q.Fetch)
		}
	}
}
