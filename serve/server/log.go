package server

import (
	"fmt"
	"os"
	"sync"
	"time"

	"rowkey/engine/accesslog"
	"rowkey/engine/trail"
)

// requestLog writes a line for each request to tables, as package accesslog has it: without values of rows. A nil one
// writes nothing.
type requestLog struct {
	mu    sync.Mutex // guards the fields below
	file  *os.File   // nil after a line could not be written
	begun bool
	line  []byte
}

// openLog opens the file of -log; what is in it stays. It returns nil without that flag.
func openLog(o *options) (*requestLog, error) {
	if o.log == "" {
		return nil, nil
	}
	file, err := os.OpenFile(o.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("-log: %w", err)
	}
	l := &requestLog{file: file}
	o.engine.Watch = l.add
	return l, nil
}

// begin has requests written from now on: what -seed lays out is none of a program.
func (l *requestLog) begin() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
}

// add writes the line of a request that was answered. After the first line that cannot be written there are no more.
func (l *requestLog) add(q *trail.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil || !l.begun {
		return
	}
	l.line = accesslog.Append(l.line[:0], time.Now(), q)
	if _, err := l.file.Write(l.line); err != nil {
		fmt.Fprintln(os.Stderr, "serve: -log ends here:", err)
		l.file.Close()
		l.file = nil
	}
}

// end closes the file.
func (l *requestLog) end() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	return err
}
