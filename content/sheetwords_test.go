package content_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// kindsOfThePage are sheets with the kinds and attributes that the examples of the page name.
var kindsOfThePage = []string{`# @entity customer, 100
# @entity order, 1000/day of customer, kept 90d
# @attribute order.id, text 8, identity
# @attribute order.status, open 5 %
# @attribute order.at, time
# @attribute order.due, time
# @attribute order.version, int
# @entity line, 5000 of order
# @attribute line.n, int, identity
# @entity product, 1000
# @attribute product.id, text 8, identity
# @attribute product.name, text 20
# @attribute product.price, double
# @attribute product.stock, int
# @entity shop, 100
# @attribute shop.id, text 8, identity
# @attribute shop.lat, double
# @attribute shop.lon, double
`, `# @entity user, 100
# @attribute user.id, text 8, identity
# @entity follow, 2000 of user
# @attribute follow.followed, text 12, identity, 100 values
# @entity post, 1 million/day of user
# @attribute post.at, time, identity
`, `# @entity tenant, 10
# @entity document, 100 of tenant
# @attribute document.id, text 8, identity
# @entity event, 100
# @entity seat, 5000 of event
# @entity page, 100
# @attribute page.id, text 8, identity
# @attribute page.text, text 100
# @attribute page.views, long
`}

// feedsOfThePage are lines of the page that need each other, in turn.
var feedsOfThePage = []string{"# @entity feed, 100 million/day of post\n",
	"# @attribute feed.reader, text 8, identity, 100 thousand values\n"}

// Each line of the page that says what can be written on a sheet is typed as it is, with what makes it a comment or
// without.
func TestTheLinesOfThePageAreTypedAsTheyAre(t *testing.T) {
	page, err := os.ReadFile("design/en.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := slices.Clone(kindsOfThePage)
	for i := range feedsOfThePage {
		kinds = append(kinds, kindsOfThePage[1]+strings.Join(feedsOfThePage[:i+1], ""))
	}
	code := regexp.MustCompile("`((?:# @)?(?:sheet|entity|attribute|ask|do|together|keys) [^`]*)`")
	var whole []string
	examples := 0
	for _, m := range code.FindAllStringSubmatch(string(page), -1) {
		line := strings.ReplaceAll(m[1], `\|`, "|")
		if strings.HasPrefix(line, "# @") {
			whole = append(whole, line)
			continue
		}
		examples++
		if !slices.ContainsFunc(kinds, func(kinds string) bool {
			_, messages := sheet.Parse(kinds + line)
			return !sheet.Failed(messages)
		}) {
			_, messages := sheet.Parse(kindsOfThePage[0] + line)
			t.Errorf("%s: %+v", line, messages)
		}
	}
	text := strings.Join(whole, "\n")
	for _, text := range []string{text, strings.ReplaceAll(text, "# @", "")} {
		if s, messages := sheet.Parse(text); len(messages) > 0 || len(s.Designs) != 1 {
			t.Errorf("%+v in\n%s", messages, text)
		}
	}
	if len(whole) < 10 || examples < 20 {
		t.Errorf("%d lines of a sheet, and %d examples", len(whole), examples)
	}
}
