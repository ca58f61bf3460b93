package profile

import "slices"

// early is a row that was read before the columns were chosen.
type early struct {
	line, size int
	hashes     []uint64
	packed     string
	unfit      []unfit
}

// watch gives the row to what watches the chosen columns, or keeps it until they are chosen.
func (p *Profile) watch(size int) {
	if p.keys != nil {
		p.keys.watch(p.row.line, size, p.hashes, p.codes, p.unfit)
		if p.sample != nil && p.sample.takes(p.hashes[p.sample.column]) {
			p.sample.add(p.hashes[p.sample.column], pack(&p.row))
		}
		return
	}
	packed := pack(&p.row)
	p.early = append(p.early, early{p.row.line, size, append([]uint64(nil), p.hashes...), packed, slices.Clone(p.unfit)})
	p.earlyBytes += len(packed) + 8*len(p.hashes)
	if len(p.early) == chosenAfter || p.earlyBytes > sampleBytes {
		p.choose()
	}
}

// keyColumns are the columns that could be parts of keys, and what has been seen of them.
type keyColumns struct {
	retained
	chosen []int // their positions among all columns
	pairs  []*pair
	total  int // rows that have been seen, retained or not
}

func newKeyColumns(all *columns, budget int) *keyColumns {
	k := &keyColumns{chosen: all.choose(), retained: retained{budget: budget}}
	for _, at := range k.chosen {
		k.columns = append(k.columns, keyColumn{column: all.list[at]})
	}
	k.pairs = newPairs(len(k.chosen))
	return k
}

// watch looks at a row; hashes and codes are those of all columns.
func (k *keyColumns) watch(line, size int, hashes []uint64, codes []uint16, wrong []unfit) {
	k.total++
	k.unfit.add(k.chosen, wrong)
	h, c := make([]uint64, 0, chosenColumns), make([]uint16, 0, chosenColumns)
	for _, at := range k.chosen {
		h, c = append(h, hashes[at]), append(c, codes[at])
	}
	for _, pair := range k.pairs {
		pair.add(h, c, k.columns)
	}
	k.add(line, size, h, c)
}

// choose chooses the columns that are watched, and lets them see the rows so far.
func (p *Profile) choose() {
	p.keys = newKeyColumns(p.columns, p.budget)
	for _, e := range p.early {
		hashes := append(e.hashes, make([]uint64, len(p.hashes)-len(e.hashes))...)
		p.keys.watch(e.line, e.size, hashes, p.codesOf(hashes), e.unfit)
	}
	p.beginSample()
	p.early = nil
}

// beginSample begins a sample with the rows so far. Its groups are those of the first part of a pair that names rows,
// else those of a column that makes good partitions.
func (p *Profile) beginSample() {
	at := p.columns.group(p.keys.chosen)
	if found := p.keys.identities(); len(found) > 0 && len(found[0]) == 2 {
		at = p.keys.chosen[found[0][0]]
	}
	if at < 0 {
		return
	}
	p.sample = newSample(at)
	for _, e := range p.early {
		if at < len(e.hashes) && p.sample.takes(e.hashes[at]) {
			p.sample.add(e.hashes[at], e.packed)
		}
	}
}

// codesOf returns the codes of hashes, 0 for columns that have too many values.
func (p *Profile) codesOf(hashes []uint64) []uint16 {
	codes := make([]uint16, len(hashes))
	for i, h := range hashes {
		if d := p.columns.list[i].exact; d != nil && h != 0 {
			codes[i] = d.slots[d.slot(h)]
		}
	}
	return codes
}
