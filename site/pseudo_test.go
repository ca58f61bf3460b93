package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/message"
	"rowkey/site/course"
	"rowkey/site/markdown"
)

// pseudoLang is the tag of a language that nobody speaks: English with an accent on every letter, each text between
// brackets, each word a third longer. It shows what would stay English in another language, and what is too narrow
// for one.
const pseudoLang = "en-XA"

var accents = strings.NewReplacer(pairs("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")...)

func pairs(from, to string) (list []string) {
	other := []rune(to)
	for i, r := range from {
		list = append(list, string(r), string(other[i]))
	}
	return list
}

var word = regexp.MustCompile(`[A-Za-z]+`)

// pseudo translates a text without markup; spaces around it stay outside of the brackets.
func pseudo(text string) string {
	words := strings.TrimSpace(text)
	if !word.MatchString(words) {
		return text
	}
	before, after, _ := strings.Cut(text, words)
	longer := word.ReplaceAllStringFunc(words,
		func(w string) string { return accents.Replace(w) + strings.Repeat("~", (len(w)+1)/3) })
	return before + "⟦" + longer + "⟧" + after
}

// pseudoAround translates what is between the parts that a pattern finds.
func pseudoAround(keep *regexp.Regexp, text string) string {
	out, end := "", 0
	for _, at := range keep.FindAllStringIndex(text, -1) {
		out += pseudo(text[end:at[0]]) + text[at[0]:at[1]]
		end = at[1]
	}
	return out + pseudo(text[end:])
}

var (
	// code, the frame of forms of a word beside a number, parameters
	parameters = regexp.MustCompile("`[^`]*`|\\{\\w+, plural, \\w+ \\{|\\} \\w+ \\{|\\}\\}|\\{\\w+\\}")
	// code, addresses of links and images, marks of emphasis, tables and lists
	markup = regexp.MustCompile("``.*?``|`[^`]*`|!?\\[|\\]\\([^)]*\\)|<[^>]*>|https?://\\S+|\\*+|\\||" +
		"(?m:^> |^\\* |^\\d+\\. )")
	heading = regexp.MustCompile(`^(#{2,}) (.*?)(?: (\{#.*\}))?$`)
	hyphens = regexp.MustCompile(`[^a-z0-9]+`)
)

// pseudoMarkdown translates a text without its front matter. Headings keep their anchors.
func pseudoMarkdown(text string) string {
	code := false
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		m := heading.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
		case m != nil:
			if m[3] == "" {
				m[3] = "{#" + strings.Trim(hyphens.ReplaceAllString(strings.ToLower(m[2]), "-"), "-") + "}"
			}
			lines[i] = m[1] + " " + pseudoAround(markup, m[2]) + " " + m[3]
		default:
			lines[i] = pseudoAround(markup, line)
		}
	}
	return strings.Join(lines, "\n")
}

// spoken are the keys of front matter whose texts are translated.
var spoken = []string{
	"title", "description", "need", "lead", "get", "pay", "short", "text", "turns", "say", "words", "asks", "hard",
	"looks", "means", "cure",
}

func pseudoMeta(v any, say bool) any {
	switch v := v.(type) {
	case string:
		if say {
			return pseudoAround(markup, v)
		}
	case []any:
		for i := range v {
			v[i] = pseudoMeta(v[i], say)
		}
	case map[string]any:
		for key := range v {
			v[key] = pseudoMeta(v[key], slices.Contains(spoken, key))
		}
	}
	return v
}

// pseudoPage translates a page, as a translator would: with a note of the text that it follows.
func pseudoPage(t *testing.T, name string, text []byte) string {
	t.Helper()
	meta, err := markdown.Meta(name, text)
	if err != nil {
		t.Fatal(err)
	}
	out := "---\nof: " + course.Hash(text) + "\n"
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		value, err := json.Marshal(pseudoMeta(map[string]any{key: meta[key]}, false).(map[string]any)[key])
		if err != nil {
			t.Fatal(err)
		}
		out += key + ": " + string(value) + "\n"
	}
	_, body, _ := strings.Cut(string(text), "\n---\n")
	return out + "---\n" + pseudoMarkdown(body)
}

// addPseudo writes the files of the language into a project: beside each text its translation, beside scripts and
// figures what they say, and the texts of the interface.
func addPseudo(t *testing.T, root string) {
	t.Helper()
	for _, name := range []string{".first.json", ".json", ".pages.json"} {
		texts := map[string]string{}
		readJSON(t, filepath.Join(root, "site/i18n/"+course.Lang+name), &texts)
		for key, text := range texts {
			texts[key] = pseudoAround(parameters, text)
		}
		for code, text := range message.English() {
			texts["engine."+string(code)] = pseudoAround(parameters, text)
		}
		writeJSON(t, filepath.Join(root, "site/i18n/"+pseudoLang+name), texts)
	}
	words := map[string]course.Words{} // by folder
	for _, top := range []string{"content", "tutorials"} {
		err := fs.WalkDir(os.DirFS(root), top, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			file, dir := filepath.Join(root, name), filepath.Join(root, path.Dir(name))
			data, err := os.ReadFile(file)
			if path.Base(name) == course.Lang+".md" {
				writeFile(t, filepath.Join(dir, pseudoLang+".md"), pseudoPage(t, name, data))
			}
			course.Translate(name, string(data), func(text string) string {
				if words[dir] == nil {
					words[dir] = course.Words{}
				}
				words[dir][text] = pseudo(text)
				return text
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for dir, w := range words {
		writeJSON(t, filepath.Join(dir, pseudoLang+".json"), w)
	}
}

func readJSON(t *testing.T, file string, out any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, out)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func writeJSON(t *testing.T, file string, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, string(data))
}
