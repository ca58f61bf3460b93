package controltest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/advise"
	"rowkey/engine/control"
)

func fillPosts(t *testing.T, e *control.Handler, note int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("POST /Tables\n\n{\"TableName\":\"Posts\"}\n")
	for i := range 20 {
		fmt.Fprintf(&b, "\n###\nPOST /Posts\n\n{\"PartitionKey\":\"a\",\"RowKey\":\"%03d\",\"Title\":\"Title %d\","+
			"\"Likes\":\"%d\",\"Likes@odata.type\":\"Edm.Int64\",\"Text\":%q}\n",
			i, i, i, strings.Repeat("x", note))
	}
	play(t, e, b.String(), nil)
}

func narrower(t *testing.T, e *control.Handler, query, accept string) *advise.Narrower {
	t.Helper()
	var n *advise.Narrower
	ok(t, e, "POST", "/-/narrower", map[string]any{"url": "http://127.0.0.1:10002/devstoreaccount1/" + query,
		"accept": accept}, &n)
	return n
}

// Both numbers are those of answers that are sent.
func TestNarrowerMeasuresBothAnswers(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPosts(t, e, 500)
	for _, accept := range []string{
		"application/json;odata=nometadata", "application/json;odata=minimalmetadata", "application/json;odata=fullmetadata",
	} {
		for _, path := range []string{"Posts()", "Posts()?$filter=Title%20ne%20'x'&$top=7"} {
			n := narrower(t, e, path, accept)
			if n == nil || !slices.Equal(n.Without, []string{"Text"}) ||
				!slices.Equal(n.Select, []string{"PartitionKey", "RowKey", "Timestamp", "Title", "Likes"}) {
				t.Fatalf("narrower(%s, %s) = %+v", path, accept, n)
			}
			separator := "?"
			if strings.Contains(path, "?") {
				separator = "&"
			}
			for query, want := range map[string]int{
				path: n.Before, path + separator + "$select=" + strings.Join(n.Select, ","): n.After,
			} {
				_, run := play(t, e, "GET /"+query+"\nAccept: "+accept+"\n", nil)
				if got := len(run.Exchanges[0].Body); got != want {
					t.Errorf("%s as %s has %d bytes, want %d", query, accept, got, want)
				}
			}
		}
	}
}

func TestNarrowerKeepsSilentWhereNothingIsToBeSaid(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPosts(t, e, 500)
	small := open(t)
	fillPosts(t, small, 10)
	tests := []struct {
		name, path string
		e          *control.Handler
	}{
		{"a query that selects", "Posts()?%24select=Text", e},
		{"properties of much the same size", "Posts()", small},
		{"a small answer", "Posts()?$top=1", e},
		{"a table that is not there", "Nothing()", e},
	}
	for _, test := range tests {
		if n := narrower(t, test.e, test.path, "application/json"); n != nil {
			t.Errorf("%s: %+v, want nothing", test.name, n)
		}
	}
}

func TestNarrowerLeavesNoTrace(t *testing.T) {
	t.Parallel()
	e := open(t)
	fillPosts(t, e, 500)
	_, before := call(t, e, "GET", "/-/snapshot", nil)
	_, ledger := call(t, e, "GET", "/-/ledger", nil)
	if narrower(t, e, "Posts()", "application/json") == nil {
		t.Fatal("there is nothing to measure")
	}
	if _, after := call(t, e, "GET", "/-/snapshot", nil); string(after) != string(before) {
		t.Error("POST /-/narrower changes the store")
	}
	if _, after := call(t, e, "GET", "/-/ledger", nil); string(after) != string(ledger) {
		t.Error("POST /-/narrower changes the ledger")
	}
}
