package pages

import (
	"os"
	"strings"
	"testing"

	"rowkey/site/course"
)

func TestTheMapOfPatternsIsDrawnFromTheirPages(t *testing.T) {
	page := func(slug string, column, row int, related ...any) *Entry {
		return &Entry{Path: "patterns/" + slug + "/", Title: slug,
			Meta: map[string]any{"place": []any{column, row}, "related": related}}
	}
	x, err := LoadTexts(os.DirFS(".."), course.Lang)
	if err != nil {
		t.Fatal(err)
	}
	v := &View{Root: "../"}
	to := map[string]any{"pattern": "two", "text": "because"}
	svg, err := patternMap(x, v, []*Entry{page("one", 0, 0, to), page("two", 1, 1)})
	if err != nil || strings.Count(svg, "<a ") != 2 || strings.Count(svg, "<path ") != 1 ||
		!strings.Contains(svg, "<li>two</li>") {
		t.Errorf("%v: %s", err, svg)
	}
	to["pattern"] = "three"
	if _, err := patternMap(x, v, []*Entry{page("one", 0, 0, to)}); err == nil {
		t.Error("a relation to nothing is drawn")
	}
}
