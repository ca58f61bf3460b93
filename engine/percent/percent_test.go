package percent_test

import (
	"net/url"
	"testing"

	"rowkey/engine/percent"
)

func TestAppendKeepsWhatItIsTold(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, keep, want string }{
		{"a/b c", percent.Unreserved, "a%2Fb%20c"},
		{"-_.~", percent.Unreserved, "-_.~"},
		{"it's", percent.Unreserved, "it%27s"},
		{"it's", "'", "it's"},
		{"ü", percent.Unreserved, "%C3%BC"},
	}
	for _, tt := range tests {
		if got := string(percent.Append(nil, tt.text, tt.keep)); got != tt.want {
			t.Errorf("Append(%q, %q) = %q, want %q", tt.text, tt.keep, got, tt.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "a%2Fb", "a+b", "%", "%4", "%4g", "%zz", "100%25", "%C3%BC"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := percent.Decode(s)
		if want, err := url.PathUnescape(s); got != want || ok != (err == nil) {
			t.Errorf("Decode(%q) = %q, %t; net/url says %q, %v", s, got, ok, want, err)
		}
		got, ok = percent.DecodeQuery(s)
		if want, err := url.QueryUnescape(s); got != want || ok != (err == nil) {
			t.Errorf("DecodeQuery(%q) = %q, %t; net/url says %q, %v", s, got, ok, want, err)
		}
		if back, ok := percent.Decode(string(percent.Append(nil, s, percent.Unreserved))); back != s || !ok {
			t.Errorf("what Append writes of %q is read as %q, %t", s, back, ok)
		}
	})
}
