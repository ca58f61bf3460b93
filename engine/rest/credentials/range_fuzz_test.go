package credentials_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

// entityKey is PartitionKey and RowKey.
type entityKey [2]string

// FuzzKeyRanges: no filter and no continuation leads out of the key range of a token, and nothing
// inside is left out.
func FuzzKeyRanges(f *testing.F) {
	f.Add("b", "2", "m", "2", "PartitionKey eq 'a'", "a", "1")
	f.Add("b", "", "b", "2", "RowKey ge '1' and PartitionKey le 'b'", "b", "3")
	f.Add("", "", "m", "1", "not (PartitionKey lt 'm') or RowKey eq '2'", "m", "2")
	f.Add("c", "3", "", "", "PartitionKey ge 'b' and PartitionKey le 'c' and RowKey gt '1'", "", "")
	f.Add("m", "2", "b", "1", "", "z", "")
	api := withTable(f)
	for _, pk := range []string{"", "a", "b", "b\u00e9", "c", "m", "z", "\U0001F600", "\uFF5E"} {
		for _, rk := range []string{"", "1", "2", "3", "\U0001F600"} {
			body, _ := json.Marshal(map[string]string{"PartitionKey": pk, "RowKey": rk})
			want(f, ask(f, api, "POST", "/people", string(body), "Prefer: return-no-content"), 204, "")
		}
	}
	f.Fuzz(func(t *testing.T, startPK, startRK, endPK, endRK, filter, nextPK, nextRK string) {
		if !allValid(startPK, startRK, endPK, endRK, filter, nextPK, nextRK) ||
			strings.Contains(startPK+startRK+endPK+endRK, "\n") ||
			startPK == "" && startRK != "" || endPK == "" && endRK != "" {
			return // no token says this
		}
		in := auth.Token{Permissions: "r", StartPartition: startPK, StartRow: startRK, EndPartition: endPK, EndRow: endRK}
		token := tokenFor(in)
		query := "$filter=" + url.QueryEscape(filter)
		all, ok := readKeys(t, guard(api, true), query)
		some, okToo := readKeys(t, guard(api, false), query+"&$top=3&"+token)
		if !ok || !okToo {
			return
		}
		for key := range all {
			if inside := inRange(&in, key); inside != some[key] {
				t.Errorf("%+v: %q is in the range: %t, returned: %t", in, key, inside, some[key])
			}
		}
		for key := range some {
			if !all[key] {
				t.Errorf("%+v: %q is returned with the token only", in, key)
			}
		}
		next := "&NextPartitionKey=" + url.QueryEscape(rest.Token(nextPK)) + "&NextRowKey=" +
			url.QueryEscape(rest.Token(nextRK))
		beyond, _ := readKeys(t, api, query+next+"&"+token)
		for key := range beyond {
			if !inRange(&in, key) {
				t.Errorf("%+v: the continuation %q, %q leads to %q", in, nextPK, nextRK, key)
			}
		}
	})
}

// allValid reports whether each of a few texts is UTF-8; joined, halves of a character could be one.
func allValid(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !utf8.ValidString(s) })
}

// readKeys reads all pages of a query, and says whether it could be asked.
func readKeys(t *testing.T, api *rest.API, query string) (map[entityKey]bool, bool) {
	t.Helper()
	found := map[entityKey]bool{}
	next := ""
	for range 100 {
		r := ask(t, api, "GET", "/people()?"+query+next, "")
		if r.Status != 200 {
			return found, false
		}
		var page struct {
			Value []struct{ PartitionKey, RowKey string }
		}
		if err := json.Unmarshal(r.Body, &page); err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Value {
			found[entityKey{e.PartitionKey, e.RowKey}] = true
		}
		pk, more := r.Header.Lookup("x-ms-continuation-NextPartitionKey")
		if !more {
			return found, true
		}
		next = "&NextPartitionKey=" + url.QueryEscape(pk) + "&NextRowKey=" +
			url.QueryEscape(r.Header.Get("x-ms-continuation-NextRowKey"))
	}
	t.Errorf("?%s has no last page", query)
	return found, false
}

// inRange compares as the service does: by UTF-16 units, the partition first.
func inRange(in *auth.Token, key entityKey) bool {
	start, end := compareUnits(key[0], in.StartPartition), compareUnits(key[0], in.EndPartition)
	switch {
	case in.StartPartition != "" && (start < 0 || start == 0 && compareUnits(key[1], in.StartRow) < 0):
		return false
	case in.EndPartition != "" && (end > 0 || end == 0 && in.EndRow != "" && compareUnits(key[1], in.EndRow) > 0):
		return false
	}
	return true
}

func compareUnits(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}
