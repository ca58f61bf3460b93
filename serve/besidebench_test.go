package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// besideURL names a server to be measured in the same run. It has the development account and no table.
var besideURL = flag.String("beside", "",
	"address of the tables of another server, for BenchmarkBeside: http://127.0.0.1:11002/devstoreaccount1")

const (
	turnTime = time.Second // how long clients keep one server busy before it is the other's turn
	turns    = 3           // of each server; the fastest counts, which other work on the machine disturbs least
)

// A requester gives each client its own sequence of requests.
type requester func(client int) (next func() []byte)

// besidePID tells which process that server is, so that its processor time can be read: on a busy machine rates say
// more of the machine than of the servers.
var besidePID = flag.String("beside-pid", "", "process of that server; on Linux its processor time is reported, too")

// BenchmarkBeside reports the rates of this server and of the one that -beside names, and their ratio. Of the processor
// time a request takes, cpu-ms is this server's with that of the clients, other-cpu-ms the other's without them.
func BenchmarkBeside(b *testing.B) {
	if *besideURL == "" {
		b.Skip("no other server: name one with -beside")
	}
	urls := [2]string{start(b)["table"], *besideURL}
	pids := [2]string{"self", *besidePID}
	for _, url := range urls {
		createTable(b, url, "small")
		createTable(b, url, "large")
		createTable(b, url, "written")
		fillRows(b, url, "small", 1, 10_000)
		fillRows(b, url, "large", 100, 100_000)
	}
	const key = "(PartitionKey='p0000',RowKey='00005000')"
	const hundred = "()?$filter=PartitionKey%20eq%20'p0000'%20and%20" +
		"RowKey%20ge%20'00005000'%20and%20RowKey%20lt%20'00005100'"
	for _, w := range []struct {
		name   string
		status int
		ask    func(b *testing.B, url string) requester
	}{
		{"scan of 100000 for one", 200, always("/large()?$filter=RowKey%20eq%20'00050000'")},
		{"range of 100", 200, always("/small" + hundred)},
		{"transaction of 100", 202, transactions},
		{"insert", 204, inserts},
		{"point read", 200, always("/small" + key)},
	} {
		b.Run(w.name, func(b *testing.B) {
			for b.Loop() {
				var rates, costs [2]float64
				for range turns {
					for i, url := range urls {
						before := processorTime(pids[i])
						n, r := rate(b, url, w.status, w.ask(b, url))
						cost := (processorTime(pids[i]) - before).Seconds() * 1000 / float64(n)
						if rates[i] = max(rates[i], r); costs[i] == 0 || cost < costs[i] {
							costs[i] = cost
						}
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(rates[0], "req/s")
				b.ReportMetric(rates[1], "other-req/s")
				b.ReportMetric(rates[0]/rates[1], "x")
				if *besidePID != "" {
					b.ReportMetric(costs[0], "cpu-ms")
					b.ReportMetric(costs[1], "other-cpu-ms")
				}
			}
		})
	}
}

// rate is how many requests all clients together were answered, and how many a second.
func rate(b *testing.B, url string, status int, ask requester) (int64, float64) {
	b.Helper()
	clients := dialAll(b, url, conns)
	var answered atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, len(clients))
	begun := time.Now()
	for c, p := range clients {
		next := ask(c)
		all.Go(func() {
			for time.Since(begun) < turnTime {
				if got, _, err := p.do(next()); err != nil || got != status {
					errs[c] = fmt.Errorf("%s: status = %d, want %d: %w", url, got, status, errors.Join(err))
					return
				}
				answered.Add(1)
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		b.Fatal(err)
	}
	return answered.Load(), float64(answered.Load()) / time.Since(begun).Seconds()
}

// processorTime is what a process has taken since it began; 0 if it is unknown, or on a system without /proc.
func processorTime(pid string) time.Duration {
	const tick = 10 * time.Millisecond // of the numbers below /proc
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if pid == "" || err != nil {
		return 0
	}
	state := bytes.LastIndexByte(stat, ')') + 1 // what is before it, the name, may hold spaces
	fields := strings.Fields(string(stat[state:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick
}

// always sends the same query.
func always(query string) func(*testing.B, string) requester {
	return func(b *testing.B, url string) requester {
		request := signed(b, "GET", url+query, "")
		return func(int) func() []byte { return func() []byte { return request } }
	}
}

// written counts what has been sent to be written, so that no key comes twice.
var written atomic.Int64

// inserts sends entities, each client to a partition of its own.
func inserts(b *testing.B, url string) requester {
	return func(client int) func() []byte {
		const digits = "00000000"
		entity := fmt.Sprintf(`{"PartitionKey":"i%d","RowKey":"%s",%s`, client, digits, properties)
		request := signed(b, "POST", url+"/written", entity, "Prefer: return-no-content")
		return numbered(request, digits)
	}
}

// transactions sends a hundred entities at once, each time to a new partition.
func transactions(b *testing.B, url string) requester {
	const digits = "88888888"
	var entities []string
	for i := range 100 {
		entities = append(entities, fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%03d",%s`, digits, i, properties))
	}
	request := batchOf(b, url, "written", entities)
	return func(int) func() []byte { return numbered(request, digits) }
}

// numbered returns a request in which the next number stands for some digits, wherever they are.
func numbered(request []byte, digits string) func() []byte {
	last := []byte(digits)
	request = bytes.Clone(request)
	var at []int
	for i := range request {
		if bytes.HasPrefix(request[i:], last) {
			at = append(at, i)
		}
	}
	return func() []byte {
		number := strconv.FormatInt(100_000_000+written.Add(1), 10)[1:]
		for _, i := range at {
			copy(request[i:], number)
		}
		return request
	}
}

// properties are those of an entity, without its keys.
var properties = row[len(`{"PartitionKey":"p","RowKey":"%08d",`):]

// fillRows inserts rows 0 … n-1 by transactions of 100, in so many partitions of neighbours.
func fillRows(b *testing.B, url, table string, partitions, n int) {
	b.Helper()
	p := dialAll(b, url, 1)[0]
	for from := 0; from < n; from += 100 {
		var entities []string
		for i := from; i < from+100; i++ {
			entities = append(entities, fmt.Sprintf(`{"PartitionKey":"p%04d","RowKey":"%08d",%s`, i*partitions/n, i, properties))
		}
		if status, _, err := p.do(batchOf(b, url, table, entities)); err != nil || status != 202 {
			b.Fatalf("%s: fill: %d %v", url, status, err)
		}
	}
}
