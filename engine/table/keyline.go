package table

import (
	"context"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/store"
)

// MaxParts is how many parts a key line has about at most: more could not be seen apart.
const MaxParts = 24

// KeyLine is a table drawn as one line: its partitions in key order, and what a request did there.
type KeyLine struct {
	Table string `json:"table"`
	Total int    `json:"total"` // entities
	Parts []Part `json:"parts"`
}

// Part is one partition, or several neighbours drawn as one.
type Part struct {
	Name string  `json:"name"` // of a fold, "first … last"
	N    int     `json:"n"`    // entities
	Fold int     `json:"fold"` // > 0: so many partitions drawn as one
	Read *[2]int `json:"read"` // entities [from, to) of this part that were read
	Hits []int   `json:"hits"` // entities of this part that were returned
}

// KeyLine draws the table as it is now, with what r read and returned. r may be nil.
// Errors: TableNotFound.
func (t Table) KeyLine(ctx context.Context, r *explain.Record) (KeyLine, error) {
	line := KeyLine{Table: t.name, Parts: []Part{}}
	d := drawing{parts: line.Parts}
	err := t.s.db.View(ctx, func(tx *store.Tx) error {
		if err := t.open(tx); err != nil {
			return err
		}
		if d.t = t; r != nil && r.First != nil {
			d.first, d.last = t.row(r.First.Partition, r.First.Row), t.row(r.Last.Partition, r.Last.Row)
			d.hits = r.Keys
		}
		for k, v := range tx.Scan(t.rows()) {
			d.add(k, edm.Row(v))
			line.Total++
		}
		return nil
	})
	line.Parts = fold(d.parts)
	return line, err
}

// drawing collects the parts of a key line, in key order.
type drawing struct {
	t           Table
	first, last string        // keys of the rows read; "" if none
	hits        []explain.Key // keys returned that have not been met yet
	parts       []Part
}

func (d *drawing) add(key string, row edm.Row) {
	pk, _ := row.Key()
	if n := len(d.parts); n == 0 || d.parts[n-1].Name != pk {
		d.parts = append(d.parts, Part{Name: pk})
	}
	p := &d.parts[len(d.parts)-1]
	i := p.N
	p.N++
	if d.last == "" || key < d.first || key > d.last {
		return
	}
	if p.Read == nil {
		p.Read = &[2]int{i, i}
	}
	p.Read[1] = i + 1
	for len(d.hits) > 0 {
		switch hit := d.t.row(d.hits[0].Partition, d.hits[0].Row); {
		case hit > key:
			return
		case hit == key:
			p.Hits = append(p.Hits, i)
		}
		d.hits = d.hits[1:]
	}
}

// fold draws neighbours as one until at most MaxParts parts remain. Partitions that were read stay
// apart as long as there are not too many of them.
func fold(parts []Part) []Part {
	if len(parts) <= MaxParts {
		return parts
	}
	read := 0
	for i := range parts {
		if parts[i].Read != nil {
			read++
		}
	}
	for n := 2; ; n++ {
		apart := n
		if read <= MaxParts*2/3 {
			apart = 1
		}
		if out := group(parts, n, apart); len(out) <= MaxParts || n > len(parts) {
			return out
		}
	}
}

// group folds up to untouched neighbours that were not read, and up to touched that were.
func group(parts []Part, untouched, touched int) []Part {
	var out []Part
	for i := 0; i < len(parts); {
		most := untouched
		if parts[i].Read != nil {
			most = touched
		}
		j := i + 1
		for j < len(parts) && j-i < most && (parts[j].Read != nil) == (parts[i].Read != nil) {
			j++
		}
		out = append(out, unite(parts[i:j]))
		i = j
	}
	return out
}

// unite draws neighbours as one part. What a request read is one interval of the table, so
// it is one interval of the part.
func unite(parts []Part) Part {
	if len(parts) == 1 {
		return parts[0]
	}
	all := Part{Name: parts[0].Name + " … " + parts[len(parts)-1].Name, Fold: len(parts)}
	for _, p := range parts {
		for _, h := range p.Hits {
			all.Hits = append(all.Hits, all.N+h)
		}
		if p.Read != nil {
			if all.Read == nil {
				all.Read = &[2]int{all.N + p.Read[0], 0}
			}
			all.Read[1] = all.N + p.Read[1]
		}
		all.N += p.N
	}
	return all
}
