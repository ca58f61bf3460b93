package course

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// figureNumber is a first line that only numbers a figure: "# F06".
var figureNumber = regexp.MustCompile(`^F[0-9]{2}`)

// VerifyFigures compares the figures of a step with the store that its setup leaves: one whose first line is
// "# Table" draws entities of that table.
func (r *Runner) VerifyFigures(s *Step, set *Set) error {
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		if path.Ext(name) != ".entity" {
			continue
		}
		first, figure, _ := strings.Cut(s.Files[name], "\n")
		table, ok := strings.CutPrefix(first, "# ")
		if !ok || figureNumber.MatchString(table) {
			continue
		}
		run, err := r.run(set, name, figureScript(table, figure))
		if err != nil {
			return err
		}
		if run.trouble != nil {
			return fmt.Errorf("%s: is not what the setup leaves: %w", path.Join(s.Dir, name), run.trouble)
		}
	}
	return nil
}

// figureScript reads each entity of a figure and asserts its properties.
func figureScript(table, figure string) string {
	var b strings.Builder
	partition := ""
	for line := range strings.SplitSeq(strings.TrimSpace(figure), "\n") {
		line = strings.TrimPrefix(line, "+ ")
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "layout", "title", "#":
		case "partition":
			partition = rest
		case "row":
			row := strings.NewReplacer("[", "", "]", "").Replace(rest)
			b.WriteString("###\nGET {{table}}/" + table + "(PartitionKey='" + partition + "',RowKey='" + row + "')\n\n")
		default:
			_, value, _ := strings.Cut(rest, " ")
			b.WriteString("# ?? body " + word + " == " + strings.TrimSpace(value) + "\n")
		}
	}
	return b.String()
}
