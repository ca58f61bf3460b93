package plan_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/store"
	"rowkey/engine/table"
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

// The busiest entity is attempted more often than the others, and a price is of all: each write costs what it needs
// where it goes.
func TestAttemptsAreThoseOfTheEntityThatAWriteGoesTo(t *testing.T) {
	for _, c := range []struct{ how, keys string }{
		{"20 %", "{id} | page"}, {"2 %", "{id} | page"}, {"100 %", "{id} | page"},
		{"20 %", "{id} | page | Pages | shards 4 apart"},
	} {
		const pages, rate = 1000.0, 200.0
		s := strings.Replace(counter("1000", "200/s", c.keys), "to views", "to views, largest "+c.how, 1)
		var part, shards float64 = 0, 1
		fmt.Sscan(c.how, &part)
		if strings.Contains(c.keys, "shards 4") {
			shards = 4
		}
		part /= 100
		hot, rest := rate*part/shards, rate*(1-part)/(pages-1)/shards
		d := plan.Judge(parse(t, s))[0]
		w := writeOf(t, d, "view")
		closely(t, c.how+" attempts at the busiest", w.Contention.Attempts.V, attemptsAt(hot))
		closely(t, c.how+" requests", w.Requests.V, 2*(part*attemptsAt(hot)+(1-part)*attemptsAt(rest)))
		closely(t, c.how+" hottest", d.Facts.Hottest.Rate.V, 2*hot*attemptsAt(hot)+1/pages) // with what shows the page
	}
}

func attemptsAt(rate float64) float64 {
	if rate*0.02 >= 0.99 {
		return 100
	}
	return 1 / (1 - rate*0.02)
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

// A report says that it rests on an even spread where one entity could not take all of the writes, and the sheet says
// nothing of the busiest.
func TestAnEvenSpreadIsAnAssumptionWhereOneEntityCouldNotTakeAll(t *testing.T) {
	for _, c := range []struct {
		pages, rate, how, keys string
		assumed                bool
	}{
		{"10000", "500/s", "", "{id} | page", true},
		{"10000", "50/s", "", "{id} | page", true},
		{"10000", "49/s", "", "{id} | page", false},
		{"10000", "500/s", ", largest 60 %", "{id} | page", false},
		{"10000", "500/s", "", "{id} | page | Pages | shards 16", false},
		{"10000", "900/s", "", "{id} | page | Pages | shards 16", true},
		{"1", "500/s", "", "{id} | page", false},
	} {
		text := strings.Replace(counter(c.pages, c.rate, c.keys), "to views", "to views"+c.how, 1)
		got := writeOf(t, plan.Judge(parse(t, text))[0], "view").Contention
		if got.Assumed != c.assumed {
			t.Errorf("%+v: %+v", c, got)
		}
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

// What a sheet says of the busiest one takes the place of all alike: in what meets at it, in the partition that holds
// it, and in what is read there. The rest goes to the others.
func TestWritesMayGoToOneMoreThanToOthers(t *testing.T) {
	const of = "# @entity book, 100\n# @attribute book.id, text 20, identity\n# @entity page, 1000 of book\n"
	for _, c := range []struct {
		how, keys      string
		meets, hottest float64
	}{
		{"", "{id} | page", 0.02, 0.02},
		{", largest 60 %", "{id} | page", 12, 12},
		{", largest 0.1 %", "{id} | page", 0.02, 0.02},
		{", largest 100 %", "{id} | page", 20, 20},
		{", largest 60 %", "all | {id}", 12, 20},
		{", largest 60 %", "{id:4%} | {id}", 12, 12 + 8*249/999.0},
		{", largest 60 %", "{book} | {id}", 12, 12 + 8*0.01}, // another page is in a book of 10.99,
		{", largest 60 %", "{id} | page | Pages | of page | shards 16", 12.0 / 16, 12},
		{", largest 60 %", "{id} | page | Pages | of page | shards 16 apart", 12.0 / 16, 12.0 / 16},
	} {
		s := strings.Replace(counter("1000", "20/s", c.keys), "# @entity page, 1000\n", of, 1)
		s = strings.Replace(s, "to views", "to views"+c.how, 1)
		if !strings.Contains(c.keys, "of page") {
			s = strings.TrimSuffix(s, "\n") + " | Pages | of page\n"
		}
		d := plan.Judge(parse(t, s+"# @keys {id} | book | Books | of book\n"))[0]
		w := writeOf(t, d, "view")
		closely(t, c.keys+c.how+" meets", w.Contention.Rate.V, c.meets)
		closely(t, c.keys+c.how+" attempts", w.Contention.Attempts.V, 1/(1-c.meets*0.02))
		closely(t, c.keys+c.how+" hottest", d.Facts.Hottest.Written.V, c.hottest)
		if told := c.how != ""; slices.Contains(w.Contention.Rate.Of, "model:entities") == told ||
			slices.Contains(d.Facts.Hottest.Rate.Of, "model:entities") == (told || c.keys == "all | {id}") ||
			told && w.Contention.All.V != w.Contention.Rate.V {
			t.Errorf("%s%s: %+v, %+v", c.keys, c.how, w.Contention, d.Facts.Hottest)
		}
	}
}

// Others that meet the busiest one may still be about any, as the report says.
func TestOnlyWhatIsSaidOfTheBusiestIsKnown(t *testing.T) {
	s := strings.Replace(counter("1000", "20/s", "{id} | page"), "to views", "to views, largest 60 %\n"+
		"# @do edit, 5/s, update page by id, sets title, if unchanged\n# @attribute page.title, text 20", 1)
	c := writeOf(t, plan.Judge(parse(t, s))[0], "view").Contention
	closely(t, "views and edits of the busiest", c.Rate.V, 12+5.0/1000)
	closely(t, "if all edits are about it", c.All.V, 12+5)
	if !slices.Contains(c.Rate.Of, "model:entities") {
		t.Errorf("%+v", c)
	}
}

// An insert says which part belongs to one of those above: what counts them, and what is written with it, is as busy.
func TestInsertsMayBelongToOneMoreThanToOthers(t *testing.T) {
	const events = "# @sheet s, peak 1\n# @entity event, 1000\n# @entity seat, 50000 of event\n" +
		"# @attribute event.id, guid, identity\n# @attribute event.left, int\n# @attribute seat.id, guid, identity\n"
	for how, meets := range map[string]float64{
		"# @do take, 20/s, insert seat, at most 100 of event\n":               20 * (1 + 49999/1000.0) / 50000,
		"# @do take, 20/s, insert seat, at most 100 of event, largest 60 %\n": 12,
		"# @do take, 20/s, insert seat\n# @do sell, 20/s, update event by id, adds -1 to left, largest 60 %\n" +
			"# @together take, insert seat, update event\n": 12,
		"# @do take, 20/s, insert seat, largest 60 %\n# @do sell, 20/s, update event by id, adds -1 to left\n" +
			"# @together take, insert seat, update event\n": 12,
		"# @do take, 20/s, insert seat, largest 60 %\n# @do sell, 20/s, update event by id, adds -1 to left, " +
			"largest 60 %\n# @together take, insert seat, update event\n": 12,
	} {
		d := plan.Judge(parse(t, events+how+"\n### A\n# @keys {id} | e | Events | of event\n"+
			"# @keys {event} | s_{id} | Events | of seat\n"))[0]
		closely(t, how+" meets", writeOf(t, d, "take").Contention.Rate.V, meets)
		closely(t, how+" writes", d.Facts.Hottest.Written.V, 2*meets)
	}
}

// The formula is what clients need that come by chance, read, write what they read plus one after 20 ms, and read again
// at once, or a random while later, if the service says that another one was faster. After waits that are as short as
// the window they meet each other again: up to a quarter more attempts, the nearer to the collapse.
func TestTheAttemptsOfTheFormulaAreThoseOfTheEngine(t *testing.T) {
	for _, c := range []struct{ rate, pause, seconds, tolerance float64 }{
		{25, 0, 100, 0.05},
		{5, 0, 1000, 0.02}, {15, 0, 1000, 0.02}, {35, 0, 500, 0.05}, {40, 0, 500, 0.08}, {45, 0, 500, 0.1},
		{5, 0.3, 1000, 0.02}, {15, 0.3, 1000, 0.02}, {25, 0.3, 500, 0.05}, {35, 0.3, 500, 0.05}, {40, 0.3, 500, 0.08},
		{25, 0.02, 500, 0.02}, {35, 0.02, 500, 0.02}, {40, 0.02, 500, 0.02},
	} {
		if testing.Short() && c.seconds > 100 {
			continue // deep: a minute of requests
		}
		m := meetingAt(t, c.rate, c.pause)
		m.run(c.seconds)
		want, again := 1/(1-c.rate*0.02), 0.0
		if c.pause == 0.02 {
			again = c.rate * 0.02 / 4
		}
		got := float64(m.attempts) / float64(m.done)
		if t.Logf("%v/s, pause %v: %.3f, formula %.3f", c.rate, c.pause, got, want); got < want*(1+again/3-c.tolerance) ||
			got > want*(1+again+c.tolerance) {
			t.Errorf("at %v a second, again after %v s: %.3f attempts, by the formula %.3f", c.rate, c.pause, got, want)
		}
	}
}

// From the rate of collapse on more come than can be done, however often they try.
func TestBeyondItsCollapseAnEntityTakesNoMore(t *testing.T) {
	m := meetingAt(t, 75, 0)
	m.run(2)
	half, tried := m.done, m.attempts
	m.run(4)
	if m.done > 200 || m.done < 180 || m.attempts-tried < 2*tried || m.done-half > 100 {
		t.Errorf("%d writes in 2 s, %d in 4 s; %d and %d attempts", half, m.done, tried, m.attempts)
	}
}

// crowd is clients that add 1 to a row of a table, in simulated time.
type crowd struct {
	t                    *testing.T
	clock                *clock.Clock
	table                table.Table
	random               hash.Sequence
	rate, pause, arrives float64
	clients              []adding
	attempts, done       int
}

// adding is a client: when it reads, or writes what it has read.
type adding struct {
	at   float64
	read edm.Entity
}

// meetingAt lets clients come to a new table, who try again after a pause of this length on average.
func meetingAt(t *testing.T, rate, pause float64) *crowd {
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	m := &crowd{t: t, clock: clock.At(time.Unix(0, 0)), random: 5, rate: rate, pause: pause}
	m.table = table.New(db, m.clock, table.Options{}).Table("acct", "Pages")
	if err := m.table.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := m.table.AddEntity(t.Context(), viewed(0)); err != nil {
		t.Fatal(err)
	}
	return m
}

func viewed(times int64) edm.Entity {
	return edm.Entity{PartitionKey: "p", RowKey: "r", Properties: []edm.Property{{Name: "views", Value: edm.Int64(times)}}}
}

// wait draws how long it is until something happens that takes so long on average.
func (m *crowd) wait(mean float64) float64 {
	return -mean * math.Log(1-float64(m.random.Next()>>11)/(1<<53))
}

// run lets them do all until a second, and looks whether each write that succeeded counts.
func (m *crowd) run(until float64) {
	for next := m.next(); m.arrives <= until || next >= 0 && m.clients[next].at <= until; next = m.next() {
		if next < 0 || m.arrives < m.clients[next].at {
			m.clients = append(m.clients, adding{at: m.arrives})
			m.arrives += m.wait(1 / m.rate)
			continue
		}
		c := &m.clients[next]
		m.clock.Advance(time.Duration(c.at*1e9) - time.Duration(m.clock.Now().UnixNano()))
		if c.read.RowKey == "" {
			c.at += 0.02
			c.read = m.get()
		} else if m.write(c) {
			m.clients = slices.Delete(m.clients, next, next+1)
		}
	}
	if n := m.get().Properties[0].Value.Int(); n != int64(m.done) {
		m.t.Errorf("%d writes succeeded, and %d were counted", m.done, n)
	}
}

// next returns the client that does something first, -1 if there is none.
func (m *crowd) next() int {
	at := -1
	for i := range m.clients {
		if at < 0 || m.clients[i].at < m.clients[at].at {
			at = i
		}
	}
	return at
}

func (m *crowd) get() edm.Entity {
	e, err := m.table.GetEntity(m.t.Context(), "p", "r")
	if err != nil {
		m.t.Fatal(err)
	}
	return e
}

// write makes an attempt, and reports whether it was the last one.
func (m *crowd) write(c *adding) bool {
	m.attempts++
	e := viewed(c.read.Properties[0].Value.Int() + 1)
	_, err := m.table.UpdateEntity(m.t.Context(), e, table.Merge, table.ETagOf(c.read.Timestamp))
	if err == nil {
		m.done++
		return true
	}
	if apierr.Of(err) != apierr.UpdateConditionNotMet {
		m.t.Fatal(err)
	}
	c.at, c.read = c.at+m.wait(m.pause), edm.Entity{}
	return false
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

// Top is how many entities are wanted, and each is in 16 rows. It stops nothing where there is one entity.
func TestTopCountsTheShardsOfAnEntityOnce(t *testing.T) {
	const text = "# @sheet sites\n# @entity site, 10\n# @attribute site.id, text 8, identity\n" +
		"# @entity page, 1000 of site\n# @attribute page.id, text 8, identity\n# @attribute page.views, long\n" +
		"# @ask first, page by site, smallest id, top 20\n# @ask one, page by site and id, top 20\n" +
		"# @do hit, update page by id, adds 1 to views\n\n### A\n# @keys {site} | {id} | Pages | of page | "
	for shards, requests := range map[string]float64{"shards 16": 1, "shards 16 apart": 16} {
		q := plan.Judge(parse(t, text+shards))[0].Questions
		if first := q[0]; first.Read.Often.V != 320 || first.Requests.Often.V != requests || !first.Stopped {
			t.Errorf("%s: read %v, %v requests", shards, first.Read.Often.V, first.Requests.Often.V)
		}
		if one := q[1]; one.Read.Often.V != 16 || one.Requests.Often.V != requests || one.Stopped {
			t.Errorf("%s: read %v, %v requests, stopped %v", shards, one.Read.Often.V, one.Requests.Often.V, one.Stopped)
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
