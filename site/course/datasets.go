package course

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"rowkey/engine/recipe"
)

// Dataset is a table that the playground makes by a recipe, with a script of three questions, of which the last is
// answered badly.
type Dataset struct {
	Name     string          // of its files in content/play/sets, without .json and .http
	Title    string          `json:"title"`
	Question string          `json:"question"` // that is answered badly
	Task     string          `json:"task"`     // a comment above the script: what to improve
	Table    string          `json:"table"`
	Recipe   json.RawMessage `json:"recipe"` // see recipe.Parse
	Script   string          `json:"-"`      // with the task
	Count    int             `json:"-"`      // entities
}

const datasetDir = "content/play/sets"

// loadDatasets reads the data sets, the smallest first, and what they say in other languages.
func (t *Tree) loadDatasets(root fs.FS) error {
	t.datasets.Dir = datasetDir
	if err := t.datasets.loadTranslations(root, t.Languages[1:]); err != nil {
		return err
	}
	files, err := fs.Glob(root, datasetDir+"/*.json")
	if err != nil {
		return err
	}
	for _, file := range files {
		if slices.Contains(t.Languages, strings.TrimSuffix(path.Base(file), ".json")) {
			continue
		}
		d, err := loadDataset(root, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		t.Datasets = append(t.Datasets, d)
	}
	slices.SortFunc(t.Datasets, func(a, b *Dataset) int { return a.Count - b.Count })
	return nil
}

func loadDataset(root fs.FS, file string) (*Dataset, error) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Name: strings.TrimSuffix(path.Base(file), ".json")}
	if err := decode(text, d); err != nil {
		return nil, err
	}
	if d.Title == "" || d.Question == "" || d.Task == "" || d.Table == "" {
		return nil, errors.New("title, question, task and table are required")
	}
	recipe, err := recipe.Parse(string(d.Recipe))
	if err != nil {
		return nil, err
	}
	d.Count = recipe.Count()
	script, err := fs.ReadFile(root, path.Join(datasetDir, d.Name+".http"))
	d.Script = "# " + d.Task + "\n\n" + string(script)
	return d, err
}

// in returns the data set in other words.
func (d *Dataset) in(words Words) *Dataset {
	out := *d
	out.Title, out.Question, out.Task = words.Say(d.Title), words.Say(d.Question), words.Say(d.Task)
	out.Script = "# " + out.Task + words.File(d.Name+".http", strings.TrimPrefix(d.Script, "# "+d.Task))
	return &out
}
