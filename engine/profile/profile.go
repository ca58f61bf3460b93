package profile

import (
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
)

// Limits of a file.
const (
	MaxFile = 512 << 20 // bytes
	MaxRow  = 1 << 20   // bytes
)

// Profile reads one file. It is not safe for concurrent use.
type Profile struct {
	name    string
	columns *columns
	format  format
	rest    string // what has been given and not read
	read    int    // bytes given
	rows    int
	ended   bool
	err     error

	row      row
	hashes   []uint64 // of the row, by column
	codes    []uint16
	entities sizes // bytes of each row as an entity
	members  int   // most properties of a row
	large    Places
	many     Places

	early      []early
	earlyBytes int
	unfit      []unfit     // of the row that has been read
	budget     int         // bytes of the retained rows
	keys       *keyColumns // nil until they are chosen
	sample     *sample

	found *findings // what follows from the whole file, nil until it is needed
}

// New begins the profile of a file; its name says what its rows are. Errors: a size above 512 MiB.
func New(name string, size int) (*Profile, error) {
	if size > MaxFile {
		return nil, message.New("profile-file", strconv.Itoa(size>>20))
	}
	return &Profile{name: name, columns: &columns{at: map[string]int{}}, budget: retainedBytes}, nil
}

// Rows returns how many rows have been read.
func (p *Profile) Rows() int { return p.rows }

// Bytes returns how many bytes have been read.
func (p *Profile) Bytes() int { return p.read }

// Write reads the next slice of the file. Errors name the line: text that is not UTF-8, CSV or JSON, a row above 1 MiB.
// After an error nothing more is read.
func (p *Profile) Write(slice []byte) error { return p.take(slice, false) }

// Close reads what is left after the last slice. Errors: those of Write, and a file without rows.
func (p *Profile) Close() error {
	if err := p.take(nil, true); err != nil {
		return err
	}
	if p.rows == 0 {
		return p.fail(message.New("profile-empty"))
	}
	if p.keys == nil {
		p.choose()
	}
	p.ended = true
	return nil
}

// Cut ends the profile with the rows that were read so far; a part of a row after them is left out.
// Errors: an error of Write, and no rows.
func (p *Profile) Cut() error {
	p.rest = ""
	return p.Close()
}

func (p *Profile) fail(err error) error {
	p.err = err
	return err
}

func (p *Profile) take(slice []byte, last bool) error {
	if p.err != nil || p.ended {
		return p.err
	}
	if p.read += len(slice); p.read > MaxFile {
		return p.fail(message.New("profile-file", strconv.Itoa(p.read>>20)))
	}
	text := p.rest + string(slice)
	if p.format == nil {
		text = strings.TrimPrefix(text, "\uFEFF")
		if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
			return p.fail(fault("profile-utf8", 1))
		}
		start := strings.TrimLeft(text, " \t\r\n")
		if len(start) < sniffed && !last {
			p.rest = text
			return nil
		}
		if start == "" {
			return p.fail(message.New("profile-empty"))
		}
		text = text[p.open(text, start[0]):]
	}
	return p.readRows(text, last)
}

// sniffed is how many bytes tell what a file is.
const sniffed = 4 << 10

// open chooses the format by the first byte that is not blank. It returns where the rows begin.
func (p *Profile) open(text string, first byte) (from int) {
	if first != '{' && first != '[' {
		p.format = newCSV(p.columns, text)
		return 0
	}
	p.format, from = newObjects(p.columns, text)
	return from
}

// readRows reads all whole rows of a text and keeps the rest.
func (p *Profile) readRows(text string, last bool) error {
	for text != "" {
		line := p.format.line()
		n, err := p.format.next(text, last, &p.row)
		if err != nil {
			return p.fail(err)
		}
		if n == 0 {
			if len(text) > MaxRow {
				return p.fail(fault("profile-row", line))
			}
			break
		}
		if n > MaxRow {
			return p.fail(fault("profile-row", line))
		}
		text = text[n:]
		if len(p.row.cells) == 0 {
			continue
		}
		if err := p.add(); err != nil {
			return p.fail(err)
		}
	}
	p.rest = strings.Clone(text)
	return nil
}

// add looks at the row that has been read.
func (p *Profile) add() error {
	for len(p.hashes) < len(p.columns.list) {
		p.hashes, p.codes = append(p.hashes, 0), append(p.codes, 0)
	}
	clear(p.hashes)
	clear(p.codes)
	p.unfit = p.unfit[:0]
	size, members := 4, 0
	for i := range p.row.cells {
		c := &p.row.cells[i]
		col := p.columns.list[c.column]
		m, ok := measure(c.text)
		if !ok {
			return fault("profile-utf8", p.row.line)
		}
		p.hashes[c.column], p.codes[c.column] = col.add(c, m, p.row.line)
		if m.has&hasForbidden != 0 || m.isLongKey() {
			p.unfit = append(p.unfit, unfit{c.column, m.has&hasForbidden != 0})
		}
		if isKey(col.name) {
			size += 2 * m.units
			continue
		}
		size += 8 + 2*col.nameUnits + valueSize(col.typeOf(), m.units)
		members++
	}
	p.rows++
	p.limits(size, members)
	p.watch(size)
	return nil
}

func isKey(name string) bool { return name == edm.PartitionKey || name == edm.RowKey }

// valueSize returns the bytes of a value as the service counts them; units are those of its text.
// Source: "Understanding Windows Azure Storage Billing", storage team blog, as [edm.Entity.Size].
func valueSize(k kinds, units int) int {
	switch k {
	case textKind:
		return 4 + 2*units
	case binaryKind:
		return 4 + units*3/4
	case boolKind:
		return 1
	case intKind:
		return 4
	case guidKind:
		return 16
	}
	return 8
}

func (p *Profile) limits(size, members int) {
	p.entities.add(size)
	p.members = max(p.members, members)
	if size > edm.MaxEntitySize {
		p.large.add(p.row.line)
	}
	if members > edm.MaxProperties {
		p.many.add(p.row.line)
	}
}
