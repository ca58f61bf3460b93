package propose

import (
	"slices"
	"testing"

	"rowkey/engine/sheet"
)

// Dropping a table is one request, so it is proposed for a delete of many entities by a value that few enough have.
func TestATableForEachValueIsProposedIfADeleteDropsIt(t *testing.T) {
	text := func(readers, loans string) string {
		return "# @sheet library\n# @entity reader, " + readers +
			"\n# @entity loan, " + loans + " of reader, largest 10 %\n" +
			"# @attribute reader.id, text 8, identity\n# @attribute loan.id, guid, identity\n" +
			"# @ask one loan, 20/s, loan by reader and id\n# @do forget, 1/min, delete loan by reader\n"
	}
	for _, c := range []struct {
		readers, loans string
		want           bool
	}{
		{"500", "5 million", true},
		{"2000", "5 million", false}, // there cannot be so many tables
		{"500", "1000", false},       // one transaction deletes them
	} {
		s, messages := sheet.Parse(text(c.readers, c.loans))
		if sheet.Failed(messages) {
			t.Fatal(messages)
		}
		first := searched(s, Slice, false).join()[0]
		if got := slices.Contains(first.patterns(), TableEach); got != c.want {
			t.Errorf("%s readers with %s loans: %q, a table for each %v, want %v", c.readers, c.loans, first.texts, got, c.want)
		}
	}
}
