package pack

import (
	"bytes"
	"errors"
	"go/scanner"
	"go/token"
	"strings"
)

// first is a comment after which the compiler counts lines from 1 again; the name of the file stays.
// Source: https://pkg.go.dev/cmd/compile, "Compiler Directives".
const first = "/*line :1:1*/"

// OneLine returns a Go file as the same program on one line. Go keeps the line of every instruction for what it prints
// of a panic, and these tables do not compress: with the sources on one line each, the compressed engine becomes 65 KB
// smaller. A traceback still names functions and files.
// Errors: a text that has no tokens of Go.
func OneLine(src []byte) ([]byte, error) {
	var wrong error
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(src)), src, func(at token.Position, text string) {
		wrong = errors.Join(wrong, &scanner.Error{Pos: at, Msg: text})
	}, scanner.ScanComments)
	out := bytes.NewBuffer(make([]byte, 0, len(src)))
	out.WriteString(first)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			out.WriteByte('\n')
			return out.Bytes(), wrong
		}
		write(out, tok, text)
	}
}

// write adds a token and what must stand between it and the next. Comments go, but for those that the compiler reads.
func write(out *bytes.Buffer, tok token.Token, text string) {
	switch {
	case tok == token.SEMICOLON: // or the end of a line that stands for one
		out.WriteByte(';')
	case tok == token.COMMENT && strings.HasPrefix(text, "//go:"): // has a line of its own
		out.WriteString("\n" + text + "\n" + first)
	case tok == token.COMMENT:
	case text == "":
		out.WriteString(" " + tok.String())
	case strings.Contains(text, "\n"): // in a string
		out.WriteString(" " + text + first)
	default:
		out.WriteString(" " + text)
	}
}
