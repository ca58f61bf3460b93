package odata

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/utf16text"
)

// boolean returns the value of a word that is a boolean, in upper or lower case, and whether it is one.
// Source: what clients met, Azurite issue 1947.
func boolean(word string) (value, ok bool) {
	value = strings.EqualFold(word, "true")
	return value, value || strings.EqualFold(word, "false")
}

// keywordLiteral returns the value of a literal that is written as a word.
func keywordLiteral(word string) (edm.Value, bool) {
	if value, ok := boolean(word); ok {
		return edm.Boolean(value), true
	}
	switch word {
	case "NaN":
		return edm.Double(math.NaN()), true
	case "INF":
		return edm.Double(math.Inf(1)), true
	case "-INF":
		return edm.Double(math.Inf(-1)), true
	}
	return edm.Value{}, false
}

// literal returns the value of a string, a number, or a typed literal.
func literal(s string, t token) (edm.Value, *SyntaxError) {
	text := t.text(s)
	switch t.kind {
	case kindString:
		return edm.String(Unescape(text[1 : len(text)-1])), nil
	case kindTyped:
		return typedLiteral(s, t)
	}
	return numberLiteral(s, t)
}

func typedLiteral(s string, t token) (edm.Value, *SyntaxError) {
	prefix, content, _ := strings.Cut(t.text(s), "'")
	content = content[:len(content)-1]
	var v edm.Value
	var err error
	switch prefix {
	case "datetime":
		if v, err = edm.ParseDateTime(content); err != nil {
			return v, unrecognized(s, t, edm.TypeDateTime, "filter-datetime")
		}
	case "guid":
		if v, err = edm.GUID(content); err != nil {
			return v, unrecognized(s, t, edm.TypeGUID, "filter-guid")
		}
	default:
		b, err := hex.DecodeString(content)
		if err != nil {
			return v, unrecognized(s, t, edm.TypeBinary, "filter-binary")
		}
		v = edm.Binary(b)
	}
	return v, nil
}

func numberLiteral(s string, t token) (edm.Value, *SyntaxError) {
	text := t.text(s)
	if v, ok := keywordLiteral(text); ok {
		return v, nil
	}
	switch last := text[len(text)-1]; {
	case last|0x20 == 'l':
		n, err := strconv.ParseInt(text[:len(text)-1], 10, 64)
		if err != nil {
			return edm.Value{}, unrecognized(s, t, edm.TypeInt64, "filter-int64")
		}
		return edm.Int64(n), nil
	case last|0x20 == 'f' || last|0x20 == 'm':
		return edm.Value{}, invalidInput(t.pos, t.end, "filter-single")
	case last|0x20 == 'd':
		return doubleLiteral(s, t, text[:len(text)-1])
	case strings.ContainsAny(text, ".eE"):
		return doubleLiteral(s, t, text)
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		e := unrecognized(s, t, edm.TypeInt32, "filter-int32")
		if _, err := strconv.ParseInt(text, 10, 64); err == nil {
			e.Fix = text + "L"
		}
		return edm.Value{}, e
	}
	return edm.Int32(int32(n)), nil
}

func doubleLiteral(s string, t token, digits string) (edm.Value, *SyntaxError) {
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return edm.Value{}, unrecognized(s, t, edm.TypeDouble, "filter-large-double")
	}
	return edm.Double(f), nil
}

func unrecognized(s string, t token, typ edm.Type, hint message.Code) *SyntaxError {
	msg := "Unrecognized '" + typ.String() + "' literal '" + t.text(s) + "' at '" +
		strconv.Itoa(utf16text.Len(s[:t.pos])) + "' in '" + s + "'."
	e := invalid(t.pos, t.end, msg)
	if quoteIn(t.text(s)) < t.end-t.pos {
		return e.open(s)
	}
	return e.with("", hint)
}
