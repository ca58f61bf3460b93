package script

import (
	"strings"

	"rowkey/engine/message"
)

// sql explains a line of SQL by the request that does the same, and reports whether it is one. A line that creates a
// table can be corrected if it says no more than the request needs.
func (p *parser) sql(from, to int) bool {
	words := strings.Fields(p.src.text[from:to])
	code, at := sqlStatement(words)
	if code == "" {
		return false
	}
	table := "Employees"
	if at < len(words) {
		table, _, _ = strings.Cut(strings.Trim(words[at], "[]`\"';,"), "(")
	}
	d := p.fail(from, to, code, table)
	if code == "sql-create" && len(words) == 3 && isName(table) {
		d.replace("POST {{table}}/Tables\nContent-Type: application/json\n\n{ \"TableName\": \""+table+"\" }", "fix")
	}
	return true
}

// sqlStatement returns the message for a statement, "" for anything else, and which of its words names the table.
func sqlStatement(words []string) (code message.Code, at int) {
	if len(words) < 2 {
		return "", 0
	}
	first := strings.ToUpper(words[0])
	switch first + " " + strings.ToUpper(words[1]) {
	case "CREATE TABLE":
		return "sql-create", 2
	case "DROP TABLE":
		return "sql-drop", 2
	case "INSERT INTO":
		return "sql-insert", 2
	case "DELETE FROM":
		return "sql-delete", 2
	}
	switch first {
	case "UPDATE":
		return "sql-update", 1
	case "SELECT":
		for at = 1; at < len(words) && strings.ToUpper(words[at]) != "FROM"; at++ {
		}
		return "sql-select", at + 1
	}
	return "", 0
}
