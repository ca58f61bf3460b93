package profile

import "slices"

// SplitCSV returns the rows of a text that comes in slices of a size, the lines where they begin, and the error.
func SplitCSV(text string, size int) (rows [][]string, lines []int, err error) {
	f, rest := newCSV(&columns{}, text), ""
	for from := 0; ; from += size {
		last := from+size >= len(text)
		rest += text[from:min(len(text), from+size)]
		for rest != "" {
			f.cells = f.cells[:0]
			n, ends, err := f.split(rest, last)
			if n == 0 || err != nil {
				if err != nil {
					return rows, lines, err
				}
				break
			}
			if !f.isEmpty(rest) {
				rows, lines = append(rows, slices.Clone(f.cells)), append(lines, f.at)
			}
			rest, f.at = rest[n:], f.at+ends
		}
		if last {
			return rows, lines, nil
		}
	}
}

// NewWithRoom is New with less memory for rows.
func NewWithRoom(name string, bytes int) *Profile {
	p, _ := New(name, 0)
	p.budget = bytes
	return p
}
