package script_test

import (
	"strings"
	"testing"

	"rowkey/engine/script"
)

func TestMistakesInADesignAreReportedWhileTyping(t *testing.T) {
	for text, want := range map[string]string{
		"# @keys {dept}\n":                   "two keys",
		"# @keys {dept | {id}\n":             "without its",
		"# @keys a | b | c | d | e\n":        "too many parts",
		"# @keys {a} | include a\n":          "`include a` is where the RowKey should be",
		"# @keys include a | {b}\n":          "`include a` is where the PartitionKey should be",
		"# @workload nothing\n":              "no workload",
		"# ?? answer design by-id raed == 1": "Did you mean",
		"# ?? answer design == 1":            "needs the name",
	} {
		s := script.Parse("start.http", text, nil)
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
