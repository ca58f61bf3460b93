package pages

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// With fewer rows for a prefix its stair is a flat line, and the picture is one dark field.
func TestSmallPicturesHaveFourRowsForEachPrefix(t *testing.T) {
	text, err := os.ReadFile("../../content/design/scale/en.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`buckets: (\d+)`).FindAllSubmatch(text, -1)
	if len(found) == 0 {
		t.Fatal("no load has prefixes")
	}
	for _, m := range found {
		if n, _ := strconv.Atoi(string(m[1])); n*4 > shapeRows {
			t.Errorf("%d prefixes in a picture of %d rows", n, shapeRows)
		}
	}
}
