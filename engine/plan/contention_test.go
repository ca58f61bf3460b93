package plan_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/hash"
	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
)

// counter is one page, or many, that count how often they are seen.
func counter(pages, rate, keys string) string {
	return "# @sheet counter, peak 1\n# @entity page, " + pages + "\n# @attribute page.id, text 20, identity\n" +
		"# @attribute page.views, long\n# @ask show, 1/s, page by id\n" +
		"# @do view, " + rate + ", update page by id, adds 1 to views\n\n### A\n# @keys " + keys + "\n"
}

// Each attempt reads and writes, so 2 requests each; the rate at which it collapses is one write in each window.
func TestAnIncrementIsAttemptedMoreOftenTheMoreMeetAtOneEntity(t *testing.T) {
	for _, c := range []struct {
		pages, rate, keys string
		attempts          float64
		met               bool
	}{
		{"1", "1/s", "{id} | page", 1 / 0.98, true},
		{"1", "25/s", "{id} | page", 2, true}, // as much as leaves headroom 2
		{"1", "26/s", "{id} | page", 1 / 0.48, false},
		{"1", "45/s", "{id} | page", 10, false},
		{"1", "600/s", "{id} | page", 100, false}, // without end, and 100 are calculated with
		{"1", "600/s", "{id} | page | Pages | shards 32", 1 / (1 - 600.0/32*0.02), true},
		{"1", "600/s", "{id} | page | Pages | shards 32 apart", 1 / (1 - 600.0/32*0.02), true},
		{"1000", "600/s", "{id} | page", 1 / (1 - 0.6*0.02), true},
	} {
		w := writeOf(t, plan.Judge(parse(t, counter(c.pages, c.rate, c.keys)))[0], "view")
		closely(t, fmt.Sprint(c.keys, " attempts at ", c.rate), w.Contention.Attempts.V, c.attempts)
		closely(t, c.keys+" requests", w.Requests.V, 2*c.attempts)
		if w.Met != c.met || w.Contention.Collapse.V != 50 || w.Requests.Label != figure.Modelled {
			t.Errorf("%s at %s: met %v, %+v, requests %s", c.keys, c.rate, w.Met, w.Contention, w.Requests.Label)
		}
	}
}

// A sheet does not say which pages are seen at the same time. So the report says what the busiest one gets if all views
// are of one page, and that its numbers rest on views of all pages.
func TestWritesMayAllBeAboutOneEntity(t *testing.T) {
	for pages, alike := range map[string]float64{"1": 1, "1000": 1000} {
		w := writeOf(t, plan.Judge(parse(t, counter(pages, "20/s", "{id} | page")))[0], "view")
		c := w.Contention
		closely(t, "views of all of "+pages+" pages", c.All.V, 20)
		closely(t, "views of one of "+pages+" pages", c.All.V/c.Rate.V, alike)
		if !slices.Contains(c.Rate.Of, "model:entities") || c.Rate.Label == figure.Exact {
			t.Errorf("%s pages: %+v", pages, c.Rate)
		}
	}
	d := plan.Judge(parse(t, strings.Replace(counter("1000", "20/s", "{id} | page"), "adds 1 to", "sets", 1)))[0]
	if h := d.Facts.Hottest; !slices.Contains(h.Rate.Of, "model:entities") || h.Rate.Label == figure.Exact {
		t.Errorf("the busiest partition of a write without a condition: %+v", h.Rate)
	}
}

// All writes with a condition meet at an entity, whatever they change. What adds takes one of the shards, and what sets
// something else takes the first of them. A write without a condition is never repeated.
func TestWritesOfOneEntityMeetEachOther(t *testing.T) {
	const others = "# @do edit, 10/s, update page by id, sets title, if unchanged\n" +
		"# @do move, 100/s, update page by id, sets place\n# @attribute page.title, text 20\n# @attribute page.place, int\n"
	for keys, rate := range map[string]float64{
		"{id} | page":                          30,
		"{id} | page | Pages | shards 2":       20,
		"{id} | page | Pages | shards 4 apart": 15,
	} {
		d := plan.Judge(parse(t, strings.Replace(counter("1", "20/s", keys), "# @do", others+"# @do", 1)))[0]
		for _, name := range []string{"view", "edit"} {
			w := writeOf(t, d, name)
			closely(t, keys+", writes that "+name+" meets", w.Contention.Rate.V, rate)
			closely(t, keys+", attempts of "+name, w.Contention.Attempts.V, 1/(1-rate*0.02))
		}
		if got := writeOf(t, d, "move").Contention.Rate.V; got != 0 {
			t.Errorf("%s: move has no condition, and meets %v", keys, got)
		}
	}
}

// Where most entities of a set belong to one, its number is written as often: those that a set counts meet as those
// that a limit does.
func TestACounterOfASetIsAsBusyAsItsLargestParent(t *testing.T) {
	const posts = "# @sheet s, peak 3\n# @entity thread, 1000\n# @entity post, 20/s of thread, largest 60 %, kept 30d\n" +
		"# @attribute thread.id, guid, identity\n# @attribute thread.posts, int\n# @attribute post.id, guid, identity\n"
	const keys = "\n### A\n# @keys {id} | t | Threads | of thread\n# @keys {thread} | p_{id} | Threads | of post\n"
	for _, how := range []string{
		"# @do write, insert post\n# @do count, 20/s, update thread by id, adds 1 to posts\n" +
			"# @together write, insert post, update thread\n",
		"# @do write, insert post, at most 50 million of thread\n",
	} {
		w := writeOf(t, plan.Judge(parse(t, posts+how+keys))[0], "write")
		closely(t, how+" meets", w.Contention.Rate.V, 3*20*0.6)
		closely(t, how+" attempts", w.Contention.Attempts.V, 1/(1-36*0.02))
	}
}

// The formula is what clients do that come by chance, read, write after 20 ms, and wait a while if somebody was faster.
func TestTheAttemptsOfTheFormulaAreThoseOfClientsThatMeet(t *testing.T) {
	for _, rate := range []float64{5, 15, 25, 35} {
		want := 1 / (1 - rate*0.02)
		if got := attempted(rate, 0.02, 30_000); math.Abs(got-want) > 0.08*want {
			t.Errorf("at %v a second clients need %.3f attempts, by the formula %.3f", rate, got, want)
		}
	}
}

// attempted lets so many clients come at a rate and returns how many attempts each needs on average.
func attempted(rate, window float64, clients int) float64 {
	r := hash.Sequence(5)
	wait := func(mean float64) float64 { return -mean * math.Log(1-float64(r.Next()>>11)/(1<<53)) }
	var waiting []float64 // when they read
	next, last, attempts, done := 0.0, -1.0, 0, 0
	for came := 0; done < clients; attempts++ {
		for came < clients && (len(waiting) == 0 || next <= waiting[least(waiting)]) {
			waiting, came = append(waiting, next), came+1
			next += wait(1 / rate)
		}
		at := least(waiting)
		if read := waiting[at]; last <= read { // nobody has written since
			last, done = read+window, done+1
			waiting[at] = waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
		} else {
			waiting[at] = read + window + wait(0.3)
		}
	}
	return float64(attempts) / float64(clients)
}

func least(list []float64) (at int) {
	for i, v := range list {
		if v < list[at] {
			at = i
		}
	}
	return at
}

// A reader adds up the shards: those beside each other in one request, those apart in one each.
func TestShardsAreReadTogether(t *testing.T) {
	for keys, requests := range map[string]float64{"{id} | page | Pages | shards 32": 1,
		"{id} | page | Pages | shards 32 apart": 32} {
		q := plan.Judge(parse(t, counter("1", "600/s", keys)))[0].Questions[0]
		if q.Requests.Typical.V != requests || q.Read.Typical.V != 32 || len(q.ClientWork) != 1 || q.ClientWork[0] != "sum" {
			t.Errorf("%s: %v requests read %v, client %v", keys, q.Requests.Typical.V, q.Read.Typical.V, q.ClientWork)
		}
	}
}

// Shards that are apart divide the load of a partition.
func TestShardsThatAreApartDivideTheBusiestPartition(t *testing.T) {
	near := plan.Judge(parse(t, counter("1", "600/s", "{id} | page | Pages | shards 32")))[0].Facts.Hottest
	apart := plan.Judge(parse(t, counter("1", "600/s", "{id} | page | Pages | shards 32 apart")))[0].Facts.Hottest
	closely(t, "written to one partition", near.Written.V, 600)
	closely(t, "written to one of 32", apart.Written.V, 600.0/32)
}

// What is found in a copy that has no sum is added up in its base, with all rows of each entity.
func TestShardsOfABaseAreAllRead(t *testing.T) {
	for shards, requests := range map[string]float64{"shards 32": 2, "shards 32 apart": 33} {
		s := counter("100000", "1/s", "{id} | page | Pages | "+shards) + "# @keys {slug} | {id} | Slugs | include\n"
		s = strings.Replace(s, "# @ask", "# @attribute page.slug, text 20, unique\n"+
			"# @ask named, 1/s, page by slug\n# @ask", 1)
		q := plan.Judge(parse(t, s))[0].Questions[0]
		if q.Requests.Typical.V != requests || q.Read.Typical.V != 33 || !slices.Equal(q.ClientWork, []string{"sum"}) {
			t.Errorf("%s: %v requests read %v, client %v", shards, q.Requests.Typical.V, q.Read.Typical.V, q.ClientWork)
		}
	}
}
