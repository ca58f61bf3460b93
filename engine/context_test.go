package engine_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/rest"
)

// watched is a context that counts how often somebody looks whether it has ended, and ends after most
// looks. It never ends if most is 0.
type watched struct {
	context.Context
	most  int64
	looks *atomic.Int64
}

func (w watched) Err() error {
	if n := w.looks.Add(1); w.most > 0 && n > w.most {
		return context.Canceled
	}
	return nil
}

// under answers a request while most looks at its context are free, and returns how many there were.
func under(t *testing.T, e *control.Handler, most int64, r *rest.Request) (*rest.Response, int64) {
	t.Helper()
	w := watched{t.Context(), most, new(atomic.Int64)}
	return e.Serve(w, r), w.looks.Load()
}

const here = "http://127.0.0.1/devstoreaccount1"

func toService(t *testing.T, s rest.Service, method, path, body string, fields ...string) *rest.Request {
	t.Helper()
	r, err := rest.PathStyle(s, method, here+path)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		r.Header.Set(name, value)
	}
	r.Body = []byte(body)
	return r
}

func toControl(t *testing.T, method, path, body string) *rest.Request {
	t.Helper()
	r, err := control.Request(method, path)
	if err != nil {
		t.Fatal(err)
	}
	r.Body = []byte(body)
	return r
}

// changes is a transaction that gives the 100 entities of a partition the value v.
func changes(t *testing.T, partition, v int) *rest.Request {
	t.Helper()
	var b strings.Builder
	b.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
	for i := range 100 {
		fmt.Fprintf(&b, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
			"PUT %s/people(PartitionKey='%03d',RowKey='%03d') HTTP/1.1\r\nContent-Type: application/json\r\nAccept: "+
			"application/json\r\n\r\n{\"V\":%d}\r\n",
			here, partition, i, v)
	}
	b.WriteString("--c--\r\n--b--\r\n")
	return toService(t, rest.TableService, "POST", "/$batch", b.String(), "Content-Type: multipart/mixed; boundary=b")
}

// longWork returns an engine that holds something of everything, and requests that take long there.
func longWork(t *testing.T) (*control.Handler, map[string]func() *rest.Request) {
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	must := func(r *rest.Request) {
		t.Helper()
		if answer, _ := under(t, e, 0, r); answer.Status >= 300 {
			t.Fatalf("%s %s = %d %.300s", r.Method, r.Path, answer.Status, answer.Text())
		}
	}
	must(toService(t, rest.TableService, "POST", "/Tables", `{"TableName":"people"}`, "Content-Type: application/json"))
	must(toService(t, rest.BlobService, "PUT", "/files?restype=container", ""))
	must(toService(t, rest.QueueService, "PUT", "/tasks", ""))
	for i := range 30 {
		must(changes(t, i, 1))
	}
	blocks := ""
	for i := range 300 {
		must(toService(t, rest.TableService, "POST", "/Tables", fmt.Sprintf(`{"TableName":"t%05d"}`, i),
			"Content-Type: application/json"))
		must(toService(t, rest.QueueService, "PUT", fmt.Sprintf("/queue%d", i), ""))
		must(toService(t, rest.QueueService, "POST", "/tasks/messages?messagettl=1",
			"<QueueMessage><MessageText>a</MessageText></QueueMessage>"))
		must(toService(t, rest.BlobService, "PUT", fmt.Sprintf("/files/%d", i), "x", "x-ms-blob-type: BlockBlob"))
		name := fmt.Sprintf("%08d", i)
		must(toService(t, rest.BlobService, "PUT", "/files/blocks?comp=block&blockid="+name, "x"))
		blocks += "<Latest>" + name + "</Latest>"
	}
	must(toControl(t, "POST", "/-/clock", `{"advance":5000}`)) // all messages are expired
	service := func(s rest.Service, method, path, body string) func() *rest.Request {
		return func() *rest.Request { return toService(t, s, method, path, body) }
	}
	control := func(method, path, body string) func() *rest.Request {
		return func() *rest.Request { return toControl(t, method, path, body) }
	}
	script := "###\n# @loop for 300\nGET {{table}}/people(PartitionKey='000',RowKey='000')\n"
	var id string
	return e, map[string]func() *rest.Request{
		"query":          service(rest.TableService, "GET", "/people()?$filter=V%20eq%202", ""),
		"page":           service(rest.TableService, "GET", "/people()?$select=V,W", ""),
		"list-tables":    service(rest.TableService, "GET", "/Tables", ""),
		"transaction":    func() *rest.Request { return changes(t, 5, 2) },
		"list-queues":    service(rest.QueueService, "GET", "/?comp=list", ""),
		"peek":           service(rest.QueueService, "GET", "/tasks/messages?peekonly=true&numofmessages=32", ""),
		"list-blobs":     service(rest.BlobService, "GET", "/files?restype=container&comp=list", ""),
		"get-block-list": service(rest.BlobService, "GET", "/files/blocks?comp=blocklist&blocklisttype=all", ""),
		"put-block-list": service(rest.BlobService, "PUT", "/files/blocks?comp=blocklist",
			"<BlockList>"+blocks+"</BlockList>"),
		"figures":    control("GET", "/-/tables", ""),
		"partitions": control("GET", "/-/tables/people/partitions", ""),
		"snapshot":   control("GET", "/-/snapshot", ""),
		"judge":      control("POST", "/-/judge", fmt.Sprintf(`{"check":%q}`, script)),
		"script": func() *rest.Request {
			var started struct{ ID string }
			ok(t, e, "POST", "/-/scripts", map[string]any{"name": "a.http", "text": script}, &started)
			id = started.ID
			return toControl(t, "POST", "/-/scripts/"+id+"/next?max=1000", "")
		},
		"cluster": func() *rest.Request {
			ok(t, e, "PUT", "/-/options", `{"cluster":{"nodes":3}}`, nil)
			return toControl(t, "PUT", "/-/options", fmt.Sprintf(`{"cluster":{"nodes":%d}}`, 4+len(id)%2))
		},
	}
}

// Part of D11: a request went on for minutes after its client had gone.
func TestRequestsEndWhenTheirClientHasGone(t *testing.T) {
	e, requests := longWork(t)
	for name, request := range requests {
		answer, n := under(t, e, 6, request())
		refused := answer.Status >= 400 || strings.Contains(answer.Text(), "InternalError") // inside a run or a batch
		if !refused {
			t.Errorf("%s = %d, although its client went during the work: %d looks at the context", name, answer.Status, n)
		} else if n > 60 {
			t.Errorf("%s looks at its context %d times more after it has ended", name, n-6)
		}
	}
	row, _ := under(t, e, 0, toService(t, rest.TableService, "GET", "/people(PartitionKey='005',RowKey='000')", ""))
	if !strings.Contains(row.Text(), `"V":1`) {
		t.Errorf("a transaction whose client had gone left %s", row.Text())
	}
	for name, request := range requests {
		if answer, n := under(t, e, 0, request()); answer.Status >= 300 || n < 8 {
			t.Errorf("%s = %d %.200s with a client that waits, after %d looks at the context",
				name, answer.Status, answer.Text(), n)
		}
	}
}
