package profile

// keptBytes is how much the rows of the chosen columns may take: about a million rows of twelve columns, half of which
// have few values. Beyond that half of them go, by
// a hash of their line, and again when it is too much again.
const keptBytes = 64 << 20

const chunkRows = 1 << 14

// keptColumn holds the values of one column by row: codes+1 of its dictionary, or hashes. 0 is no value.
type keptColumn struct {
	*column
	codes  [][]uint16
	hashes [][]uint64
}

// kept holds rows as hashes of the chosen columns.
type kept struct {
	columns []keptColumn
	lines   [][]uint32 // where each row begins
	sizes   [][]uint32 // bytes of each entity
	room    int        // bytes that all that may take
	rows    int
	level   int // one of 2^level rows is kept
	unfit   unfitRows
}

// isThin reports whether some rows are not kept.
func (k *kept) isThin() bool { return k.level > 0 }

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

// add keeps a row, unless rows have become too many. Hashes and codes are those of the chosen columns.
func (k *kept) add(line, size int, hashes []uint64, codes []uint16) {
	for i := range k.columns {
		if c := &k.columns[i]; c.exact == nil && c.codes != nil {
			c.widen()
		}
	}
	if !k.keeps(line) {
		return
	}
	for i := range k.columns {
		if c := &k.columns[i]; c.exact != nil {
			c.codes = push(c.codes, codes[i])
		} else {
			c.hashes = push(c.hashes, hashes[i])
		}
	}
	k.lines, k.sizes = push(k.lines, uint32(line)), push(k.sizes, uint32(size))
	if k.rows++; k.rows%chunkRows == 0 && k.bytes() > k.room {
		k.thin()
	}
}

// keeps reports whether the row at a line is among those kept at the present level.
func (k *kept) keeps(line int) bool { return mix(uint64(line))&(1<<k.level-1) == 0 }

func (k *kept) bytes() int {
	each := 8
	for i := range k.columns {
		if each += 2; k.columns[i].exact == nil {
			each += 6
		}
	}
	return each * k.rows
}

// thin forgets half of the rows.
func (k *kept) thin() {
	k.level++
	n := 0
	for i := range k.rows {
		line := at(k.lines, i)
		if !k.keeps(int(line)) {
			continue
		}
		for j := range k.columns {
			move(k.columns[j].codes, n, i)
			move(k.columns[j].hashes, n, i)
		}
		move(k.lines, n, i)
		move(k.sizes, n, i)
		n++
	}
	k.rows = n
	for j := range k.columns {
		k.columns[j].codes = cut(k.columns[j].codes, n)
		k.columns[j].hashes = cut(k.columns[j].hashes, n)
	}
	k.lines, k.sizes = cut(k.lines, n), cut(k.sizes, n)
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
func (c *keptColumn) widen() {
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
func (c *keptColumn) hash(row int) uint64 {
	if c.exact == nil {
		return at(c.hashes, row)
	}
	if code := at(c.codes, row); code > 0 {
		return c.exact.hashes[code-1]
	}
	return 0
}
