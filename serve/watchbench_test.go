//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"rowkey/engine/auth"
)

// Point reads of a server that is not watched, and of one whose page Watch records, in turns. They report what watching
// adds, in per cent of the processor time of a read, of client and server together: the median of all pairs of turns,
// and the quarters below and above it. Turns are short, so that other work on the machine meets both of a pair; on a
// busy machine use -benchtime 400x.

// reader sends n point reads. It returns the processor time that they took in another process.
type reader func(n int) (time.Duration, error)

func BenchmarkPointReadWatched(b *testing.B) {
	compareWatched(b, turn/8, func(url string) reader {
		clients, read := dialAll(b, url, conns), signed(b, "GET", url+"/people(PartitionKey='p',RowKey='00005000')", "")
		return func(n int) (time.Duration, error) {
			_, err := drive(clients, n, 200, func(int, int) []byte { return read })
			return 0, err
		}
	})
}

func BenchmarkPointReadWatchedGo(b *testing.B) {
	compareWatched(b, turn/20, func(url string) reader {
		people := official(b, url).NewClient("people")
		return func(n int) (time.Duration, error) {
			var all sync.WaitGroup
			errs := make([]error, conns)
			for c := range conns {
				all.Go(func() {
					for i := 0; i < n/conns && errs[c] == nil; i++ {
						_, errs[c] = people.GetEntity(context.Background(), "p", "00005000", nil)
					}
				})
			}
			all.Wait()
			return 0, errors.Join(errs...)
		}
	})
}

// nodeReads reads addresses and numbers of reads, sends these, and writes how many microseconds each took.
const nodeReads = `
const { TableClient, AzureNamedKeyCredential } = require("@azure/data-tables");
const [account, key, conns] = process.argv.slice(1);
const credential = new AzureNamedKeyCredential(account, key);
const clients = {};
require("node:readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  const [url, n] = line.split(" ");
  const people = clients[url] ??= new TableClient(url, "people", credential, { allowInsecureConnection: true });
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: conns }, async () => {
    for (let i = 0; i < n / conns; i++) await people.getEntity("p", "00005000");
  }));
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);
});`

func BenchmarkPointReadWatchedNode(b *testing.B) {
	to, from := startNode(b)
	compareWatched(b, turn/20, func(url string) reader {
		return func(n int) (time.Duration, error) {
			if _, err := fmt.Fprintln(to, url, n); err != nil {
				return 0, err
			}
			var micros int
			_, err := fmt.Fscanln(from, &micros)
			return time.Duration(micros) * time.Microsecond, err
		}
	})
}

// startNode runs nodeReads until the benchmark ends.
func startNode(b *testing.B) (to io.Writer, from io.Reader) {
	b.Helper()
	if _, err := os.Stat("../site/node_modules/@azure/data-tables"); err != nil {
		b.Skip("the clients are not installed: ./build.sh does that")
	}
	node := exec.Command("node", "-e", nodeReads, auth.DevelopmentAccount, auth.DevelopmentKey, strconv.Itoa(conns))
	node.Dir, node.Stderr = "../site", os.Stderr
	in, errIn := node.StdinPipe()
	out, errOut := node.StdoutPipe()
	if err := errors.Join(errIn, errOut, node.Start()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close() // it ends with its input
		if err := node.Wait(); err != nil {
			b.Error(err)
		}
	})
	return in, bufio.NewReader(out)
}

// compareWatched has a client read from both servers in turns of n reads. Either is the first one of a pair as often as
// the other.
func compareWatched(b *testing.B, n int, client func(url string) reader) {
	page := []string{"-site", "127.0.0.1:0", "-dir", b.TempDir()}
	if err := os.WriteFile(filepath.Join(page[3], "index.html"), []byte("<p>"), 0o600); err != nil {
		b.Fatal(err)
	}
	readers := [2]reader{client(serveBench(b, 10_000)["table"]), client(serveBench(b, 10_000, page...)["table"])}
	var plain, added []float64 // of each pair
	for round := 0; b.Loop(); round++ {
		var spent [2]time.Duration
		for i := range readers {
			i ^= round % 2
			before := ownProcessorTime(b)
			elsewhere, err := readers[i](n)
			if err != nil {
				b.Fatal(err)
			}
			spent[i] = ownProcessorTime(b) - before + elsewhere
		}
		plain = append(plain, float64(spent[0].Microseconds())/float64(n))
		added = append(added, 100*(spent[1].Seconds()/spent[0].Seconds()-1))
	}
	slices.Sort(plain)
	slices.Sort(added)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(plain[len(plain)/2], "cpu-µs/read")
	b.ReportMetric(added[len(added)/4], "%-low")
	b.ReportMetric(added[len(added)/2], "%-watching")
	b.ReportMetric(added[len(added)*3/4], "%-high")
}

// ownProcessorTime returns what this process has taken since it began.
func ownProcessorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
