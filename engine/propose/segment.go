package propose

import (
	"strconv"
	"strings"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// How a key is written.
type how uint8

const (
	plain how = iota
	upwards
	downwards
)

// part is a segment of a template: a key in a form.
type part struct {
	key
	how    how
	unit   string // of a period
	bucket int
	bands  int // into which a range of numbers is divided
}

// coarse reports whether a segment does not tell the value of its key.
func (p part) coarse() bool { return p.bucket > 0 || p.unit != "" || p.bands > 0 }

// text writes a segment. A number has as many digits as its values need, which keeps keys in order and short.
func (p part) text(m *plan.Model) string {
	t := typeOf(m.Facts.Sheet, p.key)
	number := t.Name == sheet.Int || t.Name == sheet.Long
	digits := m.Facts.Digits(m.Facts.Canonical(p.ref))
	switch {
	case p.bucket > 0:
		return "{" + p.name + ":" + strconv.Itoa(p.bucket) + "%}"
	case p.bands > 0:
		return "{" + p.name + ":" + strconv.Itoa(p.bands) + "#}"
	case p.unit != "":
		return "{" + p.name + ":" + p.unit + "}"
	case p.how != downwards && caseless(m.Facts.Sheet, p.key):
		return "{" + p.name + ":low}"
	case p.how == downwards && (number || t.Name == sheet.Time):
		return "{" + p.name + ":-}"
	case t.Name == sheet.Time && t.Unit == "":
		return "{" + p.name + ":tick}"
	case number && (p.how != plain || p.padded(m, digits)):
		return "{" + p.name + ":" + strconv.Itoa(digits) + "}"
	case p.how != plain && t.Name == sheet.Double:
		return "{" + p.name + ":" + strconv.Itoa(decimals) + ".2}"
	}
	return "{" + p.name + "}"
}

// padded reports whether a whole number that nothing is ordered by is shorter with as many digits as its values need.
func (p part) padded(m *plan.Model, digits int) bool {
	ref := m.Facts.Canonical(p.ref)
	return ref.Attr != sheet.Whole && !m.Facts.Sheet.Kinds[ref.Kind].Attributes[ref.Attr].Signed &&
		digits < m.Facts.Width(ref)
}

// decimals are the digits of a decimal number in a key: up to ten thousand million, with two places.
const decimals = 12

// join writes segments with a text between two of them that cannot be part of the first.
func join(m *plan.Model, parts []part) string {
	var b strings.Builder
	for i, p := range parts {
		b.WriteString(p.text(m))
		if i+1 < len(parts) {
			b.WriteString(p.separator(m))
		}
	}
	return b.String()
}

func (p part) separator(m *plan.Model) string {
	if p.coarse() || p.how == downwards {
		return "_"
	}
	t := typeOf(m.Facts.Sheet, p.key)
	text := t.Name == "" || t.Name == sheet.Text
	return keys.Separator(m.Facts, p.ref, p.how == upwards && text)
}
