package copy

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"rowkey/serve/data"
)

// progress says now and then how far a copy is.
type progress struct {
	out      io.Writer
	terminal bool
	end      chan struct{}
	stopped  sync.WaitGroup

	mu    sync.Mutex // guards the fields below
	what  string
	done  int
	total int // 0 if it is not known
	begun time.Time
	first int // done at begun, by an earlier run
}

// startProgress begins to tell about one table, queue or container.
func startProgress(out io.Writer, what string, done, total int) *progress {
	if s, ok := out.(screen); ok {
		out = s.to // to ask it, and to write over a line
	}
	p := &progress{out: out, what: what, done: done, first: done, total: total, begun: time.Now(),
		end: make(chan struct{})}
	every := 5 * time.Second
	if f, ok := out.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			p.terminal, every = true, 500*time.Millisecond
		}
	}
	p.stopped.Go(func() { p.tell(every) })
	return p
}

// tell writes a line each time until the end.
func (p *progress) tell(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.write("")
		case <-p.end:
			return
		}
	}
}

// add says that so many more are done.
func (p *progress) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
}

// finish writes a last line.
func (p *progress) finish() {
	close(p.end)
	p.stopped.Wait()
	p.write("\n")
}

func (p *progress) write(end string) {
	p.mu.Lock()
	line := status(p.what, p.done, p.first, p.total, time.Since(p.begun))
	p.mu.Unlock()
	line = visible(line)
	if p.terminal {
		fmt.Fprintf(p.out, "\r%-78s%s", line, end)
		return
	}
	fmt.Fprintln(p.out, line)
}

// status says how much is done, how quickly, and how long the rest takes at that rate.
func status(what string, done, first, total int, took time.Duration) string {
	rate := float64(done-first) / max(took.Seconds(), 1e-3)
	line := fmt.Sprintf("%s  %s", what, data.Grouped(done))
	if total > 0 {
		line += " of " + data.Grouped(total)
	}
	line += fmt.Sprintf(", %s a second", data.Grouped(int(rate)))
	if left := total - done; total > 0 && left > 0 && rate > 0 {
		line += ", " + time.Duration(float64(left)/rate*float64(time.Second)).Round(time.Second).String() + " left"
	}
	return line
}

// plural of the things that a copy counts.
var plural = map[string]string{"blob": "blobs", "entity": "entities", "message": "messages", "other": "others",
	"table": "tables"}

// counted writes how many of a thing there are.
func counted(n int, thing string) string { return data.Plural(n, thing, plural[thing]) }
