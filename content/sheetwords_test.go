package content_test

import (
	"os"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// everything is a sheet with all that the examples of the page speak of.
const everything = `# @sheet examples
# @entity user, 1000
# @entity follow, 20000 of user
# @entity post, 10000 of user
# @entity customer, 100
# @entity order, 10000 of customer
# @entity thing, 10000 of user
# @attribute user.id, text 8, identity
# @attribute follow.followed, text 8, identity, 500 values
# @attribute order.id, text 8, identity
# @attribute order.status, text 8, open 5 %, done 95 %
# @attribute thing.id, text 8, identity
# @attribute thing.at, time
# @attribute thing.due, time
# @attribute thing.name, text 30
# @attribute thing.price, double
# @attribute thing.version, int
# @attribute thing.lat, double
# @attribute thing.lon, double
`

// instead are words of the examples that the sheet has under another name.
var instead = strings.NewReplacer("product by", "thing by", ", with line", ", with customer")

// Every example of the table of what a question asks for is understood as it stands.
func TestWhatThePageShowsOfQuestionsCanBeTyped(t *testing.T) {
	page, err := os.ReadFile("design/en.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "What a question asks for, and how:")
	table, _, more := strings.Cut(table, "\n\nA list of 200")
	if !found || !more {
		t.Fatal("the table is gone")
	}
	typed := 0
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || !strings.Contains(cells[2], "`") {
			continue
		}
		for _, example := range examples(cells[2]) {
			ask := instead.Replace(example)
			if !strings.Contains(ask, " by ") || strings.HasPrefix(ask, "newest") {
				ask = "thing, " + ask
			}
			_, messages := sheet.Parse(everything + "# @ask q, 1/s, " + ask)
			if typed++; sheet.Failed(messages) {
				t.Errorf("%s: %+v", example, messages)
			}
		}
	}
	if typed < 19 {
		t.Errorf("the table has %d examples", typed)
	}
}

// examples returns what a cell has in code.
func examples(cell string) (list []string) {
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			list = append(list, part)
		}
	}
	return list
}
