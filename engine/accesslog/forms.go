package accesslog

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/xmltext"
)

// classicFields are the positions of fields in a line of version 1.0, by their names in StorageTableLogs.
// Source: Storage Analytics log format, "Log entry format 1.0".
var classicFields = map[string]int{
	"timegenerated": 1, "operationname": 2, "statustext": 3, "statuscode": 4, "servicetype": 10, "uri": 11,
	"operationcount": 14, "calleripaddress": 15, "requestbodysize": 18, "responsebodysize": 20, "etag": 24,
	"conditionsused": 26, "useragentheader": 27,
}

// classic reads lines of fields between semicolons. A field that could hold one is in quotes and encoded as HTML.
func (l *log) classic(r *bufio.Reader) error {
	for {
		line, err := r.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			l.classicLine(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (l *log) classicLine(line string) {
	fields := classicSplit(line)
	if fields[0] != "1.0" {
		l.Skipped++
		return
	}
	l.add(func(name string) string {
		i, ok := classicFields[name]
		if !ok || i >= len(fields) {
			return ""
		}
		if f, quoted := strings.CutPrefix(fields[i], `"`); quoted {
			return xmltext.Decode(strings.TrimSuffix(f, `"`))
		}
		return fields[i]
	})
}

// classicSplit cuts a line at the semicolons outside of quotes: what is encoded as HTML has some of its own.
func classicSplit(line string) (fields []string) {
	quoted, from := false, 0
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ';' && !quoted:
			fields, from = append(fields, line[from:i]), i+1
		}
	}
	return append(fields, line[from:])
}

// json reads a list of objects, lines of objects, or the answer of the query API.
func (l *log) json(r io.Reader) error {
	b, err := io.ReadAll(io.LimitReader(r, maxJSON+1))
	switch {
	case err != nil:
		return err
	case len(b) > maxJSON:
		return errors.New("the export is longer than 512 MiB: export it as CSV")
	}
	text := string(b)
	if tables, ok := jsontext.Member(text, "tables"); ok {
		jsontext.Each(tables, 0, func(_ string, from, to int) bool {
			l.table(tables[from:to])
			return true
		})
		return nil
	}
	if text[0] == '[' {
		if !jsontext.Each(text, 0, func(_ string, from, to int) bool { l.object(text[from:to]); return true }) {
			return ErrUnknown
		}
		return nil
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			l.object(line)
		}
	}
	return nil
}

// object reads an entry whose members are columns.
func (l *log) object(text string) {
	members := map[string]string{}
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		members[strings.ToLower(name)] = text[from:to]
		return true
	})
	l.add(func(name string) string { return textOf(members[name]) })
}

// table reads columns with their names, and rows in the order of the columns.
func (l *log) table(text string) {
	at := map[string]int{}
	columns, _ := jsontext.Member(text, "columns")
	jsontext.Each(columns, 0, func(_ string, from, to int) bool {
		at[strings.ToLower(jsontext.MemberText(columns[from:to], "name"))] = len(at)
		return true
	})
	rows, _ := jsontext.Member(text, "rows")
	jsontext.Each(rows, 0, func(_ string, from, to int) bool {
		var cells []string
		jsontext.Each(rows, from, func(_ string, from, to int) bool {
			cells = append(cells, rows[from:to])
			return true
		})
		l.add(func(name string) string {
			if i, ok := at[name]; ok && i < len(cells) {
				return textOf(cells[i])
			}
			return ""
		})
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
