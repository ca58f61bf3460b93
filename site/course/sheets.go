package course

import (
	"fmt"
	"strings"

	"rowkey/engine/sheet"
)

// SheetPrefix begins the name of a file that holds a sheet of the design workbench: a text that the page
// offers, and no example that runs.
const SheetPrefix = "sheet-"

// Sheet is a ready sheet with its designs.
type Sheet struct {
	Key  string // of the file: "readings"
	Text string
	Peak float64 // reads and writes a second in the busiest second
}

// Sheet reads a file of the folder as a sheet. Its mistakes are errors, for readers begin with it.
func (f *Folder) Sheet(name string) (*Sheet, error) {
	text, ok := f.Files[name]
	if !ok || !strings.HasPrefix(name, SheetPrefix) {
		return nil, fmt.Errorf("%s: sheets: there is no sheet %q in %s", f.Name(), name, f.Dir)
	}
	read, messages := sheet.Parse(text)
	for _, m := range messages {
		if !m.Note {
			return nil, fmt.Errorf("%s/%s:%d: %s %s %s: correct the sheet", f.Dir, name, m.Line, m.Code, m.Subject, strings.Join(m.Names, " "))
		}
	}
	key := strings.TrimSuffix(strings.TrimPrefix(name, SheetPrefix), ".http")
	return &Sheet{Key: key, Text: sheet.Write(read), Peak: peakOf(read)}, nil
}

func peakOf(s *sheet.Sheet) float64 {
	for _, step := range s.Working() {
		if step.Code == sheet.AtPeak {
			return step.Result
		}
	}
	return 0
}
