package publish

import "testing"

func TestSearchIndexIsMadeAgainWhenAnythingItDependsOnChanges(t *testing.T) {
	pages := Files{"index.html": []byte("home")}
	key := indexKey(pages, []byte("1.6.0"), []string{"--quiet"})
	if again := indexKey(pages, []byte("1.6.0"), []string{"--quiet"}); again != key {
		t.Errorf("the same inputs have the keys %s and %s", key, again)
	}
	for what, other := range map[string]string{
		"a page":     indexKey(Files{"index.html": []byte("house")}, []byte("1.6.0"), []string{"--quiet"}),
		"Pagefind":   indexKey(pages, []byte("1.7.0"), []string{"--quiet"}),
		"a selector": indexKey(pages, []byte("1.6.0"), []string{"--quiet", "--exclude-selectors", ".hints"}),
	} {
		if other == key {
			t.Errorf("another version of %s has the same key", what)
		}
	}
}

func TestWordsOfNeighbouringBoxesAreNotGluedTogether(t *testing.T) {
	got := string(apart([]byte("<dt>You get</dt><dd>the newest</dd><th>share</th><th>budget</th>")))
	if want := "<dt>You get</dt> <dd>the newest</dd> <th>share</th> <th>budget</th> "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExcerptsPreferProseToCode(t *testing.T) {
	got := string(prosePreferred([]byte(`<p>join</p><pre class=sample>join</pre><pre>x</pre>`)))
	want := `<p>join</p><pre data-pagefind-weight="0.2" class=sample>join</pre><pre data-pagefind-weight="0.2">x</pre>`
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
