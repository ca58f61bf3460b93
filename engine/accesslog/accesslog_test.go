package accesslog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rowkey/engine/accesslog"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

// want is what each file in testdata says: the same five requests, and one of another service.
const want = `14:03:04.567 orders query PartitionKey = ? top ?, partition scan, 200, azsdk-net 10.0.0.1 4711
14:03:05.000 orders get PartitionKey = ? and RowKey = ?, point, 200, azsdk-net 10.0.0.1 4711
14:03:06.000 orders merge If-Match: ETag, write, 412, azsdk-net 10.0.0.1 4711
14:03:07.000 transaction, write, 202, x 10.0.0.2 1
14:03:02.000 orders insert, write, 201, azsdk-net 10.0.0.1 4711
5 requests, 1 skipped, 14:03:02 to 14:03:07`

func said(t *testing.T, text string) string {
	t.Helper()
	var lines []string
	sum, err := accesslog.Read(strings.NewReader(text), func(at time.Time, q trail.Request) {
		s := shape.Of(&q, shape.Options{})
		lines = append(lines, fmt.Sprintf("%s %s, %s, %d, %s %s %s", at.Format("15:04:05.000"), s, s.ClassText(), q.Status,
			q.From.Agent, q.From.Host, q.From.Port))
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(append(lines, fmt.Sprintf("%d requests, %d skipped, %s to %s", sum.Requests, sum.Skipped,
		sum.From.Format(time.TimeOnly), sum.To.Format(time.TimeOnly))), "\n")
}

func TestEachFormOfALogSaysTheSame(t *testing.T) {
	t.Parallel()
	for name, text := range logs(t) {
		t.Run(name, func(t *testing.T) {
			if got := said(t, text); got != want {
				t.Errorf("log =\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// A transaction has an entry for each of its operations; it is one request.
func TestFurtherOperationsOfARequestAreNoRequests(t *testing.T) {
	t.Parallel()
	text := logs(t)["classic.log"]
	sum, err := accesslog.Read(strings.NewReader(text+strings.ReplaceAll(text, ";id;0;", ";id;1;")),
		func(time.Time, trail.Request) {})
	if err != nil || sum.Requests != 5 || sum.Skipped != 7 {
		t.Errorf("%+v, %v, want 5 requests and 7 entries that are skipped", sum, err)
	}
}

// logs are the files of testdata.
func logs(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"portal.csv", "classic.log", "list.json", "lines.json", "answer.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

func TestWhatIsNoLogIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a,b\n1,2\n", "hello", "[]", "{}x", "\x00\x01", `[{"a":`} {
		sum, err := accesslog.Read(strings.NewReader(text), func(time.Time, trail.Request) {})
		if err == nil && sum.Requests > 0 || err != nil && !errors.Is(err, accesslog.ErrUnknown) {
			t.Errorf("%q: %+v, %v, want no request", text, sum, err)
		}
	}
}

// The columns of an export can hold commas, quotes and ends of lines; empty lines are none.
func TestRecordsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	const head = "TimeGenerated,OperationName,Uri,UserAgentHeader\r\n\r\n"
	const row = "2026-11-28T14:03:02Z,InsertEntity,https://a.table.core.windows.net/Orders,"
	for field, want := range map[string]string{
		`plain`: "plain", `"a,b"`: "a,b", `"a""b"`: `a"b`, "\"a\nb\"": "a\nb", `a"b`: `a"b`, `"a"b`: `a"b`,
		`""`: "", ``: "", `"""a"""`: `"a"`, `"open`: "open",
	} {
		var got []string
		_, err := accesslog.Read(strings.NewReader(head+row+field+"\r\n"), func(_ time.Time, q trail.Request) {
			got = append(got, strings.TrimRight(q.From.Agent, "\r\n"))
		})
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%q = %q, %v, want %q", field, got, err, want)
		}
	}
}

// FuzzRead: whatever a file has, reading it ends, and a request that is visited has a shape.
func FuzzRead(f *testing.F) {
	for _, text := range logs(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		sum, _ := accesslog.Read(strings.NewReader(text), func(_ time.Time, q trail.Request) {
			n++
			if s := shape.Of(&q, shape.Options{}); len(s.Text) > shape.MaxText {
				t.Errorf("a shape of %d bytes", len(s.Text))
			}
		})
		if sum.Requests != n {
			t.Errorf("%d requests, %d visited", sum.Requests, n)
		}
	})
}
