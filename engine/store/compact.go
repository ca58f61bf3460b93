//go:build !js

package store

import (
	"errors"
	"fmt"
	"os"

	"github.com/tidwall/buntdb"
)

const (
	compactFrom  = 32 << 20 // size of the smallest file that is compacted, in bytes
	compactAgain = 32 << 20 // by how much a file grows before a compaction that failed is tried again, in bytes
	partSize     = 1 << 20  // keys and values of a part of the state, in bytes, about

	// newSuffix is that of a file that is not complete yet. It is removed before it is written again.
	newSuffix = ".new"
)

func (o *FileOptions) compactFrom() int64 {
	if o.CompactFrom > 0 {
		return o.CompactFrom
	}
	return compactFrom
}

// compact replaces a file that is mostly history by one that begins with the state as it is now. If
// that fails the file remains, and grows until the next attempt. The caller is the only writer, which
// waits; readers do not.
func (d *disk) compact() {
	if d.out.at < d.grown {
		return
	}
	if err := d.rewrite(d.out.id, d.out.number); err != nil {
		d.grown = d.out.at + compactAgain
		d.o.report(fmt.Errorf("store: compact %s, which has %d bytes and will be tried again after %d more: %w",
			d.path, d.out.at, compactAgain, err))
	}
}

// begin creates a file without keys.
func (d *disk) begin() error { return d.rewrite(d.o.ID, 1) }

// rewrite writes a new file that begins with the state of the database, and goes on with that. Until
// it has its name the one before is as it was. Then only the new one is there, and if that cannot be
// guaranteed nothing more is written.
func (d *disk) rewrite(id uint32, first uint64) error {
	out, err := writeNew(d.o.files, d.path+newSuffix, d.bunt, fileHead{id, first})
	if err != nil {
		return err
	}
	if err := d.o.files.rename(d.path+newSuffix, d.path); err != nil {
		return errors.Join(err, out.file.Close(), os.Remove(d.path+newSuffix))
	}
	d.flush.replace(out.file)
	d.use(out.file, out.id, out.at, out.number, out.at)
	d.cut = false
	if err := d.o.files.syncFolder(d.path); err != nil {
		return d.flush.fail(fmt.Errorf("store: the name of the new file may not be on the disk, and nothing more is "+
			"written: %w", err))
	}
	return nil
}

// writeNew writes a file that holds the state of a database, and flushes it.
func writeNew(fs files, path string, b *buntdb.DB, head fileHead) (*recordWriter, error) {
	f, err := fs.open(path, os.O_CREATE|os.O_TRUNC|os.O_RDWR)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteAt(head.encode(), 0)
	out := newRecordWriter(f, head.id, int64(headSize), head.first)
	if err == nil {
		err = writeState(out, b)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return out, nil
}

// writeState writes the records of the state of a database to which nothing else writes.
func writeState(out *recordWriter, b *buntdb.DB) error {
	var part []write
	for low, more := "", true; more; {
		var err error
		if part, more, err = partFrom(b, low, part[:0]); err != nil {
			return err
		}
		kind := stateEnd
		if more {
			kind, low = statePart, part[len(part)-1].key+"\x00"
		}
		if err := out.write(kind, part); err != nil {
			return err
		}
	}
	return nil
}

// partFrom appends about partSize of a state, from low on, and reports whether there is more. Between two
// parts others can read, which would otherwise wait behind a writer that waits for this one.
func partFrom(b *buntdb.DB, low string, part []write) (_ []write, more bool, err error) {
	size := 0
	err = b.View(func(tx *buntdb.Tx) error {
		return tx.AscendGreaterOrEqual("", low, func(key, value string) bool {
			if more = size >= partSize; more {
				return false
			}
			part = append(part, write{key, value, put})
			size += len(key) + len(value)
			return true
		})
	})
	return part, more, err
}
