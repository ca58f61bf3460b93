package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/write"
)

// A delete by age from two stores is done after all that it finds and deletes: 6 million transactions, 64 side by side,
// and reads all games, each of which takes 0.05 ms, to find what is old.
func TestAWorkflowIsCompleteAfterAllThatItDoes(t *testing.T) {
	d := plan.Judge(parse(t, games+"\n### Two tables\n# @keys {id} | game | Games | of game\n"+
		"# @keys {id} | copy | Copies | of game | kept queue\n"))[2]
	expire := writeOf(t, d, "expire game")
	least := expire.Transactions.V/64*0.008 + expire.Read.V*0.00005
	if expire.Atomic || expire.Transactions.V < 6e6 || expire.Read.V < 1e9 || expire.Stale.V < least ||
		expire.Stale.V > 1.01*least || expire.Stale.Label != figure.Modelled {
		t.Errorf("%+v", expire)
	}
	if start := writeOf(t, d, "start"); start.Stale.V != 1 {
		t.Errorf("an insert into two stores is complete after %v s", start.Stale.V)
	}
}

// A post goes to each of its author's 200 followers: a worker reads the list, and writes a row for each of them. In the
// partition of its reader each row is a transaction, in that of the post 100 of them are one.
func TestAWriteFansOutToEachOfAList(t *testing.T) {
	const text = "# @sheet feeds, peak 1\n# @entity user, 100 thousand\n# @entity follow, 20 million of user\n" +
		"# @attribute follow.followed, text 12, identity, 100 thousand values\n# @entity post, 1 million\n" +
		"# @attribute post.id, guid, identity\n# @entity feed, 200 million of post\n" +
		"# @attribute feed.reader, text 12, identity, 100 thousand values\n# @ask my feed, 10/s, feed by reader, top 20\n" +
		"# @do publish, 1/s, insert feed, for each follow by followed\n\n### A\n# @keys {id} | post | Posts | of post\n" +
		"# @keys {followed} | {user} | Followers | of follow\n# @keys "
	for store, transactions := range map[string]float64{
		"{reader} | {post} | Feed | of feed": 201, "{post} | {reader} | Feed | of feed": 3,
	} {
		w := writeOf(t, plan.Judge(parse(t, text+store+"\n"))[0], "publish")
		closeTo(t, store+" transactions", w.Transactions.V, transactions)
		closeTo(t, store+" entities", w.Actions.V, 201)
		closeTo(t, store+" read", w.Read.V, 201)
		closeTo(t, store+" requests", w.Requests.V, 1+transactions+3)
		if got := stepsOf(w); got != "put, get, insert 2, deleteMessage" || w.RoundTrips.V != 1 || w.Atomic {
			t.Errorf("%s: %s, %v round trips", store, got, w.RoundTrips.V)
		}
		if least := 1 + transactions/64*0.008; w.Stale.V < least || w.Stale.V > 2*least || w.Stale.Label == figure.Exact {
			t.Errorf("%s: %+v", store, w.Stale)
		}
	}
}

// A client that renames a user makes the row of the new name first. If another client renamed the user meanwhile, that
// row goes again: the user would have two names for good. What decides is the row that stays the same one, so where
// the base has the name, it is the copy by id.
func TestARenameThatComesTooLateUndoesTheRowOfTheNewName(t *testing.T) {
	const users = "# @sheet users\n# @entity user, 1 million\n# @attribute user.id, guid, identity\n" +
		"# @attribute user.name, text 30, unique, any case\n# @attribute user.hash, text 80\n# @ask one, user by id\n" +
		"# @do change, update user by id, sets "
	for _, c := range []struct {
		name, sets, base, copies, steps string
		unchanged                       int // the step that is done if nobody changed the user, -1 for none
	}{
		{"rename", "name", "{id} | u", "{name:low} | u | Names | include id",
			"put, insert 1?, merge 0 undo 1, get, delete 1, deleteMessage", 2},
		{"rename on a condition", "name, if unchanged", "{id} | u", "{name:low} | u | Names | include id",
			"put, insert 1?, replace 0 undo 1, get, delete 1, deleteMessage", 2},
		{"rename by its own key", "name", "{name:low} | u", "{id} | u | Ids | include name",
			"put, insert 0?, get, merge 1 undo 0, delete 0, deleteMessage", 3},
		{"rename by its own key, full copies", "name", "{name:low} | u", "{id} | u | Ids",
			"put, insert 0?, get, merge 1 undo 0, delete 0, deleteMessage", 3},
		{"rename, no row stays the same", "name", "{name:low} | u", "{hash} | {id} | Hashes",
			"put, insert 0?, get, delete 0 undo 0, merge 1, deleteMessage", 3},
		{"password on a condition", "hash, if unchanged", "{id} | u", "{name:low} | u | Names",
			"put, replace 0, get, merge 1, deleteMessage", 1},
		{"password", "hash", "{id} | u", "{name:low} | u | Names", "put, merge 0, get, merge 1, deleteMessage", -1},
	} {
		d := plan.Judge(parse(t, users+c.sets+"\n\n### A\n# @keys "+c.base+" | Users\n# @keys "+c.copies+"\n"))[0]
		w := writeOf(t, d, "change")
		at := slices.IndexFunc(w.Workflow, func(s write.WorkflowStep) bool { return s.Unchanged })
		if stepsOf(w) != c.steps || at != c.unchanged {
			t.Errorf("%s: %s, %d", c.name, stepsOf(w), at)
		}
	}
}

// A client that deletes a user has read its name. If another client renamed the user meanwhile, the row of the new name
// would stay for good, and nobody could have the name again.
func TestADeleteThatComesTooLateLeavesAUserThatWasRenamed(t *testing.T) {
	const users = "# @sheet users\n# @entity user, 1 million\n# @attribute user.id, guid, identity\n" +
		"# @attribute user.name, text 30%s\n# @attribute user.hash, text 80\n# @ask one, user by id\n" +
		"# @do change, update user by id, sets %s\n# @do leave, delete user by id\n\n### A\n" +
		"# @keys {id} | u | Users\n# @keys {name} | u | Names | include id\n"
	for _, c := range []struct {
		rule, sets string
		unchanged  bool
	}{
		{", unique, exact case", "name", true},
		{", unique, exact case", "hash", false}, // the name that was read is that of the user for good
		{"", "name", false},
	} {
		w := writeOf(t, plan.Judge(parse(t, fmt.Sprintf(users, c.rule, c.sets)))[0], "leave")
		if stepsOf(w) != "put, delete 0, get, delete 1, deleteMessage" || w.Workflow[1].Unchanged != c.unchanged {
			t.Errorf("%q, sets %s: %s, %+v", c.rule, c.sets, stepsOf(w), w.Workflow)
		}
	}
	byName := strings.NewReplacer("{id} | u | Users", "{name} | u | Users", "{name} | u | Names | include id",
		"{id} | u | Ids | include name").Replace(fmt.Sprintf(users, ", unique, exact case", "name"))
	w := writeOf(t, plan.Judge(parse(t, byName))[0], "leave")
	if stepsOf(w) != "put, delete 1, get, delete 0, deleteMessage" || !w.Workflow[1].Unchanged {
		t.Errorf("by its name: %s, %+v", stepsOf(w), w.Workflow)
	}
}

// An identity that somebody chooses may be taken already: then the rest of the workflow must not happen, or the list of
// this user would get a row of a link of another's. A guid is nobody else's.
func TestAWorkflowEndsWhereTheIdentityOfAnInsertIsTaken(t *testing.T) {
	const links = "# @sheet links\n# @entity user, 1000\n# @entity link, 1 million of user\n" +
		"# @attribute user.id, guid, identity\n# @attribute link.code, %s, identity\n" +
		"# @ask open, link by code\n# @ask mine, link by user\n# @do shorten, insert link\n\n" +
		"### A\n# @keys {%s} | link | Links | of link\n# @keys {user} | {code} | Mine | of link\n"
	for _, c := range []struct{ typed, key, steps string }{
		{"text 8", "code", "put, insert 0?, get, insert 1, deleteMessage"},
		{"guid", "code", "put, insert 0, get, insert 1, deleteMessage"},
		{"text 8", "code:low", "put, insert 0?, get, insert 1, deleteMessage"},
	} {
		d := plan.Judge(parse(t, fmt.Sprintf(links, c.typed, c.key)))[0]
		if got := stepsOf(writeOf(t, d, "shorten")); got != c.steps {
			t.Errorf("%s, {%s}: %s", c.typed, c.key, got)
		}
	}
}
