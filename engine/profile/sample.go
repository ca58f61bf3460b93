package profile

import (
	"cmp"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/order"
)

// Limits of the sample.
const (
	sampleRows  = 20_000
	sampleBytes = 16 << 20
)

// sample holds all rows of some groups: those whose value of one column has a hash below a threshold, which is
// lowered as rows arrive. So its groups are as large as they are in the file.
type sample struct {
	column    int // of the file, whose values are the groups
	groups    map[uint64]*group
	threshold uint64
	tooLarge  map[uint64]bool // groups that alone are larger than a sample
	rows      int
	bytes     int
}

type group struct {
	rows  []string // texts of all cells, each after its column and length
	bytes int
}

func newSample(column int) *sample {
	return &sample{column: column, groups: map[uint64]*group{}, threshold: ^uint64(0), tooLarge: map[uint64]bool{}}
}

// takes reports whether rows of the group h are in the sample.
func (s *sample) takes(h uint64) bool { return h != 0 && h <= s.threshold && !s.tooLarge[h] }

// add takes a row of the group h.
func (s *sample) add(h uint64, text string) {
	g := s.groups[h]
	if g == nil {
		g = &group{}
		s.groups[h] = g
	}
	g.rows, g.bytes = append(g.rows, text), g.bytes+len(text)
	s.rows, s.bytes = s.rows+1, s.bytes+len(text)
	if len(g.rows) > sampleRows || g.bytes > sampleBytes {
		s.tooLarge[h] = true
		s.drop(h)
	}
	for s.rows > sampleRows || s.bytes > sampleBytes {
		s.threshold = s.highest() - 1
		s.drop(s.threshold + 1)
	}
}

func (s *sample) highest() uint64 {
	most := uint64(0)
	for h := range s.groups {
		most = max(most, h)
	}
	return most
}

func (s *sample) drop(h uint64) {
	g := s.groups[h]
	s.rows, s.bytes = s.rows-len(g.rows), s.bytes-g.bytes
	delete(s.groups, h)
}

// pack writes the cells of a row as one text, which keeps nothing else of the file.
func pack(r *row) string {
	var b strings.Builder
	for _, c := range r.cells {
		b.WriteByte(byte(c.column))
		for n := len(c.text); ; n >>= 7 {
			if n < 0x80 {
				b.WriteByte(byte(n))
				break
			}
			b.WriteByte(byte(n) | 0x80)
		}
		b.WriteString(c.text)
	}
	return b.String()
}

// unpack calls visit for each cell of a row.
func unpack(text string, visit func(column int, text string)) {
	for i := 0; i < len(text); {
		column, n, shift := int(text[i]), 0, 0
		for i++; ; shift += 7 {
			c := text[i]
			i++
			n |= int(c&0x7F) << shift
			if c < 0x80 {
				break
			}
		}
		visit(column, text[i:i+n])
		i += n
	}
}

// annotations are the types that JSON does not say by itself.
// Source: Payload format for Table service operations, "Property types".
var annotations = map[kinds]edm.Type{
	longKind: edm.TypeInt64, timeKind: edm.TypeDateTime, guidKind: edm.TypeGUID, binaryKind: edm.TypeBinary,
}

// AppendSample appends the rows of the sample as JSON lines with types, group by group. They hold values of the file.
func (p *Profile) AppendSample(b []byte) []byte {
	if p.sample == nil {
		return b
	}
	var groups []uint64
	for h := range p.sample.groups {
		groups = append(groups, h)
	}
	order.By(groups, func(a, b uint64) int { return cmp.Compare(a, b) })
	for _, h := range groups {
		for _, row := range p.sample.groups[h].rows {
			b = p.appendRow(b, row)
		}
	}
	return b
}

func (p *Profile) appendRow(b []byte, packed string) []byte {
	start := len(b)
	unpack(packed, func(column int, text string) {
		c := p.columns.list[column]
		k := c.typeOf()
		b = append(b, ',')
		t, ok := annotations[k]
		if k == doubleKind && isNotFinite(text) {
			t, ok = edm.TypeDouble, true
		}
		if ok {
			b = append(jsontext.AppendString(b, c.name+"@odata.type"), ':')
			b = append(jsontext.AppendString(b, t.String()), ',')
		}
		if k == timeKind {
			text = isoTime(text)
		}
		b = append(jsontext.AppendString(b, c.name), ':')
		if k&(intKind|doubleKind|boolKind) != 0 && jsontext.Error(text) < 0 {
			b = append(b, text...)
		} else {
			b = jsontext.AppendString(b, text)
		}
	})
	b[start] = '{'
	return append(b, '}', '\n')
}
