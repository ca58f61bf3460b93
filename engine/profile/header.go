package profile

import (
	"strconv"
	"strings"
)

// Renamed is a column that is called otherwise than in the file: its name is there already, or it has none.
type Renamed struct {
	Column int    `json:"column"` // from 1
	From   string `json:"from"`   // "" for none
	To     string `json:"to"`
}

// header reads the first line of a table as the import of the playground does.
type header struct {
	names   []string         // of the columns with values
	untyped map[string][]int // cells by their names, of columns whose type no other column says so far
	taken   map[string]bool
	tried   map[string]int // the last number behind a name
	given   map[string]bool
	renamed []Renamed
}

// readHeader returns the names of the columns, and what each cell of a row is for: a column by its place among the
// names, or -2-i for the type of cell i.
func readHeader(cells []string) (h *header, targets []int) {
	h = &header{
		untyped: map[string][]int{}, taken: map[string]bool{}, tried: map[string]int{}, given: map[string]bool{},
		renamed: []Renamed{},
	}
	for _, name := range cells {
		h.taken[name] = true
	}
	for i, name := range cells {
		if of, isType := strings.CutSuffix(name, typeColumn); isType && len(h.untyped[of]) > 0 {
			targets = append(targets, -2-h.untyped[of][0])
			h.untyped[of] = h.untyped[of][1:]
			continue
		}
		targets = append(targets, len(h.names))
		h.untyped[name] = append(h.untyped[name], i)
		h.add(name, i)
	}
	return h, targets
}

func (h *header) add(name string, i int) {
	to := name
	if name == "" || h.given[name] {
		if to == "" {
			to = "Column" + strconv.Itoa(i+1)
		}
		to = h.free(to)
		h.renamed = append(h.renamed, Renamed{i + 1, strings.Clone(name), to})
	}
	h.given[to] = true
	h.names = append(h.names, to)
}

// free returns the name itself if nothing has it, else with the next number.
func (h *header) free(name string) string {
	to := name
	for n := max(2, h.tried[name]); h.taken[to]; n++ {
		to = name + "_" + strconv.Itoa(n)
		h.tried[name] = n
	}
	h.taken[to] = true
	return to
}
