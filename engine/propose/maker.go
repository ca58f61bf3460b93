package propose

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/plan"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// maker makes the forms of a kind.
type maker struct {
	*sheet.Sheet
	m      *plan.Model
	alone  *plan.Model // that asks and writes only what one store of the kind can be judged by
	asks   []int       // of alone, in the cluster
	kind   int
	needs  []need
	seen   map[string]bool
	forms  []form
	option string // of all forms that are made
}

func newMaker(m *plan.Model, kind int, with []int) *maker {
	x := &maker{Sheet: m.Facts.Sheet, m: m, kind: kind, needs: needs(m.Facts.Sheet, kind, with), seen: map[string]bool{}}
	alone, asks := aloneOf(m.Facts.Sheet, kind)
	x.alone, x.asks = plan.NewModel(alone), asks
	return x
}

// aloneOf returns a sheet by which one store of a kind can be judged without those of others: what a question wants of
// the kind beside another one is asked by itself. asks says which questions of the cluster these are.
func aloneOf(s *sheet.Sheet, kind int) (alone *sheet.Sheet, asks []int) {
	alone = partOf(s, []int{kind})
	alone.Asks, alone.Together = nil, nil
	name := s.Kinds[kind].Name
	for i := range alone.Does { // the list of what it makes an entity for is of another kind
		if d := &alone.Does[i]; d.Each.Kind != "" {
			d.Rate, d.Each = sheet.Rate{N: s.RateOf(d) * sheet.EachOf(s, d).Typical, Per: "s"}, sheet.Each{}
		}
	}
	alone.Does = append(alone.Does, lists.Only(s.Does, func(d sheet.Do) bool { return d.Each.Kind == name })...)
	for i, a := range s.Asks {
		source, known := sourceOf(s, &a)
		if a.Kind == name {
			a.With = nil
			alone.Asks, asks = append(alone.Asks, withList(s, a)), append(asks, i)
		} else if source == name {
			alone.Asks, asks = append(alone.Asks, readList(&a, name, known)), append(asks, i)
		} else if slices.Contains(a.With, name) {
			alone.Asks, asks = append(alone.Asks, beside(s, kind, &a)), append(asks, i)
		}
	}
	return alone, asks
}

// beside is what a question wants of a kind beside its own: the children of one entity, or one parent.
func beside(s *sheet.Sheet, kind int, a *sheet.Ask) sheet.Ask {
	of := s.KindOf(a.Kind)
	known := knownOf(s, of, a.Known)
	if slices.Contains(s.Ancestors(kind), of) {
		known = add(known, identity(s, of)...)
	} else {
		known = identity(s, kind)
	}
	out := sheet.Ask{Name: a.Name, Rate: a.Rate, Kind: s.Kinds[kind].Name, Fresh: a.Fresh, Asked: sheet.Evenly}
	for _, k := range shared(s, kind, known) {
		out.Known = append(out.Known, sheet.Known{Attr: k.name})
	}
	return out
}

// make makes the forms that hold whole entities, for all PartitionKeys and the RowKeys of all needs: a question may be
// served best by the partitions of another one. Not each holds what the service takes.
func (x *maker) make() {
	x.option = x.blobs()
	for _, p := range x.partitions() {
		x.fill(&p)
	}
	x.across()
	x.series()
	x.logs()
	x.sharded()
}

// fill makes the forms of a PartitionKey.
func (x *maker) fill(p *partition) {
	for i := range x.needs {
		for _, r := range x.rows(&x.needs[i], p.keys()) {
			for _, period := range x.tables() {
				x.add(p, r, period, x.needs[i].ask)
			}
		}
	}
}

func (x *maker) add(p *partition, r row, period string, ask int) {
	f := form{kind: x.kind, part: p.parts, text: p.text(x.m), place: p.place(), period: period, ask: ask, option: x.option}
	f.putRow(x.m, r.parts)
	if f.rules = slices.Clone(p.rules); strings.HasPrefix(f.option, "blob") {
		f.rules = append(f.rules, InBlob)
	}
	if r.tail {
		f.rules = append(f.rules, LogTail)
	}
	f.rules = append(f.rules, tableRule(period)...)
	x.keep(f)
}

// tableRule returns the pattern of a table with a period or a value in its name.
func tableRule(period string) []Rule {
	switch {
	case period == "":
		return nil
	case strings.Contains(period, ":"):
		return []Rule{TablePer}
	}
	return []Rule{TableEach}
}

// keep adds a form that is not there yet.
func (x *maker) keep(f form) {
	if k := f.key(); !x.seen[k] {
		x.seen[k] = true
		x.forms = append(x.forms, f)
	}
}

// Tables per period: how many there may be, which part of what they hold may be kept too long, and how many entities a
// day make it worth while.
const (
	fewestTables = 7
	mostTables   = 400
	keptTooLong  = 0.05
	worthTables  = 1000
)

// tables returns the periods and values that tables can have: none, and those that deletes allow.
func (x *maker) tables() []string {
	list := append([]string{""}, x.valueTables()...)
	for _, d := range x.Writes() {
		if d.Verb != sheet.Delete || d.Range.Attr == "" || d.Kind != x.Kinds[x.kind].Name {
			continue
		}
		at, ok := x.Resolve(x.kind, d.Range.Attr)
		kept := x.Cover(x.kind)
		if !ok || x.Population(x.kind)/kept*sheet.UnitSeconds("day") <= worthTables {
			continue
		}
		for _, unit := range []string{"month", "week", "day"} {
			n := kept / sheet.UnitSeconds(unit)
			if n >= fewestTables && n <= mostTables && 1/n <= keptTooLong {
				list = append(list, "{"+x.NameOf(x.kind, at)+":"+unit+"}")
			}
		}
	}
	return list
}

// valueTables returns the values that can be in the names of tables, so that a delete of all that has one of them drops
// a table: if there are few enough of them, and one transaction is not enough.
func (x *maker) valueTables() (list []string) {
	for i := range x.m.Facts.Writes {
		w := &x.m.Facts.Writes[i]
		if w.Kind != x.kind || w.Do.Verb != sheet.Delete || len(w.Do.Known) != 1 || w.Do.Known[0].Value != "" ||
			facts.EntitiesOf(x.m.Facts, w) <= keys.MaxActions {
			continue
		}
		by := knownOf(x.Sheet, x.kind, w.Do.Known)
		if len(by) == 1 && x.Distinct(by[0].ref) <= keys.MaxTables {
			list = append(list, "{"+by[0].name+"}")
		}
	}
	return list
}
