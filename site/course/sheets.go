package course

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// sheetsDir holds the sheets that the workbench offers; its folders hold those of the patterns, by the names of their
// cards, and those of the pages of cases. The tests of the engine calculate their designs, so what a page shows of
// them is what those tests expect.
const sheetsDir = "engine/plan/testdata"

// Sheet is a ready sheet with its designs.
type Sheet struct {
	Name   string
	Text   string
	Peak   float64         // reads and writes a second in the busiest second
	Report json.RawMessage // what the engine says about its designs
}

func (t *Tree) loadSheets(root fs.FS) error {
	t.sheets, t.linkedSheets = map[string]string{}, map[string]string{}
	if err := readSheets(root, sheetsDir, "", t.sheets); err != nil {
		return err
	}
	if err := readSheets(root, sheetsDir+"/cases", caseSheet, t.linkedSheets); err != nil {
		return err
	}
	return readSheets(root, sheetsDir+"/patterns", "", t.linkedSheets)
}

// caseSheet is how the name of the sheet of a case begins.
const caseSheet = "case-"

func readSheets(root fs.FS, dir, prefix string, into map[string]string) error {
	files, err := fs.Glob(root, dir+"/*.http")
	for _, file := range files {
		data, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		into[prefix+strings.TrimSuffix(path.Base(file), ".http")] = string(data)
	}
	return err
}

// LinkedSheets visits the sheets to which other pages lead, as the workbench writes them: those of patterns by the
// names of their cards, those of cases as "case-chat".
func (t *Tree) LinkedSheets() iter.Seq2[string, *Sheet] {
	return func(yield func(string, *Sheet) bool) {
		for _, card := range slices.Sorted(maps.Keys(t.linkedSheets)) {
			read, _ := sheet.Parse(t.linkedSheets[card])
			if !yield(card, &Sheet{Name: read.Name, Text: sheet.Write(read), Peak: peakOf(read)}) {
				return
			}
		}
	}
}

// HasPatternSheet reports whether the pattern with that card has a sheet.
func (t *Tree) HasPatternSheet(card string) bool { return t.linkedSheets[card] != "" }

// Sheet reads a sheet, and keeps those of its designs that are named. Its mistakes are errors, for readers begin with
// it.
func (t *Tree) Sheet(name string, designs []string) (*Sheet, error) {
	file := path.Join(sheetsDir, name+".http")
	text, ok := t.sheets[name]
	if !ok {
		return nil, fmt.Errorf("there is no sheet %s", file)
	}
	read, messages := sheet.Parse(text)
	for _, m := range messages {
		if !m.Note {
			return nil, fmt.Errorf("%s:%d: %s %s %s: correct the sheet", file, m.Line, m.Code, m.Subject,
				strings.Join(m.Names, " "))
		}
	}
	for _, d := range designs {
		if !slices.ContainsFunc(read.Designs, func(of sheet.Design) bool { return of.Name == d }) {
			return nil, fmt.Errorf("%s: there is no design %q", file, d)
		}
	}
	read.Designs = slices.DeleteFunc(read.Designs, func(d sheet.Design) bool { return !slices.Contains(designs, d.Name) })
	report := jsontext.Append(nil, plan.Report{Messages: messages, Designs: plan.Judge(read)})
	return &Sheet{Name: read.Name, Text: sheet.Write(read), Peak: peakOf(read), Report: report}, nil
}

func peakOf(s *sheet.Sheet) float64 {
	for _, step := range sheet.Working(s) {
		if step.Code == sheet.AtPeak {
			return step.Result
		}
	}
	return 0
}
