package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/order"
	"rowkey/engine/spelling"
)

// predefined are the variables that every script has: the addresses of the account in the three services.
var predefined = []string{"table", "queue", "blob"}

// nameCheck checks every name against those of the whole file: it may be defined below the place that uses it.
type nameCheck struct {
	*document
	script    *Script
	variables []string
}

func (p *nameCheck) check() {
	for _, r := range p.refs {
		p.checkRef(r.ref, r.from, r.to)
	}
	for i := range p.script.Blocks {
		for _, m := range p.script.Blocks[i].Meta.Refs {
			p.checkName(m.Name, m.from, m.to)
		}
		if c := p.script.Blocks[i].Meta.Client.If; c != nil && c.Name != "" {
			p.checkName(c.Name, c.from, c.to)
		}
	}
	p.checkViews()
}

// checkName reports a name that no request has.
func (p *nameCheck) checkName(name string, from, to int) {
	if _, ok := p.script.names[name]; !ok {
		p.fail(from, to, "no-request", name).suggest(name, p.requestNames())
	}
}

func (p *nameCheck) checkRef(r *Ref, from, to int) {
	for _, a := range r.Args {
		if a.Ref != nil {
			p.checkRef(a.Ref, from, to)
		}
	}
	switch {
	case r.Helper != "":
		p.checkHelperRef(r, from, to)
	case r.Request != "":
		if _, ok := p.script.names[r.Request]; !ok {
			d := p.report(SeverityError, from, to, p.inRef(from, to).And(message.New("no-request", r.Request)))
			p.narrow(d, r.Request)
			d.suggest(r.Request, p.requestNames())
		}
	default:
		if !slices.Contains(p.variables, r.Name) {
			d := p.report(SeverityError, from, to, p.inRef(from, to).And(message.New("no-variable", r.Name)))
			p.narrow(d, r.Name)
			d.suggest(r.Name, p.variables)
			if d.Label == nil {
				d.and("define-variable", r.Name)
			}
		}
	}
}

func (p *nameCheck) checkHelperRef(r *Ref, from, to int) {
	problem, meant := CheckHelper(r)
	if problem == nil {
		p.checkWords(r, from, to)
		return
	}
	d := p.report(SeverityError, from, to, p.inRef(from, to).And(problem))
	if meant != "" {
		d.and("did-you-mean", "$"+meant)
		p.narrow(d, r.Helper)
		d.replace(meant, "fix")
	}
}

// values are the helpers whose first arguments are seldom a word as it is written, and how many these are.
var values = map[string]int{
	"pad": 1, "lower": 1, "mod": 1, "pick": 1, "add": 2, "sub": 2, "mul": 2, "div": 2, "hash": 1, "part": 1, "replace": 1,
}

// mayBeText are those that have some use for a word, so that it has to resemble a name.
var mayBeText = []string{"hash", "part", "replace"}

// checkWords warns of words that are taken as they are written, where the value of a variable was probably meant.
func (p *nameCheck) checkWords(r *Ref, from, to int) {
	for _, a := range r.Args[:min(values[r.Helper], len(r.Args))] {
		name := a.Ref == nil && !a.Quoted && isName(a.Word) && isLetter(a.Word[0])
		unclear := slices.Contains(mayBeText, r.Helper) && spelling.Nearest(a.Word, p.variables) == ""
		if name && !unclear && !slices.Contains(p.variables, a.Word) {
			d := p.report(SeverityWarning, from, to, p.inRef(from, to).And(message.New("helper-word", r.Helper, a.Word)))
			p.narrow(d, " "+a.Word)
			d.From++
			d.suggest(a.Word, p.variables)
		}
	}
}

// inRef says in which reference something is wrong.
func (p *nameCheck) inRef(from, to int) message.Text { return message.New("in-ref", p.text[from:to]) }

// narrow moves a diagnostic from the whole reference to the word that is wrong in it.
func (p *nameCheck) narrow(d *Diagnostic, word string) {
	if i := strings.Index(p.text[d.From:d.To], word); i >= 0 {
		d.From += i
		d.To = d.From + len(word)
	}
}

func (p *nameCheck) requestNames() []string { return sortedKeys(p.script.names) }

// variableNames returns what @ lines and @set define, below what every script has.
func (s *Script) variableNames() []string {
	return slices.Concat(predefined, sortedKeys(s.Vars), sortedKeys(s.Sets))
}

func sortedKeys[V any](m map[string]V) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	order.By(names, strings.Compare)
	return names
}

// checkViews checks the types that blocks name against those of the whole file.
func (p *nameCheck) checkViews() {
	for i := range p.script.Blocks {
		if by := p.script.Blocks[i].Meta.View; by != nil {
			for _, c := range by.Cases {
				if p.script.TypeNamed(c.Name) == nil {
					p.fail(c.from, c.to, "no-type", c.Name)
				}
			}
		}
	}
}
