package accesslog

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"rowkey/engine/xmltext"
)

// classicFields are the fields of a line of version 1.0 in their order.
// Source: Storage Analytics log format, "Log entry format 1.0".
var classicFields = [...]field{
	1: timeGenerated, 2: operationName, 3: statusText, 4: statusCode, 10: serviceType, 11: uri, 14: operationCount,
	15: callerIPAddress, 18: requestBodySize, 20: responseBodySize, 24: etag, 26: conditionsUsed, 27: userAgentHeader,
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

func (l *log) classicLine(text string) {
	version, text, _ := strings.Cut(text, ";")
	if version != "1.0" {
		l.Skipped++
		return
	}
	var e entry
	for i := 1; i < len(classicFields) && text != ""; i++ {
		var value string
		value, text = classicCut(text)
		if f := classicFields[i]; f != noField {
			e[f] = classicText(value)
		}
	}
	l.add(&e)
}

// classicCut cuts a field at the semicolon after it: what is in quotes has some of its own.
func classicCut(text string) (value, rest string) {
	from := 0
	if strings.HasPrefix(text, `"`) {
		from = 1 + strings.IndexByte(text[1:], '"')
	}
	i := strings.IndexByte(text[from:], ';')
	if i < 0 {
		return text, ""
	}
	return text[:from+i], text[from+i+1:]
}

// classicText returns the text of a field.
func classicText(value string) string {
	if value, quoted := strings.CutPrefix(value, `"`); quoted {
		return xmltext.Decode(strings.TrimSuffix(value, `"`))
	}
	return value
}
