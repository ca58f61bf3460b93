package edm

import (
	"encoding/base64"
	"errors"
	"math"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
)

// value converts a JSON value to the type that the annotation names, or to the type that the
// JSON value suggests. ok is false if it is not such a value.
// Source: Payload format for Table service operations, "Property types in a JSON feed".
func (m *member) value() (v Value, ok bool) {
	switch m.typ {
	case 0:
		return m.plain()
	case TypeBoolean:
		return m.boolean()
	case TypeInt32, TypeInt64:
		return m.integer()
	case TypeDouble:
		return m.double()
	}
	if m.kind != kindString {
		return Value{}, false
	}
	var err error
	switch m.typ {
	case TypeString:
		v = String(m.text)
	case TypeBinary:
		var b []byte
		b, err = base64.StdEncoding.DecodeString(m.text)
		v = Binary(b)
	case TypeDateTime:
		v, err = ParseDateTime(m.text)
	case TypeGUID:
		v, err = GUID(m.text)
	}
	return v, err == nil
}

// refusal is the answer to a value that is not one of its type. A DateTime outside the range is one, wherever
// its offset puts it.
// Source: Understanding the Table service data model, "Property types".
func (m *member) refusal() error {
	if _, err := ParseDateTime(m.text); m.typ == TypeDateTime && m.kind == kindString && errors.Is(err, errRange) {
		return apierr.New(apierr.OutOfRangeInput)
	}
	return errBody()
}

// plain infers the type. A string stays a String, also when it looks like a date or a number.
func (m *member) plain() (Value, bool) {
	switch m.kind {
	case kindString:
		return String(m.text), true
	case kindTrue, kindFalse:
		return Boolean(m.kind == kindTrue), true
	case kindInteger:
		if n, err := strconv.ParseInt(m.text, 10, 32); err == nil {
			return Int32(int32(n)), true
		}
	}
	return m.double()
}

func (m *member) boolean() (Value, bool) {
	switch {
	case m.kind == kindTrue, m.kind == kindString && strings.EqualFold(m.text, "true"):
		return Boolean(true), true
	case m.kind == kindFalse, m.kind == kindString && strings.EqualFold(m.text, "false"):
		return Boolean(false), true
	}
	return Value{}, false
}

// integer reads an Int32 or Int64. A number, unlike a string, has to fit an Int32 in either case:
// bigger ones are doubles before the annotation is looked at, and digits would be lost.
func (m *member) integer() (Value, bool) {
	bits := 32
	switch {
	case m.kind == kindString && m.typ == TypeInt64:
		bits = 64
	case m.kind != kindInteger && m.kind != kindString:
		return Value{}, false
	}
	n, err := strconv.ParseInt(m.text, 10, bits)
	if m.typ == TypeInt64 {
		return Int64(n), err == nil
	}
	return Int32(int32(n)), err == nil
}

// double reads a Double; a number too large for one is refused.
func (m *member) double() (Value, bool) {
	switch m.kind {
	case kindString:
		return parseDouble(m.text)
	case kindInteger, kindNumber:
		f, err := strconv.ParseFloat(m.text, 64)
		return Double(f), err == nil
	}
	return Value{}, false
}

func parseDouble(s string) (Value, bool) {
	switch s {
	case "NaN":
		return Double(math.NaN()), true
	case "Infinity":
		return Double(math.Inf(1)), true
	case "-Infinity":
		return Double(math.Inf(-1)), true
	}
	for i := 0; i < len(s); i++ { // strconv would read hexadecimals and "inf" as well
		if !isDigit(s[i]) && strings.IndexByte("+-.eE", s[i]) < 0 {
			return Value{}, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return Double(f), err == nil
}
