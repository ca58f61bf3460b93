package race_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/race"
	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

const ruled = "# @sheet members\n# @entity member, 40\n# @attribute member.id, guid, identity\n" +
	"# @attribute member.mail, text 30, unique, exact case\n# @attribute member.points, int\n# @ask one, member by id\n" +
	"# @do join, insert member\n# @do move, update member by id, sets mail\n" +
	"# @do win, update member by id, adds 5 to points\n\n### A\n# @keys {id} | member | Members\n"

// The race test that is made of a write finds an order in which two clients get one value where nothing keeps it
// unique, and none where a store does, or where the numbers are added on a condition.
func TestTheRaceTestOfAWriteBreaksWhereNothingKeepsItsRule(t *testing.T) {
	guard := "# @keys {mail} | member | ByMail | include id\n"
	for _, c := range []struct {
		name, text string
		do         int
		breaks     bool
	}{
		{"insert without a guard", ruled, 0, true},
		{"update without a guard", ruled, 1, true},
		{"insert with a guard", ruled + guard, 0, false},
		{"update with a guard", ruled + guard, 1, false},
		{"increments", ruled, 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if breaks := ordersThatBreak(t, c.text, c.do, "", ""); breaks != c.breaks {
				t.Errorf("some orders break: %v, want %v", breaks, c.breaks)
			}
		})
	}
}

// Two clients that rename one member both read the old name. Without the condition, or if its refusal does not undo the
// new row, a name stays taken that nobody has.
func TestARenameThatComesTooLateLeavesNoNameTaken(t *testing.T) {
	row := func(client, mail string) string {
		return strings.NewReplacer("ANN", client, "Ann", strings.ToUpper(client[:1])+client[1:], "NEW", mail).Replace(`
### Ann reads the old name
# @client Ann
# @name ANN
GET {{table}}/Members(PartitionKey='1',RowKey='m')

### Ann takes the new one
# @client Ann
POST {{table}}/ByMail
Content-Type: application/json

{"PartitionKey":"NEW","RowKey":"m","id":"1"}

### Ann renames the member
# @client Ann
# @name ANNRenames
PATCH {{table}}/Members(PartitionKey='1',RowKey='m')
If-Match: {{ANN.response.headers.ETag}}
Content-Type: application/json

{"mail":"NEW"}

# ?? status <= 412

### Ann frees the old name
# @client Ann
# @if ANNRenames status == 204
DELETE {{table}}/ByMail(PartitionKey='{{ANN.response.body.mail}}',RowKey='m')
If-Match: *

# ?? status <= 404

### Ann frees the new one
# @client Ann
# @if ANNRenames status == 412
DELETE {{table}}/ByMail(PartitionKey='NEW',RowKey='m')
If-Match: *
`)
	}
	text := `# @invariant count(ByMail) == 1

### Members
POST {{table}}/Tables
Content-Type: application/json

{ "TableName": "Members" }

### By mail
POST {{table}}/Tables
Content-Type: application/json

{ "TableName": "ByMail" }

### There before
POST {{table}}/Members
Content-Type: application/json

{"PartitionKey":"1","RowKey":"m","mail":"old"}

### There before
POST {{table}}/ByMail
Content-Type: application/json

{"PartitionKey":"old","RowKey":"m","id":"1"}
` + row("ann", "a") + row("ben", "b")
	for name, c := range map[string]struct {
		less, with string
		breaks     bool
	}{
		"condition and undo": {"", "", false},
		"no condition":       {"If-Match: {{.*}}", "If-Match: *", true},
		"no undo":            {"status == 412", "status == 999", true},
	} {
		script := text
		if c.less != "" {
			script = regexp.MustCompile(c.less).ReplaceAllString(text, c.with)
		}
		if r := explore(t, script, race.Options{}); r.Orders < 2 || r.Broken > 0 != c.breaks {
			t.Errorf("%s: %v of %v orders break", name, r.Broken, r.Orders)
		}
	}
}

const limited = "# @sheet events\n# @entity event, 4\n# @attribute event.id, text 8, identity\n" +
	"# @entity seat, 40 of event\n# @attribute seat.id, guid, identity\n# @ask one, seat by event\n" +
	"# @do take, insert seat, at most 10 of event\n\n### A\n# @keys {event} | e | Events | of event\n"

// Two clients never get the last place, whether or not both rows are in one partition; without the condition they do.
func TestTheLastPlaceIsTakenOnce(t *testing.T) {
	for name, store := range map[string]string{
		"one transaction": "# @keys {event} | s_{id} | Events | of seat\n",
		"two partitions":  "# @keys {id} | seat | Seats | of seat\n",
	} {
		t.Run(name, func(t *testing.T) {
			if ordersThatBreak(t, limited+store, 0, "", "") {
				t.Error("some orders break")
			}
			if !ordersThatBreak(t, limited+store, 0, etag, "If-Match: *") {
				t.Error("without the condition, no order breaks")
			}
		})
	}
}

// The new row comes before the count in its transaction. An attempt whose answer was lost is then refused by its own
// row when it is repeated, and not by the version, as if another client had the place.
func TestTheRowComesBeforeTheCount(t *testing.T) {
	s, _ := sheet.Parse(limited + "# @keys {event} | s_{id} | Events | of seat\n")
	b, err := sample.Race(context.Background(), s, &s.Designs[0], 0, 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	row, count := strings.Index(b.Script, " adds a row"), strings.Index(b.Script, " takes a place")
	if row < 0 || count < row {
		t.Errorf("the row is at %d, the count at %d\n%s", row, count, b.Script)
	}
}

// Two clients never take more than there is of a number without a sign; they do without the ETags, and without looking.
func TestNoMoreIsTakenThanThereIs(t *testing.T) {
	shop := "# @sheet shop\n# @entity product, 40\n# @attribute product.id, text 8, identity\n" +
		"# @attribute product.stock, TYPE\n# @ask one, product by id\n" +
		"# @do sell, update product by id, adds -2 to stock\n\n### A\n# @keys {id} | p | Products\n"
	for _, c := range []struct {
		number, less, with string
		breaks             bool
	}{
		{"int", "", "", false},
		{"long", "", "", false},
		{"double", "", "", false},
		{"int", etag, "If-Match: *", true},
		{"int", ">= 2\n", ">= -2\n", true},
		{"int, signed", "", "", false},
	} {
		text := strings.Replace(shop, "TYPE", c.number, 1)
		if breaks := ordersThatBreak(t, text, 0, c.less, c.with); breaks != c.breaks {
			t.Errorf("%s, without %q: some orders break: %v, want %v", c.number, c.less, breaks, c.breaks)
		}
	}
}

// etag is a condition of a script.
const etag = "If-Match: {{.*}}"

// ordersThatBreak reports whether the race test of a write finds an order that breaks its rule. What less matches in it
// is replaced.
func ordersThatBreak(t *testing.T, text string, do int, less, with string) bool {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	b, err := sample.Race(context.Background(), s, &s.Designs[0], do, 40, 1)
	if err != nil || b.Script == "" {
		t.Fatal(err)
	}
	if less != "" {
		b.Script = regexp.MustCompile(less).ReplaceAllString(b.Script, with)
	}
	r := explore(t, b.Script, race.Options{})
	if r.Orders < 2 || len(r.Invariants) != 1 {
		t.Errorf("%v orders, %d invariants\n%s", r.Orders, len(r.Invariants), b.Script)
	}
	return r.Broken > 0
}
