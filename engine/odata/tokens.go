package odata

import "unicode/utf8"

// Token of a filter, for highlighting. Pos and End are bytes. Kinds: key (PartitionKey, RowKey),
// prop, op, lit, keylit (a literal that is compared with a key), punct.
type Token struct {
	Pos, End int
	Kind     string
}

// Tokens never fails: what it cannot read it leaves out. A text that is not closed yet reaches to
// the end of the filter.
func Tokens(filter string) []Token {
	var tokens []Token
	for i := 0; ; {
		t, err := lex(filter, i)
		switch {
		case err == nil && t.kind == kindEnd:
			markKeyLiterals(filter, tokens)
			return tokens
		case err == nil:
			tokens = append(tokens, Token{t.pos, t.end, kindName(filter, t)})
			i = t.end
		case err.End == len(filter) && !isSymbol(filter, err.Pos):
			tokens = append(tokens, Token{err.Pos, err.End, "lit"})
			i = err.End
		default:
			_, size := utf8.DecodeRuneInString(filter[err.Pos:])
			i = err.Pos + size
		}
	}
}

// isSymbol reports whether no literal can begin at i.
func isSymbol(s string, i int) bool {
	return s[i] != '\'' && !isDigit(s, i) && identEnd(s, i) == i
}

func kindName(s string, t token) string {
	switch t.kind {
	case kindString, kindNumber, kindTyped:
		return "lit"
	case kindOpen, kindClose, kindPunct:
		return "punct"
	}
	switch word := t.text(s); word {
	case "and", "or", "not", "eq", "ne", "gt", "ge", "lt", "le":
		return "op"
	case "true", "false", "null", "NaN", "INF":
		return "lit"
	case "PartitionKey", "RowKey":
		return "key"
	}
	return "prop"
}

// markKeyLiterals finds key, operator, literal, in this order or the other way round.
func markKeyLiterals(s string, tokens []Token) {
	for i := 1; i+1 < len(tokens); i++ {
		left, right := &tokens[i-1], &tokens[i+1]
		switch {
		case parseOp(s[tokens[i].Pos:tokens[i].End]) == 0:
		case left.Kind == "key" && right.Kind == "lit":
			right.Kind = "keylit"
		case left.Kind == "lit" && right.Kind == "key":
			left.Kind = "keylit"
		}
	}
}
