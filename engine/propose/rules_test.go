package propose

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// proposed is the first proposal for a sheet.
func proposed(t *testing.T, text string) *trial {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	return searched(s, Slice, false).join()[0]
}

const signUp = "# @sheet members\n# @entity member, 1 million\n# @attribute member.id, guid, identity\n" +
	"# @attribute member.mail, text 30, unique, any case\n# @attribute member.nick, text 20\n" +
	"# @ask one, 100/s, member by id\n# @do join, 10 thousand/day, insert member\n" +
	"# @do move, 100/day, update member by id, sets mail\n"

// A value that has to be unique gets a key of its own, whether or not anybody asks by it.
func TestTheFirstProposalKeepsValuesUnique(t *testing.T) {
	for _, text := range []string{signUp, signUp + "# @ask by mail, 20/s, member by mail, fresh now\n",
		strings.Replace(signUp, "1 million", "500", 1)} {
		first := proposed(t, text)
		for i := range first.measure.Writes {
			if unmet := unmetOf(first.measure.Writes[i].Budget); slices.Contains(unmet, "unique") {
				t.Errorf("%q leaves the address unguarded, for\n%s", first.texts, text)
			}
		}
	}
}

// The entity is found by its identity, and a row that is made of the address alone keeps it unique and leads to it.
func TestAUniqueAddressIsARowThatLeadsToTheEntity(t *testing.T) {
	first := proposed(t, signUp+"# @ask by mail, 20/s, member by mail\n")
	want := []string{"{id} | m | Members", "{mail:low} | m | MembersByMail | include id"}
	if !slices.Equal(first.texts, want) || first.measure.Asks[0].Requests != 1 || first.measure.Asks[1].Requests != 2 {
		t.Errorf("%q, %+v", first.texts, first.measure.Asks)
	}
}

// Two buckets are too few here, and four read too much for the question.
func TestBucketsAreAlsoThree(t *testing.T) {
	first := proposed(t, "# @sheet pages\n# @entity page, 100000\n# @attribute page.path, text 200, identity\n"+
		"# @attribute page.views, long\n# @ask read count, 50/s, page by path\n"+
		"# @ask top ten, 1/s, page, greatest views, top 10; read <= 40\n"+
		"# @do view, 300/s, update page, adds 1 to views, largest 20 %\n")
	if first.cost.Broken > 0 || !strings.Contains(strings.Join(first.texts, "\n"), "{path:3%}") {
		t.Errorf("%q, %d limits broken", first.texts, first.cost.Broken)
	}
}

// Where more add to one entity than it takes, the first proposal divides it, and where few do, it does not.
func TestOnlyABusyCounterIsDivided(t *testing.T) {
	for _, c := range []struct {
		pages, rate, how string
		want             bool
	}{{"1", "600/s", "", true}, {"1", "5/s", "", false}, {"100 thousand", "600/s", "", false},
		{"100 thousand", "600/s", ", largest 60 %", true}, {"100 thousand", "600/s", ", largest 1 %", false}} {
		first := proposed(t, "# @sheet counter\n# @entity page, "+c.pages+"\n# @attribute page.id, text 20, identity\n"+
			"# @attribute page.views, long\n# @ask show, 1/s, page by id; read <= 200\n"+
			"# @do view, "+c.rate+", update page by id, adds 1 to views"+c.how+"\n")
		if got := slices.Contains(first.patterns(), Sharded); got != c.want || c.want && first.cost.Broken > 0 {
			t.Errorf("%s pages at %s%s: %q, %d limits broken, divided %v, want %v", c.pages, c.rate, c.how, first.texts,
				first.cost.Broken, got, c.want)
		}
	}
}

// A counter that is one row is not called better at waiting than its shards: most of its attempts fail.
func TestWhoWaitsForAnAttemptThatFailsWaitsLonger(t *testing.T) {
	s, _ := sheet.Parse("# @sheet counter\n# @entity page, 1\n# @attribute page.id, text 20, identity\n" +
		"# @attribute page.views, long\n# @ask show, 1/s, page by id; read <= 200\n" +
		"# @do view, 40/s, update page by id, adds 1 to views\n")
	list := searched(s, Slice, false).join()
	row := slices.IndexFunc(list, func(d *trial) bool { return !slices.Contains(d.patterns(), Sharded) })
	shards := slices.IndexFunc(list, func(d *trial) bool { return slices.Contains(d.patterns(), Sharded) })
	if row < 0 || shards < 0 || list[row].cost.exact.waiting < 2*list[shards].cost.exact.waiting {
		t.Errorf("of %d proposals, %d is one row and %d is divided: the first waits too little", len(list), row, shards)
	}
}

func TestALimitThatIsExceededSaysWhetherTheSheetGaveIt(t *testing.T) {
	for budget, want := range map[string]Loosen{"": {"near", "read", 6, 149.926535997, false},
		"; read <= 10": {"near", "read", 10, 149.926535997, true}, "; read <= 150": {}} {
		checkLoosen(t, "# @sheet places\n# @entity place, 100000\n# @attribute place.id, guid, identity\n"+
			"# @attribute place.lat, double\n# @attribute place.at, time\n"+
			"# @ask near, 1/s, place, lat between 2 %, newest at, top 3, fresh now"+budget+"\n", want)
	}
}

// The rows of an entity that is divided are one entity of an answer, so that nobody who has typed no limit exceeds one.
// A number that was typed is kept as it is.
func TestShardsExceedNoLimitThatNobodyTyped(t *testing.T) {
	for budget, want := range map[string]Loosen{"": {}, "; read <= 2 x answer": {}, "; roundtrips <= 1": {},
		"; read <= 3": {"show", "read", 3, 32, true}, "; read <= 32": {}} {
		checkLoosen(t, "# @sheet counter, peak 1\n# @entity page, 1\n# @attribute page.id, text 20, identity\n"+
			"# @attribute page.views, long\n# @ask show, 1/s, page by id"+budget+
			"\n# @do view, 600/s, update page by id, adds 1 to views\n", want)
	}
}

// checkLoosen checks that a limit is among those that the first proposal exceeds, or that it exceeds none.
func checkLoosen(t *testing.T, text string, want Loosen) {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	list := searched(s, 1000, false).Result().Loosen
	if want == (Loosen{}) && len(list) > 0 || want != (Loosen{}) && !slices.Contains(list, want) {
		t.Errorf("%+v, want %+v, of\n%s", list, want, text)
	}
}

// A copy of an entity whose shards are in partitions of their own is not in the partition of these, nor are children.
func TestShardsThatAreApartShareNoPartition(t *testing.T) {
	base, apart := &form{place: "p", option: "shards 8"}, &form{place: "p", option: "shards 8 apart"}
	list := &form{place: "p", option: "list"}
	for _, c := range []struct {
		a, b *form
		want bool
	}{{base, &form{place: "p"}, true}, {apart, &form{place: "p"}, false}, {list, apart, false}, {list, base, true}} {
		if got := c.a.sharesWith(c.b); got != c.want {
			t.Errorf("%+v and %+v share a partition: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// A counter that one row would take by itself is divided if other writes of the entity meet it there.
func TestACounterIsDividedForTheOtherWritesOfItsEntity(t *testing.T) {
	for edits, want := range map[string]bool{"1/min": false, "5/s": true} {
		first := proposed(t, "# @sheet page\n# @entity page, 1\n# @attribute page.id, text 20, identity\n"+
			"# @attribute page.views, long\n# @attribute page.title, text 40\n"+
			"# @ask show, 1/s, page by id; read <= 200\n# @do view, 6/s, update page by id, adds 1 to views\n"+
			"# @do edit, "+edits+", update page by id, sets title, if unchanged\n")
		if got := slices.Contains(first.patterns(), Sharded); got != want || first.cost.Broken > 0 {
			t.Errorf("edits at %s: %q, %d limits broken, divided %v, want %v", edits, first.texts, first.cost.Broken, got, want)
		}
	}
}

// What a set counts is divided beside what is inserted, as one transaction does both, even if no question reads it. It
// keeps the limit of a counter: that of a list, of which few writes may collide, is not for it.
func TestACounterOfASetIsDividedInItsTransaction(t *testing.T) {
	for rate, shards := range map[string]string{"3/s": "", "10/s": " | shards 2", "20/s": " | shards 4"} {
		first := proposed(t, "# @sheet likes\n# @entity post, 1000\n# @attribute post.id, guid, identity\n"+
			"# @attribute post.likes, int\n# @entity like, 300 thousand of post\n# @attribute like.id, guid, identity\n"+
			"# @do like, "+rate+", insert like\n# @do count, "+rate+", update post by id, adds 1 to likes, largest 90 %\n"+
			"# @together like, insert like, update post\n")
		want := "{id} | p | Posts | of post" + shards
		if first.texts[0] != want || first.cost.Broken > 0 || first.measure.Workflows > 0 {
			t.Errorf("%s: %q, %d limits broken, want %s", rate, first.texts, first.cost.Broken, want)
		}
	}
}

// What counts seats is in one partition with them, so that both are one transaction.
func TestTheFirstProposalCountsInTheSameTransaction(t *testing.T) {
	first := proposed(t, "# @sheet seats\n# @entity event, 1000\n# @attribute event.id, text 8, identity\n"+
		"# @attribute event.title, text 40\n# @entity seat, 50000 of event\n# @attribute seat.id, guid, identity\n"+
		"# @ask one event, 10/s, event by id\n# @ask of an event, 10/s, seat by event\n"+
		"# @do take, 5/s, insert seat, at most 100 of event\n")
	if first.measure.Workflows > 0 || first.cost.Broken > 0 {
		t.Errorf("%q, %d workflows, %d limits broken", first.texts, first.measure.Workflows, first.cost.Broken)
	}
}
