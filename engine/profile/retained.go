package profile

// retainedBytes is how much the rows of the chosen columns may take: about a million rows of twelve columns, half of
// which have few values. Beyond that half of them go, by a hash of their line, and again when it is too much again.
const retainedBytes = 64 << 20

const chunkRows = 1 << 14

// keyColumn is a chosen column with its values by row: codes+1 of its dictionary, or hashes. 0 is a missing value.
type keyColumn struct {
	*column
	codes  [][]uint16
	hashes [][]uint64
}

// retained holds rows as hashes of the chosen columns.
type retained struct {
	columns []keyColumn
	lines   [][]uint32 // where each row begins
	sizes   [][]uint32 // bytes of each entity
	budget  int        // bytes that all that may take
	rows    int
	level   int // one of 2^level rows is retained
	unfit   unfitRows
}

// isThin reports whether some rows are not retained.
func (r *retained) isThin() bool { return r.level > 0 }

// push adds to a list of chunks, so that no list is ever copied.
func push[T any](chunks [][]T, v T) [][]T {
	last := len(chunks) - 1
	if last < 0 || len(chunks[last]) == chunkRows {
		chunks, last = append(chunks, make([]T, 0, chunkRows)), last+1
	}
	chunks[last] = append(chunks[last], v)
	return chunks
}

func at[T any](chunks [][]T, i int) T { return chunks[i/chunkRows][i%chunkRows] }

// add retains a row, unless rows have become too many. Hashes and codes are those of the chosen columns.
func (r *retained) add(line, size int, hashes []uint64, codes []uint16) {
	for i := range r.columns {
		if c := &r.columns[i]; c.exact == nil && c.codes != nil {
			c.widen()
		}
	}
	if !r.selects(line) {
		return
	}
	for i := range r.columns {
		if c := &r.columns[i]; c.exact != nil {
			c.codes = push(c.codes, codes[i])
		} else {
			c.hashes = push(c.hashes, hashes[i])
		}
	}
	r.lines, r.sizes = push(r.lines, uint32(line)), push(r.sizes, uint32(size))
	if r.rows++; r.rows%chunkRows == 0 && r.bytes() > r.budget {
		r.thin()
	}
}

// selects reports whether the row at a line is among those retained at the present level.
func (r *retained) selects(line int) bool { return mix(uint64(line))&(1<<r.level-1) == 0 }

func (r *retained) bytes() int {
	each := 8
	for i := range r.columns {
		if each += 2; r.columns[i].exact == nil {
			each += 6
		}
	}
	return each * r.rows
}

// thin forgets half of the rows.
func (r *retained) thin() {
	r.level++
	n := 0
	for i := range r.rows {
		line := at(r.lines, i)
		if !r.selects(int(line)) {
			continue
		}
		for j := range r.columns {
			move(r.columns[j].codes, n, i)
			move(r.columns[j].hashes, n, i)
		}
		move(r.lines, n, i)
		move(r.sizes, n, i)
		n++
	}
	r.rows = n
	for j := range r.columns {
		r.columns[j].codes = cut(r.columns[j].codes, n)
		r.columns[j].hashes = cut(r.columns[j].hashes, n)
	}
	r.lines, r.sizes = cut(r.lines, n), cut(r.sizes, n)
}

func move[T any](chunks [][]T, to, from int) {
	if chunks != nil {
		chunks[to/chunkRows][to%chunkRows] = chunks[from/chunkRows][from%chunkRows]
	}
}

func cut[T any](chunks [][]T, n int) [][]T {
	if chunks == nil {
		return nil
	}
	full := (n + chunkRows - 1) / chunkRows
	chunks = chunks[:full:full]
	if full > 0 {
		chunks[full-1] = chunks[full-1][:n-(full-1)*chunkRows]
	}
	return chunks
}

// widen turns codes into hashes after the column has got too many values.
func (c *keyColumn) widen() {
	for _, chunk := range c.codes {
		for _, code := range chunk {
			hash := uint64(0)
			if code > 0 {
				hash = c.codeHashes[code-1]
			}
			c.hashes = push(c.hashes, hash)
		}
	}
	c.codes, c.codeHashes = nil, nil
}

// hash returns the value of a row in a column, 0 for none.
func (c *keyColumn) hash(row int) uint64 {
	if c.exact == nil {
		return at(c.hashes, row)
	}
	if code := at(c.codes, row); code > 0 {
		return c.exact.hashes[code-1]
	}
	return 0
}
