package pages

import (
	"errors"
	"fmt"
	"html/template"

	"rowkey/site/course"
)

// ReadyProgram is a program that the page "Watch" offers. Its JSON is what the page carries.
type ReadyProgram struct {
	Key   string            `json:"key"`
	Title string            `json:"title"`
	About string            `json:"about"`
	Text  string            `json:"text"`
	Rows  []course.MadeRows `json:"rows"` // that are there when it begins
}

// watchData is what the page carries: id="watch".
type watchData struct {
	Programs []*ReadyProgram `json:"programs"`
	*course.Recording
}

// readyPrograms returns the programs of the front matter's "programs", a list of {key, title, about, file, rows, sent}.
// The first one has requests that were recorded, which are sent again to show what the page does.
func (b *Book) readyPrograms(v *View, f *course.Folder) error {
	list, _ := v.Meta["programs"].([]any)
	for i, item := range list {
		of, _ := item.(map[string]any)
		p, sent, err := readyProgram(f, of)
		if err == nil && i == 0 {
			v.recorded, err = course.Replay(p.Rows, sent)
		}
		if err != nil {
			return fmt.Errorf("%s: programs: entry %d: %w", f.Name(), i+1, err)
		}
		v.Programs = append(v.Programs, p)
	}
	return nil
}

func readyProgram(f *course.Folder, of map[string]any) (p *ReadyProgram, sent string, err error) {
	text := func(key string) string { s, _ := of[key].(string); return s }
	p = &ReadyProgram{Key: text("key"), Title: text("title"), About: text("about"), Text: f.Files[text("file")]}
	if p.Key == "" || p.Title == "" || p.About == "" || p.Text == "" {
		return p, "", errors.New("key, title, about and the file of the program are required")
	}
	p.Rows, err = course.MadeRowsOf(of["rows"])
	return p, f.Files[text("sent")], err
}

// Recording draws what the first program did.
func (v *View) Recording() (template.HTML, error) {
	out, err := v.drawing.draw("recording", map[string]any{"watched": v.recorded.Watched, "extras": v.recorded.Extras,
		"about": v.Programs[0].About, "root": v.Home})
	return template.HTML(out), err
}
