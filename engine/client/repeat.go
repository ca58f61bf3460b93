package client

import (
	"strconv"
	"strings"

	"rowkey/engine/script"
)

// maxRepeats bounds what one $repeat makes; the size of the text is bounded by [maxExpanded].
const maxRepeats = 10_000

// repeated joins a text that is expanded once a round, with the number of the round in $n. It is not a
// helper like the others: they get the values of their arguments, this one makes them.
func (e *expander) repeated(r *script.Ref, c scope) (string, *Problem) {
	if problem, _ := script.CheckHelper(r); problem != nil {
		return "", problemIn(r, problem)
	}
	count, p := e.argument(r.Args[0], r.Line, c)
	if p != nil {
		return "", p
	}
	n, ok := number(count)
	if !ok || n < 0 || n > maxRepeats {
		return "", problemAt(r, "repeat-number", strconv.Itoa(maxRepeats), count)
	}
	between := ""
	if len(r.Args) > 2 {
		if between, p = e.argument(r.Args[2], r.Line, c); p != nil {
			return "", p
		}
	}
	var b strings.Builder
	for c.round = 0; c.round < int(n); c.round++ {
		text, p := e.argument(r.Args[1], r.Line, c)
		if p != nil {
			return "", p
		}
		if c.round > 0 {
			b.WriteString(between)
		}
		if b.WriteString(text); b.Len() > maxExpanded {
			return "", problemAt(r, "text-too-large")
		}
	}
	return b.String(), nil
}
