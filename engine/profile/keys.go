package profile

import (
	"cmp"
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// What a good PartitionKey needs.
const (
	leastPartitions = 16
	mostShare       = 0.2  // of the rows in one partition
	mostEmpty       = 0.01 // of the rows without a value
)

const (
	nearlyAll   = 0.94    // of the rows: a sketch below that proves that values repeat, by more than three standard errors
	mostKeys    = 6       // that are proposed
	mostWarned  = 2       // that are shown although something is against them
	mostCounted = 8 << 20 // rows that are compared to find pairs that name a row
)

// Why a PartitionKey is not a good one.
const (
	KeyFew    = "few"    // there are few partitions
	KeySkewed = "skewed" // the largest partition has more than a fifth of the rows
	KeyRising = "rising" // new rows always go to the last partition, or the first
	KeyEmpty  = "empty"  // more than 1 % of the rows have no value
)

// candidate is a choice of both keys, as positions among the chosen columns.
type candidate struct {
	partition, row []int
	problem        string
	groups         *groups
}

// findings are the keys that a file could have.
type findings struct {
	identities [][]int
	candidates []candidate
	present    *KeyChoice
}

// findings looks for keys, once.
func (p *Profile) findings() *findings {
	if p.found == nil {
		p.found = &findings{identities: p.keys.identities(), present: p.present()}
		if p.found.present != nil && p.found.present.Unique {
			p.found.identities = append([][]int{p.presentIdentity()}, p.found.identities...)
		}
		if len(p.found.identities) > 0 {
			p.found.candidates = p.keys.candidates(p.found.identities[0])
		}
	}
	return p.found
}

// presentIdentity returns what names an entity in the table that the file is from: its RowKey if that is enough.
func (p *Profile) presentIdentity() []int {
	partition, row := p.keys.chosenAt(edm.PartitionKey), p.keys.chosenAt(edm.RowKey)
	if p.keys.isUnique([]int{row}) {
		return []int{row}
	}
	return []int{partition, row}
}

// identities returns the smallest sets of columns that tell all rows apart, up to three: first single columns, else
// pairs. Keys and sheet use the first one.
func (k *keyColumns) identities() [][]int {
	var list [][]int
	for i, c := range k.columns {
		n, _ := c.distinct()
		if c.filled == k.total && n >= nearlyAll*float64(k.total) && k.isUnique([]int{i}) {
			list = append(list, []int{i})
		}
	}
	if len(list) == 0 {
		list = k.pairIdentities()
	}
	return list[:min(3, len(list))]
}

func (k *keyColumns) pairIdentities() [][]int {
	var list [][]int
	for _, pair := range k.pairs {
		if pair.filled == k.total && pair.sketch.count() >= nearlyAll*float64(k.total) {
			list = append(list, k.ordered(pair.a, pair.b))
		}
	}
	order.By(list, func(a, b []int) int { return cmp.Compare(k.chance(a), k.chance(b)) })
	var unique [][]int
	for i, pair := range list {
		if i*k.rows <= mostCounted && k.isUnique(pair) {
			unique = append(unique, pair)
		}
	}
	return unique
}

// chance orders pairs by how easily they could name rows by chance: pairs of names and times hardly, numbers that were
// measured sooner, and of those the ones with few values.
func (k *keyColumns) chance(pair []int) float64 {
	numbers, values, time := 0.0, 0.0, 1.0
	for _, i := range pair {
		n, _ := k.columns[i].distinct()
		values += n
		switch k := k.columns[i].typeOf(); {
		case k&numberKinds != 0:
			numbers++
		case k == timeKind:
			time = 0
		}
	}
	return 4*numbers + 2*time + 1/(1+values)
}

// ordered puts the column with fewer values first, and a time last.
func (k *keyColumns) ordered(a, b int) []int {
	ca, cb := &k.columns[a], &k.columns[b]
	na, _ := ca.distinct()
	nb, _ := cb.distinct()
	ta, tb := ca.kinds.narrowest() == timeKind, cb.kinds.narrowest() == timeKind
	if ta != tb && ta || ta == tb && nb < na {
		return []int{b, a}
	}
	return []int{a, b}
}

// problem says why a column is not a good PartitionKey, "" if it is one.
func (k *keyColumns) problem(i int) string {
	c := &k.columns[i]
	n, _ := c.distinct()
	top := c.frequent(1)
	switch {
	case float64(k.total-c.filled) > mostEmpty*float64(k.total):
		return KeyEmpty
	case c.isRising() || c.isFalling():
		return KeyRising
	case n < leastPartitions:
		return KeyFew
	case float64(top[0].least()) > mostShare*float64(k.total):
		return KeySkewed
	}
	return ""
}

// candidates returns choices of keys: good ones first, then some that readers may think of, with what is against
// them. The keys that the file has are not among them.
func (k *keyColumns) candidates(identity []int) []candidate {
	var good, warned []candidate
	for _, c := range k.choices(identity) {
		if c.problem == KeyEmpty || c.problem == "" && len(good) == mostKeys || c.problem != "" && len(warned) == mostWarned {
			continue
		}
		if c.groups = k.group(c.partition); c.problem == "" {
			good = append(good, c)
		} else if len(c.groups.rows) > 1 {
			warned = append(warned, c)
		}
	}
	return append(good, warned...)
}

// choices returns all choices of keys, the best first: those whose PartitionKey is not a measured quantity, has one
// column, and needs the fewest columns after it; then the most even ones.
func (k *keyColumns) choices(identity []int) []candidate {
	var list []candidate
	for _, columns := range k.partitionKeys() {
		c := candidate{partition: columns, row: rest(identity, columns)}
		if len(columns) == 1 {
			c.problem = k.problem(columns[0])
		}
		if c.row != nil {
			list = append(list, c)
		}
	}
	order.By(list, func(a, b candidate) int {
		for _, d := range [...]int{
			rank(a.problem) - rank(b.problem), k.measures(a.partition, identity) - k.measures(b.partition, identity),
			len(a.partition) - len(b.partition), len(a.row) - len(b.row),
		} {
			if d != 0 {
				return d
			}
		}
		return cmp.Compare(k.top(a.partition...), k.top(b.partition...))
	})
	return list
}

// measures counts columns of numbers that the identity does not have: what is measured is hardly ever asked for.
func (k *keyColumns) measures(columns, identity []int) int {
	n := 0
	for _, i := range columns {
		if !slices.Contains(identity, i) && k.columns[i].typeOf()&numberKinds != 0 {
			n++
		}
	}
	return n
}

// rank orders problems: what can be lived with comes first.
func rank(problem string) int { return slices.Index([]string{KeySkewed, KeyRising, KeyFew}, problem) }

func (g *groups) largest() int { return slices.Max(g.rows) }

// partitionKeys returns what could be a PartitionKey: single columns, then pairs of which none determines the other.
// Partitions have some rows on average, those of pairs ten.
func (k *keyColumns) partitionKeys() [][]int {
	var list [][]int
	for i := range k.columns {
		if n, _ := k.columns[i].distinct(); n > 1 && 2*n < float64(k.total) {
			list = append(list, []int{i})
		}
	}
	for _, pair := range k.pairs {
		if k.problem(pair.a) == KeyRising || k.problem(pair.b) == KeyRising || pair.isDependent() {
			continue
		}
		full := float64(k.total-pair.filled) <= mostEmpty*float64(k.total)
		n := pair.sketch.count()
		if full && n >= leastPartitions && 10*n < float64(k.total) && k.top(pair.a, pair.b) <= mostShare {
			list = append(list, []int{pair.a, pair.b})
		}
	}
	return list
}

// top returns the share of the most frequent value of a column, and that of two columns if they were independent.
func (k *keyColumns) top(columns ...int) float64 {
	share := 1.0
	for _, i := range columns {
		c := &k.columns[i]
		if list := c.frequent(1); len(list) > 0 {
			share *= c.share(list[0].least())
		}
	}
	return share
}

// rest returns the columns of an identity that are not in the partition; nil if none is left.
func rest(identity, partition []int) []int {
	return lists.Only(identity, func(c int) bool { return !slices.Contains(partition, c) })
}
