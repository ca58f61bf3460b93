package script_test

import (
	"testing"

	"rowkey/engine/script"
)

func TestAQuotedWordIsNoVariable(t *testing.T) {
	for text, want := range map[string]int{"{{$lower x}}": 1, "{{$lower 'x'}}": 0, "{{x}}": 1, "x": 0} {
		s := script.Parse("a.http", "@x = {{one.response.body.N}}\n\n###\n# @name one\nGET /A\n\n###\nGET /"+text+"\n", nil)
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		if got := s.Uses(&s.Blocks[len(s.Blocks)-1]); len(got) != want || want > 0 && (got[0].Name != "one" || got[0].Property != "N") {
			t.Errorf("%s uses %+v, want %d answers", text, got, want)
		}
	}
}
