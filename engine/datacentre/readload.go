package datacentre

import (
	"strconv"

	"rowkey/engine/jsontext"
)

// load reads what is asked; what is not there keeps its default.
func (r *reader) load(text string, l *Load) {
	r.members(text, func(name, value string) bool {
		switch name {
		case "seconds":
			r.number(value, &l.Seconds)
		case "seed":
			r.number(value, &l.Seed)
		case "price":
			r.number(value, &l.Price)
		case "retry":
			r.retry(value, &l.Retry)
		case "parts":
			r.parts(value, l)
		default:
			return false
		}
		return true
	})
}

func (r *reader) retry(text string, to *Retry) {
	r.members(text, func(name, value string) bool {
		switch name {
		case "policy":
			r.text(value, (*string)(&to.Policy))
		case "wait":
			r.number(value, &to.Wait)
		case "tries":
			r.number(value, &to.Tries)
		default:
			return false
		}
		return true
	})
}

func (r *reader) parts(text string, l *Load) {
	if !r.is(text, '[', "list") {
		return
	}
	outer := r.path
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		r.path = outer + "/" + strconv.Itoa(len(l.Parts))
		p := DefaultPart()
		r.part(text[from:to], &p)
		l.Parts = append(l.Parts, p)
		return len(l.Parts) <= MaxParts
	})
	r.path = outer
}

func (r *reader) part(text string, p *Part) {
	numbers := partNumbers(p)
	r.members(text, func(name, value string) bool {
		for i := range numbers {
			if numbers[i].name == name {
				r.number(value, numbers[i].value)
				return true
			}
		}
		switch name {
		case "table":
			r.text(value, &p.Table)
		case "keys":
			r.text(value, (*string)(&p.Keys))
		case "prefix":
			r.text(value, &p.Prefix)
		case "cold":
			r.bool(value, &p.Cold)
		default:
			return false
		}
		return true
	})
}
