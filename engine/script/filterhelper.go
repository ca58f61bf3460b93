package script

import (
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// filterHelper evaluates the helpers that build a filter: $eq and its like make one comparison,
// $and, $or and $not combine what others made.
func filterHelper(name string, args []string) (text, problem string) {
	switch name {
	case "not":
		return "not (" + args[0] + ")", ""
	case "and", "or":
		return "(" + strings.Join(args, ") "+name+" (") + ")", ""
	}
	typ := "String"
	if len(args) > 2 {
		typ = args[2]
	}
	v, problem := literalOf(args[1], typ)
	if problem != "" {
		return "", problem
	}
	if !edm.ValidName(args[0]) {
		return "", "$" + name + " begins with the name of a property, not with \"" + args[0] + "\"."
	}
	return args[0] + " " + name + " " + odata.Literal(v), ""
}

// literalOf reads a text as a value of a type.
func literalOf(text, typ string) (v edm.Value, problem string) {
	t, ok := edm.ParseType("Edm." + strings.TrimPrefix(typ, "Edm."))
	if !ok {
		return v, "there is no type \"" + typ + "\". There are " + strings.Join(typeNames(), ", ") + "."
	}
	if t == edm.TypeString {
		return edm.String(text), ""
	}
	// The parser of filters knows how each type is written.
	source := map[edm.Type]string{
		edm.TypeInt64: text + "L", edm.TypeDateTime: "datetime'" + text + "'",
		edm.TypeGUID: "guid'" + text + "'", edm.TypeBinary: "X'" + text + "'",
	}[t]
	if source == "" {
		source = text
	}
	if _, err := strconv.ParseInt(text, 10, 64); t == edm.TypeDouble && err == nil {
		source += ".0"
	}
	x, _ := odata.Parse("V eq " + source)
	c, ok := x.(*odata.Compare)
	if !ok || c.Literal.Type() != t {
		return v, "\"" + text + "\" is not " + typ + "."
	}
	return c.Literal, ""
}
