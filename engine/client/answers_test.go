package client

import (
	"strings"
	"testing"
)

func TestARunForgetsItsOldestAnswersWhenTheyAreLarge(t *testing.T) {
	tests := []struct {
		name  string
		sizes []int
		kept  string // of the answers, by their numbers
	}{
		{"small-ones-stay", []int{0, 1, 1000}, "012"},
		{"up-to-the-limit", []int{maxAnswers / 2, maxAnswers / 2}, "01"},
		{"then-half-is-forgotten", []int{maxAnswers / 2, maxAnswers / 4, maxAnswers / 4, 1}, "23"},
		{"the-newest-stays-whatever-its-size", []int{1, 2 * maxAnswers}, "1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var k answers
			for i, size := range test.sizes {
				k.add(&answer{body: strings.Repeat("x", size), status: i})
			}
			got := ""
			for _, a := range k.list {
				got += string(rune('0' + a.status))
			}
			if got != test.kept {
				t.Errorf("kept %s, want %s", got, test.kept)
			}
		})
	}
}

func TestWhatIsNoPatternMatchesNothing(t *testing.T) {
	v := jsonValue(`"B"`)
	for pattern, want := range map[string]bool{"^B$": true, "^C$": false, "(?i)^C$": false, "[": false, "": true} {
		if got := v.holds("matches", pattern, false); got != want {
			t.Errorf("matches %q: %t, want %t", pattern, got, want)
		}
	}
}
