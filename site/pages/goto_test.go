package pages

import (
	"encoding/json"
	"html/template"
	"slices"
	"testing"
)

func TestThePaletteIsToldOfLessonsCardsPagesAndLimits(t *testing.T) {
	table := `<table><thead><tr><th>limit of</th><th>at most</th></tr></thead><tbody>` +
		`<tr><th scope="row"><a href="../limits/#entity-size">an ` +
		`entity</a></th><td>1&nbsp;MiB</td><td>400</td></tr></tbody></table>` +
		`<table><tr><th><a href="../limits/#other">another table</a></th><td>1</td></tr></table>`
	lesson := &Lesson{Path: "learn/keys/", Title: "Keys", Steps: []*Step{{Title: "Both keys"}, {Title: "Half a key"}}}
	b := &Book{Site: &Site{Lessons: []*Lesson{lesson}}, Views: []*View{
		{Path: "", Title: "Home", Template: "home"},
		{Path: NotFound, Title: "Nothing", Template: "page"},
		{Path: "learn/keys/", Title: "Keys", Template: "overview", Lesson: lesson},
		{Path: "patterns/log-tail/", Title: "Log tail", Template: "pattern"},
		{Path: "limits/", Title: "Limits", Template: "page", Headings: []Heading{{"keys", "Keys"}}},
	}}
	b.Views[4].Body = template.HTML(table)
	text, err := b.GoTo()
	if err != nil {
		t.Fatal(err)
	}
	var got places
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if l := got.Lessons; len(l) != 1 || l[0].N != 1 || !slices.Equal(l[0].Steps, []string{"Both keys", "Half a key"}) {
		t.Errorf("lessons: %+v", l)
	}
	if !slices.Equal(got.Cards, [][2]string{{"patterns/log-tail/", "Log tail"}}) {
		t.Errorf("cards: %q", got.Cards)
	}
	if !slices.Equal(got.Pages, [][2]string{{"", "Home"}, {"limits/", "Limits"}}) {
		t.Errorf("pages: %q", got.Pages)
	}
	if !slices.Equal(got.Limits, [][2]string{{"limits/#entity-size", "an entity: 1\u00a0MiB"}, {"limits/#keys", "Keys"}}) {
		t.Errorf("limits: %q", got.Limits)
	}
}
