package script

import (
	"strconv"
	"strings"
)

// MaxLoad is how many requests one @load sends, without those that are repeated.
const MaxLoad = 200_000

// LoadSpec is "@load RATE SECONDS".
type LoadSpec struct {
	Rate    int // requests a second
	Seconds int
}

// parseLoad reads "@load RATE SECONDS".
func (p *parser) parseLoad(b *Block, v metaValue) {
	words := strings.Fields(v.text)
	var n [2]int
	ok := len(words) == 2
	for i := 0; ok && i < 2; i++ {
		var err error
		n[i], err = strconv.Atoi(words[i])
		ok = err == nil && n[i] > 0 && n[i] <= MaxLoad
	}
	if !ok {
		p.fail(v.line.from, v.line.to, "bad-load")
		return
	}
	if n[0]*n[1] > MaxLoad {
		p.fail(v.from, v.to, "load-too-large", strconv.Itoa(MaxLoad), v.text, strconv.Itoa(n[0]*n[1]))
		return
	}
	b.Meta.Load = &LoadSpec{n[0], n[1]}
}

// endLoad refuses what cannot go with a load.
func (p *parser) endLoad(b *Block) {
	r := b.Request
	switch {
	case b.Meta.Follow > 0:
		p.fail(r.from, r.to, "load-with-follow")
	case b.Batch == "" && (b.Meta.Loop > 0 || b.Meta.While != nil):
		p.fail(r.from, r.to, "load-in-loop")
	}
}
