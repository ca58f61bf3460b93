package sheet

import "strings"

func (r *jsonReader) ask(value string) Ask {
	var a Ask
	r.members(value, func(name, v string) bool {
		switch name {
		case "name":
			a.Name = r.text(v)
		case "rate":
			a.Rate = r.rate(v)
		case "kind":
			a.Kind = r.text(v)
		case "known":
			a.Known = r.knownList(v)
		case "range":
			a.Range = r.rangeOf(v)
		case "across":
			a.Across = r.rangeOf(v)
		case "order":
			a.Order = r.order(v)
		case "top":
			a.Top = r.whole(name, v)
		case "wants":
			a.Wants = r.texts(v)
		case "with":
			a.With = r.texts(v)
		case "fresh":
			a.Fresh = r.fresh(v)
		case "asked":
			a.Asked = r.text(v)
		case "must":
			a.Must = r.bool(name, v)
		case "budget":
			a.Budget = r.budget(v)
		default:
			return false
		}
		return true
	})
	return a
}

func (r *jsonReader) do(value string) Do {
	var d Do
	r.members(value, func(name, v string) bool {
		switch name {
		case "name":
			d.Name = r.text(v)
		case "rate":
			d.Rate = r.rate(v)
		case "verb":
			d.Verb = r.text(v)
		case "kind":
			d.Kind = r.text(v)
		case "known":
			d.Known = r.knownList(v)
		case "sets":
			d.Sets = r.texts(v)
		case "adds":
			d.Adds = r.adds(v)
		case "each":
			d.Each = r.each(v)
		case "most":
			d.Most = r.most(v)
		case "if":
			d.If = r.text(v)
		case Largest:
			d.Hot = r.number(name, v)
		case "range":
			d.Range = r.rangeOf(v)
		case "budget":
			d.Budget = r.budget(v)
		default:
			return false
		}
		return true
	})
	return d
}

func (r *jsonReader) adds(value string) Adds {
	var a Adds
	r.members(value, func(name, v string) bool {
		switch name {
		case "attr":
			a.Attr = r.text(v)
		case "n":
			text, less := strings.CutPrefix(v, "-")
			if text == "" {
				text = v
			}
			if a.N = r.number(name, text); less {
				a.N = -a.N
			}
		default:
			return false
		}
		return true
	})
	return a
}

func (r *jsonReader) each(value string) Each {
	var e Each
	r.members(value, func(name, v string) bool {
		switch name {
		case "kind":
			e.Kind = r.text(v)
		case "known":
			e.Known = r.knownList(v)
		default:
			return false
		}
		return true
	})
	return e
}

func (r *jsonReader) most(value string) Most {
	var m Most
	r.members(value, func(name, v string) bool {
		switch name {
		case "n":
			m.N = float64(r.whole(name, v))
		case "of":
			m.Of = r.text(v)
		default:
			return false
		}
		return true
	})
	return m
}

func (r *jsonReader) knownList(value string) []Known {
	var list []Known
	r.elements(value, func(v string) {
		var k Known
		r.members(v, func(name, v string) bool {
			switch name {
			case "attr":
				k.Attr = r.text(v)
			case "value":
				k.Value = r.text(v)
			case "in":
				k.In = r.whole(name, v)
			case "from":
				k.From = r.text(v)
			default:
				return false
			}
			return true
		})
		list = append(list, k)
	})
	return list
}

func (r *jsonReader) rangeOf(value string) Range {
	var g Range
	r.members(value, func(name, v string) bool {
		switch name {
		case "attr":
			g.Attr = r.text(v)
		case "how":
			g.How = r.text(v)
		case "width":
			g.Width = r.width(v)
		default:
			return false
		}
		return true
	})
	return g
}

// width reads a width as the text form has it: "1h", "2 %" or "50".
func (r *jsonReader) width(value string) Width {
	text := r.text(value)
	w, ok := readWidth(text)
	if !ok || w.N == 0 {
		r.say(BadWidth, text, nil)
		return Width{}
	}
	return w
}

func (r *jsonReader) order(value string) Order {
	var o Order
	r.members(value, func(name, v string) bool {
		switch name {
		case "attr":
			o.Attr = r.text(v)
		case "how":
			o.How = r.text(v)
		default:
			return false
		}
		return true
	})
	return o
}

// fresh reads "now" or a length of time.
func (r *jsonReader) fresh(value string) Fresh {
	if value == `"now"` {
		return Fresh{Now: true}
	}
	return Fresh{Span: r.span(value)}
}

// budget reads {"read":150,"returned":"2 x answer","class":"rowRange"}: a limit for each counter.
func (r *jsonReader) budget(value string) []Limit {
	var list []Limit
	r.members(value, func(name, v string) bool {
		l := Limit{Counter: name}
		switch {
		case name == "class":
			l.Class = r.text(v)
		case v[0] != '"':
			l.Most = r.numberOrZero(name, v)
		default:
			text := r.text(v)
			if !l.readMost(text) {
				r.say(BadLimit, text, []string{name})
			}
		}
		list = append(list, l)
		return true
	})
	return list
}
