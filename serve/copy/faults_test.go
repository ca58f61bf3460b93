package copy_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// everyType has all types of properties, at their limits.
const everyType = `"S":"text","Empty":"","Quote":"\"\\\u0001\n</script>","B":true,"I":-2147483648,"Max":2147483647,` +
	`"L@odata.type":"Edm.Int64","L":"-9223372036854775808","Small@odata.type":"Edm.Int64","Small":"1",` +
	`"D":3.0,"Whole@odata.type":"Edm.Double","Whole":5,` +
	`"Tiny":5e-324,"Large":1.7976931348623157e308,"Third":0.3333333333333333,` +
	`"N@odata.type":"Edm.Double","N":"NaN","P@odata.type":"Edm.Double","P":"Infinity",` +
	`"M@odata.type":"Edm.Double","M":"-Infinity",` +
	`"T@odata.type":"Edm.DateTime","T":"2024-02-29T23:59:59.1234567Z",` +
	`"Old@odata.type":"Edm.DateTime","Old":"1601-01-01T00:00:00Z",` +
	`"G@odata.type":"Edm.Guid","G":"C9DA6455-213D-42C9-9A79-3E9149A57833",` +
	`"Bin@odata.type":"Edm.Binary","Bin":"AAH/gA==","None@odata.type":"Edm.Binary","None":"","Größe_日本":"ü日本😀"`

// hostileKeys are keys that some program on the way could take for something else.
var hostileKeys = []string{
	"", " ", "'", "''", "a'b", "%", "%27", "%2F", "100%", "a b", "a+b", "a&b=c", `"`, "<b>", "{{table}}", "$batch", "(x)",
	"..", ".", "ü", "日本", "😀", "--batch_rowkey-copy", "HTTP 503", "a,RowKey='b", ";", "@", "~!*", "|", "`",
	strings.Repeat("k", 512),
}

func hostileEntities(t testing.TB) []string {
	t.Helper()
	var all []string
	for i, key := range hostileKeys {
		quoted := strings.ReplaceAll(key, `"`, `\"`)
		all = append(all, fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%s",%s}`, quoted, quoted, everyType),
			fmt.Sprintf(`{"PartitionKey":"one","RowKey":"%s","PartitionKey@odata.type":"Edm.String","N":%d}`, quoted, i))
	}
	return all
}

// The way goes through every kind of place.
func TestACopyKeepsTypesAndHostileKeys(t *testing.T) {
	t.Parallel()
	entities := hostileEntities(t)
	file := lines(t, "x.jsonl", append([]string{`{"table":"Empty1"}`, `{"table":"Hostile1"}`}, entities...)...)
	one, two, dir := openServer(t), openServer(t), t.TempDir()
	data, back := filepath.Join(dir, "data"), filepath.Join(dir, "back.jsonl")
	for _, way := range [][2]string{{file, one}, {one, data}, {data, back}, {back, two}} {
		text := copyAll(t, "-from", way[0], "-to", way[1])
		if !strings.Contains(text, fmt.Sprintf("Hostile1  %d entities", len(entities))) {
			t.Errorf("the copy from %s says\n%s", way[0], text)
		}
	}
	sameTables(t, one, two, "Hostile1", len(entities))
	sameTables(t, one, two, "Empty1", 0)
	first, _ := unsigned(t, "GET", two+"/Hostile1(PartitionKey='',RowKey='')", "",
		"Accept", "application/json;odata=fullmetadata")
	for _, want := range []string{
		`"Whole":5.0`, `"Small@odata.type":"Edm.Int64"`, `"N@odata.type":"Edm.Double","N":"NaN"`,
		`"T":"2024-02-29T23:59:59.1234567Z"`, `"Tiny":5E-324`,
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the copy lacks %s:\n%s", want, first)
		}
	}
}

func TestEntitiesOfAMebibyteAreCopied(t *testing.T) {
	t.Parallel()
	var all []string
	for i := range 8 {
		e := fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%d"`, i)
		for p := range 15 {
			e += fmt.Sprintf(`,"p%02d":"%s"`, p, strings.Repeat("日", 32<<10))
		}
		all = append(all, e+"}")
	}
	one, two := openServer(t), openServer(t)
	copyAll(t, "-from", lines(t, "large.jsonl", all...), "-to", one)
	copyAll(t, "-from", one, "-to", two)
	sameTables(t, one, two, "large", len(all))
}

// busy refuses or forgets some of the requests. What is forgotten was done, and its answer is lost.
func busy(server http.Handler) func(w http.ResponseWriter, r *http.Request, n int64) bool {
	return func(w http.ResponseWriter, r *http.Request, n int64) bool {
		switch {
		case n%7 == 3:
			w.Header().Set("x-ms-retry-after-ms", "5")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"The server is busy."}}}`)
		case n%11 == 5:
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, `{"odata.error":{"code":"OperationTimedOut","message":{"lang":"en-US","value":"Too late."}}}`)
		case n%13 == 7 && server != nil:
			server.ServeHTTP(lost{w}, r)
			panic(http.ErrAbortHandler) // closes the connection without an answer
		default:
			return false
		}
		return true
	}
}

// lost drops an answer.
type lost struct{ http.ResponseWriter }

// WriteHeader drops the status.
func (lost) WriteHeader(int) {}

// Write drops a part of the body.
func (lost) Write(b []byte) (int, error) { return len(b), nil }

func TestACopyWithstandsFaults(t *testing.T) {
	t.Parallel()
	one, two := openServer(t), openServer(t)
	const n = 3000
	copyAll(t, "-from", people(t, n), "-to", one)
	for _, mode := range []string{"replace", "insert", "merge"} {
		copyAll(t, "-from", between(t, one, busy(nil)), "-to", between(t, two, busy(forwardTo(t, two))), "-mode", mode)
		sameTables(t, one, two, "people", n)
		unsigned(t, "DELETE", two+"/Tables('people')", "")
	}
}

// A process that is killed with SIGKILL has no say in it.
func TestACopyGoesOnAfterBeingKilled(t *testing.T) {
	t.Parallel()
	n := 12_000
	if testing.Short() {
		n = 4000
	}
	one, two := openServer(t), openServer(t)
	copyAll(t, "-from", people(t, n), "-to", one)
	var kill atomic.Pointer[os.Process]
	var writes atomic.Int64
	next := int64(0) // of the writes, at which the process is killed
	slow := between(t, two, func(_ http.ResponseWriter, r *http.Request, _ int64) bool {
		if strings.HasSuffix(r.URL.Path, "$batch") && writes.Add(1) == atomic.LoadInt64(&next) {
			_ = kill.Load().Kill() // it may have ended
		}
		return false
	})
	args := []string{"-from", one, "-to", slow, "-journal", filepath.Join(t.TempDir(), "journal"), "-parallel", "4"}
	whole := int64(n / 100)
	for i := range int64(5) {
		atomic.StoreInt64(&next, writes.Load()+max(2, whole/7))
		cmd, said := copyProcess(t, args...)
		kill.Store(cmd.Process)
		if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("run %d = %v, want that it was killed\n%s", i, err, said)
		}
	}
	atomic.StoreInt64(&next, -1)
	cmd, said := copyProcess(t, args...)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the last run = %v\n%s", err, said)
	}
	if !strings.Contains(said.String(), "continues after") {
		t.Errorf("the last run began again:\n%s", said)
	}
	if got := writes.Load(); got > 2*whole+50 {
		t.Errorf("%d transactions were sent for %d, want fewer: a run goes on where the last one ended", got, whole)
	}
	sameTables(t, one, two, "people", n)
}

func TestACopyToAFileGoesOnAfterBeingKilled(t *testing.T) {
	t.Parallel()
	one, two, dir := openServer(t), openServer(t), t.TempDir()
	const n = 6000
	copyAll(t, "-from", people(t, n), "-to", one)
	var kill atomic.Pointer[os.Process]
	var pages, next atomic.Int64
	slow := between(t, one, func(_ http.ResponseWriter, r *http.Request, _ int64) bool {
		if !strings.Contains(r.URL.RawQuery, "select") && strings.HasSuffix(r.URL.Path, "()") && pages.Add(1) == next.Load() {
			_ = kill.Load().Kill() // it may have ended
		}
		return false
	})
	args := []string{"-from", slow, "-to", filepath.Join(dir, "people.jsonl"), "-journal", filepath.Join(dir, "journal")}
	for range 3 {
		next.Store(pages.Load() + 3) // the last of which never comes
		cmd, said := copyProcess(t, args...)
		kill.Store(cmd.Process)
		if err := cmd.Wait(); err == nil {
			t.Fatalf("the copy ended before it was killed:\n%s", said)
		}
	}
	next.Store(-1)
	if cmd, said := copyProcess(t, args...); cmd.Wait() != nil {
		t.Fatal(said)
	}
	text, err := os.ReadFile(filepath.Join(dir, "people.jsonl"))
	if got := bytes.Count(text, []byte("\n")); err != nil || got != n+1 {
		t.Fatalf("the file has %d lines (%v), want %d and one for the table", got, err, n+1)
	}
	copyAll(t, "-from", filepath.Join(dir, "people.jsonl"), "-to", two)
	sameTables(t, one, two, "people", n)
}

func TestAnEstimateIsWhatACopyTakes(t *testing.T) {
	t.Parallel()
	one, two := openServer(t), openServer(t)
	copyAll(t, "-from", people(t, 2500), "-to", one)
	var writes, creates, lists, looks, sent atomic.Int64
	source := between(t, one, func(_ http.ResponseWriter, r *http.Request, _ int64) bool {
		switch {
		case strings.HasSuffix(r.URL.Path, "/Tables"):
			lists.Add(1)
		case r.URL.RawQuery == "$top=1":
			looks.Add(1)
		}
		return false
	})
	counted := between(t, two, func(_ http.ResponseWriter, r *http.Request, _ int64) bool {
		switch {
		case r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/Tables"):
			creates.Add(1)
		case r.Method != "GET":
			writes.Add(1)
			sent.Add(r.ContentLength)
		}
		return false
	})
	said := copyAll(t, "-from", source, "-to", counted, "-dry", "-price", "read=1,write=10000")
	lists.Store(0)
	if writes.Load()+creates.Load() != 0 {
		t.Fatal("a dry run writes")
	}
	copyAll(t, "-from", source, "-to", counted)
	for _, want := range []string{
		fmt.Sprintf("%-32s %12d", "source  pages of the table list", lists.Load()),
		fmt.Sprintf("%-32s %12d", "source  tables checked", looks.Load()),
		"The target was not read",
		fmt.Sprintf(" 1,%03d KiB to write", (sent.Load()+1023)/1024-1000),
		fmt.Sprintf("%-32s %12d  %10.4f", "target  transactions", writes.Load(), float64(writes.Load())),
		fmt.Sprintf("%-32s %12d  %10.4f", "target  tables created", creates.Load(), float64(creates.Load())),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the estimate lacks %q:\n%s", want, said)
		}
	}
}

func TestModesOfACopy(t *testing.T) {
	t.Parallel()
	file := lines(t, "items.jsonl", `{"PartitionKey":"p","RowKey":"1","a":1}`, `{"PartitionKey":"p","RowKey":"2","a":2}`)
	const old, other = `{"PartitionKey":"p","RowKey":"1","a":0,"b":9}`, `{"PartitionKey":"p","RowKey":"7"}`
	tests := []struct{ mode, fails, first string }{
		{"replace", "", `{"PartitionKey":"p","RowKey":"1","a":1}`},
		{"merge", "", `{"PartitionKey":"p","RowKey":"1","a":1,"b":9}`},
		{"insert", "-mode replace overwrites it", old},
	}
	for _, tt := range tests {
		server := openServer(t)
		copyAll(t, "-from", lines(t, "items.jsonl", old, other), "-to", server)
		text, err := tryCopy(t, "-from", file, "-to", server, "-mode", tt.mode)
		if (err != nil) != (tt.fails != "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
			t.Errorf("-mode %s = %v, want %q\n%s", tt.mode, err, tt.fails, text)
		}
		if got := held(t, server, "items"); got[0] != tt.first {
			t.Errorf("-mode %s leaves %s, want %s", tt.mode, got[0], tt.first)
		}
		if tt.fails == "" && !strings.Contains(text, "and holds 1 other as well") {
			t.Errorf("-mode %s does not tell that the target held more:\n%s", tt.mode, text)
		}
	}
}

func TestACopyNoticesWhatDiffers(t *testing.T) {
	t.Parallel()
	server := openServer(t)
	once := atomic.Bool{}
	dishonest := between(t, server, func(w http.ResponseWriter, r *http.Request, _ int64) bool {
		if strings.HasSuffix(r.URL.Path, "()") && !once.Swap(true) { // what was copied is changed before it is compared
			unsigned(t, "DELETE", server+"/people(PartitionKey='p000',RowKey='000003')", "", "If-Match", "*")
			unsigned(t, "MERGE", server+"/people(PartitionKey='p000',RowKey='000004')", `{"Age":-1}`,
				"Content-Type", "application/json")
		}
		return false
	})
	text, err := tryCopy(t, "-from", people(t, 300), "-to", dishonest)
	for _, want := range []string{
		"1 missing", `missing: PartitionKey "p000", RowKey "000003"`,
		"1 different", `different: PartitionKey "p000", RowKey "000004"`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the copy = %v, want %q\n%s", err, want, text)
		}
	}
}
