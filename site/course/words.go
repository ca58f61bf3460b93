package course

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"rowkey/engine/lists"
)

// Words are translations by the English text: titles of requests and checks, feedback, captions, access patterns.
// Nothing else in scripts and figures is translated, and none of them is copied.
type Words map[string]string

// Say returns the translation of a text, the text itself if there is none.
func (w Words) Say(text string) string {
	if said, ok := w[text]; ok {
		return said
	}
	return text
}

// Files returns scripts and figures as readers of the language see them. Every line stays where it is.
func (w Words) Files(files map[string]string) map[string]string {
	if len(w) == 0 {
		return files
	}
	out := map[string]string{}
	for name, text := range files {
		out[name] = w.File(name, text)
	}
	return out
}

// File is one of [Words.Files].
func (w Words) File(name, text string) string { return Translate(name, text, w.Say) }

// translatable are the lines, or parts of them, that speak to readers: what comes first, and what it says.
var translatable = map[string]*regexp.Regexp{
	".http":     regexp.MustCompile(`(?m)^(###+[ \t]+|(?:#|//)[ \t]*@(?:title|feedback|hint)[ \t]+)(.*\S)`),
	".entity":   regexp.MustCompile(`(?m)^(title )(.*\S)`),
	".sequence": regexp.MustCompile(`(?m)^(lifelines |[^#:\n]+: )(.*\S)`),
	".json":     regexp.MustCompile(`("name": *")([^"\\]+)`),
}

// Translate replaces everything in a script, a figure or a workload that speaks to readers.
func Translate(name, text string, say func(string) string) string {
	pattern := translatable[path.Ext(name)]
	if pattern == nil {
		return text
	}
	return pattern.ReplaceAllStringFunc(text, func(part string) string {
		m := pattern.FindStringSubmatch(part)
		switch ends, arrow := strings.CutSuffix(m[1], ": "); {
		case m[1] == "lifelines ":
			return m[1] + each(m[2], ", ", say)
		case arrow && strings.Contains(ends, " -> "):
			return each(ends, " -> ", say) + ": " + say(m[2])
		}
		return m[1] + say(m[2])
	})
}

// each translates the parts of a list.
func each(list, separator string, say func(string) string) string {
	return strings.Join(lists.Map(strings.Split(list, separator), say), separator)
}

// In returns a run in other words: titles differ, and nothing runs again.
func (r *Runner) In(words Words, run *Run) (*Run, error) {
	if len(words) == 0 {
		return run, nil
	}
	box, err := r.Open()
	if err != nil {
		return nil, err
	}
	out := *run
	out.Text = words.File(".http", run.Text)
	parsed, err := box.parse(run.Name, out.Text, words.Files(run.files))
	if err != nil {
		return nil, err
	}
	out.Blocks, out.Tokens, out.Exchanges = parsed.Blocks, parsed.Tokens, make([]*Exchange, len(run.Exchanges))
	for i, x := range run.Exchanges {
		if out.Exchanges[i], err = words.exchange(x); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// exchange translates the title of an answer, and the access patterns that a design is judged by.
func (w Words) exchange(x *Exchange) (*Exchange, error) {
	members := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(x.raw))
	d.UseNumber()
	if err := d.Decode(&members); err != nil {
		return nil, err
	}
	members["title"] = w.Say(x.Title)
	design, _ := members["design"].(map[string]any)
	patterns, _ := design["patterns"].([]any)
	for _, p := range patterns {
		if p, ok := p.(map[string]any); ok {
			name, _ := p["name"].(string)
			p["name"] = w.Say(name)
		}
	}
	data, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	out := &Exchange{}
	return out, json.Unmarshal(data, out)
}
