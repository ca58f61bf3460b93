package plan_test

import (
	"math"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

func writeOf(t testing.TB, d plan.DesignReport, name string) plan.WriteReport {
	t.Helper()
	for _, w := range d.Writes {
		if w.Name == name {
			return w
		}
	}
	t.Fatalf("there is no write %q in %q", name, d.Name)
	return plan.WriteReport{}
}

// closeTo reports numbers that differ by more than half a unit of the third digit.
func closeTo(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 0.005*math.Abs(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// Transactions, actions, requests and entities read first, as section 4 of the workbench has them.
func TestTheWritesOfTheArchetypesCostWhatTheirPagesSay(t *testing.T) {
	for _, c := range []struct {
		sheet, design, write                  string
		transactions, actions, requests, read float64
		atomic                                bool
	}{
		{"sensor-readings", "Newest first and a table a day", "record", 1, 1, 1, 0, true},
		{"sensor-readings", "Newest first and a table a day", "expire", 1, 0, 1, 0, true},
		{"sensor-readings", "Hour in the PartitionKey", "expire", 1, 0, 1, 0, true},
		{"sensor-readings", "One table oldest first", "expire", 500_000, 50e6, 560_000, 50e6, true},
		{"shop-orders", "By customer and newest first", "place", 6, 9, 9, 0, false}, // 1, a workflow of 5, and 3 of the queue
		{"shop-orders", "Lines between the orders", "place", 1, 4, 1, 0, true},
		{"chat", "Messages below their room", "post", 1, 2, 1, 0, true},
		{"chat", "Last message in each membership", "post", 31, 32, 35, 30, false},
		{"audit-log", "Tenant and hour", "expire", 1, 0, 1, 0, true},
		{"audit-log", "One table newest first", "expire", 300_000, 30e6, 330_000, 30e6, true},
		{"multi-tenant-saas", "Tenant and folder", "create", 2, 4, 5, 0, false}, // 1 of 3 actions, and a workflow of 1
		// 1 read, 1 merge, delete and insert in the copy
		{"leaderboard", "By player without one", "score", 2, 3, 6, 1, false},
		{"leaderboard", "Scores alone", "score", 1, 2, 251, 250_000, true},
		// reads the employee and both lists, and writes all three at once
		{"patterns/index-entities", "List of a name", "rename", 1, 3, 4, 3, true},
	} {
		t.Run(c.sheet+" "+c.design+" "+c.write, func(t *testing.T) {
			w := writeOf(t, judged(t, c.sheet)[c.design], c.write)
			closeTo(t, "transactions", w.Transactions.V, c.transactions)
			closeTo(t, "actions", w.Actions.V, c.actions)
			closeTo(t, "requests", w.Requests.V, c.requests)
			closeTo(t, "read", w.Read.V, c.read)
			if w.Atomic != c.atomic || !w.Possible {
				t.Errorf("atomic = %v, possible = %v", w.Atomic, w.Possible)
			}
		})
	}
}

// Entities a second that are written to the busiest partition, and requests to it, at peak.
func TestTheLoadOfTheArchetypesIsWhatTheirPagesSay(t *testing.T) {
	for _, c := range []struct {
		sheet, design string
		key           string
		written       float64 // -1 for those of which the page counts requests
		requests      float64 // -1 for those of which the page counts entities
	}{
		{"sensor-readings", "Newest first and a table a day", "d0001", 0.0868, -1},
		{"sensor-readings", "Hour in the PartitionKey", "2026112210", 1736, -1},
		{"shop-orders", "By customer and newest first", "open", -1, 9.63}, // below 10
		{"chat", "Messages below their room", "r0001", 11.7, -1},          // 11.6 of posts, and edits
		{"chat", "A partition a day", "20261122", 1182, -1},               // 1,157 of posts, and edits
		{"audit-log", "Tenant and hour", "t0001_2026112210", 278, -1},
		{"audit-log", "Minute", "202611221000", 1389, -1},
		{"multi-tenant-saas", "Tenant and folder", "t0001_f0001", -1, 24.24}, // 24, and what a write finds first
		{"multi-tenant-saas", "Tenant alone", "t0001", -1, 2424},
		{"leaderboard", "By player without one", "b0001_202647_0", 600, -1}, // half of 1,200
		{"leaderboard", "Board and week", "b0001_202647", 600, -1},          // a merge is one entity
	} {
		t.Run(c.sheet+" "+c.design, func(t *testing.T) {
			h := judged(t, c.sheet)[c.design].Facts.Hottest
			if h.Key != c.key {
				t.Errorf("key = %q, want %q", h.Key, c.key)
			}
			if c.written >= 0 {
				closeTo(t, "written", h.Written.V, c.written)
			}
			if c.requests >= 0 {
				closeTo(t, "requests", h.Requests.V, c.requests)
			}
			if h.Rate.V < h.Written.V || math.Abs(h.Headroom.V*h.Rate.V-sheet.PartitionTarget) > 1e-6 {
				t.Errorf("rate = %v, headroom = %v", h.Rate.V, h.Headroom.V)
			}
		})
	}
}

func TestStorageAndTransactionsOfTheArchetypesAreWhatTheirPagesSay(t *testing.T) {
	readings := judged(t, "sensor-readings")
	first := readings["Newest first and a table a day"].Facts
	closeTo(t, "GiB", first.Month.GiB.V, 603)
	closeTo(t, "transactions", first.Month.Transactions.V, 1.89e9)
	closeTo(t, "GiB of one table", readings["One table oldest first"].Facts.Month.GiB.V, 603)
	closeTo(t, "GiB with the device in the RowKey, which has 11 characters more",
		readings["Hour in the PartitionKey"].Facts.Month.GiB.V, 603*166/144.0)
	closeTo(t, "160 answers every 5 s, of two buckets each",
		judged(t, "leaderboard")["By player with a ready answer"].Facts.Refreshes.V, 160*3/5.0)
	closeTo(t, "amplification with deletes", readings["One table oldest first"].Facts.Amplification.V, 2)
	chat := judged(t, "chat")["Last message in each membership"]
	post := writeOf(t, chat, "post")
	closeTo(t, "memberships written a second", (post.Actions.V-2)*20e6/86_400, 6944)
	closeTo(t, "memberships written a second at peak", (post.Actions.V-2)*20e6/86_400*5, 34_722)
	if chat.Facts.Account.Headroom.V >= 1 || chat.Facts.Refused.V == 0 {
		t.Errorf("account = %+v, refused = %v", chat.Facts.Account, chat.Facts.Refused.V)
	}
}

func TestWhatBreaksFirstIsNamedWithItsFactor(t *testing.T) {
	b := judged(t, "audit-log")["Tenant and hour"].Breaks
	closeTo(t, "factor", b.At, 7.2)
	if b.What != "partition" || b.Name != "t0001_2026112210" || b.By != sheet.Users {
		t.Errorf("%+v", b)
	}
	orders := judged(t, "shop-orders")["By customer and newest first"]
	if len(orders.Growth) != 2 || len(orders.Growth[0].Broken) != 0 || len(orders.Growth[1].Broken) == 0 {
		t.Errorf("%+v", orders.Growth)
	}
	tenant := judged(t, "audit-log")["Tenant"].Breaks
	if tenant.What != "budget" || tenant.At != 1 || tenant.Name != "tenant hour" || tenant.Counter != "read" {
		t.Errorf("%+v", tenant)
	}
}

// A partition takes 2,000 a second: the kind that gets there with the smaller factor is named, whether it grows with
// the users or with the density, and whichever the sheet has first.
func TestOfUsersAndDensityTheOneThatBreaksFirstIsNamed(t *testing.T) {
	for _, c := range []struct {
		users, density string // inserts a second
		by, name       string
		at             float64
	}{
		{"100", "20", sheet.Users, "u", 20},
		{"20", "100", sheet.Density, "d", 20},
		{"1000", "1999", sheet.Density, "d", 1},
		{"2001", "20", sheet.Users, "u", 1},
		{"0.001", "0.4", sheet.Density, "d", 5000},
		{"0.001", "0.2001", sheet.Density, "d", 9995}, // growth is looked at up to 10,000
	} {
		kind := func(name, rate, grows string) string {
			return "# @entity " + name + ", " + rate + "/s, kept 1d, grows " + grows + "\n# @attribute " + name +
				".id, guid, identity\n"
		}
		kinds := []string{kind("user", c.users, sheet.Users), kind("reading", c.density, sheet.Density)}
		for _, kinds := range [][]string{kinds, {kinds[1], kinds[0]}} {
			s := parse(t, "# @sheet s, peak 1\n"+strings.Join(kinds,
				"")+"# @do sign up, insert user\n# @do record, insert reading\n\n"+
				"### A\n# @keys u | {id} | Users | of user\n# @keys d | {id} | Readings | of reading\n")
			b := plan.Judge(s)[0].Breaks
			if math.Abs(b.At-c.at) > 0.001*c.at || b.By != c.by || b.What != "partition" || b.Name != c.name {
				t.Errorf("%s users and %s readings a second: %+v, want %s at %v", c.users, c.density, b, c.by, c.at)
			}
		}
	}
}

// The targets are 2,000 a second of a partition, and 20,000 of the account.
func TestATargetThatIsReachedIsNotBroken(t *testing.T) {
	for keys, c := range map[string]struct {
		rate string
		what string
	}{"all | {id} | T": {"2000", "partition"}, "{id} | x | T": {"20000", "account"}} {
		s := parse(t, "# @sheet s, peak 1\n# @entity e, "+c.rate+"/s, kept 1d\n# @attribute e.id, guid, identity\n"+
			"# @do in, insert e\n\n### A\n# @keys "+keys+"\n")
		if b := plan.Judge(s)[0].Breaks; b.What != c.what || b.At <= 1 || b.At > 1.01 {
			t.Errorf("%s at %s a second: %+v, want the %s a little later", keys, c.rate, b, c.what)
		}
	}
}

// The page's check of the formula with the cluster model: 2,500 a second into one partition, 17,361, and 6,000 of which
// one tenant makes 40 %.
func TestRefusedIsWhatIsAboveTheTarget(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  float64
	}{
		{"# @entity e, 2500/s, kept 1d\n# @attribute e.id, guid, identity\n# @do in, insert e\n# @keys all | {id} | T", 0.2},
		{"# @entity e, 17361/s, kept 1d\n# @attribute e.id, guid, identity\n# @do in, insert e\n# @keys all | {id} | T",
			0.885},
		{"# @entity e, 6000/s, kept 1d\n# @attribute e.id, guid, identity\n" +
			"# @attribute e.tenant, text 8, 2000 values, largest 40 %\n# @do in, insert e\n# @keys {tenant} | {id} | T", 0.067},
		{"# @entity e, 16000/s, kept 1d\n# @attribute e.id, guid, identity\n# @do in, insert e\n# @keys {id:4%} | {id} | T",
			0.5},
		{"# @entity e, 40000/s, kept 1d\n# @attribute e.id, guid, identity\n# @do in, insert e\n# @keys {id} | x | T", 0.5},
	} {
		head, keys, _ := strings.Cut(c.lines, "\n# @keys")
		s := parse(t, "# @sheet s, peak 1\n"+head+"\n\n### A\n# @keys"+keys+"\n")
		f := plan.Judge(s)[0].Facts
		if math.Abs(f.Refused.V-c.want) > 0.001 {
			t.Errorf("%s\nrefused = %v, want %v", c.lines, f.Refused.V, c.want)
		}
	}
}
