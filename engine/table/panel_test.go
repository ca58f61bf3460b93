package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/table"
)

func TestStatsCountTablesPartitionsAndBytes(t *testing.T) {
	s := open(t, table.Options{})
	tab := s.create(t, "People")
	s.create(t, "empty")
	e := entity("ab", "c", "Age", 23, "Name", "Bob")
	add(t, tab, e, entity("ab", "d"), entity("zz", "", "Late", edm.Int64(7), "Age", "unknown"))
	stats, err := s.Stats(ctx, "acct")
	want := []table.Stats{
		{Name: "empty"},
		{Name: "People", Entities: 3, Partitions: 2, Bytes: 54 + 10 + 64, Properties: []table.Named{
			{Name: "Age", Type: "Edm.Int32", Others: []string{"Edm.String"}},
			{Name: "Name", Type: "Edm.String"}, {Name: "Late", Type: "Edm.Int64"},
		}},
	}
	if err != nil || fmt.Sprint(stats) != fmt.Sprint(want) {
		t.Errorf("Stats = %v, %v, want %v", stats, err, want)
	}
}

func TestPartitionsAndTheirRows(t *testing.T) {
	s := open(t, table.Options{})
	tab := s.create(t, "abc")
	staff(t, tab)
	add(t, tab, entity("Sales", ""), entity("Sales\ue000", "x"))
	parts, err := tab.Partitions(ctx)
	want := []table.Partition{
		{Name: "Engineering", N: 4}, {Name: "Marketing", N: 4}, {Name: "Sales", N: 5}, {Name: "Sales\ue000", N: 1},
	}
	bytes := 0
	for i := range parts { // ENG-M3: each partition has its size
		if parts[i].Bytes <= 0 {
			t.Errorf("partition %s has %d bytes", parts[i].Name, parts[i].Bytes)
		}
		bytes, parts[i].Bytes = bytes+parts[i].Bytes, 0
	}
	if stats, err := s.Stats(ctx, "acct"); err != nil || stats[0].Bytes != bytes {
		t.Errorf("Stats = %v, %v, want the %d bytes of the partitions", stats, err, bytes)
	}
	if err != nil || !slices.Equal(parts, want) {
		t.Errorf("Partitions = %v, %v, want %v", parts, err, want)
	}
	for _, c := range []struct {
		from string
		top  int
		want string
		more bool
	}{
		{"", 9, "Sales/ Sales/1 Sales/2 Sales/3 Sales/4", false},
		{"", 5, "Sales/ Sales/1 Sales/2 Sales/3 Sales/4", false},
		{"", 2, "Sales/ Sales/1", true},
		{"1", 2, "Sales/1 Sales/2", true},
		{"1\x00", 3, "Sales/2 Sales/3 Sales/4", false},
		{"5", 3, "", false},
	} {
		rows, more, err := tab.Rows(ctx, "Sales", c.from, c.top)
		if got := keys(rows); err != nil || got != c.want || more != c.more {
			t.Errorf("Rows(%q, %d) = %q, %v, %v, want %q, %v", c.from, c.top, got, more, err, c.want, c.more)
		}
	}
}

func TestAdmission(t *testing.T) {
	var asked []table.Load
	s := open(t, table.Options{})
	tab := s.create(t, "Abc")
	s.SetOptions(table.Options{Admit: func(l table.Load) (time.Duration, error) {
		asked = append(asked, l)
		if l.Partition == "hot" {
			return 0, apierr.New(apierr.ServerBusy)
		}
		return time.Millisecond, nil
	}})
	ctx, rec := recorded()
	_, err := tab.SubmitTransaction(ctx, inserts("cold", 2))
	_, hot := tab.AddEntity(ctx, entity("hot", "r"))
	_, get := tab.GetEntity(ctx, "cold", "000")
	_, query := tab.ListEntities(ctx, table.Query{Filter: filter(t, "PartitionKey eq 'cold'"), Top: -1})
	_, scan := tab.ListEntities(ctx, table.Query{Filter: filter(t, "RowKey eq '1'"), Top: -1})
	if err := errors.Join(err, get, query, scan); err != nil || failure(hot) != "ServerBusy" {
		t.Errorf("errors = %v and %v, want none and ServerBusy", err, hot)
	}
	want := []table.Load{
		{Account: "acct", Table: "abc", Partition: "cold", Entities: 2},
		{Account: "acct", Table: "abc", Partition: "hot", Entities: 1},
		{Account: "acct", Table: "abc", Partition: "cold", Entities: 1},
		{Account: "acct", Table: "abc", Partition: "cold"},
		{Account: "acct", Table: "abc"},
	}
	if fmt.Sprint(asked) != fmt.Sprint(want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
	if rec.Latency != 4*time.Millisecond {
		t.Errorf("recorded latency = %v, want 4 ms", rec.Latency)
	}
	s.SetOptions(table.Options{})
	if _, err := tab.AddEntity(ctx, edm.Entity{PartitionKey: "hot", RowKey: "r"}); err != nil {
		t.Errorf("AddEntity without admission: %v", err)
	}
}
