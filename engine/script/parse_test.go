package script_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"rowkey/engine/golden"
	"rowkey/engine/script"
)

func TestParseFindsTheBlocks(t *testing.T) {
	tests := []struct {
		name, text string
		want       []script.Block
	}{
		{"nothing", "", nil},
		{"blank-lines", "\n \n", nil},
		{"one-request", "GET /A", []script.Block{{Line: 1, To: 6, FirstLine: 1, LastLine: 1, Method: "GET"}}},
		{"a-title", "### One \nGET /A\n\n", []script.Block{{Title: "One", Line: 2, To: 15, FirstLine: 1, LastLine: 2,
			Method: "GET"}}},
		{"more-number-signs", "##### One\n", []script.Block{{Title: "One", To: 9, FirstLine: 1, LastLine: 1}}},
		{"a-title-from-metadata", "# @title One\nGET /A", []script.Block{{Title: "One", Line: 2, To: 19, FirstLine: 1,
			LastLine: 2, Method: "GET"}}},
		{"name-batch-client-and-checks", "###\n# @name n\n# @batch b\n// @client c\nPOST /A\n\n{}\n\n# ?? status == 201\n" +
			"?? count == 1\n",
			[]script.Block{{Name: "n", Batch: "b", Client: "c", Line: 5, To: 83, FirstLine: 1, LastLine: 10, Method: "POST",
				Checks: 2}}},
		{"windows-line-ends", "### A\r\nGET /A\r\n\r\n###\r\nGET /B\r\n", []script.Block{
			{Title: "A", Line: 2, To: 13, FirstLine: 1, LastLine: 2, Method: "GET"},
			{Index: 1, Line: 5, From: 17, To: 28, FirstLine: 4, LastLine: 5, Method: "GET"}}},
		{"metadata-before-the-first-separator", "# @setup ./setup.http\n\n### A\nGET /A", []script.Block{
			{To: 21, FirstLine: 1, LastLine: 1}, {Index: 1, Title: "A", Line: 4, From: 23, To: 35, FirstLine: 3, LastLine: 4,
				Method: "GET"}}},
		{"offsets-are-utf-16", "### 😀\nGET /é\n### b\n", []script.Block{
			{Title: "😀", Line: 2, To: 13, FirstLine: 1, LastLine: 2, Method: "GET"},
			{Index: 1, Title: "b", From: 14, To: 19, FirstLine: 3, LastLine: 3}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := script.Parse("test.http", test.text, files)
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			if len(s.Blocks) != len(test.want) {
				t.Fatalf("Parse found %d blocks, want %d", len(s.Blocks), len(test.want))
			}
			for i, want := range test.want {
				if got := public(s.Blocks[i]); !reflect.DeepEqual(got, want) {
					t.Errorf("block %d = %+v, want %+v", i, got, want)
				}
			}
		})
	}
}

// public keeps what JSON shows of a block, so that blocks can be compared.
func public(b script.Block) script.Block {
	return script.Block{Index: b.Index, Title: b.Title, Name: b.Name, Batch: b.Batch, Client: b.Client, Line: b.Line,
		From: b.From, To: b.To,
		FirstLine: b.FirstLine, LastLine: b.LastLine, Method: b.Method, Checks: b.Checks}
}

func TestParseRefusesAScriptThatIsTooLarge(t *testing.T) {
	s := script.Parse("test.http", strings.Repeat("#", script.MaxSize+1), nil)
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), "the limit is 65536") {
		t.Errorf("Err = %v, want the limit", err)
	}
	if s := script.Parse("test.http", strings.Repeat("#", script.MaxSize), nil); s.Err() != nil {
		t.Errorf("Err = %v for the largest script, want nil", s.Err())
	}
}

func TestErrNamesFileAndLine(t *testing.T) {
	err := script.Parse("a.http", "GET /A\n\n# ?? status = 1\n", nil).Err()
	if want := "a.http:3: `?? status = 1`: unknown comparison \"=\". Use \"==\"."; err == nil || err.Error() != want {
		t.Errorf("Err = %v, want %s", err, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"@a = {{b}}\n@b={{a}}\n### t\n# @name x\n# @loop while body v[*].a == {{$pick $index a b}}\n" +
			"GET /A?$filter=a eq '{{a}}'\n\n# ?? body x['a b'] matches ^a{2}[b-z]$\n",
		"# @batch b\nPOST /A\n\n{\"PartitionKey\":\"{{%x.response.headers.ETag}}\"\n\r\n### 😀\n" +
			"# @when answer plan == point\n# @feedback f\nGET ‘x’",
		"# @fault throttle 2\n# @fault crash after\n# @retry 3 fixed 5\n# @parallel p 2\n" +
			"# @loop each {{x.response.body.value}} split ,\n# @cache 5\n# @if x body a[0] == {{$item.a[0]}}\n# @name x\nGET /A",
		"# @run worker.http as a crash after 2 times 3\n# @run learner\n# @trial crash a\n# @always\n# @restart\n" +
			"GET /{{$crash}}{{$item.[}}",
		"#@’", "{{", "}}", "?? ", "# ??", "# @", "@=", "GET", "//", "###", "\xff\xfe", "GET /A(PartitionKey='",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := script.Parse("test.http", text, files)
		if err := s.Err(); err != nil && !strings.Contains(err.Error(), ":") {
			t.Errorf("Err = %v, want name and line", err)
		}
		checkOffsets(t, text, s)
	})
}

// checkOffsets fails for tokens and diagnostics that do not lie in the text, or that overlap.
func checkOffsets(t *testing.T, text string, s *script.Script) {
	t.Helper()
	size, last := len16(text), 0
	for _, k := range s.Tokens {
		if k.From < last || k.To <= k.From || k.To > size || k.Kind == "" {
			t.Fatalf("token %+v behind %d of %d", k, last, size)
		}
		last = k.To
	}
	for _, d := range s.Diagnostics {
		if d.From < 0 || d.To < d.From || d.To > size || d.Line < 1 || d.Message == "" ||
			(d.Fix == "") != (d.Replacement == nil) {
			t.Fatalf("diagnostic %+v in %d", d, size)
		}
	}
	for i, b := range s.Blocks {
		if b.Index != i || b.From > b.To || b.To > size || b.FirstLine > b.LastLine {
			t.Fatalf("block %+v in %d", b, size)
		}
	}
}

func len16(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// piece returns the text between two UTF-16 offsets.
func piece(text string, from, to int) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[from:to]))
}

func TestDiagnosticsNameTheLineAndTheFix(t *testing.T) {
	golden.Run(t, "testdata/diagnostics.txt", func(text string) string {
		var b strings.Builder
		for _, d := range script.Parse("test.http", text, files).Diagnostics {
			fmt.Fprintf(&b, "line %d %s <%s> %s", d.Line, d.Severity, piece(text, d.From, d.To), d.Message)
			if d.Message != d.Sentences.String() || d.Fix != d.Label.String() {
				t.Errorf("%q [%q] is not what its codes say: %v %v", d.Message, d.Fix, d.Sentences, d.Label)
			}
			if d.Fix != "" {
				fmt.Fprintf(&b, " [%s: %s]", d.Fix, *d.Replacement)
			}
			b.WriteString("\n")
		}
		return b.String()
	})
}

func TestTokensColourWhatTheParserUnderstands(t *testing.T) {
	golden.Run(t, "testdata/tokens.txt", func(text string) string {
		var b strings.Builder
		for _, k := range script.Parse("test.http", text, files).Tokens {
			fmt.Fprintf(&b, "%-5s <%s>\n", k.Kind, piece(text, k.From, k.To))
		}
		return b.String()
	})
}

// files are the scripts that tests can set up with.
func files(name string) (string, bool) {
	text, ok := map[string]string{
		"setup.http":  "### Create\nPOST /Tables\n\n{\"TableName\": \"People\"}\n",
		"broken.http": "GET /People\n\n# ?? nothing == 1\n",
		"round.http":  "# @setup round.http\n",
		"worker.http": "# @setup setup.http\n### Take\n# @name take\nGET /take/{{$client}}\n\n# ?? status == 200\n### Do\n" +
			"# @client other\nPUT /do/{{take.response.body.value[0].N}}\n\n{}\n### Done\nDELETE /take\n",
	}[name]
	return text, ok
}

// hostile are lines that fill a script with as much work as its size allows.
var hostile = []string{"{{x}}\n", "{{x}}", "# ?? a\n", "###\nX\n", "@a=1\n", "@a{{b}}=\n", "{{", "GET /{{x}}\n###\n",
	"###\n# @name a\n# @batch b\nPUT /A(PartitionKey='a',RowKey='b')\n", "# ?? body a[0][0][0] matches a{1000}\n", "[",
	"# @setup a\n"}

func BenchmarkParseOfWhatFillsAScript(b *testing.B) {
	for _, line := range hostile {
		text := strings.Repeat(line, script.MaxSize/len(line))
		b.Run(strings.ReplaceAll(line, "\n", "_"), func(b *testing.B) {
			for b.Loop() {
				script.Parse("test.http", text, files)
			}
		})
	}
}

func TestAQuotedWordIsNoVariable(t *testing.T) {
	for text, want := range map[string]int{"{{$lower x}}": 1, "{{$lower 'x'}}": 0, "{{x}}": 1, "x": 0} {
		s := script.Parse("a.http", "@x = {{one.response.body.N}}\n\n###\n# @name one\nGET /A\n\n###\nGET /"+text+"\n", nil)
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		if got := s.Uses(&s.Blocks[len(s.Blocks)-1]); len(got) != want || want > 0 &&
			(got[0].Name != "one" || got[0].Property != "N") {
			t.Errorf("%s uses %+v, want %d answers", text, got, want)
		}
	}
}
