//go:build !js

package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// ErrDamaged says that a file is no database, or one that no crash of this program has damaged.
var ErrDamaged = errors.New("store: damaged file")

// repair cuts off what a crash has left half written: a command that is not whole, a transaction
// that lacks commands. It returns the size of the file. Errors: those of the file, [ErrDamaged].
func repair(path string) (int64, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	good, err := wholePart(f)
	if err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil || info.Size() == good {
		return good, err
	}
	if err := f.Truncate(good); err != nil {
		return 0, err
	}
	return good, f.Sync()
}

// wholePart returns the length of the longest beginning that consists of whole transactions.
func wholePart(r io.Reader) (int64, error) {
	l := commandReader{r: bufio.NewReaderSize(r, 64<<10)}
	start, left := int64(0), 0 // of the transaction that was announced last
	for {
		before := l.at
		name, key, err := l.command()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if left > 0 {
				return start, nil
			}
			return before, nil
		case err != nil:
			return 0, fmt.Errorf("%w, at byte %d: %w", ErrDamaged, before, err)
		}
		if n, ok := announced(name, key); ok {
			start, left = before, n
		} else if left > 0 {
			left--
		}
	}
}

func announced(name, key string) (int, bool) {
	digits, ok := strings.CutPrefix(key, announcement)
	if !ok || name != "del" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// commandReader reads the commands of a file. at is how many bytes it has read.
// Source: Redis serialization protocol, arrays of bulk strings.
type commandReader struct {
	r  *bufio.Reader
	at int64
}

// maxShort is the longest part that is returned, in bytes; longer ones are passed over.
const maxShort = 64

// command reads one command and returns its name and its first argument. A zero byte in its place is
// the end: a loss of power can leave them behind the last flush.
func (l *commandReader) command() (name, key string, err error) {
	if b, err := l.r.Peek(1); err != nil || b[0] == 0 {
		return "", "", io.EOF
	}
	n, err := l.length('*')
	if err != nil {
		return "", "", err
	}
	for i := range n {
		part, err := l.part()
		if err != nil {
			return "", "", err
		}
		switch i {
		case 0:
			name = part
		case 1:
			key = part
		}
	}
	if n == 0 || parts[name] != n {
		return "", "", fmt.Errorf("the command %q of %d parts", name, n)
	}
	return name, key, nil
}

// parts are the commands that are written, and how many parts they have.
var parts = map[string]int{"set": 3, "del": 2, "flushdb": 1}

// length reads a line of a sign and a number.
func (l *commandReader) length(sign byte) (int, error) {
	line, err := l.r.ReadSlice('\n')
	l.at += int64(len(line))
	if errors.Is(err, io.EOF) {
		return 0, err
	}
	text := string(line)
	if err != nil || len(text) < 4 || text[0] != sign {
		return 0, fmt.Errorf("%.20q in place of a length", text)
	}
	n, err := strconv.ParseUint(strings.TrimSuffix(text[1:], "\r\n"), 10, 31)
	return int(n), err
}

// part reads one part of a command and returns it if it is short.
func (l *commandReader) part() (string, error) {
	n, err := l.length('$')
	if err != nil {
		return "", err
	}
	if n > maxShort {
		skipped, err := l.r.Discard(n + 2)
		l.at += int64(skipped)
		return "", err
	}
	b := make([]byte, n+2)
	read, err := io.ReadFull(l.r, b)
	l.at += int64(read)
	if err != nil {
		return "", err
	}
	return string(b[:n]), nil
}
