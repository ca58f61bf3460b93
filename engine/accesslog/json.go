package accesslog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"rowkey/engine/jsontext"
)

// longestValue is how long one entry in JSON may be, or an answer of the query API, in bytes: it is read as a whole.
const longestValue = 256 << 20

// json reads a list of objects, lines of objects, or the answer of the query API.
func (l *log) json(r *bufio.Reader) error {
	in := objects{r: r}
	for {
		text, err := in.read()
		if errors.Is(err, io.EOF) {
			if len(text) > 0 {
				l.Skipped++ // it has no end
			}
			return nil
		}
		if err != nil {
			return err
		}
		if tables, ok := jsontext.Member(text, "tables"); ok && l.Requests == 0 {
			jsontext.Each(tables, 0, func(_ string, from, to int) bool {
				l.table(tables[from:to])
				return true
			})
			continue
		}
		l.object(text)
	}
}

// object reads an entry whose members are columns.
func (l *log) object(text string) {
	var e entry
	i := 0
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		if f := l.names.at(i, name); f != noField {
			e[f] = textOf(text[from:to])
		}
		i++
		return true
	})
	l.add(&e)
}

// table reads columns with their names, and rows in the order of the columns.
func (l *log) table(text string) {
	var at []field
	columns, _ := jsontext.Member(text, "columns")
	jsontext.Each(columns, 0, func(_ string, from, to int) bool {
		at = append(at, fieldNamed(jsontext.MemberText(columns[from:to], "name")))
		return true
	})
	rows, _ := jsontext.Member(text, "rows")
	jsontext.Each(rows, 0, func(_ string, from, to int) bool {
		var e entry
		i := 0
		jsontext.Each(rows, from, func(_ string, from, to int) bool {
			if i < len(at) && at[i] != noField {
				e[at[i]] = textOf(rows[from:to])
			}
			i++
			return true
		})
		l.add(&e)
		return true
	})
}

// textOf returns the text of a value, "" for null and for none.
func textOf(value string) string {
	if value == "" || value == "null" {
		return ""
	}
	return jsontext.Text(value)
}

// objects reads one object after the other, whatever white space, commas and brackets of a list are between them.
type objects struct {
	r    *bufio.Reader
	text []byte // of the object

	depth           int
	quoted, escaped bool
}

// read returns the next object; with an error, what there is of it.
func (o *objects) read() (string, error) {
	o.text, o.depth, o.quoted, o.escaped = o.text[:0], 0, false, false
	for {
		part, err := o.r.ReadSlice('}')
		if len(o.text) == 0 {
			part = bytes.TrimLeft(part, " \t\r\n,[]")
		}
		o.text = append(o.text, part...)
		o.follow(part)
		switch {
		case len(o.text) > longestValue:
			return "", fmt.Errorf("an entry of the export is longer than %d MiB", longestValue>>20)
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return string(o.text), err
		case o.depth <= 0 && !o.quoted && len(part) > 0 && part[len(part)-1] == '}':
			return string(o.text), nil
		}
	}
}

// follow counts the braces and brackets that are open, outside of strings.
func (o *objects) follow(part []byte) {
	for _, c := range part {
		switch {
		case o.escaped:
			o.escaped = false
		case o.quoted:
			o.escaped, o.quoted = c == '\\', c != '"'
		case c == '"':
			o.quoted = true
		case c == '{' || c == '[':
			o.depth++
		case c == '}' || c == ']':
			o.depth--
		}
	}
}
