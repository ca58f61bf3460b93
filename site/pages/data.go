package pages

import (
	"encoding/json"
	"html/template"
	"maps"
	"slices"
	"strings"

	"rowkey/site/course"
)

// The JSON that pages carry for their scripts, in <script type="application/json">.

// stepData is what a lesson needs to run: id="step".
type stepData struct {
	ID       string            `json:"id"`     // "keys/1"
	Lesson   string            `json:"lesson"` // title
	Slug     string            `json:"slug"`
	Step     int               `json:"step"`
	Steps    int               `json:"steps"`
	Title    string            `json:"title"`
	First    bool              `json:"first,omitempty"` // of the first part of the course
	Start    string            `json:"start"`           // texts; "" if the step has no task
	Solution string            `json:"solution"`
	Check    string            `json:"check"`
	Setup    string            `json:"setup"` // name of a file, "" if the store begins empty
	Files    map[string]string `json:"files"`
	Store    string            `json:"store"` // of the setup, relative to the root; "" if it begins empty
	Options  map[string]any    `json:"options"`
	Table    string            `json:"table,omitempty"`   // that "client" speaks to in code
	Program  string            `json:"program,omitempty"` // what surrounds that code in the playground
	Score    []string          `json:"score"`
	Par      map[string]int    `json:"par"`
	Hash     string            `json:"hash"` // of the start, for drafts
	Prev     string            `json:"prev"` // relative to the page, "" if there is none
	Next     string            `json:"next"`
}

// exampleData is what the examples of any other page need: id="page".
type exampleData struct {
	Setup   string            `json:"setup"`
	Store   string            `json:"store"`
	Files   map[string]string `json:"files"`
	Options map[string]any    `json:"options"`
	Table   string            `json:"table,omitempty"`
	Program string            `json:"program,omitempty"`
}

// sampleData is one of the scripts that the playground offers: id="play" holds {"samples": [...]}.
type sampleData struct {
	Name    string            `json:"name"` // of the file without .http
	Title   string            `json:"title"`
	Text    string            `json:"text"`
	Setup   string            `json:"setup"`
	Store   string            `json:"store"`
	Files   map[string]string `json:"files"`
	Options map[string]any    `json:"options"`
	Makes   *made             `json:"makes,omitempty"` // a table that the page makes
}

// made is the table of a data set.
type made struct {
	Table    string          `json:"table"`
	Question string          `json:"question"` // that its keys answer badly
	Recipe   json.RawMessage `json:"recipe"`
}

// jsonScript writes data into a page.
func jsonScript(id string, data any) (template.HTML, error) {
	text, err := json.Marshal(data) // escapes <, > and &
	script := `<script type="application/json" id="` + id + `">` + string(text) + `</script>`
	return template.HTML(script), err
}

// pageData returns the data of a page that is not a step.
func pageData(v *View, set *course.Set) (template.HTML, error) {
	if v.Template == "play" {
		return jsonScript("play", map[string]any{"samples": append(samples(v, set), datasets(v.Datasets)...)})
	}
	if len(v.Ready) > 0 {
		return jsonScript("sheets", append(v.Ready, v.Linked...))
	}
	if len(v.Loads) > 0 {
		return jsonScript("loads", v.Loads)
	}
	if len(v.Programs) > 0 {
		return jsonScript("watch", watchData{v.Programs, v.recorded})
	}
	if v.Examples == 0 && set.Table == "" {
		return "", nil
	}
	return jsonScript("page", exampleData{set.Setup, storePath(set.Store), set.Words.Files(set.Files),
		orEmpty(set.Options), set.Table, set.Program})
}

// samples lists the scripts of the playground in the order of the front matter's "samples", a list
// of {file, title}; without it, by file name.
func samples(v *View, set *course.Set) []sampleData {
	list := []sampleData{}
	add := func(name, title string) {
		text := v.Cells[name].Text
		list = append(list, sampleData{Name: strings.TrimSuffix(name, ".http"), Title: title, Text: text,
			Setup: set.Setup, Store: storePath(set.Store), Files: set.Words.Files(set.Reach(text)),
			Options: orEmpty(set.Options)})
	}
	chosen, _ := v.Meta["samples"].([]any)
	for _, c := range chosen {
		one, _ := c.(map[string]any)
		file, _ := one["file"].(string)
		title, _ := one["title"].(string)
		if v.Cells[file] != nil {
			add(file, title)
		}
	}
	if chosen == nil {
		for _, name := range slices.Sorted(maps.Keys(v.Cells)) {
			add(name, v.Cells[name].Title)
		}
	}
	return list
}

// datasets lists the data sets of the playground, which are samples with a table of their own.
func datasets(all []*course.Dataset) []sampleData {
	list := make([]sampleData, len(all))
	for i, d := range all {
		list[i] = sampleData{Name: "set-" + d.Name, Title: d.Title, Text: d.Script,
			Files: map[string]string{}, Options: map[string]any{},
			Makes: &made{Table: d.Table, Question: d.Question, Recipe: d.Recipe}}
	}
	return list
}

func orEmpty(options map[string]any) map[string]any {
	if options == nil {
		return map[string]any{}
	}
	return options
}
