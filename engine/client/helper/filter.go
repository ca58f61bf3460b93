package helper

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/odata"
	"rowkey/engine/script"
)

// filterHelper evaluates the helpers that build a filter: $eq and its like make one comparison,
// $and, $or and $not combine what others made.
func filterHelper(name string, args []string) (text string, problem message.Text) {
	switch name {
	case "not":
		return "not (" + args[0] + ")", nil
	case "and", "or":
		return "(" + strings.Join(args, ") "+name+" (") + ")", nil
	}
	typ := "String"
	if len(args) > 2 {
		typ = args[2]
	}
	v, problem := literalOf(args[1], typ)
	if problem != nil {
		return "", problem
	}
	if !edm.ValidName(args[0]) {
		return "", message.New("filter-helper-property", name, args[0])
	}
	return args[0] + " " + name + " " + odata.Literal(v), nil
}

// literalOf reads a text as a value of a type.
func literalOf(text, typ string) (v edm.Value, problem message.Text) {
	t, ok := edm.ParseType("Edm." + strings.TrimPrefix(typ, "Edm."))
	if !ok {
		return v, message.New("filter-helper-type", typ, script.TypeNames)
	}
	if t == edm.TypeString {
		return edm.String(text), nil
	}
	prefix, suffix := "", "" // as a filter writes the type
	switch t {
	case edm.TypeInt64:
		suffix = "L"
	case edm.TypeDateTime:
		prefix, suffix = "datetime'", "'"
	case edm.TypeGUID:
		prefix, suffix = "guid'", "'"
	case edm.TypeBinary:
		prefix, suffix = "X'", "'"
	case edm.TypeDouble:
		if !strings.ContainsAny(text, ".eE") {
			suffix = ".0"
		}
	}
	x, _ := odata.Parse("V eq " + prefix + text + suffix)
	c, ok := x.(*odata.Compare)
	if !ok || c.Literal.Type() != t {
		return v, message.New("filter-helper-value", text, typ)
	}
	return c.Literal, nil
}
