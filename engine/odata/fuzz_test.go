package odata_test

import (
	"testing"
	"unicode/utf8"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

var seeds = []string{
	"", "a", "PartitionKey eq 'S' and (RowKey ge '1' or not (Age lt 5L)) and Active",
	"d eq datetime'2020-01-01T00:00:00.1234567Z' or g eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
	"b eq X'00ff' and x eq binary'' or n eq -INF or n eq 1.5e-7D", "'x' lt a", "1 eq 1 eq true",
	"aaa bbb ccc", "<class 'filter'>", "a eq “b”", "a eq 'O'Brien'", "startswith(a,'b')", "a == 5", "a eq null",
	"a eq 2020-01-05", "Last Name eq 1", "a in (1,2)", "(((((", "not not not", "a eq '", "a eq datetime'", "a eq 1.",
	"\xff", "a\u00A0eq\u20281", "-", "-1-1", "a,b", "*", "['age, sex']", "age, sex,",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	none := func(string) (edm.Value, bool) { return edm.Value{}, false }
	f.Fuzz(func(t *testing.T, filter string) {
		x, err := odata.Parse(filter)
		if err != nil {
			e := syntaxError(t, err)
			if e.Pos < 0 || e.Pos > e.End || e.End > len(filter) || e.Msg == "" || e.Code == "" {
				t.Fatalf("Parse(%q): %+v", filter, e)
			}
			return
		}
		odata.Match(x, none)
		if again := parse(t, odata.Text(x)); !same(x, again) {
			t.Fatalf("Text = %q, read back as %q", odata.Text(x), odata.Text(again))
		}
	})
}

func FuzzTokens(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, filter string) {
		last := 0
		for _, k := range odata.Tokens(filter) {
			if k.Pos < last || k.End <= k.Pos || k.End > len(filter) || k.Kind == "" {
				t.Fatalf("Tokens(%q): %+v behind %d", filter, k, last)
			}
			if utf8.ValidString(filter) && !utf8.ValidString(filter[k.Pos:k.End]) {
				t.Fatalf("Tokens(%q): %+v cuts a character", filter, k)
			}
			last = k.End
		}
		_, _ = odata.ParseSelect(filter)
	})
}
