package profile

import (
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/message"
)

const (
	shownGroups = 64 // largest partitions whose rows are told
	namedGroups = 10 // of those, how many are told in full
)

// Partitions are the partitions that a key makes, the largest first.
type Partitions struct {
	Columns    []string    `json:"columns"`
	Partitions float64     `json:"partitions"`
	Rows       []int       `json:"rows"` // of each of the 64 largest
	Top        []Partition `json:"top"`  // the ten largest
	Half       int         `json:"half"` // so many of the largest hold half of the rows
	HalfShare  float64     `json:"halfShare"`
}

// Partition is one of the largest partitions.
type Partition struct {
	Name  []string `json:"name"` // a value for each column; empty unless values were asked for and are kept
	Line  int      `json:"line"` // of its first row
	Rows  int      `json:"rows"`
	Share float64  `json:"share"` // of all rows
	Bytes int      `json:"bytes"`
}

// Partitions counts the partitions that one or two columns make. Errors: columns that are not among those that the
// profile looked at as parts of keys ([Column.Key]).
func (p *Profile) Partitions(names []string, values bool) (Partitions, error) {
	var columns []int
	for _, name := range names {
		at := p.keys.chosenAt(name)
		if at < 0 {
			return Partitions{}, message.New("profile-key", strconv.Quote(name))
		}
		columns = append(columns, at)
	}
	if len(columns) == 0 || len(columns) > 2 {
		return Partitions{}, message.New("profile-keys")
	}
	g := p.keys.group(columns)
	ranked := g.byRows()
	out := Partitions{Columns: names, Partitions: p.keys.countOf(columns, g), Rows: []int{}, Top: []Partition{}}
	for _, i := range ranked[:min(shownGroups, len(ranked))] {
		out.Rows = append(out.Rows, g.rows[i]*g.scale)
	}
	for _, i := range ranked[:min(namedGroups, len(ranked))] {
		out.Top = append(out.Top, p.keys.partition(g, i, values))
	}
	out.Half, out.HalfShare = g.half(ranked, p.keys.rows)
	return out, nil
}

// Name returns the name of a column by its position in [Report.Columns], "" if there is none.
func (p *Profile) Name(column int) string {
	if column >= len(p.columns.list) {
		return ""
	}
	return p.columns.list[column].name
}

func (k *keyColumns) chosenAt(name string) int {
	return slices.IndexFunc(k.columns, func(c keyColumn) bool { return c.name == name })
}

// countOf returns how many partitions there are: all rows were counted, or a sketch has seen them.
func (k *keyColumns) countOf(columns []int, g *groups) float64 {
	if !k.isThin() {
		return float64(len(g.rows))
	}
	if len(columns) == 1 {
		n, _ := k.columns[columns[0]].distinct()
		return round(n, 4)
	}
	for _, pair := range k.pairs {
		if slices.Contains(columns, pair.a) && slices.Contains(columns, pair.b) {
			return round(pair.sketch.count(), 4)
		}
	}
	return float64(len(g.rows))
}

// half returns how many of the largest groups hold at least half of the rows, and their share of them.
func (g *groups) half(ranked []int, rows int) (n int, share float64) {
	sum := 0
	for n < len(ranked) && 2*sum < rows {
		sum += g.rows[ranked[n]]
		n++
	}
	return n, float64(sum) / float64(rows)
}

func (k *keyColumns) partition(g *groups, i int, values bool) Partition {
	out := Partition{
		Name: []string{}, Line: int(at(k.lines, g.first[i])), Rows: g.rows[i] * g.scale,
		Share: float64(g.rows[i]) / float64(k.rows), Bytes: g.bytes[i] * g.scale,
	}
	for _, c := range g.columns {
		if values {
			out.Name = append(out.Name, k.columns[c].textOf(g.first[i]))
		}
	}
	return out
}

// choice returns a candidate with the numbers of its partitions.
func (p *Profile) choice(c *candidate) KeyChoice {
	ranked := c.groups.byRows()
	k := KeyChoice{
		PartitionKey: p.keys.namesOf(c.partition), RowKey: p.keys.namesOf(c.row), Text: p.keysText(c.partition, c.row, nil),
		Problem: c.problem, Unique: true, Partitions: p.keys.countOf(c.partition, c.groups),
		LargestRows: c.groups.largest() * c.groups.scale, Median: c.groups.rows[ranked[len(ranked)/2]] * c.groups.scale,
		Largest: float64(c.groups.largest()) / float64(p.keys.rows), Transactions: c.groups.transactions(),
	}
	k.Mend = p.keys.unfit.in(append(slices.Clone(c.partition), c.row...))
	return k
}

// present returns the keys that the file has, nil if it has not both.
func (p *Profile) present() *KeyChoice {
	partition, row := p.keys.chosenAt(edm.PartitionKey), p.keys.chosenAt(edm.RowKey)
	if partition < 0 || row < 0 {
		return nil
	}
	c := candidate{partition: []int{partition}, row: []int{row}, problem: p.keys.problem(partition),
		groups: p.keys.group([]int{partition})}
	if c.problem == KeyEmpty {
		c.problem = ""
	}
	k := p.choice(&c)
	k.Unique = p.keys.isUnique([]int{partition, row})
	return &k
}
