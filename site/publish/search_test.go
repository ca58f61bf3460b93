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
	for page, want := range map[string]string{
		"<dt>You get</dt><dd>the newest</dd>":         "<dt>You get:</dt> <dd>the newest</dd> ",
		"<dt><code>x</code></dt><dd>y</dd>":           "<dt><code>x:</code></dt> <dd>y</dd> ",
		"<summary>Is it?</summary><td>1</td>":         "<summary>Is it?</summary> <td>1</td> ",
		"<tr><th>share</th><th>of all</th></tr>":      "<tr><th>share,</th> <th>of all.</th> </tr>",
		`<tr><th scope="row">a</th><td>1</td></tr>`:   `<tr><th scope="row">a:</th> <td>1</td> </tr>`,
		"<a href=x><span>A</span></a><a href=y>B</a>": "<a href=x><span>A</span></a> <a href=y>B</a>",
		"<span>solved</span><span>at par</span>":      "<span>solved</span> <span>at par</span>",
		"<b>data-series</b><span>read</span>":         "<b>data-series</b> <span>read</span>",
		"<code><span>a</span><span>.b</span></code>":  "<code><span>a</span><span>.b</span></code>",
	} {
		if got := string(apart([]byte(page))); got != want {
			t.Errorf("apart(%s) = %s, want %s", page, got, want)
		}
	}
}

func TestExcerptsPreferProseToCode(t *testing.T) {
	got := string(prosePreferred([]byte(`<p>join</p><pre class=sample>join</pre><pre>x</pre>`)))
	want := `<p>join</p><pre data-pagefind-weight="0.2" class=sample>join</pre><pre data-pagefind-weight="0.2">x</pre>`
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
