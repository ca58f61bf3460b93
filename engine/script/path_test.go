package script_test

import (
	"strings"
	"testing"

	"rowkey/engine/script"
)

func TestPathsLeadToValues(t *testing.T) {
	const body = `{"a":{"b":1,"x y":2,"it's":3,"c]":4},"value":[{"n":1},{"n":2},{"m":3}],"odata.etag":"e","d":{"e.f":5,` +
		`"e":{"f":6}}}`
	for path, want := range map[string]string{
		"a.b": "1", "$.a.b": "1", "a['b']": "1", `a["x y"]`: "2", `a["it's"]`: "3", "a['c]']": "4", "value[0].n": "1",
		"value[1].n": "2", "value[2].m": "3",
		"value[*].n": "[1,2]", "odata.etag": `"e"`, "d.e.f": "5", "d['e'].f": "5", "d": `{"e.f":5,"e":{"f":6}}`,
		"a.z": "", "value[3]": "", "value.n": "", "a[0]": "", "a[*]": "",
	} {
		steps, problem := script.ParsePath(path)
		if problem != nil {
			t.Errorf("%s: %v", path, problem)
			continue
		}
		if got, ok := script.Lookup(body, steps); got != want || ok != (want != "") {
			t.Errorf("%s leads to %s, %v, want %s", path, got, ok, want)
		}
	}
}

func TestPathsThatCannotBeReadAreRefused(t *testing.T) {
	for _, path := range []string{"a[-1]", "a[x]", "a[1.5]", "a[]", "a[", "a['b]", `a["b']`, "a['b'", "a..b", "a.", ".",
		"a[0]b", "$a..b", "a[0 ]"} {
		if steps, problem := script.ParsePath(path); problem == nil {
			t.Errorf("%s is read as %+v", path, steps)
		}
	}
}

func TestAddressesAreEncodedWhereTheyHaveToBe(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/a b":                        "http://h/a%20b",
		"/A(PartitionKey='a/b',RowKey='c d')": "/A(PartitionKey='a%2Fb',RowKey='c%20d')",
		"/a/b?x=1/2":                          "/a/b?x=1/2",
		"/A(PartitionKey='a?b',RowKey='%')":   "/A(PartitionKey='a%3Fb',RowKey='%25')",
		"/A?$filter=Name eq 'a+b'":            "/A?$filter=Name%20eq%20'a%2Bb'",
		"/A?$filter=Name%20eq%20'a+b'":        "/A?$filter=Name%20eq%20'a+b'",
		"/A?$filter=Name eq 'a&b'&$top=1":     "/A?$filter=Name%20eq%20'a%26b'&$top=1",
		"/A?$filter=Name eq '50%'":            "/A?$filter=Name%20eq%20'50%25'",
		"/A?$filter=Name eq 'é'":              "/A?$filter=Name%20eq%20'%C3%A9'",
		"/A%20B?a=%zz":                        "/A%20B?a=%25zz",
	} {
		if got := script.EncodeURL(text); got != want {
			t.Errorf("%s is sent as %s, want %s", text, got, want)
		}
	}
}

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
		{"200|404", []string{"200", "404"}, []string{"400", "204", "0", ""}},
		{"^2|^404$|x", []string{"204", "404", "ax"}, []string{"1204", "4040", "4"}},
		{"^$|^a$", []string{"", "a"}, []string{"aa", "b"}},
		{`^\|[|]$`, []string{"||"}, []string{"|"}},
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
	for _, pattern := range []string{"(a)", "a|", "|a", "a||b", "a|(b)", "*a", "+", "?", "{2}", "a**",
		`a\`, "[a", "[]", "[^]", `[\]`, "a{",
		"a{x}", "a{1,x}", "a{-1}", "a{1001}", "a{1,1001}",
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
