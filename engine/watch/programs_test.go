package watch_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/control"
	"rowkey/engine/percent"
	"rowkey/engine/rest"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
	"rowkey/engine/watch"
)

// program sends requests as a client does: each takes a millisecond, on one connection unless it is told otherwise.
type program struct {
	t     *testing.T
	clock *clock.Clock
	eng   *control.Handler
	rec   *watch.Recording
	on    bool // requests are recorded

	agent, port, trace string
	contentType        string
	etag, body         string // of the last answer
	next               string // the options that ask for the page after it, "" for none
}

// run records what a program does to tables with 40 customers and 40 orders in each of 3 partitions.
func run(t *testing.T, do func(*program)) *watch.Recording {
	t.Helper()
	p := newProgram(t)
	if err := p.eng.Restore(t.Context(), laidOut(t)); err != nil {
		t.Fatal(err)
	}
	p.on = true
	do(p)
	report, err := p.eng.Advisor().Findings(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	p.rec.Adopt(report)
	return p.rec
}

func newProgram(t *testing.T) *program {
	t.Helper()
	p := &program{t: t, clock: clock.At(time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)), agent: "shop/1", port: "1"}
	p.contentType, p.rec = "application/json", watch.New(shape.Options{})
	eng, err := control.Open(engine.Options{Control: true, Clock: p.clock, Watch: func(q *trail.Request) {
		if p.on {
			p.rec.Add(q)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { eng.Close() })
	p.eng = eng
	return p
}

var layout struct {
	once     sync.Once
	snapshot []byte
}

// laidOut returns the data that each program begins with.
func laidOut(t *testing.T) []byte {
	t.Helper()
	layout.once.Do(func() {
		p := newProgram(t)
		p.layOut()
		var err error
		if layout.snapshot, err = p.eng.Snapshot(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	return layout.snapshot
}

func (p *program) layOut() {
	for _, name := range []string{"Customers", "Orders", "Carts", "Settings"} {
		p.send("POST", "Tables", "", fmt.Sprintf(`{"TableName":%q}`, name))
	}
	note := strings.Repeat("x", 3000)
	for i := range 120 {
		p.send("POST", "Customers", "", fmt.Sprintf(
			`{"PartitionKey":"c%d","RowKey":"c%d","Email":"c%d@example.com","Visits":%d,"Note":%q}`, i, i, i, i, note))
		p.send("POST", "Orders", "", fmt.Sprintf(
			`{"PartitionKey":"2026-%02d","RowKey":"o%03d","Customer":"c%d","Total":%d,"State":"open"}`, i%3+1, i, i%40, i))
	}
	p.send("POST", "Settings", "", `{"PartitionKey":"all","RowKey":"prices","Vat":19}`)
}

// send sends a request with an address below the account, and returns the status.
func (p *program) send(method, target, ifMatch, body string) int {
	p.t.Helper()
	path, query, _ := strings.Cut(target, "?")
	r, err := rest.PathStyle(rest.TableService, method, "http://127.0.0.1:10002/devstoreaccount1/"+path)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Query, r.Body, r.Remote, r.Port = query, []byte(body), "127.0.0.1", p.port
	r.Header = rest.Header{{Name: "Accept", Value: "application/json"}, {Name: "User-Agent", Value: p.agent}}
	if body != "" {
		r.Header = append(r.Header, rest.Field{Name: "Content-Type", Value: p.contentType})
	}
	if ifMatch != "" {
		r.Header = append(r.Header, rest.Field{Name: "If-Match", Value: ifMatch})
	}
	if p.trace != "" {
		r.Header = append(r.Header, rest.Field{Name: "traceparent", Value: "00-" + p.trace + "-0102030405060708-01"})
	}
	resp := p.eng.Serve(context.Background(), r)
	p.clock.Advance(time.Millisecond)
	p.etag, p.body, p.next = resp.Header.Get("ETag"), resp.Text(), ""
	for _, name := range []string{"NextPartitionKey", "NextRowKey"} {
		if v := resp.Header.Get("x-ms-continuation-" + name); v != "" {
			p.next += "&" + name + "=" + percent.Encode(v)
		}
	}
	return resp.Status
}

// work begins a unit of work: with a trace, or after a pause.
func (p *program) work(n int) {
	p.clock.Advance(100 * time.Millisecond)
	if p.trace != "" {
		p.trace = fmt.Sprintf("%032x", n+1)
	}
}

func (p *program) wait(milliseconds int) {
	p.clock.Advance(time.Duration(milliseconds) * time.Millisecond)
}

func (p *program) query(table, filter, more string) {
	p.t.Helper()
	target := table + "()?"
	if filter != "" {
		target += "$filter=" + percent.Encode(filter)
	}
	if status := p.send("GET", target+more, "", ""); status != 200 {
		p.t.Fatalf("query %s = %d, %s", filter, status, p.body)
	}
}

func key(table, partition, row string) string {
	return fmt.Sprintf("%s(PartitionKey='%s',RowKey='%s')", table, partition, row)
}

func (p *program) get(table, partition, row string) int {
	return p.send("GET", key(table, partition, row), "", "")
}

func (p *program) merge(table, partition, row, ifMatch, body string) int {
	return p.send("MERGE", key(table, partition, row), ifMatch, body)
}

func (p *program) insert(table, partition, row, more string) int {
	return p.send("POST", table, "", fmt.Sprintf(`{"PartitionKey":%q,"RowKey":%q%s}`, partition, row, more))
}

// batch inserts so many rows of one partition in one transaction.
func (p *program) batch(table, partition string, n int) {
	p.t.Helper()
	var b strings.Builder
	b.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
	for i := range n {
		fmt.Fprintf(&b, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
			"POST http://127.0.0.1:10002/devstoreaccount1/%s HTTP/1.1\r\nContent-Type: application/json\r\n"+
			"Accept: application/json\r\nPrefer: return-no-content\r\n\r\n"+
			`{"PartitionKey":%q,"RowKey":"%d"}`+"\r\n", table, partition, i)
	}
	b.WriteString("--c--\r\n--b--\r\n")
	p.contentType = "multipart/mixed; boundary=b"
	defer func() { p.contentType = "application/json" }()
	if status := p.send("POST", "$batch", "", b.String()); status != 202 || !strings.Contains(p.body, "204 No Content") {
		p.t.Fatalf("transaction = %d, %s", status, p.body)
	}
}
