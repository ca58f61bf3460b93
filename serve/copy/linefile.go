package copy

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"rowkey/engine/edm"
)

// lineFile is a target: a file of JSON lines that grows at its end.
type lineFile struct {
	path string
	file *os.File
	b    []byte // what flush will write
	size int64
}

// resume opens the file and cuts off what came after the journal was written, unless this run begins it.
// Errors: a file that is there already and not of this copy.
func (l *lineFile) resume(size int64, begun bool) (err error) {
	flags := os.O_RDWR | os.O_CREATE
	if !begun {
		if info, err := os.Stat(l.path); err == nil && info.Size() > 0 {
			return fmt.Errorf("%s already exists: delete it, or name another file", l.path)
		}
	}
	if l.file, err = os.OpenFile(l.path, flags, 0o600); err != nil {
		return err
	}
	info, err := l.file.Stat()
	if err == nil && info.Size() < size {
		err = fmt.Errorf("%s is shorter than its journal says: delete the file and the journal, and copy again", l.path)
	}
	if err == nil {
		err = l.file.Truncate(size)
	}
	if err == nil {
		_, err = l.file.Seek(size, 0)
	}
	l.size = size
	return err
}

// write adds a line.
func (l *lineFile) write(v *line) error {
	text, err := json.Marshal(v)
	l.b = append(append(l.b, text...), '\n')
	return err
}

// table begins a table.
func (l *lineFile) table(name string) error { return l.write(&line{Table: name}) }

// entities adds entities to the table that was begun last.
func (l *lineFile) entities(docs []edm.Document) error {
	for i := range docs {
		l.b = append(appendEntity(l.b, &docs[i].Entity), '\n')
	}
	return nil
}

// flush writes what was added and returns the size of the file.
func (l *lineFile) flush() (int64, error) {
	n, err := l.file.Write(l.b)
	l.b = l.b[:0]
	l.size += int64(n)
	return l.size, err
}

func (l *lineFile) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.file.Sync(), l.file.Close())
}

// each calls use for the entities of a table.
func (l *lineFile) each(table string, use func(*edm.Entity)) error {
	current := ""
	return scanLines(l.path, 0, func(_ int, text []byte) error {
		doc, err := edm.ParseJSON(string(text))
		if err == nil && doc.HasPartitionKey {
			if current == table {
				use(&doc.Entity)
			}
			return nil
		}
		var v line
		if err := json.Unmarshal(text, &v); err != nil {
			return err
		}
		if v.Table != "" {
			current = v.Table
		}
		return nil
	})
}
