package datacentre

import (
	"math"

	"rowkey/engine/hash"
	"rowkey/engine/lists"
)

// Place is the partitions of one table of a design whose keys have the same template, and their load. A request reads a
// page, or writes an entity.
type Place struct {
	Before string // what a PartitionKey has before the digits that tell partitions apart
	After  string
	Front  string  // what it has before the first digits, or time
	Whole  bool    // Before is a whole key
	Total  float64 // partitions that are written to at a time, of which a part may tell fewer apart
	Asks   []PlaceAsk
}

// PlaceAsk is the load of one question or write on a place. All of them have the same busiest partition, the same
// second one and so on.
type PlaceAsk struct {
	What   string
	Rate   float64 // requests a second
	First  float64 // part of them that the busiest partition gets
	Spread float64 // partitions that are asked at all
	Skew   float64 // exponent of Zipf among the others; 0 if they are asked alike
	Writes bool
	Read   float64 // entities that one page reads
}

// PlacePart returns the part of a load that a place with so many partitions gets.
func PlacePart(table string, partitions float64, place *Place) Part {
	p := DefaultPart()
	p.Table, p.Keys, p.Partitions, p.place, p.Rate = table, Sheet, max(1, math.Floor(partitions)), place, 0
	p.Rate = place.rate()
	return p
}

// InTime makes a part whose PartitionKeys name a time: every period begins another one, or one for each bucket. The
// newest ones get the share of the busiest partition; all others share the rest.
func (p Part) InTime(buckets, period float64, down bool) Part {
	p.Prefix, p.Buckets, p.Period = p.place.Front, buckets, period
	newest := lists.Sum(p.place.Asks, func(a PlaceAsk) float64 { return a.Rate * min(1, a.First*buckets) })
	p.Spread = 100 * max(0, 1-newest/max(1e-12, p.Rate))
	switch {
	case buckets > 1:
		p.Keys = Prefix
	case down:
		p.Keys = Inverted
	default:
		p.Keys = Time
	}
	return p
}

// mix returns what one request of a place counts against the targets, reads and writes on average: a page counts as one
// entity, as in package plan.
func (p *Place) mix() (units, read, written float64) {
	sum := 0.0
	for _, a := range p.Asks {
		if sum += a.Rate; a.Writes {
			written += a.Rate
		} else {
			read += a.Rate * a.Read
		}
	}
	return 1, read / max(1e-12, sum), written / max(1e-12, sum)
}

func (p *Place) rate() float64 { return lists.Sum(p.Asks, func(a PlaceAsk) float64 { return a.Rate }) }

// timings returns how long requests of a place take.
func (p *Place) timings(time func(read, written float64) float64) []timing {
	sum, list := p.rate(), make([]timing, 0, len(p.Asks))
	for _, a := range p.Asks {
		t := timing{a.Rate / max(1e-12, sum), time(a.Read, 0)}
		if a.Writes {
			t.seconds = time(0, 1)
		}
		list = append(list, t)
	}
	return list
}

// placed fills the shares of the partitions of a place, the busiest first, and puts them into an order that looks
// random.
func (b *block) placed(seed uint64) []func() {
	n := b.n()
	b.weight = make([]float64, n)
	var list []func()
	for i := range b.place.Asks {
		list = append(list, b.placeAsk(&b.place.Asks[i])...)
	}
	r := hash.Sequence(seed)
	return append(list, chunks(n, func(lo, hi int) {
		for i := max(1, lo); i < hi; i++ {
			k := int(r.Next() >> 11 % uint64(i+1))
			b.weight[i], b.weight[k] = b.weight[k], b.weight[i]
		}
	})...)
}

// placeAsk adds the shares of one question or write.
func (b *block) placeAsk(a *PlaceAsk) []func() {
	n := int(min(float64(b.n()), max(1, math.Ceil(a.Spread))))
	share := a.Rate / max(1e-12, b.Rate)
	if n == 1 {
		return []func(){func() { b.weight[0] += share }}
	}
	first, sum := max(a.First, 1/float64(n)), 0.0
	if a.First == 0 { // all of it is of another time
		first = 0
	}
	rest := func(i int) float64 { return math.Pow(float64(i+1), -a.Skew) }
	if a.Skew == 0 {
		rest = func(int) float64 { return 1 }
	}
	list := chunks(n, func(lo, hi int) {
		for i := max(1, lo); i < hi; i++ {
			sum += rest(i)
		}
	})
	return append(append(list, func() { b.weight[0] += share * first }), chunks(n, func(lo, hi int) {
		for i := max(1, lo); i < hi; i++ {
			b.weight[i] += share * (1 - first) * rest(i) / sum
		}
	})...)
}
