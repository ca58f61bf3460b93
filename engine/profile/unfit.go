package profile

import "slices"

// unfit is a value of a row that a key cannot have as it is.
type unfit struct {
	column    int
	forbidden bool // it has a character that keys cannot have; else it is too long
}

// unfitRows counts rows by the chosen columns whose values are unfit for keys, as bits: those with a forbidden
// character, and those with any fault. So a row with several such columns counts once, whichever of them a key has.
type unfitRows map[[2]uint16]int

// add counts a row. Columns that were not chosen are never in a key.
func (u *unfitRows) add(chosen []int, wrong []unfit) {
	var bits [2]uint16
	for _, w := range wrong {
		if at := slices.Index(chosen, w.column); at >= 0 {
			bits[1] |= 1 << at
			if w.forbidden {
				bits[0] |= 1 << at
			}
		}
	}
	if bits[1] == 0 {
		return
	}
	if *u == nil {
		*u = unfitRows{}
	}
	(*u)[bits]++
}

// forbidden returns how many rows have a character that keys cannot have in some chosen column.
func (u unfitRows) forbidden() (n int) {
	for bits, rows := range u {
		if bits[0] != 0 {
			n += rows
		}
	}
	return n
}

// in returns how many rows have a value that is unfit for keys in one of some chosen columns.
func (u unfitRows) in(columns []int) (n int) {
	var wanted uint16
	for _, at := range columns {
		wanted |= 1 << at
	}
	for bits, rows := range u {
		if bits[1]&wanted != 0 {
			n += rows
		}
	}
	return n
}

// shownPlaces is how many lines of the file are named for one thing.
const shownPlaces = 8

// Places are the lines of a file that have something wrong.
type Places struct {
	Count int   `json:"count"`
	Lines []int `json:"lines"` // the first 8
}

func (p *Places) add(line int) {
	if p.Count++; len(p.Lines) < shownPlaces {
		p.Lines = append(p.Lines, line)
	}
}
