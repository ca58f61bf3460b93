package profile

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// attribute returns the name of a column as a property: other characters become low lines. Two columns may become the
// same; then the later ones get numbers.
func (c *columns) attribute(i int) string {
	name, same := propertyName(c.list[i].name), 1
	for _, before := range c.list[:i] {
		if propertyName(before.name) == name {
			same++
		}
	}
	if same > 1 {
		name += "_" + strconv.Itoa(same)
	}
	return name
}

// longestName leaves room for a number.
const longestName = sheet.MaxName - 4

func propertyName(text string) string {
	var b strings.Builder
	for _, r := range text {
		if utf8.RuneCountInString(b.String()) == longestName {
			break
		}
		if !edm.ValidName("n" + string(r)) {
			r = '_'
		}
		b.WriteRune(r)
	}
	name := b.String()
	if !edm.ValidName(name) || sheet.IsReserved(name) {
		name = "n" + name
	}
	return name
}

// segment returns the form of a column in a key: integers with zeros, so that they are in order as texts.
func (p *Profile) segment(chosen int, types map[string]string) string {
	c, name := &p.keys.columns[chosen], p.columns.attribute(p.keys.chosen[chosen])
	if c.typeAs(types[c.name])&(intKind|longKind) != 0 && c.ends[0] >= 0 && c.digits[0] < c.digits[1] {
		return "{" + name + ":" + strconv.Itoa(c.digits[1]) + "}"
	}
	return "{" + name + "}"
}

// key returns the template of a key. Parts are separated by a low line, or by an exclamation mark if a value has one.
func (p *Profile) key(columns []int, types map[string]string) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			separator := "_"
			if p.keys.columns[columns[i-1]].isUnder() {
				separator = "!"
			}
			b.WriteString(separator)
		}
		b.WriteString(p.segment(c, types))
	}
	return b.String()
}

// keysText returns both templates with a bar between; types are those that a reader has chosen.
func (p *Profile) keysText(partition, row []int, types map[string]string) string {
	return p.key(partition, types) + " | " + p.key(row, types)
}
