package profile

// pair watches two columns: how many combinations of values they have, and whether one determines the other.
type pair struct {
	a, b       int // positions among the chosen columns
	sketch     distinctSketch
	filled     int            // rows that have both
	determines [2]*dependency // does a determine b, does b determine a; nil once a row has shown that it does not
}

// dependency remembers which value of another column comes with each value of a column, by codes+1.
type dependency struct{ other [exactValues + 1]uint16 }

// see reports whether the values go together with those before.
func (t *dependency) see(code, other uint16) bool {
	if t.other[code] == 0 {
		t.other[code] = other + 1
	}
	return t.other[code] == other+1
}

// isDependent reports whether one of the columns determines the other.
func (p *pair) isDependent() bool { return p.determines[0] != nil || p.determines[1] != nil }

func newPairs(columns int) []*pair {
	var list []*pair
	for a := range columns {
		for b := a + 1; b < columns; b++ {
			list = append(list, &pair{a: a, b: b, determines: [2]*dependency{{}, {}}})
		}
	}
	return list
}

// add looks at a row. Codes are 0 where a column has none, because the cell is empty or there are too many values.
func (p *pair) add(hashes []uint64, codes []uint16, columns []keyColumn) {
	if hashes[p.a] != 0 && hashes[p.b] != 0 {
		p.filled++
		p.sketch.add(both(hashes[p.a], hashes[p.b]))
	}
	if p.determines[0] == nil && p.determines[1] == nil {
		return
	}
	if columns[p.a].exact == nil || columns[p.b].exact == nil {
		p.determines = [2]*dependency{}
		return
	}
	a, b := codes[p.a], codes[p.b]
	if t := p.determines[0]; t != nil && !t.see(a, b) {
		p.determines[0] = nil
	}
	if t := p.determines[1]; t != nil && !t.see(b, a) {
		p.determines[1] = nil
	}
}
