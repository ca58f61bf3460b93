//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Until format 1 a file was that of buntdb: commands without checksums. A transaction of several keys
// came after a deletion of the key announcement, with the number of its commands after it. Such a file
// is read once and rewritten.
const announcement = "\x00transaction "

// completeSuffix is that of a second name that such a file had while it was compacted. While there is
// one it names the file that is complete.
const completeSuffix = ".old"

// sniffed is how much of a file shows its format, in bytes.
const sniffed = 4096

// formatOf returns the size of a file, and whether it is of the old format. Errors: those of the file.
func formatOf(path string) (size int64, old bool, err error) {
	b, size, err := beginning(path)
	if errors.Is(err, fs.ErrNotExist) && leftOld(path) {
		return 0, true, nil
	}
	if err != nil {
		return 0, false, err
	}
	if bytes.HasPrefix(b, []byte(fileMagic)) || bytes.Contains(b, []byte(recordMagic)) {
		return size, false, nil
	}
	return size, looksOld(b) || leftOld(path), nil
}

// beginning returns the first bytes of a regular file, and its size: to open any other may block for ever.
func beginning(path string) (b []byte, size int64, err error) {
	if size, err = sizeOf(path); err != nil {
		return nil, 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	b = make([]byte, sniffed)
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return b[:n], size, err
}

// leftOld reports whether a file of the old format has been left under its second name.
func leftOld(path string) bool {
	b, _, err := beginning(path + completeSuffix)
	return err == nil && looksOld(b)
}

// looksOld reports whether a file with this beginning is of the old format, whole or damaged.
func looksOld(b []byte) bool {
	return beginsOld(b) || bytes.Contains(b, []byte("\r\n$3\r\nset\r\n$"))
}

// beginsOld reports whether a text begins with the name of a command of the old format.
func beginsOld(b []byte) bool {
	for _, command := range []string{"*3\r\n$3\r\nset\r\n$", "*2\r\n$3\r\ndel\r\n$", "*1\r\n$7\r\nflushdb\r\n"} {
		if bytes.HasPrefix(b, []byte(command)) {
			return true
		}
	}
	return false
}

// oldSource returns the name of the file of the old format that is complete.
func oldSource(path string) string {
	if leftOld(path) {
		return path + completeSuffix
	}
	return path
}

// convert reads a file of the old format and writes it again.
func (d *disk) convert() error {
	source := oldSource(d.path)
	b, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	s, err := loadOld(b, d.bunt)
	if err == nil {
		err = s.damage()
	}
	if err != nil {
		return err
	}
	name, err := d.o.files.keepCopy(source, d.path, "old-format", 0)
	if err != nil {
		return fmt.Errorf("keep the file of the old format: %w", err)
	}
	if err := d.begin(); err != nil {
		return err
	}
	torn := ""
	if t, ok := s.torn(); ok {
		torn = fmt.Sprintf("; its last %d bytes were not a whole transaction (%s) and were left out", t.To-t.From, t.Found)
	}
	d.o.report(fmt.Errorf("store: %s was rewritten in the present format%s; the old file is kept as %s, "+
		"delete it once all is well", d.path, torn, name))
	if source != d.path {
		return os.Remove(source)
	}
	return nil
}

// readOld calls use with the transactions of a file of the old format. The survey has no numbers.
// Errors: those of use.
func readOld(b []byte, use func([]write) error) (*survey, error) {
	s := &survey{size: int64(len(b)), state: 1}
	b = bytes.TrimRight(b, "\x00") // a loss of power can leave zeros; no command ends with one
	var open []write               // of the transaction that was announced
	want := 0
	for at := 0; at < len(b); {
		c, n, err := parseOld(b[at:])
		if err == nil && c.announced >= 0 && want > 0 {
			err = fmt.Errorf("%d commands of a transaction, and then another one", len(open))
		}
		if err != nil {
			s.stopOld(b, at, err)
			return s, nil
		}
		at += n
		if c.announced >= 0 {
			want = c.announced
			continue
		}
		if open = append(open, c.write); len(open) < want {
			continue
		}
		if err := use(open); err != nil {
			return s, err
		}
		s.before++
		s.end, open, want = int64(at), open[:0], 0
	}
	if s.end < s.size && (want > 0 || s.size > int64(len(b))) {
		s.gaps = []Gap{{From: s.end, To: s.size, Found: "the file ends inside a transaction"}}
	}
	return s, nil
}

// stopOld records what is wrong at a byte of a file of the old format. It is a torn end only if the file ends
// there, and no whole command follows that a crash could not have left.
func (s *survey) stopOld(b []byte, at int, err error) {
	after := 0
	for i := at + 1; i < len(b); i++ {
		next := bytes.Index(b[i:], []byte("\r\n*"))
		if next < 0 {
			break
		}
		i += next + 2
		if c, n, err := parseOld(b[i:]); err == nil {
			if c.announced < 0 {
				after++
			}
			i += n - len("\r\n") - 1
		}
	}
	g := Gap{From: s.end, To: s.size, Found: fmt.Sprintf("byte %d: %v", at, err)}
	s.after = after
	s.headless = after > 0 || !errors.Is(err, errOldEnd) || !beginsOld(b) // not torn
	s.gaps = []Gap{g}
}
