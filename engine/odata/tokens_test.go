package odata_test

import (
	"strings"
	"testing"

	"rowkey/engine/odata"
)

// marked writes each token as kind:text.
func marked(filter string) string {
	var words []string
	for _, t := range odata.Tokens(filter) {
		words = append(words, t.Kind+":"+filter[t.Pos:t.End])
	}
	return strings.Join(words, " ")
}

func TestTokens(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"key", "PartitionKey eq 'S'", "key:PartitionKey op:eq keylit:'S'"},
		{"key-on-the-right", "'S' le RowKey", "keylit:'S' op:le key:RowKey"},
		{"property", "Age ge 30", "prop:Age op:ge lit:30"},
		{"and-between", "RowKey eq '1' and Age eq 2", "key:RowKey op:eq keylit:'1' op:and prop:Age op:eq lit:2"},
		{"typed", "d lt datetime'2020-01-01' or b eq X'00'",
			"prop:d op:lt lit:datetime'2020-01-01' op:or prop:b op:eq lit:X'00'"},
		{"words", "not (Active eq true)", "op:not punct:( prop:Active op:eq lit:true punct:)"},
		{"truth-values-in-any-case", "a eq True", "prop:a op:eq lit:True"},
		{"specials", "a eq NaN or a eq -INF", "prop:a op:eq lit:NaN op:or prop:a op:eq lit:-INF"},
		{"bad-character-is-left-out", "Age < 30 and", "prop:Age lit:30 op:and"},
		{"typographic-quotes-are-left-out", "a eq ’Sales’", "prop:a op:eq prop:Sales"},
		{"open-text", "RowKey eq 'abc de", "key:RowKey op:eq keylit:'abc de"},
		{"open-date", "d eq datetime'2020", "prop:d op:eq lit:datetime'2020"},
		{"unfinished-number", "a eq 1.", "prop:a op:eq lit:1."},
		{"unfinished-number-in-the-middle", "a eq 1. and b", "prop:a op:eq lit:1. op:and prop:b"},
		{"other-punctuation", "a = 1", "prop:a punct:= lit:1"},
		{"invalid-utf-8", "a \xff eq 1", "prop:a op:eq lit:1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := marked(test.in); got != test.want {
				t.Errorf("Tokens(%q) = %s\nwant %s", test.in, got, test.want)
			}
		})
	}
}
