package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// conns is how many clients ask at the same time.
const conns = 8

// row is an entity of seven properties.
const row = `{"PartitionKey":"p","RowKey":"%08d","FirstName":"Ann","LastName":"Jones","Age":34,"Salary":1234.5,` +
	`"Hired@odata.type":"Edm.DateTime","Hired":"2021-03-01T00:00:00Z",` +
	`"Id@odata.type":"Edm.Int64","Id":"123456789012","Active":true}`

// trivial is the measure: a handler of net/http that reads what it is sent and answers with a constant.
func trivial(b *testing.B, status int, body string) string {
	b.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	b.Cleanup(srv.Close)
	return srv.URL
}

// turn is how many requests are sent before the other server has its turn.
const turn = 4000

// work is what clients do: request number i of client c.
type work func(c, i int) []byte

// drive sends n requests over all clients together and returns how long that took.
func drive(clients []*plain, n, status int, w work) (time.Duration, error) {
	var all sync.WaitGroup
	errs := make([]error, len(clients))
	start := time.Now()
	for c, p := range clients {
		all.Go(func() {
			for i := range n / len(clients) {
				got, _, err := p.do(w(c, i))
				if err == nil && got != status {
					err = fmt.Errorf("status = %d, want %d", got, status)
				}
				if err != nil {
					errs[c] = err
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(start), errors.Join(errs...)
}

func dialAll(b *testing.B, url string, n int) []*plain {
	b.Helper()
	var clients []*plain
	for range n {
		p, err := dialPlain(url)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { p.conn.Close() })
		clients = append(clients, p)
	}
	return clients
}

// compare sends requests to a server and to the trivial handler in turns. It reports the rates of the
// fastest turns, which other work on the machine disturbs least, and their ratio in per cent.
func compare(b *testing.B, url, bare string, status int, next func(round int) work) {
	b.Helper()
	ours, theirs := dialAll(b, url, conns), dialAll(b, bare, conns)
	spent, measure := time.Hour, time.Hour
	for round := 0; b.Loop(); round++ {
		w := next(round)
		d, err := drive(ours, turn, status, w)
		if err != nil {
			b.Fatal(err)
		}
		spent = min(spent, d)
		if d, err = drive(theirs, turn, status, w); err != nil {
			b.Fatal(err)
		}
		measure = min(measure, d)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(turn/spent.Seconds(), "req/s")
	b.ReportMetric(turn/measure.Seconds(), "trivial-req/s")
	b.ReportMetric(100*measure.Seconds()/spent.Seconds(), "%-of-trivial")
}

// serveBench opens a server whose table people has n rows of one partition, and returns the addresses of its banner.
func serveBench(b *testing.B, n int, flags ...string) map[string]string {
	b.Helper()
	urls := start(b, flags...)
	url := urls["table"]
	p := dialAll(b, url, 1)[0]
	requests := [][]byte{signed(b, "POST", url+"/Tables", `{"TableName":"people"}`, "Prefer: return-no-content")}
	for i := range n {
		requests = append(requests, insert(b, url, i))
	}
	for _, r := range requests {
		if status, _, err := p.do(r); err != nil || status != 204 {
			b.Fatalf("fill: %d %v", status, err)
		}
	}
	return urls
}

func insert(b *testing.B, url string, i int) []byte {
	return signed(b, "POST", url+"/people", fmt.Sprintf(row, i), "Prefer: return-no-content")
}

func BenchmarkPointRead(b *testing.B) {
	url := serveBench(b, 10_000)["table"]
	read := signed(b, "GET", url+"/people(PartitionKey='p',RowKey='00005000')", "")
	_, size, err := dialAll(b, url, 1)[0].do(read)
	if err != nil {
		b.Fatal(err)
	}
	compare(b, url, trivial(b, 200, strings.Repeat("x", size)), 200, func(int) work {
		return func(int, int) []byte { return read }
	})
}

func BenchmarkInsert(b *testing.B)        { benchmarkInsert(b) }
func BenchmarkInsertDurable(b *testing.B) { benchmarkInsert(b, "-data", b.TempDir()) }

// benchmarkInsert writes the next key over the eight digits in the bytes of a request.
func benchmarkInsert(b *testing.B, flags ...string) {
	url := serveBench(b, 0, flags...)["table"]
	first := insert(b, url, 0)
	at := bytes.Index(first, []byte("00000000"))
	requests := make([][]byte, conns)
	for c := range requests {
		requests[c] = bytes.Clone(first)
	}
	compare(b, url, trivial(b, 204, ""), 204, func(round int) work {
		return func(c, i int) []byte {
			digits := strconv.Itoa(100_000_000 + (round*conns+c)*turn + i)[1:]
			copy(requests[c][at:], digits)
			return requests[c]
		}
	})
}

func BenchmarkRange100(b *testing.B) {
	url := serveBench(b, 10_000)["table"]
	const filter = "PartitionKey%20eq%20'p'%20and%20RowKey%20ge%20'00005000'%20and%20RowKey%20lt%20'00005100'"
	repeat(b, url, "/people()?$filter="+filter)
}

func BenchmarkScanForOne(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			url := serveBench(b, 0)["table"]
			fill(b, url, n, row)
			repeat(b, url, "/people()?$filter=FirstName%20eq%20'nobody'")
		})
	}
}

// repeat sends a query again and again over one connection.
func repeat(b *testing.B, url, query string) {
	b.Helper()
	p := dialAll(b, url, 1)[0]
	request := signed(b, "GET", url+query, "")
	for b.Loop() {
		if status, _, err := p.do(request); err != nil || status != 200 {
			b.Fatalf("%d %v", status, err)
		}
	}
}

// fill inserts rows by transactions of 100.
func fill(b *testing.B, url string, n int, row string) {
	b.Helper()
	p := dialAll(b, url, 1)[0]
	for from := 0; from < n; from += 100 {
		var entities []string
		for i := from; i < from+100; i++ {
			entities = append(entities, fmt.Sprintf(row, i))
		}
		if status, _, err := p.do(batchOf(b, url, "people", entities)); err != nil || status != 202 {
			b.Fatalf("fill: %d %v", status, err)
		}
	}
}

// maxResident is how much memory a server with 100,000 entities of 1 KiB may hold, in bytes.
const maxResident = 250 << 20

// BenchmarkMemory reports what a server in a process of its own holds.
func BenchmarkMemory(b *testing.B) {
	kilobyte := `{"PartitionKey":"p","RowKey":"%08d","Text":"` + strings.Repeat("x", 1000) + `"}`
	for b.Loop() {
		p := spawn(b)
		url := p.urls["table"]
		empty := p.resident(b)
		if status, _, err := dialAll(b, url,
			1)[0].do(signed(b, "POST", url+"/Tables", `{"TableName":"people"}`)); err != nil || status != 201 {
			b.Fatalf("%d %v", status, err)
		}
		fill(b, url, 100_000, kilobyte)
		full := p.resident(b)
		if full > maxResident {
			b.Errorf("100,000 entities of 1 KiB take %d MiB, want %d at most", full>>20, maxResident>>20)
		}
		b.ReportMetric(float64(empty)/(1<<20), "MiB-empty")
		b.ReportMetric(float64(full)/(1<<20), "MiB-full")
		b.ReportMetric(0, "ns/op")
		p.kill()
	}
}

// BenchmarkStart is the time from the start of a process to its first answer.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		p := spawn(b)
		request := signed(b, "GET", p.urls["table"]+"/Tables", "")
		if status, _, err := dialAll(b, p.urls["table"], 1)[0].do(request); err != nil || status != 200 {
			b.Fatalf("%d %v", status, err)
		}
		b.StopTimer()
		p.kill()
		b.StartTimer()
	}
}
