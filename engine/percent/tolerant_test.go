package percent_test

import (
	"testing"

	"rowkey/engine/percent"
)

func TestDecodeTolerantKeepsWhatIsNotAnEscape(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "a b": "a b", "%41": "A", "%4": "%4", "%": "%", "%%41": "%A", "%zz%2f": "%zz/", "%2541": "%41", "+": "+",
	} {
		if got := percent.DecodeTolerant(text); got != want {
			t.Errorf("DecodeTolerant(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzDecodeTolerantReadsWhatEncodeWrites(f *testing.F) {
	f.Add("a%2Fb c")
	f.Fuzz(func(t *testing.T, s string) {
		if got := percent.DecodeTolerant(percent.Encode(s)); got != s {
			t.Errorf("DecodeTolerant(Encode(%q)) = %q", s, got)
		}
		if strict, ok := percent.Decode(s); ok && strict != percent.DecodeTolerant(s) {
			t.Errorf("Decode(%q) = %q, DecodeTolerant says %q", s, strict, percent.DecodeTolerant(s))
		}
	})
}
