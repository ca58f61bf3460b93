package profile

import (
	"slices"
	"strconv"
	"strings"
)

// csvFile reads comma separated values: those of Storage Explorer, which have a column of types beside each column, and
// any others, also with semicolons or tabs.
// Source: RFC 4180; Storage Explorer writes the type of column "n" into the column "n@type".
type csvFile struct {
	columns   *columns
	separator byte
	at        int   // line
	targets   []int // column of each cell of a row; -1 for none, -2-i for the type of the cell i
	cells     []string
	renamed   []Renamed
}

const typeColumn = "@type"

func newCSV(c *columns, text string) *csvFile {
	return &csvFile{columns: c, separator: separatorOf(text), at: 1}
}

// separatorOf returns the separator that the first line has most of; a comma if it has none.
func separatorOf(text string) byte {
	separators, counts, quoted := ",;\t", [3]int{}, false
	for i := range len(text) {
		c := text[i]
		if c == '"' {
			quoted = !quoted
		} else if at := strings.IndexByte(separators, c); at >= 0 && !quoted {
			counts[at]++
		} else if c == '\n' || c == '\r' {
			break
		}
	}
	best := 0
	for i := range counts {
		if counts[i] > counts[best] {
			best = i
		}
	}
	return separators[best]
}

func (f *csvFile) line() int { return f.at }

func (f *csvFile) next(text string, last bool, r *row) (int, error) {
	r.line, r.cells, f.cells = f.at, r.cells[:0], f.cells[:0]
	n, lines, err := f.split(text, last)
	if n == 0 || err != nil {
		return 0, err
	}
	switch {
	case f.isEmpty(text):
	case f.targets == nil:
		f.names()
	case len(f.cells) > len(f.targets):
		err = fault("profile-cells", f.at, strconv.Itoa(len(f.cells)), strconv.Itoa(len(f.targets)))
	default:
		err = f.fill(r)
	}
	f.at += lines
	return n, err
}

// isEmpty reports whether the row that was split is an empty line; a pair of quotes is a cell.
func (f *csvFile) isEmpty(text string) bool {
	return len(f.cells) == 1 && f.cells[0] == "" && text[0] != '"'
}

// split cuts the first row of a text into cells. It returns how many bytes and lines the row takes.
func (f *csvFile) split(text string, last bool) (n, lines int, err error) {
	for i := 0; ; {
		cell, end, inside, err := f.cell(text, i)
		if err != nil {
			return 0, 0, err
		}
		if end < 0 || end == len(text) && !last {
			if last {
				err = fault("profile-quote", f.at+lines)
			}
			return 0, 0, err
		}
		lines += inside
		f.cells = append(f.cells, cell)
		switch {
		case end == len(text):
			return end, lines, nil
		case text[end] == f.separator:
			i = end + 1
			continue
		case text[end] == '"':
			return 0, 0, fault("profile-after-quote", f.at+lines)
		}
		n, ok := lineEnd(text, end, last)
		if !ok {
			return 0, 0, nil
		}
		return end + n, lines + 1, nil
	}
}

// lineEnd returns the bytes of the line end at i; false if the next slice may have more of it.
func lineEnd(text string, i int, last bool) (n int, ok bool) {
	if text[i] == '\n' {
		return 1, true
	}
	if i+1 == len(text) {
		return 1, last
	}
	if text[i+1] == '\n' {
		return 2, true
	}
	return 1, true
}

// cell returns the cell that begins at i, where it ends (-1 if its quote is not closed), and the line ends in it.
func (f *csvFile) cell(text string, i int) (cell string, end, lines int, err error) {
	if i < len(text) && text[i] == '"' {
		return f.quoted(text, i+1)
	}
	for end = i; end < len(text); end++ {
		if c := text[end]; c == f.separator || c == '\n' || c == '\r' {
			break
		}
	}
	return text[i:end], end, 0, nil
}

// quoted reads a cell whose quote is before i.
func (f *csvFile) quoted(text string, i int) (cell string, end, lines int, err error) {
	var before []byte // of the quote that was found last
	for from := i; ; {
		at := strings.IndexByte(text[from:], '"')
		if at < 0 {
			return "", -1, 0, nil
		}
		part := text[from : from+at]
		from += at + 1
		if from < len(text) && text[from] == '"' {
			before = append(append(before, part...), '"')
			from++
			continue
		}
		whole := part
		if before != nil {
			whole = string(append(before, part...))
		}
		lines = linesIn(whole)
		if from < len(text) && text[from] != f.separator && text[from] != '\n' && text[from] != '\r' {
			return "", 0, 0, fault("profile-after-quote", f.at+lines)
		}
		return whole, from, lines, nil
	}
}

// linesIn counts the line ends of a text.
func linesIn(text string) int {
	n := strings.Count(text, "\n")
	for i := range len(text) {
		if text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			n++
		}
	}
	return n
}

// names reads the first row.
func (f *csvFile) names() {
	h, targets := readHeader(slices.Clone(f.cells))
	for i, t := range targets {
		if t >= 0 {
			targets[i] = f.columns.named(h.names[t])
		}
	}
	f.targets, f.renamed = targets, h.renamed
}

// fill turns cells into those of a row. Errors: a type that no property has.
func (f *csvFile) fill(r *row) error {
	said := map[int]kinds(nil)
	for i, text := range f.cells {
		if target := f.targets[i]; target < -1 && text != "" && text != "Edm.Null" {
			k, ok := kindsNamed(text)
			if !ok {
				return fault("profile-type", f.at, text)
			}
			if said == nil {
				said = map[int]kinds{}
			}
			said[-2-target] = k
		}
	}
	for i, text := range f.cells {
		k, typed := said[i]
		if f.targets[i] < 0 || text == "" && !f.isPresent(i, k) {
			continue
		}
		if !typed {
			k = anyKind
		}
		r.cells = append(r.cells, cell{f.targets[i], text, k})
	}
	return nil
}

// isPresent reports whether an empty cell is a value: a text that the file calls one, or a key, which may be empty
// where the line goes on to it.
func (f *csvFile) isPresent(i int, said kinds) bool {
	if said != 0 {
		return said&^(textKind|binaryKind) == 0
	}
	return len(f.cells) == len(f.targets) && isKey(f.columns.list[f.targets[i]].name)
}
