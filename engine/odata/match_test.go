package odata_test

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/evidence"
	"rowkey/engine/odata"
)

// entity reads the JSON of an entity.
func entity(t testing.TB, body string) edm.Entity {
	t.Helper()
	d, err := edm.ParseJSON([]byte(body))
	if err != nil {
		t.Fatalf("ParseJSON(%s): %v", body, err)
	}
	return d.Entity
}

// ENG-Q2: eq, ne, gt, ge, lt and le compare. ENG-E5: a property that is missing, or of another type,
// does not match.
func TestMatch(t *testing.T) {
	t.Parallel()
	e := entity(t, `{"PartitionKey":"Sales","RowKey":"10","I":3,"L@odata.type":"Edm.Int64","L":"3","D":3.0,
		"S":"b","E":"","B":true,"N@odata.type":"Edm.Double","N":"NaN",
		"T@odata.type":"Edm.DateTime","T":"2020-01-22T00:00:00.0000001Z"}`)
	row := edm.Row(edm.AppendRow(nil, &e))
	tests := []struct {
		name, filter string
		want         bool
	}{
		{"no-filter", "", true},
		{"true", "true", true},
		{"false", "false", false},
		{"both-keys", "PartitionKey eq 'Sales' and RowKey eq '10'", true},
		{"keys-are-texts", "RowKey lt '9'", true},
		{"case-matters-in-texts", "S eq 'B'", false},
		{"upper-case-is-less", "S gt 'B'", true},
		{"case-matters-in-names", "s eq 'b'", false},
		{"missing-eq", "X eq 'x'", false},
		{"missing-ne", "X ne 'x'", false},
		{"missing-lt", "X lt 'x'", false},
		{"missing-ge", "X ge ''", false},
		{"not-missing", "not (X eq 'x')", true},
		{"not-at-least-empty-finds-the-missing", "not (X ge '')", true},
		{"not-at-least-empty-skips-texts", "not (E ge '')", false},
		{"not-at-least-empty-finds-other-types", "not (I ge '')", true},
		{"int32-literal-and-int64", "L eq 3", true},
		{"int32-literal-and-double", "D ge 3", true},
		{"int64-literal-and-double", "D eq 3L", true},
		{"int64-literal-and-int32-differ", "I eq 3L", false},
		{"int64-literal-and-int32-ne", "I ne 3L", true},
		{"int64-literal-and-int32-is-less", "I lt 3L", true},
		{"other-type-is-less-or-equal", "S le 5", true},
		{"other-type-is-not-greater", "S gt 5", false},
		{"number-and-text", "I eq '3'", false},
		{"bare-boolean", "B", true},
		{"not-boolean", "not B", false},
		{"bare-number", "I", false},
		{"nan-eq-nan", "N eq NaN", false},
		{"nan-ne-nan", "N ne NaN", true},
		{"nan-lt", "N lt 5", false},
		{"nan-le", "N le 5.0", false},
		{"nan-gt", "N gt 5.0", false},
		{"nan-ge", "N ge NaN", false},
		{"number-lt-infinity", "D lt INF", true},
		{"seven-digits-count", "T gt datetime'2020-01-22T00:00:00Z'", true},
		{"and-before-or", "S eq 'b' or S eq 'c' and I eq 9", true},
		{"literal-on-the-left", "2 lt I", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			x := parse(t, test.filter)
			if got := odata.Match(x, e.Get); got != test.want {
				t.Errorf("Match(%s) on the entity = %v, want %v", test.filter, got, test.want)
			}
			if got := odata.Match(x, row.Lookup); got != test.want {
				t.Errorf("Match(%s) on the row = %v, want %v", test.filter, got, test.want)
			}
		})
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	e := entity(t, `{"PartitionKey":"Sales","RowKey":"10","Age":34,"Name":"Hall"}`)
	row := edm.Row(edm.AppendRow(nil, &e))
	x := parse(t, "PartitionKey eq 'Sales' and (Age ge 30 or not (Name lt 'K'))")
	if n := testing.AllocsPerRun(100, func() { odata.Match(x, row.Lookup) }); n != 0 {
		t.Errorf("Match: %v allocations, want 0", n)
	}
}

type comparison struct {
	PropType, PropValue, Op, LitType, Lit string
	Match                                 bool
}

// TestRecordedTypeComparisons asks what a suite asked that runs against the service.
// ENG-E5.
func TestRecordedTypeComparisons(t *testing.T) {
	t.Parallel()
	f, err := os.Open(evidence.Path(t, "evidence", "type-comparison.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var c comparison
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		filter := "P " + c.Op + " " + literalOf(c.LitType, c.Lit)
		e := entity(t, fmt.Sprintf(`{"P@odata.type":%q,"P":%q}`, c.PropType, jsonValue(c.PropType, c.PropValue)))
		if got := odata.Match(parse(t, filter), e.Get); got != c.Match {
			t.Errorf("%s %s: %s = %v, want %v", c.PropType, c.PropValue, filter, got, c.Match)
		}
	}
	if n < 400 {
		t.Errorf("%d comparisons, want more than 400", n)
	}
}

func literalOf(typ, s string) string {
	switch typ {
	case "Edm.Int64":
		return s + "L"
	case "Edm.Double":
		return s + "D"
	case "Edm.DateTime":
		return "datetime'" + s + "'"
	case "Edm.Guid":
		return "guid'" + s + "'"
	case "Edm.Binary":
		return "X'" + s + "'"
	case "Edm.String":
		return "'" + s + "'"
	}
	return s
}

func jsonValue(typ, s string) string {
	if typ != "Edm.Binary" {
		return s
	}
	b, _ := hex.DecodeString(s)
	return base64.StdEncoding.EncodeToString(b)
}
