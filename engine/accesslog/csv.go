package accesslog

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// csv reads an export with names of columns in its first line.
func (l *log) csv(r *bufio.Reader) error {
	in := csvReader{r: r}
	header, err := in.read()
	if err != nil {
		return ErrUnknown
	}
	at, known := make([]field, len(header)), false
	for i, name := range header {
		name, _, _ = strings.Cut(name, " [") // the portal adds the time zone
		at[i] = fieldNamed(strings.TrimSpace(name))
		known = known || at[i] == operationName
	}
	if !known {
		return ErrUnknown
	}
	for {
		row, err := in.read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var e entry
		for i, f := range at[:min(len(at), len(row))] {
			e[f] = row[i]
		}
		l.add(&e)
	}
}

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
		if c.split(strings.TrimRight(text, "\r\n")) && err == nil {
			text, err = c.rest(text)
			c.split(strings.TrimRight(text, "\r\n"))
		}
		if strings.TrimRight(text, "\r\n") != "" {
			return c.fields, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// rest adds the lines up to the one in which a quoted field ends, and no other begins.
func (c *csvReader) rest(text string) (string, error) {
	var all strings.Builder
	all.WriteString(text)
	for open := true; open && all.Len() < longestRecord; {
		line, err := c.r.ReadString('\n')
		all.WriteString(line)
		if err != nil {
			return all.String(), err
		}
		open = open == (strings.Count(line, `"`)%2 == 0)
	}
	return all.String(), nil
}

// split cuts a record at its commas, and reports whether it ends within a quoted field.
func (c *csvReader) split(text string) (open bool) {
	c.fields = c.fields[:0]
	for more := true; more; {
		var field string
		if rest, quoted := strings.CutPrefix(text, `"`); quoted {
			field, text, more, open = cutQuoted(rest)
		} else {
			field, text, more = strings.Cut(text, ",")
		}
		c.fields = append(c.fields, field)
	}
	return open
}

// cutQuoted cuts a field at the quote that ends it, and what follows at the comma. Two quotes are one. The field is
// open if no quote ends it.
func cutQuoted(text string) (field, rest string, more, open bool) {
	doubled := false
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '"')
		if i < 0 {
			return single(text, true), "", false, strings.Count(text, `"`)%2 == 0
		}
		end := from + i
		switch after := text[end+1:]; {
		case after == "":
			return single(text[:end], doubled), "", false, false
		case after[0] == ',':
			return single(text[:end], doubled), after[1:], true, false
		case after[0] == '"':
			doubled = true
			from = end + 2
		default:
			from = end + 1
		}
	}
}

// single writes one quote for two.
func single(text string, doubled bool) string {
	if !doubled {
		return text
	}
	return strings.ReplaceAll(text, `""`, `"`)
}
