package accesslog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unsafe"
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
	long   []byte   // a record of several lines, or one that the buffer of r has no room for
	fields []string // of the last record, which share its bytes; the next one takes their place
}

// read returns the next record that is not empty. Errors: io.EOF, those of the reader.
func (c *csvReader) read() ([]string, error) {
	for {
		line, err := c.line(c.long[:0])
		if c.split(textOfLine(line)) && err == nil {
			line, err = c.rest(line)
			c.split(textOfLine(line))
		}
		if textOfLine(line) != "" {
			return c.fields, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// line returns the next line with its end, after what there is of a record before it. It is copied only if it must be.
func (c *csvReader) line(before []byte) ([]byte, error) {
	line, err := c.r.ReadSlice('\n')
	if len(before) == 0 && !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	for c.long = append(before, line...); errors.Is(err, bufio.ErrBufferFull); {
		line, err = c.r.ReadSlice('\n')
		c.long = append(c.long, line...)
	}
	return c.long, err
}

// textOfLine returns a line without its end. The text shares the bytes, so it changes when the next line is read.
func textOfLine(line []byte) string {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return unsafe.String(unsafe.SliceData(line), len(line))
}

// rest adds the lines up to the one in which a quoted field ends, and no other begins.
func (c *csvReader) rest(record []byte) ([]byte, error) {
	c.long = append(c.long[:0], record...)
	for open := true; open && len(c.long) < longestRecord; {
		from := len(c.long)
		if _, err := c.line(c.long); err != nil {
			return c.long, err
		}
		open = open == (bytes.Count(c.long[from:], quote)%2 == 0)
	}
	return c.long, nil
}

var quote = []byte{'"'}

// split cuts a record at its commas, and reports whether it ends within a quoted field.
func (c *csvReader) split(text string) (open bool) {
	c.fields = c.fields[:0]
	for more := true; more; {
		var field string
		if text != "" && text[0] == '"' {
			field, text, more, open = cutQuoted(text[1:])
		} else {
			field, text, more = cutPlain(text)
		}
		c.fields = append(c.fields, field)
	}
	return open
}

// cutPlain cuts a field at the comma after it. Most fields are short: in a browser a call would take longer.
func cutPlain(text string) (field, rest string, more bool) {
	for i := range len(text) {
		if text[i] == ',' {
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
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
