package lab

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/blob"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/order"
	"rowkey/engine/queue"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// place is where a fact is about something.
type place struct {
	kind                            FactKind
	store, partition, row, property string
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.kind, q.kind), cmp.Compare(p.store, q.store), cmp.Compare(p.partition, q.partition),
		cmp.Compare(p.row, q.row), cmp.Compare(p.property, q.property))
}

// facts are what a client can see at each place that has changed. Times, versions and the numbers that a service
// gives are left out.
type facts map[place]string

// Facts returns what a state holds at the places that have changed. Errors: those of the store.
func (w *World) facts(ctx context.Context, s *State, keys Keys) (facts, error) {
	f := facts{}
	for key := range keys {
		if _, err := w.contents.first(ctx, key); err != nil {
			return nil, err
		}
		f.add(w.tables, w.contents.entry(cell{key, s.changed.get(key)}))
	}
	return f, nil
}

func (f facts) add(tables tableNames, e store.Entry) {
	if !e.Exists {
		return
	}
	if name, key, row, ok := table.ReadEntry(e); ok {
		at := place{kind: EntityFact, store: tables.written(name), partition: key.Partition, row: key.Row}
		f[at] = ""
		for _, p := range properties(row) {
			at.property = p[0]
			f[at] = p[1]
		}
	} else if name, m, ok := queue.ReadEntry(e); ok {
		at := place{kind: MessageFact, store: name, row: m.Text}
		n, _ := strconv.Atoi(f[at]) // "" is 0
		f[at] = strconv.Itoa(n + 1)
	} else if name, p, ok := blob.ReadEntry(e); ok {
		f[place{kind: BlobFact, store: name, row: p.Name}] = strconv.FormatInt(p.Size, 10) + " " + p.Content.MD5
	}
}

// tableNames are the names of tables as requests write them, by the lower-cased ones.
type tableNames map[string]string

// written returns the name of a table as requests write it.
func (t tableNames) written(lower string) string { return cmp.Or(t[lower], lower) }

// add learns a name from a request that writes it.
func (t tableNames) add(name string) {
	if lower := strings.ToLower(name); name != "" && t[lower] == "" {
		t[lower] = name
	}
}

// properties returns those of a row with their values as JSON writes them, without quotes.
func properties(row edm.Row) (list [][2]string) {
	e, err := row.Decode()
	if err != nil {
		return nil
	}
	for _, p := range e.Properties {
		list = append(list, [2]string{p.Name, valueOf(p.Value).String()})
	}
	return list
}

// Keys are the keys of the store whose values differ from those at the beginning.
type Keys map[int32]bool

// Ending returns what clients can see of a state at the end: the same text for states that they cannot tell apart.
// Errors: those of the store.
func (w *World) Ending(ctx context.Context, s *State, keys Keys) (string, error) {
	f, err := w.facts(ctx, s, keys)
	return f.text(), err
}

// KeysOf returns the keys that any of the states has changed.
func KeysOf(states []*State) Keys {
	keys := Keys{}
	for _, s := range states {
		for _, c := range s.changed {
			keys[c.key] = true
		}
	}
	return keys
}

func (f facts) sorted() []place {
	list := slices.Collect(maps.Keys(f))
	order.By(list, place.compare)
	return list
}

func (f facts) text() string {
	var b strings.Builder
	for _, p := range f.sorted() {
		for _, part := range [...]string{string(p.kind), p.store, p.partition, p.row, p.property, f[p]} {
			b.WriteString(strconv.Quote(part))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// mostFacts is how many places are named that tell endings apart.
const mostFacts = 60

// Differences returns the facts in which endings differ, for each ending in the same order. For a partition with many
// entities that only some endings have, the fact is their number. Errors: those of the store.
func (w *World) Differences(ctx context.Context, states []*State) ([][]Fact, error) {
	keys, all := KeysOf(states), make([]facts, len(states))
	for i, s := range states {
		f, err := w.facts(ctx, s, keys)
		if err != nil {
			return nil, err
		}
		all[i] = f
	}
	places := differing(all)
	list := make([][]Fact, len(states))
	for i, f := range all {
		list[i] = []Fact{}
		for _, p := range places {
			value, ok := f[p]
			list[i] = append(list[i], Fact{p.kind, p.store, p.partition, p.row, p.property, value, ok})
		}
	}
	return list, nil
}

// differing returns the places at which some endings hold something else than others. Where an entity is not always
// there, its properties are told only if they differ where it is.
func differing(all []facts) []place {
	union := facts{}
	for _, f := range all {
		for p := range f {
			union[p] = ""
		}
	}
	var list []place
	for _, p := range union.sorted() {
		whole := p
		whole.property = ""
		seen, first, differs := false, "", false
		for _, f := range all {
			value, ok := f[p]
			if _, there := f[whole]; p.property != "" && !there {
				continue
			}
			if !ok {
				value = "\x00"
			}
			differs = differs || seen && value != first
			seen, first = true, value
		}
		if differs && len(list) < mostFacts {
			list = append(list, p)
		}
	}
	return list
}

// entity writes a stored row as JSON, "" for none. The Timestamp is left out: it does not tell which request came
// first.
func entity(row string) jsontext.Raw {
	if row == "" {
		return ""
	}
	e, err := edm.Row(row).Decode()
	if err != nil {
		return ""
	}
	return jsontext.Raw((&edm.Document{Entity: e, HasPartitionKey: true, HasRowKey: true}).Text())
}

// memberOf returns a property of an entity as it is written.
func memberOf(e jsontext.Raw, name string) string {
	text, _ := jsontext.Member(string(e), name)
	return text
}
