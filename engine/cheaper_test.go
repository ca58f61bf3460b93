package engine_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/advise"
	"rowkey/engine/control"
)

// ask sends a query as a script does, with all its pages, and returns its record and what it found.
func ask(t *testing.T, e *control.Handler, table, filter string) (id, read, returned int, found []string) {
	t.Helper()
	_, run := play(t, e, "# @follow\nGET /"+table+"()?$filter="+url.QueryEscape(filter)+"&$select=Id\n", nil)
	x := run.Exchanges[0]
	if x.Status != 200 {
		t.Fatalf("%s = %d %s", filter, x.Status, x.Body)
	}
	for _, part := range strings.Split(x.Body, `"Id":"`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		found = append(found, id)
	}
	return x.Record.ID, x.Record.Read, x.Record.Returned, found
}

// row is an entity of the tests; Id does not change when it is copied.
type row struct {
	pk, rk, id, email string
	age               int
}

func (r row) body(pk, rk string) string {
	return fmt.Sprintf(`{"PartitionKey":%q,"RowKey":%q,"Id":%q,"Email":%q,"Age":%d}`, pk, rk, r.id, r.email, r.age)
}

// fillPeople makes a table of rows below the keys that keys returns.
func fillPeople(t *testing.T, e *control.Handler, table string, rows []row, keys func(row) (pk, rk string)) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "POST /Tables\n\n{\"TableName\":%q}\n", table)
	for _, r := range rows {
		fmt.Fprintf(&b, "\n###\nPOST /%s\n\n%s\n", table, r.body(keys(r)))
	}
	_, run := play(t, e, b.String(), nil)
	for _, x := range run.Exchanges {
		if x.Status != 201 {
			t.Fatalf("fill %s: %d %s", table, x.Status, x.Body)
		}
	}
}

func randomRows(r *rand.Rand) []row {
	var rows []row
	for i := range 40 + r.IntN(60) {
		kind := []string{"emp", "log", "emp_old"}[r.IntN(3)]
		rows = append(rows, row{
			pk: fmt.Sprintf("P%d", r.IntN(4)), rk: fmt.Sprintf("%s_%03d", kind, i), id: strconv.Itoa(i),
			email: fmt.Sprintf("m%d@x", r.IntN(12)), age: r.IntN(120),
		})
	}
	return rows
}

func randomFilter(r *rand.Rand) string {
	terms := []string{}
	if r.IntN(2) == 0 {
		terms = append(terms, fmt.Sprintf("PartitionKey %s 'P%d'", []string{"eq", "eq", "ge"}[r.IntN(3)], r.IntN(4)))
	}
	switch r.IntN(5) {
	case 0:
		terms = append(terms, "RowKey ge 'emp_'")
	case 1:
		terms = append(terms, fmt.Sprintf("(RowKey eq 'emp_%03d' or RowKey eq 'log_%03d')", r.IntN(40), r.IntN(40)))
	}
	switch r.IntN(6) {
	case 4, 5:
		terms = append(terms, fmt.Sprintf("Id eq '%d'", r.IntN(40)))
	case 0:
		terms = append(terms, fmt.Sprintf("Email eq 'm%d@x'", r.IntN(12)))
	case 1:
		terms = append(terms, fmt.Sprintf("Age %s %d", []string{"ge", "gt", "lt", "le", "eq"}[r.IntN(5)], r.IntN(130)))
	case 2:
		terms = append(terms, fmt.Sprintf("(Age lt %d or Email eq 'm1@x')", r.IntN(20)))
	}
	if len(terms) == 0 {
		return "Age ge 0"
	}
	return strings.Join(terms, " and ")
}

// newKeys makes the keys of a copy as its description says.
func newKeys(a *advise.Advice) func(row) (pk, rk string) {
	return func(r row) (string, string) {
		value := map[string]string{"Email": r.email, "Id": r.id,
			"Age": fmt.Sprintf("%0*d", a.Copy.Digits, r.age)}[a.Copy.Property]
		if a.Kind == advise.ByValue {
			return value, r.pk + "_" + r.rk
		}
		return r.pk, a.Copy.Property + "_" + value + "_" + r.rk
	}
}

// Row 32: each number of an advice is what its queries cost when they are sent.
func TestEachAdviceCostsWhatItSays(t *testing.T) {
	t.Parallel()
	seen := map[advise.Kind]int{}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		e := open(t)
		rows := randomRows(r)
		fillPeople(t, e, "People", rows, func(r row) (string, string) { return r.pk, r.rk })
		for n := range 8 {
			filter := randomFilter(r)
			id, read, returned, found := ask(t, e, "People", filter)
			var report advise.Report
			ok(t, e, "POST", "/-/cheaper", map[string]any{"record": id}, &report)
			if report.Read != read || report.Returned != returned {
				t.Fatalf("seed %d: %s reads %d, returns %d; the report says %+v", seed, filter, read, returned, report.Cost)
			}
			if read == returned && len(report.Advice) > 0 {
				t.Errorf("seed %d: %s reads nothing in vain, and there is advice %+v", seed, filter, report.Advice)
			}
			for i := range report.Advice {
				a := &report.Advice[i]
				seen[a.Kind]++
				table := "People"
				if a.Copy != nil {
					table = fmt.Sprintf("Copy%d%d%d", seed, n, i)
					fillPeople(t, e, table, rows, newKeys(a))
				}
				got, all := 0, map[string]bool{}
				for _, f := range a.Filters {
					_, read, _, ids := ask(t, e, table, f)
					got += read
					for _, id := range ids {
						all[id] = true
					}
				}
				if got != a.Read || a.Read >= read {
					t.Errorf("seed %d: instead of %q (%d read) %s %q: reads %d, want %d",
						seed, filter, read, a.Kind, a.Filters, got, a.Read)
				}
				if len(all) != len(found) || a.Returned != len(found) {
					t.Errorf("seed %d: instead of %q %s %q finds %d, want %d", seed, filter, a.Kind, a.Filters, len(all), len(found))
				}
				for _, id := range found {
					if !all[id] {
						t.Errorf("seed %d: instead of %q %s %q does not find %s", seed, filter, a.Kind, a.Filters, id)
					}
				}
			}
		}
	}
	for _, kind := range []advise.Kind{
		advise.Partition, advise.Partitions, advise.Upper, advise.Prefix, advise.Split, advise.Index, advise.ByValue,
	} {
		if seen[kind] == 0 {
			t.Errorf("no query of the test was given the advice %s", kind)
		}
	}
}

func TestAdviceLeavesNoTrace(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPeople(t, e, "People", randomRows(rand.New(rand.NewPCG(1, 1))), func(r row) (string, string) { return r.pk, r.rk })
	id, _, _, _ := ask(t, e, "People", "Email eq 'm1@x'")
	_, before := call(t, e, "GET", "/-/snapshot", nil)
	_, ledger := call(t, e, "GET", "/-/ledger", nil)
	ok(t, e, "POST", "/-/cheaper", map[string]any{"record": id}, nil)
	if _, after := call(t, e, "GET", "/-/snapshot", nil); string(after) != string(before) {
		t.Error("POST /-/cheaper changes the store")
	}
	if _, after := call(t, e, "GET", "/-/ledger", nil); string(after) != string(ledger) {
		t.Error("POST /-/cheaper changes the ledger")
	}
}

func TestNoAdviceForWhatIsNoQuery(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPeople(t, e, "People", nil, nil)
	for _, body := range []string{`{"record":1}`, `{"record":99}`} {
		if status, b := call(t, e, "POST", "/-/cheaper", body); status != 404 || !strings.Contains(string(b), "no-query") {
			t.Errorf("POST /-/cheaper %s = %d %s, want 404", body, status, b)
		}
	}
	for _, body := range []string{`{"record":"x"}`, `{}`} {
		if status, _ := call(t, e, "POST", "/-/cheaper", body); status != 400 {
			t.Errorf("POST /-/cheaper %s = %d, want 400", body, status)
		}
	}
}

func fillPosts(t *testing.T, e *control.Handler, note int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("POST /Tables\n\n{\"TableName\":\"Posts\"}\n")
	for i := range 20 {
		fmt.Fprintf(&b, "\n###\nPOST /Posts\n\n{\"PartitionKey\":\"a\",\"RowKey\":\"%03d\",\"Title\":\"Title %d\","+
			"\"Likes\":\"%d\",\"Likes@odata.type\":\"Edm.Int64\",\"Text\":%q}\n",
			i, i, i, strings.Repeat("x", note))
	}
	play(t, e, b.String(), nil)
}

func narrower(t *testing.T, e *control.Handler, query, accept string) *advise.Narrower {
	t.Helper()
	var n *advise.Narrower
	ok(t, e, "POST", "/-/narrower", map[string]any{"url": "http://127.0.0.1:10002/devstoreaccount1/" + query,
		"accept": accept}, &n)
	return n
}

// Both numbers are those of answers that are sent.
func TestNarrowerMeasuresBothAnswers(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPosts(t, e, 500)
	for _, accept := range []string{
		"application/json;odata=nometadata", "application/json;odata=minimalmetadata", "application/json;odata=fullmetadata",
	} {
		for _, path := range []string{"Posts()", "Posts()?$filter=Title%20ne%20'x'&$top=7"} {
			n := narrower(t, e, path, accept)
			if n == nil || !slices.Equal(n.Without, []string{"Text"}) ||
				!slices.Equal(n.Select, []string{"PartitionKey", "RowKey", "Timestamp", "Title", "Likes"}) {
				t.Fatalf("narrower(%s, %s) = %+v", path, accept, n)
			}
			separator := "?"
			if strings.Contains(path, "?") {
				separator = "&"
			}
			for query, want := range map[string]int{
				path: n.Before, path + separator + "$select=" + strings.Join(n.Select, ","): n.After,
			} {
				_, run := play(t, e, "GET /"+query+"\nAccept: "+accept+"\n", nil)
				if got := len(run.Exchanges[0].Body); got != want {
					t.Errorf("%s as %s has %d bytes, want %d", query, accept, got, want)
				}
			}
		}
	}
}

func TestNarrowerKeepsSilentWhereNothingIsToBeSaid(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPosts(t, e, 500)
	small := open(t)
	fillPosts(t, small, 10)
	tests := []struct {
		name, path string
		e          *control.Handler
	}{
		{"a query that selects", "Posts()?%24select=Text", e},
		{"properties of much the same size", "Posts()", small},
		{"a small answer", "Posts()?$top=1", e},
		{"a table that is not there", "Nothing()", e},
	}
	for _, test := range tests {
		if n := narrower(t, test.e, test.path, "application/json"); n != nil {
			t.Errorf("%s: %+v, want nothing", test.name, n)
		}
	}
}

func TestNarrowerLeavesNoTrace(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPosts(t, e, 500)
	_, before := call(t, e, "GET", "/-/snapshot", nil)
	_, ledger := call(t, e, "GET", "/-/ledger", nil)
	if narrower(t, e, "Posts()", "application/json") == nil {
		t.Fatal("there is nothing to measure")
	}
	if _, after := call(t, e, "GET", "/-/snapshot", nil); string(after) != string(before) {
		t.Error("POST /-/narrower changes the store")
	}
	if _, after := call(t, e, "GET", "/-/ledger", nil); string(after) != string(ledger) {
		t.Error("POST /-/narrower changes the ledger")
	}
}
