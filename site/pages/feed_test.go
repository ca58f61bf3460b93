package pages

import (
	"strings"
	"testing"

	"rowkey/site/markdown"
)

func TestFeedTellsChangesInOrder(t *testing.T) {
	changes, err := changesOf("x", []markdown.Section{
		{ID: "loads", Title: "2026-11-21: Loads & <clients>", Body: "<p>One <b>two</b>\nthree.</p>\n<p>Four.</p>"},
		{ID: "first", Title: "2026-11-20: The first lessons", Body: "<p>Two.</p>"},
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := feed("Changes", "https://example.org/rowkey/", "", changes)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<updated>2026-11-21T00:00:00Z</updated><author>",
		`<link rel="self" href="https://example.org/rowkey/feed.atom"></link>`,
		`<entry><id>urn:rowkey:changes:loads</id><title>Loads &amp; ` +
			`&lt;clients&gt;</title><updated>2026-11-21T00:00:00Z</updated>` +
			`<link href="https://example.org/rowkey/help/changes/#loads"></link><summary>One two three. Four.</summary></entry>`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("feed lacks %s\ngot %s", want, data)
		}
	}
}

func TestEveryLanguageHasAFeedOfItsOwn(t *testing.T) {
	changes, err := changesOf("x", []markdown.Section{{ID: "loads", Title: "2026-11-21: Charges"}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := feed("Nouveautés", "https://example.org/", "fr/", changes)
	for _, want := range []string{
		"<id>urn:rowkey:fr/changes</id>", `href="https://example.org/fr/feed.atom"`,
		`href="https://example.org/fr/help/changes/#loads"`,
	} {
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("feed lacks %s: %v\ngot %s", want, err, data)
		}
	}
}

func TestChangesNeedADate(t *testing.T) {
	for title, want := range map[string]string{
		"Loads": "write a date", "2026-13-01: Loads": "month out of range",
		"2026-11-22: Later": "the newest change comes first",
	} {
		sections := []markdown.Section{{Title: "2026-11-21: First"}, {Title: title}}
		if _, err := changesOf("x", sections); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error = %v, want %q", title, err, want)
		}
	}
}
