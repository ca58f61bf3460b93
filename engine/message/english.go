package message

import (
	_ "embed"
	"errors"
	"iter"
	"strings"
)

// english has a line "code: format" for each sentence, and comments that begin with "#".
//
//go:embed english.txt
var english string

// English visits the code and the English of every sentence, in the order of english.txt. {0}, {1} and
// so on stand for its parameters.
func English() iter.Seq2[Code, string] {
	return func(yield func(Code, string) bool) {
		for line := range strings.Lines(english) {
			code, format, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if ok && !strings.HasPrefix(line, "#") && !yield(Code(code), format) {
				return
			}
		}
	}
}

// formatOf returns the English of a code, or the code itself if it has none.
func formatOf(code Code) string {
	_, after, ok := strings.Cut(english, "\n"+string(code)+": ")
	if !ok {
		return string(code)
	}
	format, _, _ := strings.Cut(after, "\n")
	return format
}

// Of returns the message that an error is or wraps. Any other error is kept as it is, in English.
func Of(err error) Text {
	if text, ok := errors.AsType[Text](err); ok {
		return text
	}
	return New("verbatim", err.Error())
}
