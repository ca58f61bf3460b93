package script_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"rowkey/engine/evidence"
	"rowkey/engine/golden"
	"rowkey/engine/script"
)

// applied makes the edits of a text.
func applied(t *testing.T, text string, edits []script.Edit) string {
	t.Helper()
	units := utf16.Encode([]rune(text))
	var out []uint16
	at := 0
	for _, e := range edits {
		if e.From < at || e.To < e.From || e.To > len(units) {
			t.Fatalf("edit %+v is not behind %d in a text of %d", e, at, len(units))
		}
		out = append(append(out, units[at:e.From]...), utf16.Encode([]rune(e.Insert))...)
		at = e.To
	}
	return string(utf16.Decode(append(out, units[at:]...)))
}

func formatted(t *testing.T, text string) string {
	t.Helper()
	return applied(t, text, script.Format(text))
}

func TestFormatTidies(t *testing.T) {
	golden.Run(t, "testdata/format.txt", func(text string) string { return checkFormat(t, "case", text) })
}

func TestFormatLeavesTheStyleOfLineEnds(t *testing.T) {
	text := "### A\r\n\r\nget /A\r\n\r\n{}\r\n"
	if got, want := checkFormat(t, "windows", text), "### A\r\nGET /A\r\n\r\n{}\r\n"; got != want {
		t.Errorf("Format = %q, want %q", got, want)
	}
	if edits := script.Format("### A\r\nGET /A\r\n"); len(edits) > 0 {
		t.Errorf("a tidy script is changed by %+v", edits)
	}
}

// All scripts of the project.
func TestFormatKeepsTheMeaningOfEveryScript(t *testing.T) {
	n := 0
	for _, folder := range []string{"../../tutorials", "../../content", "../rest/testdata"} {
		err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".http") {
				return err
			}
			if n++; testing.Short() && n%5 != 0 {
				return nil
			}
			text, err := os.ReadFile(name)
			checkFormat(t, name, string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 500 {
		t.Errorf("only %d scripts were found", n)
	}
}

func TestFormatKeepsTheMeaningOfTheWorkedExamples(t *testing.T) {
	for _, name := range evidence.Glob(t, "design/script-examples", "*.http") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkFormat(t, name, string(text))
	}
}

// checkFormat holds that a script means the same when it is formatted, and that a second call finds nothing.
func checkFormat(t *testing.T, name, text string) string {
	t.Helper()
	out := formatted(t, text)
	if got, want := meaning(out), meaning(text); got != want {
		t.Errorf("%s: Format changes the meaning from\n%s\nto\n%s", name, want, got)
	}
	if again := script.Format(out); len(again) > 0 {
		t.Errorf("%s: a second call changes\n%s\nby %+v", name, out, again)
	}
	return out
}

func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"get  /A\naccept:x\n\n{\"a\":{{b}}}\n", "\n\n@a=1\n###x\nPOST {{table}}/A\n\n[\n1]\n??status==1", "@\n###",
		"POST /\n\n{\"{{a\"}}\":1}",
		"// @name x\nPUT {{blob}}/a\n\n\n{ }\n\n\n{ }\n", "GET /a\n ?x\n\n&y\r\n\r\n", "{{\nlost\n\n\nmore",
		"POST /a\n\n{\"a\":1\n# x\n}",
		"/\n\n{}{{}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 || strings.ToValidUTF8(text, "") != text || strings.Contains(text, "\uFFFD") {
			return
		}
		checkFormat(t, fmt.Sprintf("%q", text), text)
	})
}

// meaning writes all that the parser knows of a script, but for places in the text, the case of headers, and white
// space in JSON.
func meaning(text string) string {
	s := script.Parse("x.http", text, nil)
	var b strings.Builder
	for _, block := range s.Blocks {
		if r := block.Request; r != nil {
			for i := range r.Headers {
				r.Headers[i].Name = strings.ToLower(r.Headers[i].Name)
			}
			fmt.Fprintf(&b, "body %q\n", bodyOf(r))
			r.Body = nil
		}
		block.FirstError = nil
		dump(&b, reflect.ValueOf(block))
		b.WriteString("\n")
	}
	dump(&b, reflect.ValueOf(s.Vars))
	for _, d := range s.Diagnostics {
		if !strings.Contains(d.Message, "character") {
			fmt.Fprintf(&b, "\n%s %s", d.Severity, lineNumber.Replace(d.Message))
		}
	}
	return b.String()
}

// lineNumber hides the digits of messages that name lines.
var lineNumber = strings.NewReplacer("0", "", "1", "", "2", "", "3", "", "4", "", "5", "", "6", "", "7", "", "8", "",
	"9", "")

// bodyOf returns a body; without white space outside of strings if it is JSON for the table service.
func bodyOf(r *script.Request) string {
	text := templateText(r.Body)
	if target := templateText(r.Target); !r.IsJSON || !strings.HasPrefix(target, "/") &&
		!strings.HasPrefix(target, "{{table}}") {
		return text
	}
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted && i+1 < len(text):
			b.WriteString(text[i : i+2])
			i++
			continue
		case c == '"':
			quoted = !quoted
		case !quoted && strings.IndexByte(" \t\r\n", c) >= 0:
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func templateText(t script.Template) string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.Text)
		if p.Ref != nil {
			b.WriteString(p.Ref.Source)
		}
	}
	return b.String()
}

// places are fields that hold where something is.
var places = map[string]bool{
	"From": true, "To": true, "from": true, "to": true, "At": true, "Line": true, "FirstLine": true, "LastLine": true,
	"LoopLine": true,
	"line":     true, "n": true, "verb": true, "FirstError": true, "end": true,
}

// dump writes a value with everything in it but places.
func dump(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		dump(b, v.Elem())
	case reflect.Struct:
		b.WriteString("{")
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !places[name] && !v.Field(i).IsZero() {
				b.WriteString(name + ":")
				dump(b, v.Field(i))
				b.WriteString(" ")
			}
		}
		b.WriteString("}")
	case reflect.Slice, reflect.Array:
		b.WriteString("[")
		for i := range v.Len() {
			dump(b, v.Index(i))
			b.WriteString(" ")
		}
		b.WriteString("]")
	case reflect.Map:
		keys := v.MapKeys()
		list := make([]string, len(keys))
		for i, k := range keys {
			var one strings.Builder
			fmt.Fprintf(&one, "%v:", k)
			dump(&one, v.MapIndex(k))
			list[i] = one.String()
		}
		fmt.Fprint(b, sortedTexts(list))
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	case reflect.Func:
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

func sortedTexts(list []string) []string {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list
}
