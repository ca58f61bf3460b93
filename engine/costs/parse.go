package costs

import (
	"fmt"
	"strconv"
	"strings"

	"rowkey/engine/shape"
	"rowkey/engine/spelling"
)

// Parse reads a contract. Its error says which line is wrong, and how.
func Parse(text string) (*File, error) {
	f := &File{}
	known := map[string]int{}
	number := 0
	for raw := range strings.Lines(text) {
		number++
		it, err := parseItem(strings.TrimRight(raw, "\r\n\t "), number)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if err := unique(known, &it, number); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		f.items = append(f.items, it)
	}
	return f, nil
}

// unique refuses a second line about the same shape, and a second budget.
func unique(known map[string]int, it *item, number int) error {
	id := "budget"
	switch {
	case it.line != nil:
		id = strings.ToLower(it.line.Table) + "\n" + it.line.Does + "\n" + it.line.Text
	case it.budget == nil:
		return nil
	}
	if first := known[id]; first > 0 {
		return fmt.Errorf("line %d is about the same", first)
	}
	known[id] = number
	return nil
}

func parseItem(text string, number int) (it item, err error) {
	if trimmed := strings.TrimSpace(text); trimmed == "" || trimmed[0] == '#' {
		return item{text: text}, nil
	}
	text, comment := cutComment(text)
	cells := columns(text)
	if len(cells) > 1 && cells[0] == "*" && cells[1] == "budget" {
		it.budget = &Budget{Number: number, Comment: comment}
		return it, it.budget.parse(strings.Join(cells[2:], ", "))
	}
	it.line = &Line{Number: number, Comment: comment}
	return it, it.line.parse(cells)
}

// cutComment cuts off what begins with "#" after two spaces or a tab.
func cutComment(text string) (line, comment string) {
	for i := range len(text) {
		if text[i] == '#' && i > 0 && (text[i-1] == '\t' || strings.HasSuffix(text[:i], "  ")) {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// columns cuts a line where two spaces are, or a tab.
func columns(text string) (cells []string) {
	for _, c := range strings.Split(strings.ReplaceAll(text, "\t", "  "), "  ") {
		if c = strings.TrimSpace(c); c != "" {
			cells = append(cells, c)
		}
	}
	return cells
}

// parse reads the columns of a line. The one that names a class tells which of them the others are.
func (l *Line) parse(cells []string) error {
	at := 2
	for ; at < len(cells); at++ {
		if _, ok := shape.ClassNamed(cells[at]); ok {
			break
		}
	}
	switch {
	case len(cells) < 3:
		return fmt.Errorf("it needs a table, what is done, and a class, with two spaces between them")
	case at == len(cells) || at > 3:
		return noClass(cells)
	}
	l.Table, l.Does, l.Class = cells[0], cells[1], cells[at]
	if at == 3 {
		l.Text = cells[2]
	}
	return l.Bounds.parse(strings.Join(cells[at+1:], ", "))
}

func noClass(cells []string) error {
	for _, c := range cells[2:] {
		if near := spelling.Nearest(c, shape.ClassNames()); near != "" {
			return fmt.Errorf("%q is not a class: did you mean %q?", c, near)
		}
	}
	return fmt.Errorf("it needs a class after the keys: %s", strings.Join(shape.ClassNames(), ", "))
}

// parse reads bounds between commas.
func (b *Bounds) parse(text string) error {
	before, why, allowed := strings.Cut(text, "allowed:")
	if allowed {
		if b.Allowed = strings.TrimSpace(why); b.Allowed == "" {
			return fmt.Errorf("\"allowed:\" needs a reason after it")
		}
	}
	for bound := range strings.SplitSeq(before, ",") {
		if bound = strings.Join(strings.Fields(bound), " "); bound == "" {
			continue
		}
		if err := b.parseOne(bound); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bounds) parseOne(bound string) error {
	for _, form := range [...]struct {
		before, after string
		to            *int
	}{
		{"read <= ", "", &b.Read}, {"read ", "", &b.Read}, {"<= ", " in a unit of work", &b.Together},
		{"<= ", " operations", &b.Operations}, {"<= ", " operation", &b.Operations}, {"<= ", " calls", &b.Calls},
		{"<= ", " call", &b.Calls},
	} {
		if n, ok := between(bound, form.before, form.after); ok {
			*form.to = n
			return nil
		}
	}
	return fmt.Errorf("%q is not a bound: write \"read <= 5\", \"<= 5 operations\", \"<= 5 in a unit of work\", "+
		"\"<= 5 calls\" or \"allowed: why\"", bound)
}

func (b *Budget) parse(text string) error {
	for bound := range strings.SplitSeq(text, ",") {
		bound = strings.Join(strings.Fields(bound), " ")
		if n, ok := between(bound, "requests <= ", ""); ok {
			b.Requests = n
		} else if n, ok := between(bound, "read <= ", " x returned"); ok {
			b.Factor = n
		} else if bound != "" {
			return fmt.Errorf("%q is not a budget: write \"requests <= 400\" or \"read <= 20 x returned\"", bound)
		}
	}
	if b.Requests == 0 && b.Factor == 0 {
		return fmt.Errorf("a budget needs a bound: write \"requests <= 400\" or \"read <= 20 x returned\"")
	}
	return nil
}

// between reads the number between two texts; it is 1 at least.
func between(s, before, after string) (n int, ok bool) {
	s, starts := strings.CutPrefix(s, before)
	s, ends := strings.CutSuffix(s, after)
	n, err := strconv.Atoi(s)
	return n, starts && ends && err == nil && n > 0
}
