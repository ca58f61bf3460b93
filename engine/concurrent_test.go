package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/engine/store"
)

// raceSteps is how many requests each of the clients makes that use all services and control paths of a sandbox at
// once.
const raceSteps = 100

// Run with -race this finds what requests share without a lock. Nothing that they send may fail in a
// way that no client causes.
func TestEverythingMayHappenAtOnce(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"memory": "", "disk": filepath.Join(t.TempDir(), "x.db")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if path != "" && runtime.GOOS == "js" {
				t.Skip("there are no files in a browser")
			}
			e, err := control.Open(engine.Options{Path: path, Store: store.FileOptions{Sync: store.Never},
				Clock: clock.Follow(time.Now), Control: true, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			c := clients{t, e}
			c.create()
			var all sync.WaitGroup
			for g := range uint64(8) {
				all.Go(func() {
					r := rand.New(rand.NewPCG(g, 9))
					for range raceSteps {
						c.act(r)
					}
				})
			}
			all.Wait()
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// clients are many users of one sandbox.
type clients struct {
	t *testing.T
	e *control.Handler
}

// ports are those of the local endpoint.
var ports = map[rest.Service]string{rest.TableService: "10002", rest.QueueService: "10001", rest.BlobService: "10000"}

// send sends a request to a service; fields are "Name: value".
func (c clients) send(s rest.Service, method, path, body string, fields ...string) {
	r, err := rest.PathStyle(s, method, "http://127.0.0.1:"+ports[s]+"/devstoreaccount1"+path)
	if err != nil {
		c.t.Error(err)
		return
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("Content-Type", "application/json")
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		r.Header.Set(name, value)
	}
	c.serve(r, path, body)
}

// control sends a control request.
func (c clients) control(method, path, body string) {
	r, err := control.Request(method, path)
	if err != nil {
		c.t.Error(err)
		return
	}
	c.serve(r, path, body)
}

func (c clients) serve(r *rest.Request, path, body string) {
	r.Body = []byte(body)
	if res := c.e.Serve(context.Background(), r); res.Status >= 500 && res.Status != 501 {
		c.t.Errorf("%s %s = %d %s", r.Method, path, res.Status, res.Body)
	}
}

// create makes what the others use.
func (c clients) create() {
	c.send(rest.TableService, "POST", "/Tables", `{"TableName":"tt"}`)
	c.send(rest.QueueService, "PUT", "/qqq", "")
	c.send(rest.BlobService, "PUT", "/ccc?restype=container", "")
}

// act makes one request of any kind, or two that belong together.
func (c clients) act(r *rand.Rand) {
	switch r.IntN(4) {
	case 0:
		c.tables(r)
	case 1:
		c.queues(r)
	case 2:
		c.blobs(r)
	default:
		c.controls(r)
	}
}

func (c clients) tables(r *rand.Rand) {
	k := r.IntN(30)
	entity := fmt.Sprintf("/tt(PartitionKey='p%d',RowKey='%d')", k%3, k)
	switch r.IntN(6) {
	case 0, 1:
		c.send(rest.TableService, "PUT", entity, fmt.Sprintf(`{"A":%d}`, k))
	case 2:
		c.send(rest.TableService, "GET", "/tt()?$filter=A%20gt%205&$top=7", "")
	case 3:
		c.send(rest.TableService, "DELETE", entity, "", "If-Match: *")
	case 4:
		b := "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
		for j := range 5 {
			b += fmt.Sprintf("--c\r\n\r\nPUT /devstoreaccount1/tt(PartitionKey='p0',RowKey='%d') HTTP/1.1\r\nContent-Type: "+
				"application/json\r\n\r\n{\"A\":1}\r\n", j)
		}
		c.send(rest.TableService, "POST", "/$batch", b+"--c--\r\n--b--\r\n", "Content-Type: multipart/mixed; boundary=b")
	default:
		const xml = "Content-Type: application/xml"
		c.send(rest.TableService, "PUT", "/?restype=service&comp=properties",
			`<StorageServiceProperties><Cors/></StorageServiceProperties>`, xml)
		c.send(rest.TableService, "GET", "/Tables", "", "Origin: http://a")
	}
}

func (c clients) queues(r *rand.Rand) {
	switch r.IntN(3) {
	case 0:
		c.send(rest.QueueService, "POST", "/qqq/messages", "<QueueMessage><MessageText>x</MessageText></QueueMessage>")
	case 1:
		c.send(rest.QueueService, "GET", "/qqq/messages?numofmessages=5&visibilitytimeout=1", "")
	default:
		c.send(rest.QueueService, "GET", "/qqq/messages?peekonly=true", "")
	}
}

func (c clients) blobs(r *rand.Rand) {
	k := r.IntN(30)
	blob := fmt.Sprintf("/ccc/b%d", k%4)
	switch r.IntN(4) {
	case 0:
		c.send(rest.BlobService, "PUT", blob, strings.Repeat("x", k*100), "x-ms-blob-type: BlockBlob")
	case 1:
		c.send(rest.BlobService, "GET", blob, "")
	case 2:
		c.send(rest.BlobService, "PUT", "/ccc/bl?comp=block&blockid=QQ%3D%3D", "xx")
		c.send(rest.BlobService, "PUT", "/ccc/bl?comp=blocklist", "<BlockList><Latest>QQ==</Latest></BlockList>")
	default:
		c.send(rest.BlobService, "GET", "/ccc?restype=container&comp=list", "")
	}
}

func (c clients) controls(r *rand.Rand) {
	switch r.IntN(8) {
	case 0:
		c.control("GET", "/-/ledger", "")
		c.control("GET", "/-/tables", "")
	case 1:
		c.control("GET", "/-/tables/tt/partitions", "")
		c.control("GET", "/-/containers", "")
	case 2:
		c.control("POST", "/-/scripts",
			`{"name":"a.http","text":"GET {{table}}/tt()\n\n### b\nPUT {{table}}/tt(PartitionKey='s',RowKey='s')\n\n{}\n"}`)
		c.control("POST", fmt.Sprintf("/-/scripts/%d/next?max=5", 1+r.IntN(40)), "")
	case 3:
		c.control("POST", "/-/judge", `{"check":"### a\nGET {{table}}/tt()\n\n?? status == 200\n","session":""}`)
	case 4:
		c.control("GET", "/-/snapshot", "")
	case 5:
		c.control("PUT", "/-/options", fmt.Sprintf(`{"pageReads":100,"cluster":{"nodes":%d}}`, 1+r.IntN(8)))
		c.control("POST", "/-/clock", `{"advance":5}`)
	case 6:
		if r.IntN(20) == 0 {
			c.control("POST", "/-/reset", "{}")
			c.create()
		}
		c.control("GET", "/-/nodes", "")
	default:
		c.control("POST", "/-/plan", `{"filter":"A gt 5"}`)
	}
}

func TestManyUseOneSandbox(t *testing.T) {
	e := open(t)
	play(t, e, people, nil)
	id, _ := play(t, e, "GET /People()\n", nil)
	var wg sync.WaitGroup
	for _, do := range []func(){
		func() { play(t, e, "GET /People()\n", nil) },
		func() { play(t, e, "PUT /People(PartitionKey='P9',RowKey='1')\n\n{\"A\": {{$randomInt 1 9}}}\n", nil) },
		func() {
			ok(t, e, "POST", "/-/judge", map[string]any{"check": "GET /People()\n\n# ?? status == 200\n", "session": id}, nil)
		},
		func() { everything(t, e) },
		func() { ok(t, e, "POST", "/-/clock", `{"advance":1}`, nil) },
		func() { ok(t, e, "PUT", "/-/options", `{"pageReads":1000}`, nil) },
		func() { ok(t, e, "POST", "/-/parse", map[string]any{"text": people}, nil) },
	} {
		wg.Go(func() {
			for range 10 {
				do()
			}
		})
	}
	wg.Wait()
}

func TestJudgingBesideASweepLeavesNoTrace(t *testing.T) {
	e := open(t)
	fill(t, e, 2000)
	play(t, e, dropBig, nil)
	fill(t, e, 2000)
	id, _ := play(t, e, "GET /Big()?$top=1\n", nil)
	before := everything(t, e)
	in := map[string]any{"session": id, "check": dropBig + "\n###\nGET /Big()\n\n# ?? status == 404\n"}
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 100 {
			if _, err := e.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
	for range 3 {
		var v verdict
		if ok(t, e, "POST", "/-/judge", in, &v); !v.Pass {
			t.Errorf("judge = %+v, want a pass", v)
		}
	}
	wg.Wait()
	for sweepOnce(t, e) {
	}
	if after := everything(t, e); after != before {
		t.Error("the sandbox is another one after judging")
	}
}
