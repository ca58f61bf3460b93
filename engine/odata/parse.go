package odata

import (
	"cmp"

	"rowkey/engine/edm"
)

const (
	// MaxComparisons is how many comparisons and constants a filter may have. The documentation promises 15, and the
	// service accepts some hundreds from a library in wide use. Its real limit is not published; this one is ours.
	// Source: Querying tables and entities, "Filter expressions"; Azurite#1745.
	MaxComparisons = 1000

	maxDepth = 800 // levels of parentheses and not; the limit of the library behind the service
)

// Parse reads a filter. An empty one gives nil, nil. Errors are *[SyntaxError].
// Source: Querying tables and entities, "Supported query options".
func Parse(filter string) (Expr, error) {
	p := parser{s: filter}
	p.advance()
	if p.err == nil && p.tok.kind == kindEnd {
		return nil, nil
	}
	x := p.predicate(p.or())
	if p.tok.kind != kindEnd {
		p.unexpected()
	}
	if err := cmp.Or(p.err, p.mistyped); err != nil {
		return nil, err
	}
	return x, nil
}

// parser holds the next token. Once err is set tok is the end of the filter, so that
// every loop stops; what is built after that is thrown away.
type parser struct {
	s         string
	tok, prev token
	err       *SyntaxError
	mistyped  *SyntaxError // of a filter that can be read; the service looks at types after that
	depth     int
	terms     int // comparisons and constants so far
}

// operand is one side of a comparison: a property, a literal, null, or, in
// parentheses, a whole expression.
type operand struct {
	pos, end int
	property string
	value    edm.Value // no type unless it is a literal
	null     bool
	expr     Expr
}

func (o operand) isProperty() bool { return o.property != "" }
func (o operand) isLiteral() bool  { return o.value.Type() != 0 || o.null }

func (p *parser) advance() {
	p.prev = p.tok
	p.tok = lex(p.s, p.tok.end)
	if p.tok.bad() {
		p.fail(lexError(p.s, p.tok))
	}
}

func (p *parser) fail(e *SyntaxError) {
	if p.err == nil {
		p.err = e
	}
	p.tok = token{kindEnd, len(p.s), len(p.s)}
}

// word returns the next token if it is an identifier, "" for any other.
func (p *parser) word() string {
	if p.tok.kind != kindIdent {
		return ""
	}
	return p.tok.text(p.s)
}

func (p *parser) or() operand {
	left := p.and()
	for p.word() == "or" {
		p.advance()
		right := p.and()
		x := &Or{p.predicate(left), p.predicate(right)}
		left = operand{pos: left.pos, end: right.end, expr: x}
	}
	return left
}

func (p *parser) and() operand {
	left := p.unary()
	for p.word() == "and" {
		p.advance()
		right := p.unary()
		x := &And{p.predicate(left), p.predicate(right)}
		left = operand{pos: left.pos, end: right.end, expr: x}
	}
	return left
}

func (p *parser) unary() operand {
	if p.word() != "not" {
		return p.comparison()
	}
	if !p.enter() {
		return operand{}
	}
	pos := p.tok.pos
	p.advance()
	o := p.unary()
	p.depth--
	return operand{pos: pos, end: o.end, expr: &Not{p.predicate(o)}}
}

// enter counts a level of nesting and fails if there are too many.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(invalid(p.tok.pos, p.tok.end, "Recursion depth exceeded allowed limit."))
	}
	return p.err == nil
}

func (p *parser) comparison() operand {
	left := p.operand()
	for {
		op := parseOp(p.word())
		if op == 0 {
			return left
		}
		p.advance()
		left = p.compare(left, op, p.operand())
	}
}

func (p *parser) operand() operand {
	t := p.tok
	switch t.kind {
	case kindOpen:
		return p.parentheses()
	case kindIdent:
		return p.name()
	case kindString, kindNumber, kindTyped:
		v, err := literal(p.s, t)
		if err != nil {
			p.fail(err)
			return operand{}
		}
		p.advance()
		p.refuseArithmetic()
		return operand{pos: t.pos, end: t.end, value: v}
	}
	p.fail(expressionExpected(p.s, p.prev, t))
	return operand{}
}

func (p *parser) parentheses() operand {
	if !p.enter() {
		return operand{}
	}
	pos := p.tok.pos
	p.advance()
	o := p.or()
	if p.err == nil && p.tok.kind != kindClose {
		p.fail(closeExpected(p.s, p.prev, p.tok, pos))
	}
	p.advance()
	p.depth--
	o.pos, o.end = pos, p.prev.end
	return o
}

// name reads a property, or a literal that is a word.
func (p *parser) name() operand {
	t, word := p.tok, p.word()
	p.advance()
	if p.tok.kind == kindOpen {
		p.fail(functionCall(p.s, t))
		return operand{}
	}
	if p.tok.kind == kindPunct && p.tok.text(p.s) == "/" {
		p.fail(notImplemented(t.pos, p.tok.end, "filter-nested"))
		return operand{}
	}
	p.refuseArithmetic()
	o := operand{pos: t.pos, end: t.end}
	if v, ok := keywordLiteral(word); ok {
		o.value = v
		return o
	}
	if word == "null" {
		o.null = true
		return o
	}
	o.property = word
	return o
}

// refuseArithmetic fails if an operator comes next that OData has and the service does not.
func (p *parser) refuseArithmetic() {
	if hint := unsupported(p.word()); hint != "" && p.err == nil {
		e := notImplemented(p.tok.pos, p.tok.end, hint)
		if hint == hintIn {
			e = oneOf(e, p.s, p.prev, p.tok)
		}
		p.fail(e)
	}
}

// compare builds the comparison of two operands.
func (p *parser) compare(left operand, op Op, right operand) operand {
	if p.err != nil {
		return operand{}
	}
	span := operand{pos: left.pos, end: right.end}
	switch {
	case left.null || right.null:
		p.fail(comparedWithNull(left, right))
	case left.isProperty() && right.isLiteral():
		span.expr = p.condition(left.property, op, right, span)
	case left.isLiteral() && right.isProperty():
		span.expr = p.condition(right.property, op.flip(), left, span)
	case left.isLiteral() && right.isLiteral():
		span.expr = p.term(&Bool{satisfies(left.value, op, right.value)})
	case left.isProperty() && right.isProperty():
		p.fail(twoProperties(p.s, left, right))
	default:
		span.expr = p.compareExpr(left, op, right)
	}
	return span
}

// condition builds the comparison of a property with a literal. The keys are known to be text, so nothing else is
// compared with them; what other properties are, entities say.
// Source: the tests that the .NET client library ran in the cloud, TableQueryWithInvalidQuery.
func (p *parser) condition(property string, op Op, literal, span operand) Expr {
	if literal.value.Type() != edm.TypeString && (property == edm.PartitionKey || property == edm.RowKey) {
		p.mistyped = cmp.Or(p.mistyped, keyNotText(p.s, property, literal))
	}
	return p.term(&Compare{property, op, literal.value, span.pos, span.end})
}

// compareExpr builds (x) eq true and the like; nothing else can be done with a boolean.
func (p *parser) compareExpr(left operand, op Op, right operand) Expr {
	if left.expr == nil {
		left, right = right, left
	}
	if right.value.Type() != edm.TypeBoolean || op != Eq && op != Ne {
		p.fail(notImplemented(left.pos, left.end, "filter-no-property"))
		return nil
	}
	if right.value.Bool() == (op == Eq) {
		return left.expr
	}
	return &Not{left.expr}
}

// predicate turns an operand into a boolean expression.
func (p *parser) predicate(o operand) Expr {
	switch {
	case p.err != nil:
		return nil
	case o.expr != nil:
		return o.expr
	case o.isProperty():
		return p.condition(o.property, Eq, operand{pos: o.pos, end: o.end, value: edm.Boolean(true)}, o)
	case o.value.Type() == edm.TypeBoolean:
		return p.term(&Bool{o.value.Bool()})
	}
	p.fail(notBoolean(o))
	return nil
}

// term counts a comparison or constant, which bounds the size of the expression.
func (p *parser) term(x Expr) Expr {
	p.terms++
	if p.terms > MaxComparisons {
		p.fail(invalidInput(p.prev.pos, p.prev.end, "filter-too-many"))
	}
	return x
}

// unexpected fails at the next token, after a complete expression.
func (p *parser) unexpected() { p.fail(unexpected(p.s, p.prev, p.tok)) }
