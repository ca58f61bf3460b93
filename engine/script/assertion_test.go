package script_test

import (
	"strings"
	"testing"

	"rowkey/engine/script"
)

func TestOnlyDecimalNumbersAreNumbers(t *testing.T) {
	for _, text := range []string{"0", "-1", "1.5", ".5", "1.", "-.5", "1e5", "1E-5", "1.25e+3", "00"} {
		if !script.IsNumber(text) {
			t.Errorf("%q is no number", text)
		}
	}
	for _, text := range []string{"", "-", ".", "1-2", "--1", "1.2.3", "1.2.3e5", "e5", ".e5", "1e", "1e5.5", "0x10",
		"1_000", "inf", "NaN", "1 ", "١"} {
		if script.IsNumber(text) {
			t.Errorf("%q is a number", text)
		}
	}
}

func TestInvariantsAreRead(t *testing.T) {
	for _, text := range []string{
		"Box('show','friday').Left + count(Box 'booking') == 10",
		"count(Current 'Sales' '000456') + count(Archive 'Sales' '000456') == 1",
		"messages(to-do) == 0", "always sum(Account.Balance) >= 300",
		"count(People filter Age gt 3 and (Name eq 'O''Hara)' or Age lt 2)) <= 2",
		"A('p','r').City == B('p','r').City", "A('p','r').City == 'Berlin'", "A('p','r').X != null",
		"blobs(files 'Sales/1') == 1", "-1 + 2.5 - 3 < 4",
		"A('p','r').Done == true", "sum(T.N 'p') - sum(T.M 'p') == 0",
	} {
		s := script.Parse("a.http", "# @invariant "+text+"\n", nil)
		if err := s.Err(); err != nil || len(s.Invariants) != 1 {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if i := s.Invariants[0]; i.Text != text || i.Line != 1 || i.Always != strings.HasPrefix(text, "always") {
			t.Errorf("%s: %+v", text, i)
		}
	}
}

func TestAMistakeInAnInvariantNamesThePlace(t *testing.T) {
	for _, tt := range []struct{ text, at string }{
		{"", "# @invariant"}, {"3", "3"}, {"3 = 3", "= 3"}, {"cout(Box) == 1", "cout"}, {"count(Box == 1", "== 1"},
		{"count() == 1", ""},
		{"Box('a').Left == 1", "Box('a').Left"}, {"1 == 2 3", "3"}, {"count(Box filter Age gt) == 1", "Age gt"},
		{"Box('a','b) == 1", "'b) == 1"},
		{"messages(a 'b') == 1", "a 'b'"}, {"1 == ", "="}, {"sum(Box) == 1", ") == 1"},
		{"count(Box 'a' 'b' 'c') == 1", "'c'"}, {"sum(Box.Left 'a' 'b') == 1", "'b'"}, {"blobs(box 'a' 'b') == 1", "'b'"},
		{"Box('a','b','c').Left == 1", "'c'"},
	} {
		s := script.Parse("a.http", "# @invariant "+tt.text+"\n", nil)
		if len(s.Diagnostics) != 1 || len(s.Invariants) != 0 {
			t.Errorf("%q: %d diagnostics, want 1", tt.text, len(s.Diagnostics))
			continue
		}
		d := s.Diagnostics[0]
		if got := ("# @invariant " + tt.text)[d.From:d.To]; !strings.Contains(got, tt.at) ||
			d.Severity != script.SeverityError {
			t.Errorf("%q: points at %q, want %q", tt.text, got, tt.at)
		}
	}
}

func FuzzInvariant(f *testing.F) {
	for _, s := range []string{"a('b','c').d == 1", "count(a filter b eq '1') < 2 + 3",
		"sum(a.b 'c') - messages(q) != null", "always blobs(x) == 0", "((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			return
		}
		s := script.Parse("a.http", "# @invariant "+text+"\n", nil)
		if len(s.Invariants) == 0 && s.Err() == nil {
			t.Errorf("%q is neither a rule nor a mistake", text)
		}
		for _, i := range s.Invariants {
			if len(i.Left) == 0 || len(i.Right) == 0 || i.Comparison == "" {
				t.Errorf("%q: %+v", text, i)
			}
		}
	})
}
