package script

import (
	"maps"
	"slices"
	"strings"

	"rowkey/engine/message"
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
		if _, ok := p.script.Vars[r.Name]; !ok && !slices.Contains(predefined, r.Name) && !p.script.Sets[r.Name] {
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
		return
	}
	d := p.report(SeverityError, from, to, p.inRef(from, to).And(problem))
	if meant != "" {
		d.and("did-you-mean", "$"+meant)
		p.narrow(d, r.Helper)
		d.replace(meant, "fix")
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

func (p *nameCheck) requestNames() []string { return slices.Sorted(maps.Keys(p.script.names)) }

// variableNames returns what @ lines and @set define, below what every script has.
func (s *Script) variableNames() []string {
	return slices.Concat(predefined, slices.Sorted(maps.Keys(s.Vars)), slices.Sorted(maps.Keys(s.Sets)))
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
