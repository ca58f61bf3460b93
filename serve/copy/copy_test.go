package copy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/edm"
	"rowkey/engine/rest"
)

func TestConnectionStrings(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, table, queue, fails string }{
		{"UseDevelopmentStorage=true", "http://127.0.0.1:10002/devstoreaccount1", "http://127.0.0.1:10001/devstoreaccount1",
			""},
		{"AccountName=demo;AccountKey=QUFB", "https://demo.table.core.windows.net", "https://demo.queue.core.windows.net",
			""},
		{"DefaultEndpointsProtocol=http;AccountName=demo;AccountKey=QUFB==;EndpointSuffix=example;",
			"http://demo.table.example", "http://demo.queue.example", ""},
		{"TableEndpoint=https://demo.table.example/;SharedAccessSignature=sv=1&sig=x%3D", "https://demo.table.example", "",
			""},
		{"AccountName=demo;AccountKey=QUFB;TableEndpoint=https://demo.table.cosmos.azure.com:443/",
			"https://demo.table.cosmos.azure.com:443", "https://demo.queue.core.windows.net", ""},
		{"AccountKey=QUFB;TableEndpoint=https://u:p@demo.table.example/", "", "", "remove the user name and password"},
		{"AccountName=u:p@demo;AccountKey=QUFB", "", "", "remove the user name and password"},
		{"AccountKey=QUFB;TableEndpoint=https://demo.table.example/?sig=x", "", "", "remove what follows the question mark"},
		{"AccountKey=QUFB;TableEndpoint=demo.table.example", "", "", "this is not a valid address"},
		{"AccountName=demo", "", "", "needs AccountKey or SharedAccessSignature"},
		{"AccountKey=QUFB", "", "", "needs AccountName or an endpoint"},
		{"AccountName=demo;Secret=QUFB", "", "", "part 2"},
	}
	for _, tt := range tests {
		o, err := parseConnection(tt.text)
		if tt.fails != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("%q = %v, want %q", tt.text, err, tt.fails)
			}
			continue
		}
		if err != nil || o.Bases.Table != tt.table || o.Bases.Queue != tt.queue {
			t.Errorf("%q = %q, %q, %v, want %q, %q", tt.text, o.Bases.Table, o.Bases.Queue, err, tt.table, tt.queue)
		}
	}
}

func TestServicesAreBesideEachOther(t *testing.T) {
	t.Parallel()
	tests := []struct{ base, queue string }{
		{"https://demo.table.core.windows.net", "https://demo.queue.core.windows.net"},
		{"https://demo.blob.core.windows.net", "https://demo.queue.core.windows.net"},
		{"http://127.0.0.1:10002/demo", "http://127.0.0.1:10001/demo"},
		{"http://127.0.0.1:4711/demo", ""},
	}
	for _, tt := range tests {
		if got := beside(tt.base).Queue; got != tt.queue {
			t.Errorf("the queues beside %s are at %q, want %q", tt.base, got, tt.queue)
		}
	}
}

func TestTransactionsKeepTheRulesOfTheService(t *testing.T) {
	t.Parallel()
	const most = 64 << 10
	var docs []edm.Document
	add := func(pk, rk string, size int) {
		e := edm.Entity{PartitionKey: pk, RowKey: rk,
			Properties: []edm.Property{{Name: "p", Value: edm.String(strings.Repeat("x", size))}}}
		docs = append(docs, edm.Document{Entity: e})
	}
	for i := range 250 {
		add("small", fmt.Sprint(i), 1)
		add(fmt.Sprint("p", i%3), fmt.Sprint(i), 10)
	}
	for i := range 20 {
		add("large", fmt.Sprint(i), 30<<10)
	}
	add("one", "too large", 2*most)
	add("twice", "same", 1)
	add("twice", "same", 2)
	all, n := transactions("t", replaceMode, docs, most), 0
	for _, tr := range all {
		keys := map[string]bool{}
		for _, e := range tr.entities {
			if e.PartitionKey != tr.entities[0].PartitionKey || keys[e.RowKey] {
				t.Errorf("a transaction holds %s twice, or of another partition", nameOf(e))
			}
			keys[e.RowKey] = true
		}
		if len(tr.entities) > 100 || len(tr.entities) > 1 &&
			len(tr.envelope("http://127.0.0.1:10002/devstoreaccount1")) > most {
			t.Errorf("a transaction has %d entities and %d bytes", len(tr.entities), len(tr.envelope("")))
		}
		n += len(tr.entities)
	}
	if n != len(docs) {
		t.Errorf("%d of %d entities are in transactions", n, len(docs))
	}
	if want := 3 + 3 + 20/2 + 1 + 2; len(all) != want {
		t.Errorf("there are %d transactions, want %d", len(all), want)
	}
}

// entity returns one by a number.
func entity(n int) *edm.Entity {
	return &edm.Entity{PartitionKey: "p", RowKey: fmt.Sprint(n), Properties: []edm.Property{
		{Name: "a", Value: edm.Int32(int32(n))}, {Name: "b", Value: edm.Double(float64(n))},
	}}
}

func TestASumDependsOnContentAlone(t *testing.T) {
	t.Parallel()
	var forward, shuffled sum
	for i := range 1000 {
		forward.add(entity(i))
	}
	for _, i := range rand.Perm(1000) {
		e := entity(i)
		e.Properties[0], e.Properties[1] = e.Properties[1], e.Properties[0]
		e.Timestamp = time.Now()
		shuffled.add(e)
	}
	if forward != shuffled {
		t.Errorf("the sum depends on order or time: %v, %v", forward, shuffled)
	}
	base := entity(1)
	seen := map[sum]string{}
	for name, change := range map[string]func(*edm.Entity){
		"nothing": func(*edm.Entity) {}, "key": func(e *edm.Entity) { e.RowKey = "2" },
		"keys moved": func(e *edm.Entity) { e.PartitionKey, e.RowKey = "p1", "" },
		"type":       func(e *edm.Entity) { e.Properties[0].Value = edm.Int64(1) },
		"value":      func(e *edm.Entity) { e.Properties[0].Value = edm.Int32(2) },
		"name":       func(e *edm.Entity) { e.Properties[0].Name = "c" },
		"fewer":      func(e *edm.Entity) { e.Properties = e.Properties[:1] },
		"zero":       func(e *edm.Entity) { e.Properties[1].Value = edm.Double(math.Copysign(0, -1)) },
	} {
		e := *base
		e.Properties = append([]edm.Property(nil), base.Properties...)
		change(&e)
		var s sum
		s.add(&e)
		if other, ok := seen[s]; ok {
			t.Errorf("%s and %s have the same sum", name, other)
		}
		seen[s] = name
	}
	var back sum
	if err := back.UnmarshalText([]byte(forward.String())); err != nil || back != forward {
		t.Errorf("%v is read as %v, %v", forward, back, err)
	}
}

func TestProgressTellsRateAndRemainingTime(t *testing.T) {
	t.Parallel()
	tests := []struct {
		done, first, total int
		want               string
	}{
		{50_000, 0, 150_000, "table x  50,000 of 150,000, 5,000 a second, 20s left"},
		{60_000, 10_000, 160_000, "table x  60,000 of 160,000, 5,000 a second, 20s left"},
		{50_000, 0, 0, "table x  50,000, 5,000 a second"},
		{150_000, 0, 150_000, "table x  150,000 of 150,000, 15,000 a second"},
	}
	for _, tt := range tests {
		if got := status("table x", tt.done, tt.first, tt.total, 10*time.Second); got != tt.want {
			t.Errorf("status = %q, want %q", got, tt.want)
		}
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, value string
		least, most time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second, 7 * time.Second},
		{"Retry-After", time.Now().Add(4 * time.Minute).UTC().Format(http.TimeFormat), time.Second, 4 * time.Minute},
		{"Retry-After", "99999", 5 * time.Minute, 5 * time.Minute},
		{"x-ms-retry-after-ms", "250", 250 * time.Millisecond, 250 * time.Millisecond},
		{"Retry-After", "soon", 0, 0},
		{"Other", "7", 0, 0},
	}
	for _, tt := range tests {
		if got := retryAfter(rest.Header{{Name: tt.name, Value: tt.value}}); got < tt.least || got > tt.most {
			t.Errorf("%s: %s = %v, want %v to %v", tt.name, tt.value, got, tt.least, tt.most)
		}
	}
}

func TestPrices(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{"0.5": 1.5, "read=1,write=2": 5, "write=2": 4, "": 0} {
		p, err := parsePrices(text)
		if got := p.of(10_000, 20_000); err != nil || got != want {
			t.Errorf("-price %q = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"-1", "NaN", "free", "read", "delete=1", "1,2"} {
		if _, err := parsePrices(text); err == nil {
			t.Errorf("-price %q is taken", text)
		}
	}
}

func TestAJournalBelongsToOneCopy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(path, []string{"from a", "to b"})
	if err != nil {
		t.Fatal(err)
	}
	j.Tables["x"] = &tableState{Next: "NextPartitionKey=p", Count: 5, Sum: sum{1, 2, 3, 4}}
	if err := j.save(); err != nil {
		t.Fatal(err)
	}
	again, err := openJournal(path, []string{"from a", "to b"})
	if err != nil || *again.Tables["x"] != *j.Tables["x"] {
		t.Errorf("the journal is read as %+v, %v", again, err)
	}
	if _, err := openJournal(path, []string{"from a", "to c"}); err == nil ||
		!strings.Contains(err.Error(), "belongs to another copy") {
		t.Errorf("the journal of another copy = %v", err)
	}
}

func TestEachAccountHasAJournal(t *testing.T) {
	t.Parallel()
	from, to := &place{name: "a"}, &place{name: "b"}
	one, two := options{account: "one"}, options{account: "two"}
	if one.journalPath(from, to) == two.journalPath(from, to) {
		t.Error("two accounts of a folder share a journal")
	}
}

// FuzzEntity: what is written of an entity is read as the same entity.
func FuzzEntity(f *testing.F) {
	f.Add(`{"PartitionKey":"p","RowKey":"r","n":1,"d":2.5,` +
		`"N@odata.type":"Edm.Double","N":"NaN","L@odata.type":"Edm.Int64","L":"5"}`)
	f.Add(`{"PartitionKey":"","RowKey":"'%\u0001😀",` +
		`"T@odata.type":"Edm.DateTime","T":"2024-02-29T23:59:59.1234567Z","b":true}`)
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := edm.ParseJSON(text)
		if err != nil {
			return
		}
		again, err := edm.ParseJSON(appendEntity(nil, &doc.Entity))
		var a, b sum
		a.add(&doc.Entity)
		b.add(&again.Entity)
		if err != nil || a != b {
			t.Errorf("%s is written as %s (%v)", text, appendEntity(nil, &doc.Entity), err)
		}
	})
}

// FuzzLines: no line of a file makes a copy fail in any other way than with an error.
func FuzzLines(f *testing.F) {
	for _, text := range []string{
		`{"table":"x"}`, `{"PartitionKey":"p","RowKey":"r"}`, `{"queue":"q"}`, `{"message":"m","seconds":-1}`,
		`{"container":"c"}`, `{"blob":"b","content":"AA=="}`, `[`, `{"table":"x","PartitionKey":"p"}`,
		`{"headers":{"a":"b"},"queue":"q"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text = strings.TrimSpace(text); text == "" {
			return
		}
		p, err := emptyPlace(auth.DevelopmentAccount)
		if err != nil {
			t.Fatal(err)
		}
		defer p.close()
		p.policy.tries = 0
		l := &loader{to: p, mode: replaceMode, table: "people"}
		if err := l.line(t.Context(), []byte(text)); err != nil && err.Error() == "" {
			t.Errorf("%q = an error without a text", text)
		}
	})
}

func TestACopyFromAfarSaysThatFinishedTablesAreAsTheyWere(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	c := &copier{out: &out, from: &place{name: "https://demo.table.example"}}
	changed, err := c.changed(t.Context(), "people", &tableState{Count: 3, Done: true})
	if err != nil || changed || !strings.Contains(out.String(), "later changes are not copied") {
		t.Errorf("changed = %v, %v, and says %q", changed, err, out.String())
	}
}

func TestOneThingIsSingular(t *testing.T) {
	t.Parallel()
	for thing, many := range plural {
		for n, want := range map[int]string{0: "0 " + many, 1: "1 " + thing, 1234: "1,234 " + many} {
			if got := counted(n, thing); got != want {
				t.Errorf("%d of %s = %q, want %q", n, thing, got, want)
			}
		}
	}
}
