package profile

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/sheet"
)

// Report is what a profile says of a file. Values of the file are in it only if they were asked for.
type Report struct {
	Name      string      `json:"name"`
	Format    string      `json:"format"` // csv, lines or array
	Rows      int         `json:"rows"`
	Bytes     int         `json:"bytes"`
	Kept      int         `json:"kept"` // rows that partitions are counted in; all of them unless there are too many
	Columns   []Column    `json:"columns"`
	Renamed   []Renamed   `json:"renamed"`   // columns
	LeftOut   []string    `json:"leftOut"`   // columns beyond 255, at most 100 of them
	Further   int         `json:"further"`   // how many these are
	Entity    Sizes       `json:"entity"`    // bytes of a row as the service counts them, with the keys that the file has
	Members   int         `json:"members"`   // most properties of a row
	Large     Places      `json:"large"`     // rows above 1 MiB
	Many      Places      `json:"many"`      // rows with more than 252 properties
	Forbidden int         `json:"forbidden"` // rows with a character that no key can have, where a key could be
	Identity  [][]string  `json:"identity"`
	Proven    bool        `json:"proven"`  // identities were verified on all rows
	Present   *KeyChoice  `json:"present"` // the keys that the file has, null if it has none
	Keys      []KeyChoice `json:"keys"`
	Tells     []Tells     `json:"tells"`
	Sample    Sampled     `json:"sample"`
}

// Sizes are the smallest, the mean, one that at most 1 of 100 exceeds, and the largest.
type Sizes struct {
	Least   int     `json:"least"`
	Mean    float64 `json:"mean"`
	Often   int     `json:"often"`
	Largest int     `json:"largest"`
}

// Column is what is known of a column.
type Column struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"` // of a sheet, the narrowest that fits
	Fits      []string `json:"fits"` // all types that fit
	Unit      string   `json:"unit"` // finest unit of a time
	Filled    int      `json:"filled"`
	Distinct  float64  `json:"distinct"`
	Exact     bool     `json:"exact"`   // distinct and largest are counted, not estimated
	Largest   float64  `json:"largest"` // share of the rows that have the most frequent value
	Skew      Skew     `json:"skew"`    // over all rows; those without a value count as one more
	Size      Sizes    `json:"size"`    // UTF-16 code units of its text
	Order     string   `json:"order"`   // rising, falling, constant or ""
	Digits    []int    `json:"digits"`  // of the shortest and the longest integer, empty unless all are integers
	Signed    bool     `json:"signed"`
	Key       bool     `json:"key"` // it was examined as a part of a key
	Unique    bool     `json:"unique"`
	NotKeys   Places   `json:"notKeys"`   // values with a character that keys cannot have
	BadValues int      `json:"badValues"` // different ones of them, 0 if they were not counted
	LongKeys  Places   `json:"longKeys"`  // values above 1 KiB
	TooLarge  Places   `json:"tooLarge"`  // values above 64 KiB
	Example   string   `json:"example"`   // a frequent value, "" unless values were asked for
}

// Skew is how values are spread: even, largest with a share in percent, or zipf with an exponent.
type Skew struct {
	Kind  string  `json:"kind"`
	Share float64 `json:"share"`
	S     float64 `json:"s"`
}

// KeyChoice is a choice of both keys, and its partitions.
type KeyChoice struct {
	PartitionKey []string `json:"partitionKey"`
	RowKey       []string `json:"rowKey"`
	Text         string   `json:"text"`    // as templates: {device} | {at}
	Problem      string   `json:"problem"` // few, skewed, rising or ""
	Unique       bool     `json:"unique"`
	Partitions   float64  `json:"partitions"`
	Largest      float64  `json:"largest"` // share of the rows in the largest partition
	LargestRows  int      `json:"largestRows"`
	Median       int      `json:"median"`       // rows
	Transactions int      `json:"transactions"` // of up to 100 entities, to write all rows
	Mend         int      `json:"mend"`         // rows whose key has a character that keys cannot have, or is too long
}

// Tells says that a column determines another one: rows with the same value of Column have the same value of Other.
type Tells struct {
	Column string `json:"column"`
	Other  string `json:"other"`
}

// Sampled is which rows the sample has.
type Sampled struct {
	Column string `json:"column"` // whose groups are whole, "" if there is no sample
	Rows   int    `json:"rows"`
	Groups int    `json:"groups"`
}

// Report returns what is known. The profile has to be closed.
func (p *Profile) Report(values bool) Report {
	r := Report{
		Name: p.name, Format: p.formatName(), Rows: p.rows, Bytes: p.read, Kept: p.keys.rows,
		LeftOut: append([]string{}, p.columns.leftOut...), Further: p.columns.further,
		Entity: p.entities.report(), Members: p.members, Large: p.large.report(), Many: p.many.report(),
		Columns: []Column{}, Renamed: p.renamed(), Identity: [][]string{}, Forbidden: p.keys.unfit.forbidden(),
		Proven: !p.keys.isThin(), Keys: []KeyChoice{}, Tells: p.keys.dependencies(),
	}
	identities := p.findings().identities
	r.Identity = append(r.Identity, lists.Map(identities, p.keys.namesOf)...)
	for i, c := range p.columns.list {
		col := c.report(p.rows, values)
		at := slices.Index(p.keys.chosen, i)
		col.Key = at >= 0
		col.Unique = slices.ContainsFunc(identities, func(id []int) bool { return len(id) == 1 && id[0] == at })
		r.Columns = append(r.Columns, col)
	}
	r.Keys = append(r.Keys, lists.Map(p.findings().candidates, func(c candidate) KeyChoice { return p.choice(&c) })...)
	r.Present = p.findings().present
	if p.sample != nil {
		r.Sample = Sampled{p.columns.list[p.sample.column].name, p.sample.rows, len(p.sample.groups)}
	}
	return r
}

func (p *Profile) renamed() []Renamed {
	if f, ok := p.format.(*csvFile); ok {
		return f.renamed
	}
	return []Renamed{}
}

func (p *Profile) formatName() string {
	if f, ok := p.format.(*objects); ok {
		if f.array {
			return "array"
		}
		return "lines"
	}
	return "csv"
}

func (s *sizes) report() Sizes { return Sizes{s.least, round(s.mean(), 4), s.often(), s.largest} }

func (p Places) report() Places {
	if p.Lines == nil {
		p.Lines = []int{}
	}
	return p
}

func (k *keyColumns) namesOf(columns []int) []string {
	return append([]string{}, lists.Map(columns, func(c int) string { return k.columns[c].name })...)
}

// dependencies returns which columns determine others, without those whose values hardly ever repeat: they determine
// everything.
func (k *keyColumns) dependencies() []Tells {
	list := []Tells{}
	for _, pair := range k.pairs {
		for i, t := range pair.determines {
			from, to := &k.columns[[]int{pair.a, pair.b}[i]], &k.columns[[]int{pair.b, pair.a}[i]]
			if t == nil || from.exact == nil || to.exact == nil {
				continue
			}
			if len(to.exact.hashes) > 1 && 2*len(from.exact.hashes) <= from.filled {
				list = append(list, Tells{from.name, to.name})
			}
		}
	}
	return list
}

// report returns what is known of a column of a file with some rows.
func (c *column) report(rows int, values bool) Column {
	n, exact := c.distinct()
	top := c.frequent(1)
	k := c.typeOf()
	r := Column{
		Name: c.name, Type: k.names()[0], Fits: c.fits().names(), Filled: c.filled, Distinct: round(n, 4), Exact: exact,
		Size: c.sizes.report(), Order: c.order(), Digits: []int{}, Signed: k&numberKinds != 0 && c.ends[0] < 0,
		NotKeys: c.notKeys.report(), BadValues: c.badValues, LongKeys: c.longKeys.report(), TooLarge: c.tooLarge.report(),
	}
	if exact {
		r.Distinct = n
	}
	if len(top) > 0 {
		s := c.skew(rows)
		r.Largest, r.Skew = float64(top[0].least())/float64(rows), Skew{s.Kind, s.Share, s.S}
		if values {
			r.Example = top[0].text
		}
	}
	if k&(intKind|longKind) != 0 {
		r.Digits = c.digits[:]
	}
	if k == timeKind {
		r.Unit = sheet.TimeUnits[c.unit]
	}
	return r
}

// typeOf returns the narrowest type that fits all values; a column without values is a text, and one of numbers with a
// decimal comma until a reader says that they are numbers.
func (c *column) typeOf() kinds {
	if c.commas {
		return (c.fits() &^ numberKinds).narrowest()
	}
	return c.fits().narrowest()
}

// typeAs returns the type that a reader has chosen if it fits all values, else the narrowest.
func (c *column) typeAs(chosen string) kinds {
	if k := named(chosen); k&c.fits() != 0 {
		return k
	}
	return c.typeOf()
}

func (c *column) fits() kinds {
	if c.filled == 0 {
		return textKind
	}
	return c.kinds
}

// order says whether values grow or fall from row to row.
func (c *column) order() string {
	switch rising, falling := c.isRising(), c.isFalling(); {
	case rising && falling:
		return "constant"
	case rising:
		return "rising"
	case falling:
		return "falling"
	}
	return ""
}
