package copy_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// stopped copies the tables aaa and bbb, stopped before the second one, and returns the arguments that go on.
func stopped(t *testing.T, server, to string) []string {
	t.Helper()
	copyAll(t, "-to", server, "-from", lines(t, "x.jsonl", `{"table":"aaa"}`,
		`{"PartitionKey":"p","RowKey":"1","n":1}`, `{"PartitionKey":"p","RowKey":"2","n":2}`,
		`{"table":"bbb"}`, `{"PartitionKey":"p","RowKey":"1"}`))
	var refused atomic.Bool
	from := between(t, server, func(w http.ResponseWriter, r *http.Request, _ int64) bool {
		stop := strings.HasSuffix(r.URL.Path, "/bbb()") && !refused.Swap(true)
		if stop {
			w.WriteHeader(http.StatusConflict)
		}
		return stop
	})
	args := []string{"-from", from, "-to", to, "-journal", filepath.Join(t.TempDir(), "journal")}
	if text, err := tryCopy(t, args...); err == nil {
		t.Fatalf("the copy was not stopped:\n%s", text)
	}
	return args
}

func TestACopyThatGoesOnCopiesWhatHasChanged(t *testing.T) {
	t.Parallel()
	one, two := openServer(t), openServer(t)
	args := stopped(t, one, two)
	unsigned(t, "MERGE", one+"/aaa(PartitionKey='p',RowKey='1')", `{"n":7}`, "Content-Type", "application/json")
	if text := copyAll(t, args...); !strings.Contains(text, "table aaa  has changed since it was copied") {
		t.Errorf("the copy does not say that the table has changed:\n%s", text)
	}
	sameTables(t, one, two, "aaa", 2)
	sameTables(t, one, two, "bbb", 1)
}

func TestACopyThatGoesOnKeepsWhatHasNotChanged(t *testing.T) {
	t.Parallel()
	one, two := openServer(t), openServer(t)
	args := stopped(t, one, two)
	before := etags(t, two, "aaa")
	if text := copyAll(t, args...); !strings.Contains(text, "table aaa  already copied: 2 entities, unchanged since") {
		t.Errorf("the copy does not say that the table is the same:\n%s", text)
	}
	if after := etags(t, two, "aaa"); !slices.Equal(before, after) {
		t.Errorf("the table was written again: %q, before %q", after, before)
	}
}

// etags are the versions of the entities p/1 and p/2.
func etags(t *testing.T, server, table string) (all []string) {
	t.Helper()
	for _, key := range []string{"1", "2"} {
		_, h := unsigned(t, "GET", server+"/"+table+"(PartitionKey='p',RowKey='"+key+"')", "", "Accept", "application/json")
		all = append(all, h.Get("ETag"))
	}
	return all
}

func TestACopyNoticesWhatWasDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	one, two := openServer(t), openServer(t)
	args := stopped(t, one, two)
	unsigned(t, "DELETE", one+"/aaa(PartitionKey='p',RowKey='1')", "", "If-Match", "*")
	if text, err := tryCopy(t, args...); err == nil || !strings.Contains(err.Error(), "1 extra") {
		t.Errorf("the copy = %v, want that the target holds more\n%s", err, text)
	}
}

func TestACopyToAFileNoticesWhatHasChanged(t *testing.T) {
	t.Parallel()
	one, file := openServer(t), filepath.Join(t.TempDir(), "out.jsonl")
	args := stopped(t, one, file)
	unsigned(t, "DELETE", one+"/aaa(PartitionKey='p',RowKey='1')", "", "If-Match", "*")
	if text, err := tryCopy(t, args...); err == nil || !strings.Contains(err.Error(), "the table has changed since") {
		t.Errorf("the copy = %v, want that the table has changed\n%s", err, text)
	}
}
