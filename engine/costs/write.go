package costs

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// String writes the contract, its columns below each other.
func (f *File) String() string {
	var b strings.Builder
	widths := f.widths()
	for i := range f.items {
		it := &f.items[i]
		switch {
		case it.line != nil:
			b.WriteString(row(widths[:], it.line.cells(), it.line.Comment))
		case it.budget != nil:
			b.WriteString(row(widths[:2], it.budget.cells(), it.budget.Comment))
		default:
			b.WriteString(it.text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (l *Line) cells() []string { return []string{l.Table, l.Does, l.Text, l.Class, l.Bounds.String()} }

func (b *Budget) cells() []string {
	var bounds []string
	if b.Requests > 0 {
		bounds = append(bounds, "requests <= "+strconv.Itoa(b.Requests))
	}
	if b.Factor > 0 {
		bounds = append(bounds, "read <= "+strconv.Itoa(b.Factor)+" x returned")
	}
	return []string{"*", "budget", strings.Join(bounds, ", ")}
}

// widths returns how wide the columns before the bounds are.
func (f *File) widths() (w [4]int) {
	if f.Budget() != nil {
		w[0], w[1] = len("*"), len("budget")
	}
	for _, l := range f.Lines() {
		for i, c := range l.cells()[:len(w)] {
			w[i] = max(w[i], utf8.RuneCountInString(c))
		}
	}
	return w
}

// row writes cells, all but the last one as wide as their columns.
func row(widths []int, cells []string, comment string) string {
	text := ""
	for i, c := range cells {
		if i < len(widths) {
			if widths[i] == 0 {
				continue // a file in which no shape has a text
			}
			c += strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)+2)
		}
		text += c
	}
	text = strings.TrimRight(text, " ")
	if comment != "" {
		text += "  " + comment
	}
	return text
}
