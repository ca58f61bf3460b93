package copy

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/serve/run"
)

// A file is loaded into an engine in memory, which checks it, puts it into order and answers as any other
// place does.

// fileSource loads a file; a snapshot may hold several accounts.
func (o *options) fileSource(ctx context.Context, path string) (*place, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	stamp, err := stampOf(full)
	if err != nil {
		return nil, err
	}
	account := auth.DevelopmentAccount
	if strings.ToLower(filepath.Ext(path)) == ".rowkey" {
		account = o.account
	}
	p, err := emptyPlace(account)
	if err != nil {
		return nil, err
	}
	p.name, p.stamp = full, stamp
	if err := p.load(ctx, p.handler.(*engine.Engine), full, o.mode); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// emptyPlace is an account of an engine in memory.
func emptyPlace(account string) (*place, error) {
	e, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, err
	}
	p := inProcess(e, "memory", account)
	p.close = e.Close
	return p, nil
}

// stampOf changes when a file does.
func stampOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d bytes of %s", info.Size(), info.ModTime().UTC().Format("2006-01-02T15:04:05.000000000Z")), nil
}

// load reads a file of any of the kinds. mode says what happens to an entity that comes twice in a file of lines.
func (p *place) load(ctx context.Context, e *engine.Engine, path string, how mode) error {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".http", ".rest":
		return run.Load(ctx, path, e)
	case ".jsonl", ".ndjson":
		return p.loadLines(ctx, path, how)
	case ".rowkey":
		snapshot, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := e.Restore(ctx, snapshot); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	default:
		return fmt.Errorf("%s: cannot copy from a file of type %q: name a file of type .jsonl (an entity in each line), "+
			".http (a script) or .rowkey (a snapshot)", path, ext)
	}
}

// loadLines reads a file of JSON lines. Errors name the line.
func (p *place) loadLines(ctx context.Context, path string, how mode) error {
	if how != insertMode {
		how = replaceMode // the last line counts
	}
	l := &loader{to: p, mode: how, table: tableOf(path)}
	return scanLines(path, 0, func(number int, text []byte) error {
		if err := l.line(ctx, text); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
		return nil
	})
}

// tableOf is the table of a file without a line that names one: that of the file's name, "" if no table can
// have it.
func tableOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	for i, c := range []byte(strings.ToLower(name)) {
		if (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return ""
		}
	}
	if len(name) < 3 || len(name) > 63 {
		return ""
	}
	return name
}

// maxLine is the longest line, in bytes: a blob of 64 MiB in base64 is shorter.
const maxLine = 100 << 20

// scanLines calls use for each line of a file, from an offset on, that is not empty.
func scanLines(path string, from int64, use func(number int, text []byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return err
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 0, 1<<20), maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\uFEFF")))
		if len(text) == 0 {
			continue
		}
		if err := use(n, text); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: the line is longer than %d MiB, which is the limit", path, n, maxLine>>20)
	}
	return lines.Err()
}
