package odata

import "errors"

// maxMends is how many mistakes of one filter are mended: each takes another reading.
const maxMends = 50

// Mend returns what to write in place of the bytes pos to end of a filter that e refuses, so that the service takes
// it: mistakes after the first are mended as well. It returns false if no such text is known, and then a fix of e
// would only lead to the next error.
func Mend(filter string, e *SyntaxError) (pos, end int, with string, ok bool) {
	text, head, tail := filter, len(filter), len(filter)
	for range maxMends {
		if e.Fix == "" {
			return 0, 0, "", false
		}
		head, tail = min(head, e.Pos), min(tail, len(text)-e.End)
		text = text[:e.Pos] + e.Fix + text[e.End:]
		_, err := Parse(text)
		if err == nil {
			return head, len(filter) - tail, text[head : len(text)-tail], true
		}
		if e, ok = errors.AsType[*SyntaxError](err); !ok {
			break
		}
	}
	return 0, 0, "", false
}
