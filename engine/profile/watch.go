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
	if p.kept != nil {
		p.watchRow(p.row.line, size, p.hashes, p.codes, p.unfit)
		if p.sample != nil && p.sample.takes(p.hashes[p.sample.column]) {
			p.sample.add(p.hashes[p.sample.column], pack(&p.row))
		}
		return
	}
	packed := pack(&p.row)
	p.early = append(p.early, early{p.row.line, size, append([]uint64(nil), p.hashes...), packed, slices.Clone(p.unfit)})
	p.held += len(packed) + 8*len(p.hashes)
	if len(p.early) == chosenAfter || p.held > sampleBytes {
		p.choose()
	}
}

// watchRow gives the values of the chosen columns to the pairs and to the rows that are kept.
func (p *Profile) watchRow(line, size int, hashes []uint64, codes []uint16, wrong []unfit) {
	p.kept.unfit.add(p.chosen, wrong)
	h, c := make([]uint64, 0, chosenColumns), make([]uint16, 0, chosenColumns)
	for _, at := range p.chosen {
		h, c = append(h, hashes[at]), append(c, codes[at])
	}
	for _, pair := range p.pairs {
		pair.add(h, c, p.kept.columns)
	}
	p.kept.add(line, size, h, c)
}

// choose chooses the columns that are watched, and lets them see the rows so far.
func (p *Profile) choose() {
	p.chosen = p.columns.choose()
	p.kept = &kept{room: p.room}
	for _, at := range p.chosen {
		p.kept.columns = append(p.kept.columns, keptColumn{column: p.columns.list[at]})
	}
	p.pairs = newPairs(len(p.chosen))
	for _, e := range p.early {
		hashes := append(e.hashes, make([]uint64, len(p.hashes)-len(e.hashes))...)
		p.watchRow(e.line, e.size, hashes, p.codesOf(hashes), e.unfit)
	}
	p.beginSample()
	p.early = nil
}

// beginSample begins a sample with the rows so far. Its groups are those of the first part of a pair that names rows, else
// those of a column that makes good partitions.
func (p *Profile) beginSample() {
	at := p.columns.group(p.chosen)
	if found := p.identities(); len(found) > 0 && len(found[0]) == 2 {
		at = p.chosen[found[0][0]]
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
