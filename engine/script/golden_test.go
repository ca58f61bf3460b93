package script_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"rowkey/engine/golden"
	"rowkey/engine/script"
)

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
		"worker.http": "# @setup setup.http\n### Take\n# @name take\nGET /take/{{$client}}\n\n# ?? status == 200\n### Do\n# @client other\nPUT /do/{{take.response.body.value[0].N}}\n\n{}\n### Done\nDELETE /take\n",
	}[name]
	return text, ok
}
