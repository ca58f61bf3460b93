package script_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/script"
)

// parses fails for a script that is not read without any remark about a word of it.
func parses(t *testing.T, word, text string) {
	t.Helper()
	beside := map[string]string{
		"setup.http": "POST /Tables\n\n{}\n",
		"workload-w.json": `{"entities":{"count":1,"seed":1,"attributes":{"a":{"number":6}}},"patterns":[{"name":"p",` +
			`"share":100,"known":["a"]}]}`,
	}
	s := script.Parse("words.http", text, func(name string) (string, bool) {
		file, ok := beside[name]
		return file, ok
	})
	for _, d := range s.Diagnostics {
		t.Errorf("%q: %s\n%s", word, d.Message, text)
	}
}

// Words that a sample needs after the key, where the key alone says too little.
var afterKey = map[string]string{
	"name": "n", "title": "T", "ref": "first", "forceRef": "first", "loop for": "2", "loop each": "[1]",
	"loop while": "status == 200",
	"sleep":      "1", "batch": "b", "client": "c", "retry": "1", "parallel": "p", "load": "1 1", "run": "learner",
	"if":          "first status == 200",
	"trial crash": "lane", "trial race": "lane", "answer": "status == 200", "when": "status == 200\n# @feedback No.",
	"feedback": "No.", "type": "U B:String", "as": "T",
	"resolve": "RowKey a=T", "encrypt": "k properties B", "decrypt": "k", "set": "v 1", "keys": "{a} | {a}",
	"workload": "w", "setup": "setup.http",
	"invariant always": "count(A) == 0", "invariant count": "(A) == 0", "invariant sum": "(A.B) == 0",
	"invariant messages": "(a) == 0", "invariant blobs": "(a) == 0",
}

// sampleOf is a script with a key above a request that it goes with.
func sampleOf(key string) string {
	request := "GET /A\n"
	if key == "encrypt" {
		request = "POST /A\n\n{}\n"
	}
	text := strings.TrimSpace(key + " " + afterKey[key])
	if strings.HasPrefix(key, "deliberately") {
		text += " a report"
	}
	return "# @type T B:String\n### One\n# @name first\nGET /A\n### Two\n# @" + text + "\n" + request
}

func TestEveryKeyOfTheVocabularyIsOneThatTheParserReads(t *testing.T) {
	t.Parallel()
	for _, key := range script.Words().Keys {
		for _, word := range append([]string{""}, key.Words...) {
			if name := strings.TrimSpace(key.Name + " " + word); word != "" || len(key.Words) == 0 {
				parses(t, name, sampleOf(name))
			}
		}
	}
}

func TestEachKeyIsInItsSectionOfTheHelpPageAndTheReverse(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../content/help/script-format/en.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, section := range strings.Split(string(page), "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "}")
		_, anchor, _ := strings.Cut(title, "{#")
		sections[anchor] = text
	}
	known := map[string]bool{}
	for _, key := range script.Words().Keys {
		known[key.Name] = true
		if !regexp.MustCompile("# @" + key.Name + `\b`).MatchString(sections[key.Help]) {
			t.Errorf("section %q does not explain @%s", key.Help, key.Name)
		}
	}
	for _, word := range regexp.MustCompile(`# @(\w+)`).FindAllStringSubmatch(string(page), -1) {
		if !known[word[1]] {
			t.Errorf("the help page explains @%s, which is not offered", word[1])
		}
	}
}

func TestEveryHelperOfTheVocabularyIsOneThatTheParserReads(t *testing.T) {
	t.Parallel()
	for _, helper := range script.Words().Helpers {
		known := false
		for _, args := range []string{"", " 1", " 1 2", " 1 2 3"} {
			s := script.Parse("words.http", "GET /A?x={{$"+helper+args+"}}\n", nil)
			known = known || s.Err() == nil
		}
		if !known {
			t.Errorf("$%s is not read with up to three arguments", helper)
		}
	}
}

func TestEveryQueryCounterAndPredicateIsOneThatTheParserReads(t *testing.T) {
	t.Parallel()
	v := script.Words()
	argument := map[string]string{"header": " ETag", "run": " requests", "answer": " status", "design": " hottest"}
	for _, query := range v.Queries {
		parses(t, query, "GET /A\n\n# ?? "+query+argument[query]+" exists\n")
	}
	for _, counter := range v.Counters {
		parses(t, counter, "GET /A\n\n# ?? run "+counter+" exists\n")
	}
	for _, predicate := range v.Predicates {
		value := " 1"
		if strings.HasPrefix(predicate, "is") || predicate == "exists" {
			value = ""
		}
		parses(t, predicate, "GET /A\n\n# ?? status "+predicate+value+"\n")
	}
}

func TestEveryMethodVariableAndTypeIsOneThatTheParserReads(t *testing.T) {
	t.Parallel()
	v := script.Words()
	for _, method := range v.Methods {
		parses(t, method, method+" /A\n")
		if got := script.Parse("words.http", method+" /A\n", nil).Blocks[0].Method; got != method {
			t.Errorf("%s is read as %s", method, got)
		}
	}
	for _, variable := range v.Variables {
		parses(t, variable, "GET {{"+variable+"}}/A\n")
	}
	for _, typ := range v.Types {
		parses(t, typ, "# @type T B:"+typ+"?\nGET /A\n")
	}
}

// A header is known if the parser sees what it is meant to be without its colon.
func TestEveryHeaderOfTheVocabularyIsOneThatTheParserKnows(t *testing.T) {
	t.Parallel()
	for _, header := range script.Words().Headers {
		d := script.Parse("words.http", "GET /A\n"+header+" x\n", nil).Diagnostics
		if len(d) != 1 || d[0].Replacement == nil || *d[0].Replacement != header+": x" {
			t.Errorf("%s: %+v", header, d)
		}
	}
}

func TestTheVocabularyOffersNothingThatHasNoEffect(t *testing.T) {
	t.Parallel()
	v := script.Words()
	if slices.Contains(v.Methods, "MERGE") || slices.ContainsFunc(v.Keys,
		func(k script.Keyword) bool { return k.Name == "prompt" }) {
		t.Errorf("methods %v, keys %v", v.Methods, v.Keys)
	}
}
