package accesslog

import (
	"bufio"
	"strings"
)

// longestRecord is how many bytes of a record with a quote that does not end are looked at.
const longestRecord = 1 << 20

// csvReader reads records of fields between commas. A quote in a field that does not begin with one is text, so there
// are no wrong records. (The standard library's reader is twice as large in a browser.)
// Source: RFC 4180.
type csvReader struct {
	r      *bufio.Reader
	fields []string // of the last record; the next one takes its place
}

// read returns the next record that is not empty. Errors: io.EOF, those of the reader.
func (c *csvReader) read() ([]string, error) {
	for {
		text, err := c.r.ReadString('\n')
		for err == nil && strings.Count(text, `"`)%2 == 1 && len(text) < longestRecord {
			var more string
			more, err = c.r.ReadString('\n')
			text += more
		}
		if text = strings.TrimRight(text, "\r\n"); text != "" {
			return c.split(text), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (c *csvReader) split(text string) []string {
	c.fields = c.fields[:0]
	for more := true; more; {
		var field string
		if rest, quoted := strings.CutPrefix(text, `"`); quoted {
			field, text, more = cutQuoted(rest)
		} else {
			field, text, more = strings.Cut(text, ",")
		}
		c.fields = append(c.fields, field)
	}
	return c.fields
}

// cutQuoted cuts a field at the quote that ends it, and what follows at the comma. Two quotes are one.
func cutQuoted(text string) (field, rest string, more bool) {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '"')
		if i < 0 {
			return strings.ReplaceAll(text, `""`, `"`), "", false
		}
		end := from + i
		switch after := text[end+1:]; {
		case after == "":
			return strings.ReplaceAll(text[:end], `""`, `"`), "", false
		case after[0] == ',':
			return strings.ReplaceAll(text[:end], `""`, `"`), after[1:], true
		case after[0] == '"':
			from = end + 2
		default:
			from = end + 1
		}
	}
}
