package controltest_test

import (
	"slices"
	"testing"

	"rowkey/engine/script"
)

// An editor asks for the words of the language; the lists are those of the parser.
func TestTheWordsOfTheLanguageAreAnsweredAsData(t *testing.T) {
	var got script.Vocabulary
	ok(t, open(t), "GET", "/-/words", nil, &got)
	want := script.Words()
	for name, lists := range map[string][2][]string{
		"helpers": {got.Helpers, want.Helpers}, "variables": {got.Variables, want.Variables},
		"queries":  {got.Queries, want.Queries},
		"counters": {got.Counters, want.Counters}, "predicates": {got.Predicates, want.Predicates},
		"methods": {got.Methods, want.Methods},
		"headers": {got.Headers, want.Headers}, "types": {got.Types, want.Types},
		"classes": {got.Classes, want.Classes}, "operators": {got.Operators, want.Operators},
	} {
		if len(lists[0]) == 0 || !slices.Equal(lists[0], lists[1]) {
			t.Errorf("%s = %v, want %v", name, lists[0], lists[1])
		}
	}
	if len(got.Keys) != len(want.Keys) {
		t.Fatalf("%d keys, want %d", len(got.Keys), len(want.Keys))
	}
	for i, key := range got.Keys {
		if key.Name != want.Keys[i].Name || !slices.Equal(key.Words, want.Keys[i].Words) {
			t.Errorf("key %d = %+v, want %+v", i, key, want.Keys[i])
		}
	}
}
