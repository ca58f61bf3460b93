package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/serve/data"
)

// batchSize is how many entities a transaction of the crash test writes.
const batchSize = 10

// ballast makes the file grow, so that it is compacted while the test runs.
var ballast = strings.Repeat("x", 30_000)

// writer writes to a partition of its own, one request after the other, and knows what has to be
// there: rows by name with the number that they hold.
type writer struct {
	partition string
	next      int
	rows      map[string]int // whose writes were acknowledged
	open      map[string]int // of the write that was sent and not acknowledged
}

// write sends writes until the server has gone.
func (w *writer) write(t *testing.T, url string) {
	p, err := dialPlain(url)
	if err != nil {
		return // killed before it was reached
	}
	defer p.conn.Close()
	for {
		request, want := w.request(t, url)
		status, _, err := p.do(request)
		if err != nil {
			return
		}
		if status != want {
			t.Errorf("%s %d: status = %d, want %d", w.partition, w.next, status, want)
			return
		}
		maps.Copy(w.rows, w.open)
		w.open = nil
	}
}

// request returns the next write: an insert, a transaction, a replacement of the one large row.
func (w *writer) request(t *testing.T, url string) (request []byte, status int) {
	n := w.next
	w.next++
	w.open = map[string]int{}
	switch n % 3 {
	case 0:
		name := fmt.Sprintf("single%06d", n)
		w.open[name] = n
		return signed(t, "POST", url+"/crash", w.entity(name, n, ""), "Prefer: return-no-content"), 204
	case 1:
		for i := range batchSize {
			w.open[fmt.Sprintf("batch%06d-%d", n, i)] = n
		}
		return w.batch(t, url, n), 202
	}
	w.open["large"] = n
	return signed(t, "PUT", url+"/crash(PartitionKey='"+w.partition+"',RowKey='large')",
		w.entity("large", n, ballast)), 204
}

func (w *writer) entity(name string, n int, more string) string {
	return fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%s","N":%d,"More":"%s"}`, w.partition, name, n, more)
}

func (w *writer) batch(t *testing.T, url string, n int) []byte {
	var entities []string
	for i := range batchSize {
		entities = append(entities, w.entity(fmt.Sprintf("batch%06d-%d", n, i), n, ""))
	}
	return batchOf(t, url, "crash", entities)
}

// check compares what is there with what has to be. The write that was under way when the server was
// killed is there whole, or not at all.
func (w *writer) check(t *testing.T, got map[string]int) {
	t.Helper()
	want := maps.Clone(w.rows)
	maps.Copy(want, w.open)
	if !maps.Equal(got, w.rows) && !maps.Equal(got, want) {
		t.Errorf("%s: %s", w.partition, difference(got, want))
	}
	w.rows, w.open = got, nil
}

func difference(got, want map[string]int) string {
	for name, n := range want {
		if have, ok := got[name]; !ok || have != n {
			return fmt.Sprintf("%d rows, want %d; for example %s = %d (%t), want %d", len(got), len(want), name, have, ok, n)
		}
	}
	return fmt.Sprintf("%d rows, want %d", len(got), len(want))
}

// killsVar is the variable that says how often TestKilledServerKeepsWhatItAcknowledged kills its server.
const killsVar = "ROWKEY_TEST_KILLS"

func killCount(t *testing.T) int {
	t.Helper()
	switch n, err := strconv.Atoi(os.Getenv(killsVar)); {
	case err == nil && n > 0:
		return n
	case testing.Short():
		return 4
	}
	return 8
}

// TestKilledServerKeepsWhatItAcknowledged kills a server under load, again and again.
func TestKilledServerKeepsWhatItAcknowledged(t *testing.T) {
	kills := killCount(t)
	dir := t.TempDir()
	writers := make([]*writer, 4)
	for i := range writers {
		writers[i] = &writer{partition: fmt.Sprint("p", i), rows: map[string]int{}}
	}
	makeTable(t, dir)
	path, compactions := filepath.Join(dir, data.File), 0
	random := rand.New(rand.NewPCG(1, 2))
	for kill := range kills + 1 {
		p := spawn(t, "-data", dir, "-compact-from", "20000")
		table := official(t, p.urls["table"]).NewClient("crash")
		for _, w := range writers {
			w.check(t, rowsOf(t, table, w.partition))
		}
		if kill == kills || t.Failed() {
			break
		}
		var load sync.WaitGroup
		for _, w := range writers {
			load.Go(func() { w.write(t, p.urls["table"]) })
		}
		before := identity(t, path)
		time.Sleep(time.Duration(50+random.IntN(300)) * time.Millisecond)
		p.kill()
		load.Wait()
		if !os.SameFile(before, identity(t, path)) {
			compactions++
		}
	}
	total := 0
	for _, w := range writers {
		total += w.next
	}
	if compactions == 0 {
		t.Error("the file was never compacted")
	}
	t.Logf("%d kills, %d of them after a compaction, %d writes", kills, compactions, total)
	if total < kills*len(writers) {
		t.Errorf("%d writes in %d rounds: the load was none", total, kills)
	}
}

// identity returns which file has a name: a compaction replaces it.
func identity(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// makeTable makes the table of the writers.
func makeTable(t *testing.T, dir string) {
	t.Helper()
	urls, stop := startUntil(t, "-data", dir)
	if _, err := official(t, urls["table"]).CreateTable(t.Context(), "crash", nil); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
}

func official(t testing.TB, url string) *aztables.ServiceClient {
	t.Helper()
	cred, err := aztables.NewSharedKeyCredential(auth.DevelopmentAccount, auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	service, err := aztables.NewServiceClientWithSharedKey(url, cred, nil)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// rowsOf reads a partition with the official client.
func rowsOf(t *testing.T, table *aztables.Client, partition string) map[string]int {
	t.Helper()
	rows := map[string]int{}
	pager := table.NewListEntitiesPager(&aztables.ListEntitiesOptions{
		Filter: to.Ptr("PartitionKey eq '" + partition + "'"), Select: to.Ptr("RowKey,N"),
	})
	for pager.More() {
		page, err := pager.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range page.Entities {
			var e struct {
				RowKey string
				N      int
			}
			if err := json.Unmarshal(b, &e); err != nil {
				t.Fatal(err)
			}
			rows[e.RowKey] = e.N
		}
	}
	return rows
}

func TestFolderHasOneServer(t *testing.T) {
	dir := t.TempDir()
	spawn(t, "-data", dir)
	_, _, err := data.Open(dir, engine.Options{})
	if err == nil || !strings.Contains(err.Error(), "another server") {
		t.Errorf("Open = %v, want an error that names the other server", err)
	}
}

func TestDataOutliveTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	urls, stop := startUntil(t, "-data", dir, "-sync", "everysecond")
	if _, err := official(t, urls["table"]).CreateTable(t.Context(), "people", nil); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	_, err := official(t, start(t, "-data", dir)["table"]).CreateTable(t.Context(), "people", nil)
	wantCode(t, err, 409, "TableAlreadyExists")
}
