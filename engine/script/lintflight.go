package script

// lintFlights warns of requests that wait for an answer which is in flight beside them.
func (p *parser) lintFlights() {
	blocks := p.script.Blocks
	for first := 0; first < len(blocks); {
		last := first
		for last+1 < len(blocks) && inFlightTogether(&blocks[first], &blocks[last+1]) {
			last++
		}
		if blocks[first].Meta.Client.Parallel != "" {
			p.lintFlight(first, last)
		}
		first = last + 1
	}
}

// inFlightTogether reports whether two blocks are in flight together.
func inFlightTogether(a, b *Block) bool {
	group := a.Meta.Client.Parallel
	return group != "" && b.Meta.Client.Parallel == group
}

func (p *parser) lintFlight(first, last int) {
	blocks := p.script.Blocks
	for _, r := range p.refs {
		line := p.src.lineAt(r.from) + 1
		named, ok := p.script.names[r.ref.Request]
		inside := blocks[first].FirstLine <= line && line <= blocks[last].LastLine
		if !ok || !inside || named < first || named > last || p.below(line) {
			continue
		}
		p.warn(r.from, r.to, "in-flight-together", r.ref.Request)
	}
}

// below reports whether a line belongs to an assertion, which is made when the answers are there.
func (p *parser) below(line int) bool {
	for i := range p.script.Blocks {
		for _, a := range p.script.Blocks[i].Assertions {
			if a.Line == line {
				return true
			}
		}
	}
	return false
}
