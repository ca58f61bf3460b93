package controltest_test

import (
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/table"
)

func TestExtremesAreThoseOfTheEntitiesThatAreStored(t *testing.T) {
	t.Parallel()
	e := open(t)
	long := strings.Repeat("ł", 100)
	play(t, e, `POST /Tables

{"TableName":"Empty"}

###
POST /Tables

{"TableName":"People"}

###
POST /People

{"PartitionKey":"a","RowKey":"`+long+`","A":1,"B":2,"C":3}

###
POST /People

{"PartitionKey":"a","RowKey":"b","Text":"`+long+long+`"}
`, nil)
	var got []table.Extremes
	ok(t, e, "GET", "/-/extremes", nil, &got)
	first, second := explain.Key{Partition: "a", Row: long}, explain.Key{Partition: "a", Row: "b"}
	want := table.Extremes{
		Name: "People", Key: table.Extreme{N: 200, Key: first}, Properties: table.Extreme{N: 3, Key: first},
		Value: table.Extreme{N: 400, Key: second}, Entity: table.Extreme{N: 4 + 4 + 8 + 2*4 + 4 + 400, Key: second},
	}
	if len(got) != 2 || got[0] != (table.Extremes{Name: "Empty"}) || got[1] != want {
		t.Errorf("GET /-/extremes = %+v, want an empty table and %+v", got, want)
	}
}

func TestAClusterCanBeTakenAway(t *testing.T) {
	t.Parallel()
	e := open(t)
	nodes := func() string { return string(ok(t, e, "GET", "/-/nodes", nil, nil)) }
	before := nodes()
	ok(t, e, "PUT", "/-/options", `{"cluster":{"nodes":2}}`, nil)
	if nodes() == before {
		t.Fatalf("with the option cluster the nodes are %s", before)
	}
	ok(t, e, "PUT", "/-/options", `{"single":true}`, nil)
	if got := nodes(); got != before {
		t.Errorf("with the option single the nodes are %s, want %s", got, before)
	}
	if status, _ := call(t, e, "PUT", "/-/options", `{"single":3}`); status != 400 {
		t.Errorf("PUT /-/options with a number as single = %d, want 400", status)
	}
}
