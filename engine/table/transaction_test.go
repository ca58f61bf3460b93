package table_test

import (
	"fmt"
	"testing"

	"rowkey/engine/table"
)

// inserts returns n inserts into one partition, with row keys 000, 001, ...
func inserts(pk string, n int) []table.Action {
	actions := make([]table.Action, n)
	for i := range actions {
		actions[i] = table.Action{Verb: table.Insert, Entity: entity(pk, fmt.Sprintf("%03d", i), "b", i, "a", i)}
	}
	return actions
}

// ENG-B2, ENG-B3, ENG-B5, ENG-B7 and ENG-O10: a transaction that breaks a rule, or fails inside, tells
// which operation did, and leaves nothing behind.
func TestTransactionsThatFail(t *testing.T) {
	old := table.ETag(`W/"datetime'2017-04-01T01%3A07%3A23Z'"`)
	at := func(v table.Verb, rk string, ifMatch table.ETag) table.Action {
		return table.Action{Verb: v, Mode: table.Merge, Entity: entity("p", rk), IfMatch: ifMatch}
	}
	for _, c := range []struct {
		name    string
		actions []table.Action
		want    string
	}{
		{"none", nil, "InvalidInput"},
		{"more-than-a-hundred", inserts("p", 101), "99:InvalidInput"},
		{"another-partition", append(inserts("p", 3), inserts("q", 1)...), "3:CommandsInBatchActOnDifferentPartitions"},
		{"a-row-twice", append(inserts("p", 3), at(table.Delete, "001", table.Any)), "3:InvalidDuplicateRow"},
		{"an-existing-row", append(inserts("p", 3), at(table.Insert, "here", "")), "3:EntityAlreadyExists"},
		{"a-missing-row", append(inserts("p", 1), at(table.Update, "gone", table.Any)), "1:ResourceNotFound"},
		{"a-missing-row-deleted", []table.Action{at(table.Delete, "gone", table.Any)}, "0:ResourceNotFound"},
		{"an-old-etag", append(inserts("p", 2), at(table.Update, "here", old)), "2:UpdateConditionNotSatisfied"},
		{"an-old-etag-deleted", append(inserts("p", 2), at(table.Delete, "here", old)), "2:UpdateConditionNotSatisfied"},
		{"no-etag", append(inserts("p", 2), at(table.Delete, "here", "rock")), "2:InvalidInput"},
		{"an-empty-etag", append(inserts("p", 1), at(table.Delete, "here", "")), "1:InvalidInput"},
		{"first-failure-wins", []table.Action{at(table.Insert, "here", ""), at(table.Update, "gone", table.Any)},
			"0:EntityAlreadyExists"},
		{"rules-come-before-execution", []table.Action{at(table.Insert, "here", ""), at(table.Delete, "x", "rock")},
			"1:InvalidInput"},
		{"late", append(inserts("p", 99), at(table.Update, "gone", table.Any)), "99:ResourceNotFound"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := open(t, table.Options{}).create(t, "abc")
			add(t, tab, entity("p", "here", "a", 1))
			out, err := tab.SubmitTransaction(ctx, c.actions)
			if got := failure(err); got != c.want || out != nil {
				t.Errorf("SubmitTransaction = %v, %q, want %q", out, got, c.want)
			}
			page, err := tab.ListEntities(ctx, table.Query{Top: -1})
			if got := keys(page.Rows); err != nil || got != "p/here" {
				t.Errorf("the table holds %q, %v, want what it held before", got, err)
			}
		})
	}
}

func TestTransactionText(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	_, err := tab.SubmitTransaction(ctx, inserts("p", 101))
	want := "InvalidInput: The batch request operation exceeds the maximum 100 changes per change set."
	if err == nil || err.Error() != want {
		t.Errorf("SubmitTransaction: %v, want %s", err, want)
	}
}

// ENG-B6: every kind of operation in one transaction, each with its own condition.
func TestTransactionDoesEveryKindOfOperation(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	var etags []table.ETag
	for i := range 3 {
		e, err := tab.AddEntity(ctx, entity("p", fmt.Sprint(i), "z", i))
		if err != nil {
			t.Fatal(err)
		}
		etags = append(etags, table.ETagOf(e.Timestamp))
	}
	out, err := tab.SubmitTransaction(ctx, []table.Action{
		{Verb: table.Update, Mode: table.Replace, Entity: entity("p", "0", "b", 1, "a", 2), IfMatch: etags[0]},
		{Verb: table.Update, Mode: table.Merge, Entity: entity("p", "1", "b", 1, "a", 2), IfMatch: table.Any},
		{Verb: table.Delete, Entity: entity("p", "2"), IfMatch: etags[2]},
		{Verb: table.Insert, Entity: entity("p", "3", "b", 1, "a", 2)},
		{Verb: table.Upsert, Mode: table.Replace, Entity: entity("p", "4", "b", 1, "a", 2)},
		{Verb: table.Upsert, Mode: table.Merge, Entity: entity("p", "5", "b", 1, "a", 2)},
	})
	if err != nil {
		t.Fatal(err)
	}
	wants := []string{"p/0 a=2 b=1", "p/1 a=2 b=1 z=1", "", "p/3 b=1 a=2", "p/4 a=2 b=1", "p/5 a=2 b=1"}
	last := etags[2]
	for i, want := range wants {
		e, err := tab.GetEntity(ctx, "p", fmt.Sprint(i))
		switch {
		case want == "":
			if failure(err) != "ResourceNotFound" || out[i].ETag != "" {
				t.Errorf("deleted entity %d: %v, ETag %q", i, err, out[i].ETag)
			}
			continue
		case err != nil || text(e) != want:
			t.Errorf("entity %d = %q, %v, want %q", i, text(e), err, want)
		case out[i].ETag != table.ETagOf(e.Timestamp) || out[i].ETag <= last:
			t.Errorf("ETag %d = %s, want that of the entity, after %s", i, out[i].ETag, last)
		}
		last = out[i].ETag
	}
	if got := text(out[3].Entity); got != wants[3] {
		t.Errorf("outcome of the insert = %q, want %q", got, wants[3])
	}
}

// ENG-B3: a hundred operations are not too many.
func TestTransactionOfAHundredSucceeds(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	if out, err := tab.SubmitTransaction(ctx, inserts("", 100)); err != nil || len(out) != 100 {
		t.Errorf("SubmitTransaction = %d outcomes, %v", len(out), err)
	}
}
