// Package apierr has the errors of the service: what it answers when a client asks for
// something that it refuses. Every such refusal is an [*Error] whose [Code] is spelled as the
// service spells it. Any other error is ours, and is answered as InternalError.
//
// Rule book: REST reference, "Table service error codes" and "Common REST API error codes".
// Not here: how an error looks in JSON or XML (package rest).
package apierr

import (
	"errors"
	"fmt"
)

// Code names a refusal, for example "EntityAlreadyExists".
type Code string

// Error is a refusal that a client caused.
type Error struct {
	Code    Code
	Message string // what the service says; English and stable
	Op      int    // index of the failing operation of a transaction, -1 outside one
	Early   bool   // found before execution: the service then omits Cache-Control
	Details []Detail
}

// New returns the error of a code with the text that the service sends with it.
func New(c Code) *Error {
	return &Error{Code: c, Message: c.Message(), Op: -1, Early: c.early()}
}

// Newf returns an error of a code whose text differs from the usual one.
func Newf(c Code, format string, args ...any) *Error {
	e := New(c)
	e.Message = fmt.Sprintf(format, args...)
	return e
}

// At returns a copy of the error that names operation op of a transaction.
func (e *Error) At(op int) *Error {
	c := *e
	c.Op = op
	return &c
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Of returns the code of an error: "" for nil, InternalError for anything that is not an *Error.
func Of(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return InternalError
}

// From returns err as an *Error; any other error becomes InternalError, without its text.
func From(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return New(InternalError)
}
