package odata

// Token of a filter, for highlighting. Pos and End are bytes. Kinds: key (PartitionKey, RowKey),
// prop, op, lit, keylit (a literal that is compared with a key), punct.
type Token struct {
	Pos, End int
	Kind     string
}

// Tokens never fails: what it cannot read it leaves out. A string that is not closed yet extends to
// the end of the filter.
func Tokens(filter string) []Token {
	var tokens []Token
	for t := lex(filter, 0); t.kind != kindEnd; t = lex(filter, t.end) {
		if t.kind != kindCharacter {
			tokens = append(tokens, Token{t.pos, t.end, kindName(filter, t)})
		}
	}
	markKeyLiterals(filter, tokens)
	return tokens
}

func kindName(s string, t token) string {
	switch t.kind {
	case kindString, kindNumber, kindTyped, kindOpenText, kindOpenTyped, kindNoDigit:
		return "lit"
	case kindOpen, kindClose, kindPunct:
		return "punct"
	}
	word := t.text(s)
	if _, ok := boolean(word); ok {
		return "lit"
	}
	switch word {
	case "and", "or", "not", "eq", "ne", "gt", "ge", "lt", "le":
		return "op"
	case "null", "NaN", "INF":
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
