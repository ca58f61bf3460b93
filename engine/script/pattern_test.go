package script_test

import (
	"strings"
	"testing"

	"rowkey/engine/script"
)

func TestPatternsMatch(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{"", []string{"", "a"}, nil},
		{"b", []string{"b", "abc"}, []string{"", "a", "B"}},
		{"^b", []string{"b", "bc"}, []string{"ab"}},
		{"b$", []string{"b", "ab"}, []string{"bc"}},
		{"^b$", []string{"b"}, []string{"", "bb", "ab"}},
		{"^$", []string{""}, []string{"a"}},
		{"^a.c$", []string{"abc", "aéc", "a.c"}, []string{"ac", "abbc"}},
		{`^\.\$$`, []string{".$"}, []string{"a$"}},
		{"^ab?c$", []string{"ac", "abc"}, []string{"abbc"}},
		{"^ab*c$", []string{"ac", "abc", "abbbc"}, []string{"adc"}},
		{"^ab+c$", []string{"abc", "abbbc"}, []string{"ac"}},
		{"^a{2}$", []string{"aa"}, []string{"a", "aaa"}},
		{"^a{2,}$", []string{"aa", "aaaaa"}, []string{"a"}},
		{"^a{1,3}$", []string{"a", "aa", "aaa"}, []string{"", "aaaa"}},
		{"^a{0}b$", []string{"b"}, []string{"ab"}},
		{`^\d\d$`, []string{"09"}, []string{"0a", "0", "/0", ":0", "٠٠"}},
		{`^\w$`, []string{"a", "z", "A", "Z", "0", "9", "_"}, []string{"-", " ", "é", "@", "[", "`", "{"}},
		{`^\s$`, []string{" ", "\t", "\n", "\r"}, []string{"a", "\b", "\x0e"}},
		{"^[a-c]$", []string{"a", "b", "c"}, []string{"d", "-", "`"}},
		{"^[^a-c]$", []string{"d", "^"}, []string{"a", "c"}},
		{"^[]]$", []string{"]"}, []string{"["}},
		{"^[^]]$", []string{"["}, []string{"]"}},
		{"^[a-]$", []string{"a", "-"}, []string{"b"}},
		{`^[\d_]$`, []string{"5", "_"}, []string{"d", `\`}},
		{`^[\]x]$`, []string{"]", "x"}, []string{`\`}},
	} {
		p, problem := script.CompilePattern(c.pattern)
		if problem != nil {
			t.Errorf("%q: %v", c.pattern, problem)
			continue
		}
		for want, texts := range map[bool][]string{true: c.yes, false: c.no} {
			for _, text := range texts {
				if got := p.Match(text); got != want {
					t.Errorf("%q matches %q = %v", c.pattern, text, got)
				}
			}
		}
	}
}

func TestPatternsThatCannotBeReadAreRefused(t *testing.T) {
	for _, pattern := range []string{"(a)", "a|b", "*a", "+", "?", "{2}", "a**", `a\`, "[a", "[]", "[^]", `[\]`, "a{", "a{x}", "a{1,x}", "a{-1}", "a{1001}", "a{1,1001}",
		"a{1000}b", "a{501}b{500}"} {
		if _, problem := script.CompilePattern(pattern); problem == nil {
			t.Errorf("%q is read", pattern)
		}
	}
	for _, pattern := range []string{"a{1000}", "a{500}b{500}", "a{0,1000}", strings.Repeat("a", 1000)} {
		if _, problem := script.CompilePattern(pattern); problem != nil {
			t.Errorf("%.20q: %v", pattern, problem)
		}
	}
}
