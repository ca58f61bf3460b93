package content_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// The page of the workbench shows each line of a sheet; a reader types them as they are.
func TestTheLinesOfTheDesignPageAreASheet(t *testing.T) {
	page, err := os.ReadFile("design/en.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range regexp.MustCompile("(?m)^\\| `# (@.*)` \\|").FindAllStringSubmatch(string(page), -1) {
		lines = append(lines, strings.ReplaceAll(m[1], `\|`, "|"))
	}
	if len(lines) < 9 {
		t.Fatalf("the page has %d lines", len(lines))
	}
	for _, sign := range []string{"# @", "@", ""} {
		text := ""
		for _, l := range lines {
			text += sign + strings.TrimPrefix(l, "@") + "\n"
		}
		if s, messages := sheet.Parse(text); sheet.Failed(messages) || len(s.Asks) != 1 || len(s.Designs) != 1 {
			t.Errorf("with %q: %+v in\n%s", sign, messages, text)
		}
	}
}
