package script

import (
	"strings"

	"rowkey/engine/message"
)

// sqlStatements are the statements of SQL that a request does the same as: the words that they begin with, the word
// that the name of the table comes after, and the message that names the request.
var sqlStatements = [...]struct {
	first, second, before string
	code                  message.Code
}{
	{"CREATE", "TABLE", "TABLE", "sql-create"},
	{"DROP", "TABLE", "TABLE", "sql-drop"},
	{"SELECT", "", "FROM", "sql-select"},
	{"INSERT", "INTO", "INTO", "sql-insert"},
	{"UPDATE", "", "UPDATE", "sql-update"},
	{"DELETE", "FROM", "FROM", "sql-delete"},
}

// sql explains a line of SQL, and reports whether it is one. Creating a table can be corrected, because the line says
// all that the request needs.
func (p *parser) sql(from, to int) bool {
	words := strings.Fields(p.src.text[from:to])
	for _, s := range sqlStatements {
		if len(words) < 2 || !strings.EqualFold(words[0], s.first) || s.second != "" && !strings.EqualFold(words[1], s.second) {
			continue
		}
		table := wordAfter(words, s.before)
		d := p.fail(from, to, s.code, table)
		if s.code == "sql-create" && len(words) == 3 {
			d.replace("POST {{table}}/Tables\nContent-Type: application/json\n\n{ \"TableName\": \""+table+"\" }", "fix")
		}
		return true
	}
	return false
}

// wordAfter returns the first letters and digits after a word, "Employees" if there are none.
func wordAfter(words []string, before string) string {
	for i, w := range words {
		if !strings.EqualFold(w, before) {
			continue
		}
		if names := strings.FieldsFunc(strings.Join(words[i+1:], " "), notInTableName); len(names) > 0 {
			return names[0]
		}
	}
	return "Employees"
}

func notInTableName(r rune) bool { return !(r < 0x80 && (isLetter(byte(r)) || '0' <= r && r <= '9')) }
