// Package message is what the engine says in its own words: what is wrong with a script, why a run
// stopped, why a check found nothing. Each message is a code with parameters, so that a page can show it
// in another language; its English is in english.txt.
//
// Not here: answers of the service, which are the same in every language (package apierr).
package message

import (
	_ "embed"
	"errors"
	"iter"
	"slices"
	"strings"
)

// Code names a sentence. It keeps its meaning when the English is edited.
type Code string

// Sentence is a sentence, or the place in front of one ("line 3:").
type Sentence struct {
	Code   Code     `json:"code"`
	Params []string `json:"params"` // for {0}, {1} and so on
}

// Text is a message, sentence by sentence. It is an error, too; nil says nothing.
type Text []Sentence

// New returns a message of one sentence. It copies the parameters, so that callers need not allocate them:
// that makes the compiled engine smaller.
func New(code Code, params ...string) Text { return Text{{code, slices.Clone(params)}} }

// And returns a message with more sentences after it. It changes neither of the two.
func (t Text) And(more Text) Text { return append(t[:len(t):len(t)], more...) }

// String returns the English of the message, "" for nil.
func (t Text) String() string {
	var b strings.Builder
	for i, s := range t {
		if i > 0 {
			b.WriteByte(' ')
		}
		fill(&b, formatOf(s.Code), s.Params)
	}
	return b.String()
}

// Error returns the English of the message.
func (t Text) Error() string { return t.String() }

// fill writes a format with its parameters in place of {0}, {1} and so on.
func fill(b *strings.Builder, format string, params []string) {
	for i := 0; i < len(format); i++ {
		if n, ok := placeholder(format[i:]); ok && n < len(params) {
			b.WriteString(params[n])
			i += 2
			continue
		}
		b.WriteByte(format[i])
	}
}

// placeholder returns the number of the placeholder at the beginning of s. There are at most ten.
func placeholder(s string) (n int, ok bool) {
	if len(s) < 3 || s[0] != '{' || s[1] < '0' || s[1] > '9' || s[2] != '}' {
		return 0, false
	}
	return int(s[1] - '0'), true
}

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
