package sheet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

func TestEveryDefaultIsListedAsAnAssumption(t *testing.T) {
	s := parse(t, `# @sheet test
# @entity user, 100
# @entity post, 5/day of user
# @attribute post.at, time, identity
# @attribute post.text
# @ask newest, post by user, newest at, top 5
# @do edit, update post by user and at, sets text
# @do write, insert post`)
	var got []string
	for _, a := range s.Assumptions() {
		got = append(got, a.Path+" "+a.Value)
	}
	want := []string{"/peak 3", "/headroom 2", "/horizon 365d", "/order balanced",
		"/entities/0/grows users", "/entities/0/attributes id, text 12, identity",
		"/entities/1/grows users", "/entities/1/of/0/largest even",
		"/entities/1/attributes/1/type text", "/entities/1/attributes/1/length 12",
		"/entities/1/attributes/1/values 1000", "/entities/1/attributes/1/skew even",
		"/asks/0/rate 1/s", "/asks/0/asked popular", "/asks/0/fresh 5s", "/asks/0/budget read <= 2 x answer, roundtrips <= 2",
		"/does/0/rate 1/s"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// An update that adds, or that others make fail, is taken to be about all entities alike.
func TestWhatTheBusiestEntityGetsIsAnAssumption(t *testing.T) {
	for do, want := range map[string]string{
		"update page, adds 1 to views":               "0.01 %",
		"update page, sets title, if unchanged":      "0.01 %",
		"update page, adds 1 to views, largest 60 %": "",
		"update page, sets title":                    "",
		"insert page, if absent":                     "",
	} {
		s := parse(t, "# @sheet test\n# @entity page, 10000\n# @attribute page.id, guid, identity\n"+
			"# @attribute page.views, long\n# @attribute page.title\n# @do w, 500/s, "+do)
		got := ""
		for _, a := range s.Assumptions() {
			if a.Path == "/does/0/largest" {
				got = a.Value
			}
		}
		if got != want {
			t.Errorf("%s: largest %q, want %q", do, got, want)
		}
	}
}

// A sheet that is not finished shows what is assumed so far.
func TestAWrongSheetHasTheDefaultsThatNeedNoAnswer(t *testing.T) {
	s, messages := sheet.Parse(`# @sheet test
# @entity user, 100
# @attribute user.text
# @ask newest, post by nobody
# @do edit, update nothing`)
	if !sheet.Failed(messages) {
		t.Fatal("the sheet has no mistakes")
	}
	var got []string
	for _, a := range s.EarlyAssumptions() {
		got = append(got, a.Path+" "+a.Value)
	}
	want := []string{"/peak 3", "/headroom 2", "/order balanced", "/entities/0/grows users",
		"/entities/0/attributes/0/type text", "/entities/0/attributes/0/length 12",
		"/entities/0/attributes/0/values 1000", "/entities/0/attributes/0/skew even",
		"/asks/0/rate 1/s", "/asks/0/asked popular", "/asks/0/fresh 5s", "/does/0/rate 1/s"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhatIsEnteredIsNotAssumed(t *testing.T) {
	for _, a := range load(t, "sensor-readings").Assumptions() {
		if a.Path == "/peak" || a.Path == "/headroom" || a.Path == "/horizon" || strings.HasSuffix(a.Path, "/asked") ||
			strings.HasSuffix(a.Path, "/budget") && a.Value != "read <= 2 x answer" {
			t.Errorf("%+v", a)
		}
	}
}

// A limit on requests or round trips says nothing about what is read in them.
func TestABudgetKeepsTheDefaultOfReadingThatItLeavesOpen(t *testing.T) {
	for budget, want := range map[string]bool{"requests <= 2": true, "roundtrips <= 1, requests <= 25": true,
		"bytes <= 5000": true, "read <= 5000": false, "requests <= 2, read <= 9": false, "ms <= 80": false,
		"class <= tableScan": false} {
		s := parse(t, "# @sheet test\n# @entity user, 4500\n# @attribute user.id, guid, identity\n"+
			"# @attribute user.name, text 20, unique\n"+
			"# @ask by name, user by name; "+budget)
		limits, n := s.Limits(&s.Asks[0]), len(s.Asks[0].Budget)
		usual := sheet.Limit{Counter: "read", Most: 2, OfAnswer: true}
		if got := len(limits) > n; got != want || got && limits[n] != usual {
			t.Errorf("%s: Limits = %+v", budget, limits)
		}
		assumed := slices.ContainsFunc(s.Assumptions(), func(a sheet.Assumption) bool { return a.Path == "/asks/0/budget" })
		if assumed != want {
			t.Errorf("%s: the limit of what is read is an assumption: %v", budget, assumed)
		}
	}
}

func TestAKindThatIsKeptForATimeIsDeletedByAgeOnceADay(t *testing.T) {
	text := "# @sheet test\n# @entity log, 100/s, kept 7d\n# @attribute log.at, time, identity\n"
	derived := parse(t, text).Writes()
	if len(derived) != 1 || derived[0].Verb != sheet.Delete || derived[0].Range != (sheet.Range{Attr: "at",
		How: sheet.Older, Width: sheet.Width{N: 7, Unit: "d"}}) {
		t.Errorf("Writes = %+v", derived)
	}
	if own := parse(t, text+"# @do clean, 1/week, delete log, at older 7d").Writes(); len(own) != 1 ||
		own[0].Name != "clean" {
		t.Errorf("Writes = %+v", own)
	}
}

func TestAnInsertHappensAsOftenAsItsEntitiesArrive(t *testing.T) {
	s := load(t, "sensor-readings")
	near(t, "rate of record", s.RateOf(&s.Does[0]), 50_000_000.0/86_400, 0)
	shares := parse(t, "# @sheet test, total 500/s\n# @entity user, 100\n# @ask a, 60 %, user by id\n"+
		"# @do b, 40 %, insert user")
	near(t, "a share of the total", shares.RateOf(&shares.Does[0]), 200, 1e-12)
	if first := sheet.AskWorking(shares, &shares.Asks[0])[0]; first.Code != sheet.ShareOfAll || first.Result != 300 {
		t.Errorf("the working begins with %+v", first)
	}
}

func TestWhatAnUpdateSetsChanges(t *testing.T) {
	s := load(t, "shop-orders")
	if k := kindOf(t, s, "order"); !s.Changes(k, "status") || s.Changes(k, "placed") {
		t.Error("the status of an order changes, the time at which it was placed does not")
	}
}

func TestSizesAreThoseOfTheService(t *testing.T) {
	guid, err := edm.GUID("12345678-1234-1234-1234-123456789012")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind  string
		value edm.Value
	}{
		{"text 20", edm.String(strings.Repeat("ä", 20))}, {"text", edm.String("123456789012")}, {"int", edm.Int32(5)},
		{"long", edm.Int64(5)}, {"double", edm.Double(1.5)}, {"bool", edm.Boolean(true)}, {"time", edm.Int64(0)},
		{"guid", guid}, {"binary 7", edm.Binary([]byte("1234567"))},
	} {
		s := parse(t, fmt.Sprintf("# @sheet test\n# @entity thing, 5\n# @attribute thing.id, text 3, identity\n"+
			"# @attribute thing.value, %s", c.kind))
		want := edm.Entity{PartitionKey: "a", RowKey: "bc", Properties: []edm.Property{{Name: "value", Value: c.value}}}
		if got := s.Size(0); got != want.Size() {
			t.Errorf("%s: Size = %d, want %d", c.kind, got, want.Size())
		}
	}
	photo := load(t, "patterns/large-entities")
	if got := photo.Size(1); got != 4+2*6 {
		t.Errorf("Size = %d: a photo of 1.5 MB is in a blob", got)
	}
}

func TestTheIdentityIsInTheKeys(t *testing.T) {
	for _, c := range []struct {
		kind   string
		length int
	}{
		{"text 5", 5}, {"int", 10}, {"long", 19}, {"double", 19}, {"bool", 5}, {"guid", 36}, {"binary 8", 16},
		{"time", 19}, {"time second", 14}, {"time day", 8}, {"time week", 6},
	} {
		s := parse(t, "# @sheet test\n# @entity thing, 5\n# @attribute thing.id, "+c.kind+", identity\n# @attribute "+
			"thing.name, text 1, identity")
		if got, want := s.Size(0), 4+2*(c.length+1); got != want {
			t.Errorf("%s: Size = %d, want %d", c.kind, got, want)
		}
	}
}

func TestDefaultsTakeThePlaceOfMissingEntries(t *testing.T) {
	s := parse(t, "# @sheet test\n# @entity user, 4500\n# @entity post, 9000 of user, grows density\n"+
		"# @ask all, user, newest id\n# @ask one, user by id, oldest id")
	if s.PeakFactor() != 3 || s.HeadroomFactor() != 2 {
		t.Errorf("peak %v, headroom %v", s.PeakFactor(), s.HeadroomFactor())
	}
	if s.Growth(0) != sheet.Users || s.Growth(1) != sheet.Density {
		t.Errorf("growth %s and %s", s.Growth(0), s.Growth(1))
	}
	if !s.Asks[0].Order.Descending() || s.Asks[1].Order.Descending() {
		t.Error("the newest first is descending, the oldest first is not")
	}
	want := []sheet.Limit{{Counter: "read", Most: 2, OfAnswer: true}, {Counter: "roundtrips", Most: 6}}
	if got := s.Limits(&s.Asks[0]); !slices.Equal(got, want) {
		t.Errorf("Limits = %+v", got)
	}
}
