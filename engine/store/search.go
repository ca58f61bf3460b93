//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math"
)

// search leaves the reader before the next whole record from at on whose number is least or more, and
// returns where that begins; without one it is the end of the file. Lower numbers are those of copies:
// a value can hold an older state of this very file. All searches of a file together take about as
// long as reading it twice, whatever is in it. Errors: those of the file.
func (r *recordReader) search(at int64, least uint64) (int64, error) {
	if err := r.sumUp(); err != nil {
		return at, err
	}
	for place, start := range r.heads(max(at, r.inside)) {
		if place < r.inside {
			continue
		}
		end, ok := r.whole(place, start)
		if !ok {
			continue
		}
		r.inside = end
		if start.number >= least {
			r.seek(place)
			return place, nil
		}
	}
	r.seek(r.size)
	return r.size, r.err
}

// sumUp reads the file once, so that from then on the checksum of a record that is not whole costs no
// more than that of a small one.
func (r *recordReader) sumUp() (err error) {
	if r.sums == nil {
		r.sums, err = newSums(r.file, r.size)
	}
	return err
}

// fits reports whether a record could begin at a place: it is of this file, and ends inside it.
func (r *recordReader) fits(at int64, start recordStart) *broken {
	switch room := r.size - at - int64(recordHead+sumSize); {
	case !r.anyID && start.id != r.id:
		return &broken{"a record of another file"}
	case room < 0 || start.length > min(uint64(room), math.MaxInt): // a head can be all that is left
		return &broken{fmt.Sprintf("the file ends inside record %d", start.number)}
	}
	return nil
}

// ownSum is the checksum of any text that is followed by its own checksum.
var ownSum = crc32.Checksum(make([]byte, sumSize), castagnoli)

// whole reports whether the record that begins at a place has the right checksum, and where it ends.
func (r *recordReader) whole(at int64, start recordStart) (end int64, ok bool) {
	if r.fits(at, start) != nil {
		return 0, false
	}
	body := at + int64(recordHead)
	end = body + int64(start.length) + sumSize
	head, err := r.sums.of(at, body-sumSize)
	held, err2 := r.sums.of(body, end)
	if r.err = errors.Join(r.err, err, err2); r.err != nil {
		return end, false
	}
	return end, shift(head, end-body)^held == ownSum
}

// heads visits the places from at on where a record may begin: those of heads whose own checksum is right.
// It ends at the first error of the file, which is then in r.err.
func (r *recordReader) heads(at int64) iter.Seq2[int64, recordStart] {
	return func(yield func(int64, recordStart) bool) {
		for r.err == nil && r.size-at >= int64(recordHead+sumSize) {
			b := r.window(at)
			last := len(b) - recordHead // the last place of which all of the head is in b
			for i := 0; i <= last; i++ {
				next := bytes.Index(b[i:], []byte(recordMagic))
				if i += next; next < 0 || i > last {
					break
				}
				if start, err := decodeRecordStart(b[i:]); err == nil && !yield(at+int64(i), start) {
					return
				}
			}
			at += int64(last) + 1
		}
	}
}

// window returns some of what begins at a place, the head of a record at least. If it cannot then the
// error is in r.err.
func (r *recordReader) window(at int64) []byte {
	if skip := at - r.seenAt; skip >= 0 && skip <= int64(len(r.seen)-recordHead) {
		return r.seen[skip:]
	}
	if r.seen == nil {
		r.seen = make([]byte, 4*sumStep)
	}
	n, err := r.file.ReadAt(r.seen[:cap(r.seen)], at)
	r.seen, r.seenAt = r.seen[:n], at
	if n < recordHead {
		r.err = err
	}
	return r.seen
}
