package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/rest"
	"rowkey/engine/store"
	"rowkey/serve/data"
	"rowkey/serve/server"
	"rowkey/serve/servetest"
)

var entities = flag.Int("entities", 100_000, "of the table that BenchmarkDeleteTable deletes")

// BenchmarkDeleteTable deletes a large table while one client reads an entity of another table and one
// inserts there, each request after the last:
//
//	go test ./serve -run '^$' -bench DeleteTable -benchtime 1x -entities 1000000
//
// It reports how long the delete took, how long the sweep after it, and the slowest of the other
// requests before and meanwhile.
func BenchmarkDeleteTable(b *testing.B) {
	b.Run("memory", func(b *testing.B) { measureDelete(b, "") })
	b.Run("file", func(b *testing.B) { measureDelete(b, b.TempDir()) })
}

func measureDelete(b *testing.B, dir string) {
	eng, closeEngine, err := data.Open(dir, engine.Options{Store: store.FileOptions{Sync: store.Always}})
	if err != nil {
		b.Fatal(err)
	}
	defer closeEngine()
	server.KeepMemorySmall()
	fillEngine(b, eng.Engine, "large", *entities)
	fillEngine(b, eng.Engine, "other", 1000)
	before := beside(b, eng.Engine, func() { time.Sleep(5 * time.Second) })
	var took, swept time.Duration
	meanwhile := beside(b, eng.Engine, func() {
		took = askEngine(b, eng.Engine, 204, "DELETE", "/Tables('large')", "")
		start := time.Now()
		if err := data.SweepAll(b.Context(), eng.Engine); err != nil {
			b.Error(err)
		}
		swept = time.Since(start)
	})
	for name, d := range map[string]time.Duration{
		"delete": took, "sweep": swept,
		"read-before": before[0], "insert-before": before[1], "read": meanwhile[0], "insert": meanwhile[1],
	} {
		b.ReportMetric(float64(d.Microseconds())/1000, name+"-ms")
	}
}

const account = "http://127.0.0.1:10002/devstoreaccount1"

// askEngine sends a request to the engine and returns how long the answer took.
func askEngine(b *testing.B, e *engine.Engine, want int, method, path, body string) time.Duration {
	r, err := rest.PathStyle(rest.TableService, method, account+path)
	if err != nil {
		b.Fatal(err)
	}
	name, value, _ := strings.Cut(servetest.BatchType, ": ")
	if strings.HasPrefix(body, "{") {
		value = "application/json"
	}
	r.Header = rest.Header{{Name: name, Value: value}, {Name: "Accept", Value: "application/json"}}
	r.Body = []byte(body)
	start := time.Now()
	res := e.Serve(context.Background(), r)
	if res.Status != want {
		b.Errorf("%s %s: status = %d, want %d: %s", method, path, res.Status, want, res.Body)
	}
	return time.Since(start)
}

// fillEngine makes a table of n entities.
func fillEngine(b *testing.B, e *engine.Engine, name string, n int) {
	b.Helper()
	askEngine(b, e, 201, "POST", "/Tables", `{"TableName":"`+name+`"}`)
	for i := 0; i < n && !b.Failed(); {
		var entities []string
		for ; i < n && len(entities) < 100; i++ {
			entities = append(entities, fmt.Sprintf(row, i))
		}
		askEngine(b, e, 202, "POST", "/$batch", servetest.BatchBody(account, name, entities))
	}
}

// beside calls fn and returns the slowest read and the slowest insert of two clients, each of which
// sends one request after the other meanwhile.
func beside(b *testing.B, e *engine.Engine, fn func()) (slowest [2]time.Duration) {
	done := make(chan struct{})
	var clients sync.WaitGroup
	for i, send := range [...]func() time.Duration{
		func() time.Duration {
			return askEngine(b, e, 200, "GET", "/other(PartitionKey='p',RowKey='00000500')", "")
		},
		func() time.Duration {
			return askEngine(b, e, 201, "POST", "/other", strings.Replace(row, "%08d", fmt.Sprint(time.Now().UnixNano()), 1))
		},
	} {
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					slowest[i] = max(slowest[i], send())
				}
			}
		})
	}
	fn()
	close(done)
	clients.Wait()
	return slowest
}
