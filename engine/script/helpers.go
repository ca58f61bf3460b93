package script

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/message"
	"rowkey/engine/spelling"
)

// helperArgs says how many arguments a helper takes: at least, and at most or -1.
type helperArgs struct {
	name     string
	min, max int
}

var helpers = []helperArgs{
	{"guid", 0, 0}, {"randomInt", 2, 2}, {"timestamp", 0, 2}, {"datetime", 1, 3}, {"index", 0, 0},
	{"pad", 2, 2}, {"mod", 2, 2}, {"hash", 2, 2}, {"pick", 2, -1}, {"lower", 1, 1}, {"add", 2, 2},
	{"mul", 2, 2}, {"div", 2, 2}, {"sub", 2, 2}, {"ticks", 0, 1}, {"invertedTicks", 0, 1},
	{"fromTicks", 1, 1}, {"client", 0, 0}, {"repeat", 2, 3}, {"n", 0, 0},
	{"item", 0, 0}, {"crash", 0, 0}, {"after", 0, 0},
	{"learner", 1, 1}, {"sas", 3, -1}, {"replace", 3, 3}, {"part", 3, 3},
	{"eq", 2, 3}, {"ne", 2, 3}, {"gt", 2, 3}, {"ge", 2, 3}, {"lt", 2, 3}, {"le", 2, 3},
	{"and", 2, -1}, {"or", 2, -1}, {"not", 1, 1},
}

// elsewhere are helpers of other tools that need what a page does not have.
var elsewhere = []string{"processEnv", "dotenv", "aadToken", "aadV2Token", "oidcAccessToken"}

// CheckHelper says what is wrong with a call, nil if nothing is, and the name that was meant.
func CheckHelper(r *Ref) (problem message.Text, meant string) {
	for _, h := range helpers {
		switch {
		case h.name != r.Helper:
		case len(r.Args) < h.min || h.max >= 0 && len(r.Args) > h.max:
			return wrongCount(h), ""
		default:
			return nil, ""
		}
	}
	if slices.Contains(elsewhere, r.Helper) {
		return message.New("helper-elsewhere", r.Helper), ""
	}
	names := lists.Map(helpers, func(h helperArgs) string { return h.name })
	return message.New("unknown-helper", r.Helper), spelling.Nearest(r.Helper, names)
}

// wrongCount says how many arguments a helper takes.
func wrongCount(h helperArgs) message.Text {
	least, most := strconv.Itoa(h.min), strconv.Itoa(h.max)
	switch {
	case h.max == 0:
		return message.New("helper-takes-none", h.name)
	case h.max == 1 && h.min == 1:
		return message.New("helper-takes-one", h.name)
	case h.max < 0:
		return message.New("helper-takes-at-least", h.name, least)
	case h.min == h.max:
		return message.New("helper-takes", h.name, least)
	}
	return message.New("helper-takes-between", h.name, least, most)
}

// operators of a calculation, and the helpers that they stand for. A run knows calls of helpers alone.
var operators = map[string]string{"+": "add", "-": "sub", "*": "mul"}

// longestCalculation bounds the time that nested parentheses take.
const longestCalculation = 1000 // bytes

// isCalculation reports whether what is between braces is more than one reference. Words after the name of a helper
// are its arguments, unless it takes none: {{$index + 1}}.
func isCalculation(s string) bool {
	word, rest := cutOperand(s)
	name, helper := strings.CutPrefix(word, "$")
	if helper && !takesNothing(name) {
		return false
	}
	next, _ := cutOperand(rest)
	return operators[next] != "" || s[0] == '(' || !helper && rest != "" && strings.Contains(word, ".response.")
}

// takesNothing reports whether a helper takes no arguments.
func takesNothing(name string) bool {
	if strings.HasPrefix(name, "item.") || strings.HasPrefix(name, "item[") {
		return true
	}
	for _, h := range helpers {
		if h.name == name {
			return h.max == 0
		}
	}
	return false
}

// cutOperand cuts a text after its first word. Blanks in brackets belong to it.
func cutOperand(s string) (word, rest string) {
	end := 0
	for end < len(s) && s[end] != ' ' && s[end] != '\t' {
		n := 0
		switch s[end] {
		case '(':
			n = closingParen(s[end:])
		case '[':
			n = closing(s[end:])
		}
		if n < 0 {
			return s, "" // it is never closed
		}
		end += 1 + n
	}
	return s[:end], strings.TrimLeft(s[end:], " \t")
}

// calculation reads operands with operators between them, from left to right: products first.
type calculation struct {
	of      *Ref
	rest    string
	problem message.Text
}

// parseCalculation reads a calculation as calls of helpers.
func (r *Ref) parseCalculation(s string) message.Text {
	if len(s) > longestCalculation {
		return message.New("calculation-too-long", strconv.Itoa(longestCalculation))
	}
	c := calculation{of: r, rest: s}
	whole := c.sum()
	switch {
	case c.problem != nil:
		return c.problem
	case c.rest != "" || whole.Ref == nil:
		return message.New("calculation")
	}
	source, encode := r.Source, r.Encode
	*r = *whole.Ref
	r.Source, r.Encode = source, encode
	return nil
}

func (c *calculation) sum() Arg { return c.chain(c.product, "+", "-") }

func (c *calculation) product() Arg { return c.chain(c.operand, "*") }

// chain reads operands as long as one of the operators comes next.
func (c *calculation) chain(operand func() Arg, of ...string) Arg {
	for left := operand(); ; {
		op, rest := cutOperand(c.rest)
		if c.problem != nil || !slices.Contains(of, op) {
			return left
		}
		c.rest = rest
		left = c.call(op, left, operand())
	}
}

func (c *calculation) call(op string, left, right Arg) Arg {
	r := &Ref{Source: c.of.Source, Line: c.of.Line, Helper: operators[op], Args: []Arg{left, right}}
	return Arg{Ref: r}
}

// operand reads a number, a reference, or what is in parentheses.
func (c *calculation) operand() Arg {
	word, rest := cutOperand(c.rest)
	c.rest = rest
	if strings.HasPrefix(word, "(") {
		if closingParen(word) != len(word)-1 {
			c.fail()
			return Arg{}
		}
		word = strings.TrimSpace(word[1 : len(word)-1])
	}
	r := &Ref{Source: c.of.Source, Line: c.of.Line}
	switch {
	case c.problem != nil:
	case IsNumber(word):
		return Arg{Word: word, Quoted: true}
	case word == "" || operators[word] != "":
		c.fail()
	default:
		c.problem = r.parse(word)
	}
	return Arg{Word: word, Ref: r}
}

func (c *calculation) fail() { c.problem = message.New("calculation") }
