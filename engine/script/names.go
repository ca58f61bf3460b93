package script

import (
	"slices"
	"strings"
)

// predefined are the variables that every script has: the addresses of the account in the three services.
var predefined = []string{"table", "queue", "blob"}

// checkRefs checks every reference against the names of the whole file: a name may be defined
// below the place that uses it.
func (p *parser) checkRefs() {
	p.known = p.variableNames()
	for _, r := range p.refs {
		p.checkRef(r.ref, r.from, r.to)
	}
	for i := range p.script.Blocks {
		for _, m := range p.script.Blocks[i].meta.refs {
			p.checkName(m.name, m.from, m.to)
		}
		if c := p.script.Blocks[i].meta.client.only; c != nil && c.name != "" {
			p.checkName(c.name, c.from, c.to)
		}
	}
}

// checkName reports the name of a request that there is none of.
func (p *parser) checkName(name string, from, to int) {
	if _, ok := p.script.names[name]; !ok {
		p.fail(from, to, "no request is named \""+name+"\".").suggest(name, p.requestNames())
	}
}

func (p *parser) checkRef(r *ref, from, to int) {
	for _, a := range r.args {
		if a.ref != nil {
			p.checkRef(a.ref, from, to)
		}
	}
	switch {
	case r.helper != "":
		p.checkHelperRef(r, from, to)
	case r.request != "":
		if _, ok := p.script.names[r.request]; !ok {
			d := p.fail(from, to, "`"+p.src.text[from:to]+"`: no request is named \""+r.request+"\".")
			p.narrow(d, r.request)
			d.suggest(r.request, p.requestNames())
		}
	default:
		if _, ok := p.script.vars[r.name]; ok {
			return
		}
		if !slices.Contains(predefined, r.name) && !p.script.sets[r.name] {
			d := p.fail(from, to, "`"+p.src.text[from:to]+"`: there is no variable \""+r.name+"\".")
			p.narrow(d, r.name)
			d.suggest(r.name, p.known)
			if d.Fix == "" {
				d.Message += " Define it above: @" + r.name + " = value."
			}
		}
	}
}

func (p *parser) checkHelperRef(r *ref, from, to int) {
	problem, meant := checkHelper(r)
	if problem == "" {
		return
	}
	d := p.fail(from, to, "`"+p.src.text[from:to]+"`: "+problem)
	if meant != "" {
		d.Message += " Did you mean $" + meant + "?"
		p.narrow(d, r.helper)
		d.replace(meant, "Fix")
	}
}

// narrow moves a diagnostic from the whole reference to the word that is wrong in it.
func (p *parser) narrow(d *Diagnostic, word string) {
	if i := strings.Index(p.src.text[d.From:d.To], word); i >= 0 {
		d.From += i
		d.To = d.From + len(word)
	}
}

func (p *parser) requestNames() []string {
	var names []string
	for i := range p.script.Blocks {
		if name := p.script.Blocks[i].Name; name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (p *parser) variableNames() []string {
	names := []string{"table", "queue"}
	for _, l := range p.src.lines {
		if name, _, ok := strings.Cut(l.text, "="); ok && strings.HasPrefix(name, "@") {
			names = append(names, strings.TrimSpace(name[1:]))
		}
	}
	return names
}
