package table_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

var (
	seed  = flag.Uint64("seed", 0, "seed of the model test; 0 takes one from the clock")
	steps = flag.Int("steps", 3000, "operations of the model test")
)

// model is the service without anything clever: tables are maps from keys to entities.
type model struct {
	tables map[string]map[explain.Key]edm.Entity // by lower-cased name
	names  map[string]string                     // as they were created
	marked map[string]bool                       // names that had a large table, whose keys went on to others
}

// step is how many keys the store of the model test drops and sweeps at once.
const step = 3

func (m *model) create(name string) string {
	lower := strings.ToLower(name)
	if m.tables[lower] != nil {
		return "TableAlreadyExists"
	}
	m.tables[lower], m.names[lower] = map[explain.Key]edm.Entity{}, name
	return ""
}

func (m *model) drop(name string) string {
	lower := strings.ToLower(name)
	if m.tables[lower] == nil {
		return "ResourceNotFound"
	}
	if len(m.tables[lower]) > step {
		m.marked[lower] = true
	}
	delete(m.tables, lower)
	delete(m.names, lower)
	return ""
}

// apply does all actions or none and returns the error as failure writes it.
func (m *model) apply(name string, actions []table.Action) string {
	old, seen := m.tables[strings.ToLower(name)], map[string]bool{}
	for i, a := range actions {
		if a.Entity.PartitionKey != actions[0].Entity.PartitionKey {
			return fmt.Sprintf("%d:CommandsInBatchActOnDifferentPartitions", i)
		}
		if seen[a.Entity.RowKey] {
			return fmt.Sprintf("%d:InvalidDuplicateRow", i)
		}
		seen[a.Entity.RowKey] = true
	}
	if old == nil {
		return "0:TableNotFound"
	}
	now := maps.Clone(old)
	for i, a := range actions {
		if code := carryOut(now, a); code != "" {
			return fmt.Sprintf("%d:%s", i, code)
		}
	}
	m.tables[strings.ToLower(name)] = now
	return ""
}

func carryOut(rows map[explain.Key]edm.Entity, a table.Action) string {
	key := explain.Key{Partition: a.Entity.PartitionKey, Row: a.Entity.RowKey}
	old, ok := rows[key]
	if a.Verb == table.Insert {
		if ok {
			return "EntityAlreadyExists"
		}
		rows[key] = a.Entity
		return ""
	}
	if a.Verb != table.Upsert {
		if !ok {
			return "ResourceNotFound"
		}
		if a.IfMatch != table.Any && a.IfMatch != table.ETagOf(old.Timestamp) {
			return "UpdateConditionNotSatisfied"
		}
	}
	if a.Verb == table.Delete {
		delete(rows, key)
		return ""
	}
	e := a.Entity
	properties := map[string]edm.Value{}
	if a.Mode == table.Merge {
		for _, p := range old.Properties {
			properties[p.Name] = p.Value
		}
	}
	for _, p := range e.Properties {
		properties[p.Name] = p.Value
	}
	e.Properties = nil
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		e.Properties = append(e.Properties, edm.Property{Name: name, Value: properties[name]})
	}
	rows[key] = e
	return ""
}

// query returns what a filter finds, in key order.
func (m *model) query(name string, x odata.Expr) []edm.Entity {
	var found []edm.Entity
	for _, e := range m.tables[strings.ToLower(name)] {
		if odata.Match(x, e.Get) {
			found = append(found, e)
		}
	}
	slices.SortFunc(found, func(a, b edm.Entity) int {
		if c := edm.CompareText(a.PartitionKey, b.PartitionKey); c != 0 {
			return c
		}
		return edm.CompareText(a.RowKey, b.RowKey)
	})
	return found
}

// play is one run of the model test.
type play struct {
	*testing.T
	*rand.Rand
	sandbox
	model model
	last  time.Time // the latest Timestamp seen
}

func TestServiceAgreesWithAModel(t *testing.T) {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("go test ./engine/table -run Model -seed %d", s)
	p := &play{T: t, Rand: rand.New(rand.NewPCG(s, 0)), sandbox: open(t, table.Options{}), last: epoch}
	p.db.Step = step
	p.model = model{map[string]map[explain.Key]edm.Entity{}, map[string]string{}, map[string]bool{}}
	for i := range *steps {
		what := p.step()
		p.check(what)
		if p.Failed() {
			t.Fatalf("step %d: %s", i, what)
		}
	}
}

func pick[T any](p *play, from ...T) T { return from[p.IntN(len(from))] }

func (p *play) name() string { return pick(p, "abc", "ABC", "abcd", "ab1") }

// step does one random operation to both, compares what they answer, and says what it was.
func (p *play) step() string {
	name := p.name()
	tab := p.Table("acct", name)
	var what, got, want string
	switch n := p.IntN(100); {
	case n < 4:
		what, got, want = "create", failure(tab.Create(ctx)), p.model.create(name)
	case n < 6:
		what, got, want = "drop", failure(tab.Delete(ctx)), p.model.drop(name)
	case n < 60:
		what, got, want = p.write(tab, name)
	case n < 75:
		what, got, want = p.transaction(tab, name)
	case n < 76:
		what = "snapshot"
		p.reload()
	case n < 78:
		what = "clock"
		p.clock.Advance(time.Duration(p.IntN(1e9)))
	case n < 80:
		what = "sweep"
		sweep(p.T, p.db)
	case n < 81:
		what = "trial"
		p.trial(tab)
	default:
		what, got, want = p.query(tab, name)
	}
	what = fmt.Sprintf("%s in %s", what, name)
	if got != want {
		p.Errorf("%s: %q, want %q", what, got, want)
	}
	return what
}

// trial does what leaves leftovers, which is taken back.
func (p *play) trial(tab table.Table) {
	err := p.db.Trial(func() error {
		_ = tab.Create(ctx) // which may be there
		large := p.create(p.T, "large")
		fill(p.T, large, 2*step, 1)
		if err := errors.Join(large.Delete(ctx), large.Create(ctx)); err != nil {
			return err
		}
		sweep(p.T, p.db)
		return tab.Delete(ctx)
	})
	if err != nil {
		p.Fatal(err)
	}
}

// reload puts the state into a fresh store.
func (p *play) reload() {
	var b bytes.Buffer
	if err := p.db.Save(&b); err != nil {
		p.Fatal(err)
	}
	fresh := open(p.T, table.Options{})
	fresh.clock.Set(p.clock.Now())
	fresh.db.Step = step
	if err := fresh.db.Load(context.Background(), &b, nil); err != nil {
		p.Fatal(err)
	}
	p.sandbox = fresh
}

func (p *play) entity() edm.Entity {
	e := entity(
		pick(p, "", "a", "b", "\uffff", "\U0001F600"),
		pick(p, "", "1", "10", "2", "B", "b", "\ue000", "\U00010000"))
	for _, name := range pick(p, []string{}, []string{"X"}, []string{"b", "X"}, []string{"a", "X", "_c"}) {
		e.Properties = append(e.Properties, edm.Property{Name: name, Value: pick(p,
			value(p.IntN(5)), value(pick(p, "", "a", "b")), value(true), edm.Double(1.5), edm.Int64(3))})
	}
	return e
}

func (p *play) action(name string) table.Action {
	a := table.Action{
		Verb:    pick(p, table.Insert, table.Insert, table.Update, table.Upsert, table.Delete),
		Mode:    pick(p, table.Replace, table.Merge),
		Entity:  p.entity(),
		IfMatch: pick(p, table.Any, table.ETagOf(epoch)),
	}
	key := explain.Key{Partition: a.Entity.PartitionKey, Row: a.Entity.RowKey}
	old, ok := p.model.tables[strings.ToLower(name)][key]
	if ok && p.IntN(2) == 0 {
		a.IfMatch = table.ETagOf(old.Timestamp)
	}
	return a
}

// write does one operation by its own method.
func (p *play) write(tab table.Table, name string) (what, got, want string) {
	a := p.action(name)
	var etag table.ETag
	var err error
	switch a.Verb {
	case table.Insert:
		var e edm.Entity
		e, err = tab.AddEntity(ctx, a.Entity)
		etag = table.ETagOf(e.Timestamp)
	case table.Update:
		etag, err = tab.UpdateEntity(ctx, a.Entity, a.Mode, a.IfMatch)
	case table.Upsert:
		etag, err = tab.UpsertEntity(ctx, a.Entity, a.Mode)
	case table.Delete:
		err = tab.DeleteEntity(ctx, a.Entity.PartitionKey, a.Entity.RowKey, a.IfMatch)
	}
	_, want, _ = strings.Cut(p.model.apply(name, []table.Action{a}), ":")
	if err == nil && a.Verb != table.Delete {
		p.stamp(name, a, etag)
	}
	return fmt.Sprintf("verb %d of %s", a.Verb, text(a.Entity)), failure(err), want
}

func (p *play) transaction(tab table.Table, name string) (what, got, want string) {
	var actions []table.Action
	for range 1 + p.IntN(4) {
		a := p.action(name)
		if len(actions) > 0 && p.IntN(20) > 0 {
			a.Entity.PartitionKey, a.IfMatch = actions[0].Entity.PartitionKey, table.Any
		}
		actions = append(actions, a)
	}
	out, err := tab.SubmitTransaction(ctx, actions)
	want = p.model.apply(name, actions)
	for i := range out {
		if actions[i].Verb != table.Delete {
			p.stamp(name, actions[i], out[i].ETag)
		}
	}
	return fmt.Sprintf("transaction %v", actions), failure(err), want
}

// stamp takes the Timestamp of a write over into the model; each has to be later than all before.
func (p *play) stamp(name string, a table.Action, etag table.ETag) {
	e, err := p.Table("acct", name).GetEntity(ctx, a.Entity.PartitionKey, a.Entity.RowKey)
	if err != nil || table.ETagOf(e.Timestamp) != etag || !e.Timestamp.After(p.last) {
		p.Errorf("the entity written has Timestamp %v, %v, want that of %s, after %v", e.Timestamp, err, etag, p.last)
	}
	p.last = e.Timestamp
	key := explain.Key{Partition: e.PartitionKey, Row: e.RowKey}
	rows := p.model.tables[strings.ToLower(name)]
	kept := rows[key]
	kept.Timestamp = e.Timestamp
	rows[key] = kept
}

// filter makes a random filter out of comparisons that the planner has to tell apart.
func (p *play) filter(depth int) string {
	key := func(values ...string) string {
		return pick(p, "eq", "ne", "gt", "ge", "lt", "le") + " '" + pick(p, values...) + "'"
	}
	switch n := p.IntN(10); {
	case depth > 0 && n < 4:
		return p.filter(depth-1) + " and " + p.filter(depth-1)
	case depth > 0 && n < 6:
		return "(" + p.filter(depth-1) + " or " + p.filter(depth-1) + ")"
	case depth > 0 && n < 7:
		return "not (" + p.filter(depth-1) + ")"
	}
	return pick(p,
		"PartitionKey eq '"+pick(p, "a", "b", "\uffff")+"'",
		"PartitionKey "+key("", "a", "aa", "b", "\U0001F600", "\uffff"),
		"RowKey "+key("", "1", "10", "2", "B", "b", "c", "\ue000", "\U00010000"),
		"RowKey eq '"+pick(p, "1", "2")+"'",
		"X "+pick(p, "eq 3", "gt 2", "ne 'a'", "lt 2.5", "le 'b'", "ge 3L"),
		pick(p, "true", "false", "_c"))
}

// query follows all pages with random limits; together they are what the model finds.
func (p *play) query(tab table.Table, name string) (what, got, want string) {
	text := p.filter(3)
	x := filter(p.T, text)
	p.SetOptions(table.Options{PageReads: p.IntN(8), PartitionBoundary: p.IntN(2) == 0})
	q := table.Query{Filter: x, Top: pick(p, -1, 1, 2, 3)}
	if p.model.tables[strings.ToLower(name)] == nil {
		_, err := tab.ListEntities(ctx, q)
		return "query", failure(err), "TableNotFound"
	}
	var rows []edm.Row
	read := 0
	for {
		ctx, rec := recorded()
		page, err := tab.ListEntities(ctx, q)
		if err != nil {
			return text, failure(err), ""
		}
		if rec.Returned != len(page.Rows) || rec.Returned > rec.Read || q.Top > 0 && rec.Returned > q.Top {
			p.Errorf("%s: read %d, returned %d, $top=%d", text, rec.Read, rec.Returned, q.Top)
		}
		if page.Next != nil && rec.Read == 0 {
			p.Fatalf("%s: a page with a token has read nothing", text)
		}
		rows, read = append(rows, page.Rows...), read+rec.Read
		if q.Next = page.Next; q.Next == nil {
			break
		}
	}
	if within := p.within(name, table.PlanOf(x)); read != within {
		p.Errorf("%s: %d entities read, but the plan covers %d", text, read, within)
	}
	return text, describeRows(p.T, rows), describeEntities(p.model.query(name, x))
}

// within counts the entities between the bounds of a plan.
func (p *play) within(name string, plan explain.Plan) int {
	n := 0
	for k := range p.model.tables[strings.ToLower(name)] {
		if (plan.Low == nil || !before(k, *plan.Low)) && (plan.High == nil || before(k, *plan.High)) {
			n++
		}
	}
	return n
}

func before(a, b explain.Key) bool {
	if c := edm.CompareText(a.Partition, b.Partition); c != 0 {
		return c < 0
	}
	return edm.CompareText(a.Row, b.Row) < 0
}

func describeRows(t *testing.T, rows []edm.Row) string {
	var all []edm.Entity
	for _, r := range rows {
		e, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return describeEntities(all)
}

func describeEntities(all []edm.Entity) string {
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, "%s %s\n", text(e), table.ETagOf(e.Timestamp))
	}
	return b.String()
}

// check compares the whole state: tables by name, entities in order with their ETags, nothing else
// in the store but tables, their entities and leftovers.
func (p *play) check(what string) {
	p.SetOptions(table.Options{})
	tables, _, err := p.List(ctx, "acct", table.Query{Top: -1})
	if err != nil {
		p.Fatal(err)
	}
	var got, want []string
	for _, info := range tables {
		got = append(got, info.Name)
		page, err := p.Table("acct", info.Name).ListEntities(ctx, table.Query{Top: -1})
		if err != nil || page.Next != nil {
			p.Fatalf("after %s: next %v, %v", what, page.Next, err)
		}
		got = append(got, describeRows(p.T, page.Rows))
	}
	keys := len(p.model.tables)
	for _, lower := range slices.Sorted(maps.Keys(p.model.tables)) {
		want = append(want, p.model.names[lower], describeEntities(p.model.query(lower, nil)))
		keys += len(p.model.tables[lower])
	}
	if !slices.Equal(got, want) {
		p.Errorf("after %s: state is %q\nwant %q", what, got, want)
	}
	for lower := range p.model.marked {
		if p.model.tables[lower] == nil {
			keys++ // the generation of the next table
		}
	}
	if n := p.live(); n != keys {
		p.Errorf("after %s: the store holds %d keys, want %d: an entity without a table, or rubbish", what, n, keys)
	}
	p.unique(what)
}

// live counts the keys of the store without leftovers.
func (p *play) live() int {
	if !p.db.Leftovers() {
		return stored(p.T, p.db)
	}
	var b bytes.Buffer
	fresh := open(p.T, table.Options{})
	if err := errors.Join(p.db.Save(&b), fresh.db.Load(context.Background(), &b, nil)); err != nil {
		p.Fatal(err)
	}
	return stored(p.T, fresh.db)
}

// unique looks at the keys of the store themselves: strictly ascending, and no ETag twice.
func (p *play) unique(what string) {
	seen := map[string]bool{}
	err := p.db.View(ctx, func(tx *store.Tx) error {
		last := ""
		for k, v := range tx.Scan("e", "f") { // all generations
			etag := string(table.ETagOf(edm.Row(v).Timestamp()))
			if k <= last || seen[etag] {
				p.Errorf("after %s: key %q follows %q, ETag %s", what, k, last, etag)
			}
			last, seen[etag] = k, true
		}
		return nil
	})
	if err != nil {
		p.Fatal(err)
	}
}
