package accesslog_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/accesslog"
	"rowkey/engine/golden"
	"rowkey/engine/shape"
)

// want is what each file of testdata/logs.txt says: the same five requests, and one of another service.
const want = `14:03:04.567 orders query PartitionKey = ? top ?, partition scan, 200, azsdk-net 10.0.0.1 4711
14:03:05.000 orders get PartitionKey = ? and RowKey = ?, point, 200, azsdk-net 10.0.0.1 4711
14:03:06.000 orders merge If-Match: ETag, write, 412, azsdk-net 10.0.0.1 4711
14:03:07.000 transaction, write, 202, x 10.0.0.2 1
14:03:02.000 orders insert, write, 201, azsdk-net 10.0.0.1 4711
5 requests, 1 skipped, 14:03:02 to 14:03:07`

func said(t *testing.T, text string) string {
	t.Helper()
	var lines []string
	sum, err := accesslog.Read(strings.NewReader(text), func(q *accesslog.Entry) {
		s := shape.Of(&q.Request, shape.Options{})
		lines = append(lines, fmt.Sprintf("%s %s, %s, %d, %s %s %s", q.At.Format("15:04:05.000"), s, s.ClassText(), q.Status,
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
		func(*accesslog.Entry) {})
	if err != nil || sum.Requests != 5 || sum.Skipped != 7 {
		t.Errorf("%+v, %v, want 5 requests and 7 entries that are skipped", sum, err)
	}
}

// logs are the files of testdata, by name.
func logs(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, file := range golden.Files(t, "testdata/logs.txt") {
		all[name] = string(file.Data)
	}
	return all
}

func TestWhatIsNoLogIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a,b\n1,2\n", "hello", "[]", "{}x", "\x00\x01", `[{"a":`} {
		sum, err := accesslog.Read(strings.NewReader(text), func(*accesslog.Entry) {})
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
		_, err := accesslog.Read(strings.NewReader(head+row+field+"\r\n"), func(q *accesslog.Entry) {
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
		sum, _ := accesslog.Read(strings.NewReader(text), func(q *accesslog.Entry) {
			n++
			if s := shape.Of(&q.Request, shape.Options{}); len(s.Text) > shape.MaxText {
				t.Errorf("a shape of %d bytes", len(s.Text))
			}
		})
		if sum.Requests != n {
			t.Errorf("%d requests, %d visited", sum.Requests, n)
		}
	})
}

// What Append writes of a request has its shape, and what is known of it beside that.
func TestALogOfOursIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	for name, text := range logs(t) {
		var ours []byte
		want, got := &shape.Collector{}, &shape.Collector{}
		_, err := accesslog.Read(strings.NewReader(text), func(e *accesslog.Entry) {
			e.Record.Read, e.Record.Returned = 7, 3
			e.From.Agent += "\"\n<b>"
			want.Add(&e.Request)
			ours = accesslog.Append(ours, e.At, &e.Request)
		})
		if err != nil {
			t.Fatal(err)
		}
		sum, err := accesslog.Read(strings.NewReader(string(ours)), func(e *accesslog.Entry) { e.CountIn(got) })
		if err != nil || sum.Requests != 5 || sum.Skipped != 0 || sum.From.Format("05.000") != "02.000" {
			t.Errorf("%s: %+v, %v, want 5 requests", name, sum, err)
		}
		if got, want := facts(got), facts(want); got != want {
			t.Errorf("%s: read back\n%s\nwritten\n%s", name, got, want)
		}
		if strings.Contains(string(ours), "a,b") {
			t.Errorf("%s: a value of a row is in the log:\n%s", name, ours)
		}
	}
}

func facts(c *shape.Collector) (text string) {
	for _, s := range c.Sums().Stats {
		text += fmt.Sprintf("%s, %s, %d calls, %d refused, %d of %d, %d bytes, %q\n", s.Shape, s.ClassText(), s.Calls,
			s.Refused, s.Returned, s.Read, s.BytesOut, s.Agents)
	}
	return text
}
