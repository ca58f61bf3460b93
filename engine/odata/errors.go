package odata

import (
	"strconv"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/utf16text"
)

// SyntaxError says why a filter or a $select cannot be read. Msg is what the service says; Hint
// and Fix are ours: Hint explains, Fix is to replace the bytes Pos to End.
type SyntaxError struct {
	Pos  int    // bytes; the first that is wrong
	End  int    // bytes; after the last that is wrong
	Code string // InvalidInput or NotImplemented
	Msg  string
	Hint message.Text // nil if there is nothing to add
	Fix  string       // "" if there are several
}

// Error returns the text of the service.
func (e *SyntaxError) Error() string { return e.Msg }

// invalid returns the error of code InvalidInput that covers the bytes pos to end.
//
//go:noinline
func invalid(pos, end int, msg string) *SyntaxError {
	return &SyntaxError{Pos: pos, End: end, Code: string(apierr.InvalidInput), Msg: msg}
}

// invalidInput returns an error with the usual text of InvalidInput, which says nothing.
func invalidInput(pos, end int, hint message.Code) *SyntaxError {
	return invalid(pos, end, apierr.InvalidInput.Message()).with("", hint)
}

// keyNotText returns the error of a key that is compared with a value of another type. A number wants quotes.
func keyNotText(s, property string, literal operand) *SyntaxError {
	fix := ""
	if literal.value.Type() == edm.TypeInt32 {
		fix = "'" + s[literal.pos:literal.end] + "'"
	}
	return invalid(literal.pos, literal.end, apierr.InvalidInput.Message()).with(fix, "filter-key-not-text", property)
}

// notImplemented returns the error of what OData has and the service does not.
func notImplemented(pos, end int, hint message.Code) *SyntaxError {
	e := &SyntaxError{Pos: pos, End: end, Code: string(apierr.NotImplemented), Msg: apierr.NotImplemented.Message()}
	return e.with("", hint)
}

// with adds a fix and a hint. It is not inlined: it is called in many places, and speed does not matter there.
//
//go:noinline
func (e *SyntaxError) with(fix string, hint message.Code, params ...string) *SyntaxError {
	e.Fix, e.Hint = fix, message.New(hint, params...)
	return e
}

// and adds a sentence to the hint.
func (e *SyntaxError) and(hint message.Code) *SyntaxError {
	e.Hint = e.Hint.And(message.New(hint))
	return e
}

// at writes "at position N in 'FILTER'." with N in UTF-16 code units, as the service counts.
//
//go:noinline
func at(s string, pos int) string {
	return "at position " + strconv.Itoa(utf16text.Len(s[:pos])) + " in '" + s + "'."
}
