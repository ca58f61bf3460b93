package copy

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"rowkey/engine/percent"
	"rowkey/serve/data"
)

// A hostile server may send text that is meant to control the terminal of the user, to become an address at the target,
// or to keep the copy busy. Every text of a server passes through this file.

// screen is where a copy writes: characters that a terminal obeys are shown as Go writes them, line ends are left.
type screen struct{ to io.Writer }

// Write writes a whole text.
func (s screen) Write(p []byte) (int, error) {
	_, err := io.WriteString(s.to, visible(string(p)))
	return len(p), err
}

// visible replaces the characters that a terminal obeys, or hides, but for line ends.
func visible(text string) string {
	var b strings.Builder
	for _, c := range text {
		if c == '\n' || unicode.IsPrint(c) {
			b.WriteRune(c)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(c)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// visibleError is an error whose text may be shown.
type visibleError struct{ error }

func (e visibleError) Error() string { return visible(e.error.Error()) }
func (e visibleError) Unwrap() error { return e.error }

// firstLine is what is shown of a text that should have one line.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}

// checkName refuses the name of a table, queue or container that no service gives: it could pass for a line of ours.
func (p *place) checkName(name string) error {
	if name == "" || strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("%s lists the name %s, which no service allows", p.name, shown(name))
	}
	return nil
}

// below is the path of a table, queue or container. A name cannot add a query or another path.
func below(name string) string {
	return "/" + string(percent.Append(nil, name, percent.Unreserved+"$"))
}

// marks watches where the pages of a list begin: a list that goes round, or has nothing in it for very long, has no
// end.
type marks struct {
	n, empty int
	kept     string // an earlier mark, an ever older one: of any circle one mark is kept at last
}

// maxEmpty is how many pages without content may follow each other: a service that looks for long answers with some.
const maxEmpty = 1000

// next notes where the page after one with so many items begins. Errors: there is no end.
func (m *marks) next(mark string, items int) error {
	if mark == "" {
		return nil
	}
	if mark == m.kept {
		return fmt.Errorf("its pages have no end: after page %d they begin again", m.n)
	}
	if m.n++; m.n&(m.n-1) == 0 {
		m.kept = mark
	}
	if m.empty++; items > 0 {
		m.empty = 0
	}
	if m.empty > maxEmpty {
		return fmt.Errorf("its pages have no end: %d in a row were empty", m.empty)
	}
	return nil
}

// maxNames is how many tables, queues or containers one copy takes.
const maxNames = 1_000_000

// checkCount refuses a list that is longer.
func checkCount(names int) error {
	if names > maxNames {
		return fmt.Errorf("there are more than %s names: choose some with a pattern", data.Grouped(maxNames))
	}
	return nil
}
