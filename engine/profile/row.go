package profile

import (
	"strconv"

	"rowkey/engine/message"
)

// cell is a value of a row. Empty cells of CSV and nulls of JSON are not cells.
type cell struct {
	column int
	text   string
	kinds  kinds // that it can be: what the file says, or what its form allows
}

// row is a row of a file; cells are used again for the next one.
type row struct {
	line  int // where it begins, from 1; of a JSON array the number of the element
	cells []cell
}

// format reads rows from a text.
type format interface {
	// next reads a row from the beginning of a text and returns how many bytes it took. It returns 0 if the text
	// ends before the row does, or holds no more. A row without cells is none, such as the names of columns.
	next(text string, last bool, r *row) (int, error)
	// line is where the next row begins.
	line() int
}

// fault returns an error about a line of the file.
func fault(code message.Code, line int, params ...string) error {
	return message.New(code, append([]string{strconv.Itoa(line)}, params...)...)
}
