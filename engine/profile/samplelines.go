package profile

import (
	"cmp"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/order"
)

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
