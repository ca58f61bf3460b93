package script_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"rowkey/engine/script"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	caseMark   = "======== "
	resultMark = "--------\n"
)

// golden runs every case of a file and compares what comes out with what stands below the script.
func golden(t *testing.T, file string, result func(text string) string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range strings.Split(string(content), caseMark)[1:] {
		title, rest, _ := strings.Cut(c, "\n")
		text, want, _ := strings.Cut(rest, resultMark)
		got := result(text)
		out.WriteString(caseMark + title + "\n" + text + resultMark + got + "\n")
		if *update {
			continue
		}
		t.Run(strings.ReplaceAll(title, " ", "-"), func(t *testing.T) {
			if got+"\n" != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// piece returns the text between two UTF-16 offsets.
func piece(text string, from, to int) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[from:to]))
}

func TestDiagnosticsNameTheLineAndTheFix(t *testing.T) {
	golden(t, "testdata/diagnostics.txt", func(text string) string {
		var b strings.Builder
		for _, d := range script.Parse("test.http", text, files).Diagnostics {
			fmt.Fprintf(&b, "line %d %s <%s> %s", d.Line, d.Severity, piece(text, d.From, d.To), d.Message)
			if d.Fix != "" {
				fmt.Fprintf(&b, " [%s: %s]", d.Fix, *d.Replacement)
			}
			b.WriteString("\n")
		}
		return b.String()
	})
}

func TestTokensColourWhatTheParserUnderstands(t *testing.T) {
	golden(t, "testdata/tokens.txt", func(text string) string {
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
		"fails.http":  "### One\nGET /fail/409\n### Two\nGET /never\n",
		"lacks.http":  "### One\n# @name a\nGET /A\n### Two\nGET /B/{{a.response.body.nothing}}\n### Three\nGET /never\n",
	}[name]
	return text, ok
}
