package sheet

// WriteJSON writes the JSON form of a sheet without errors, which [ReadJSON] reads.
func WriteJSON(s *Sheet) string {
	return string(write(nil, func(o *object) {
		o.number("sheet", version)
		o.text("name", s.Name)
		o.number("peak", s.Peak)
		o.number("headroom", s.Headroom)
		o.span("horizon", s.Horizon)
		o.rate("total", s.Total)
		o.object("prices", s.Prices != Prices{}, func(o *object) {
			o.number("transactions", s.Prices.Transactions)
			o.number("storage", s.Prices.Storage)
			o.text("currency", s.Prices.Currency)
		})
		o.text("order", s.Order)
		o.text("present", s.Present)
		o.budget(s.Budget)
		each(o, "entities", s.Kinds, (*object).kind)
		each(o, "asks", s.Asks, (*object).ask)
		each(o, "does", s.Does, (*object).do)
		each(o, "together", s.Together, func(o *object, t *Together) {
			o.text("name", t.Name)
			each(o, "writes", t.Actions, func(o *object, a *Action) { o.text("verb", a.Verb); o.text("kind", a.Kind) })
		})
		each(o, "designs", s.Designs, func(o *object, d *Design) { o.text("name", d.Name); o.texts("stores", d.Stores) })
	}))
}

func (o *object) kind(k *Kind) {
	o.text("name", k.Name)
	if k.Amount.Per == "" {
		o.number("count", k.Amount.N)
	} else {
		o.rate("arrival", Rate(k.Amount))
	}
	each(o, "of", k.Of, func(o *object, p *Parent) { o.text("kind", p.Kind); o.number("largest", p.Largest) })
	o.span("kept", k.Kept)
	o.text("grows", k.Grows)
	each(o, "attributes", k.Attributes, (*object).attribute)
}

func (o *object) attribute(a *Attribute) {
	o.text("name", a.Name)
	o.text("type", a.Type.Name)
	o.number("length", float64(a.Type.Length))
	o.text("unit", a.Type.Unit)
	o.number("values", a.Values)
	o.object("skew", a.Skew.Kind != "", func(o *object) {
		o.text("kind", a.Skew.Kind)
		o.number("share", a.Skew.Share)
		o.number("s", a.Skew.S)
		each(o, "weights", a.Skew.Weights, func(o *object, w *Weight) {
			o.text("value", w.Value)
			o.number("share", w.Share)
		})
	})
	o.bool("identity", a.Identity)
	o.bool("unique", a.Unique)
	o.text("within", a.Within)
	o.text("case", a.Case)
	o.bool("changes", a.Changes)
	o.bool("signed", a.Signed)
	o.text("follows", a.Follows)
}

func (o *object) ask(a *Ask) {
	o.text("name", a.Name)
	o.rate("rate", a.Rate)
	o.text("kind", a.Kind)
	o.known(a.Known)
	o.rangeOf("range", a.Range)
	o.rangeOf("across", a.Across)
	o.object("order", a.Order != Order{}, func(o *object) { o.text("attr", a.Order.Attr); o.text("how", a.Order.How) })
	o.number("top", float64(a.Top))
	o.texts("wants", a.Wants)
	o.texts("with", a.With)
	if a.Fresh != (Fresh{}) {
		o.text("fresh", a.Fresh.text())
	}
	o.text("asked", a.Asked)
	o.bool("must", a.Must)
	o.budget(a.Budget)
}

func (o *object) do(d *Do) {
	o.text("name", d.Name)
	o.rate("rate", d.Rate)
	o.text("verb", d.Verb)
	o.text("kind", d.Kind)
	o.known(d.Known)
	o.texts("sets", d.Sets)
	o.object("adds", d.Adds != Adds{}, func(o *object) { o.text("attr", d.Adds.Attr); o.number("n", d.Adds.N) })
	o.object("each", d.Each.Kind != "", func(o *object) { o.text("kind", d.Each.Kind); o.known(d.Each.Known) })
	o.object("most", d.Most != Most{}, func(o *object) { o.number("n", d.Most.N); o.text("of", d.Most.Of) })
	o.text("if", d.If)
	o.number(Largest, d.Hot)
	o.rangeOf("range", d.Range)
	o.budget(d.Budget)
}

func (o *object) known(list []Known) {
	each(o, "known", list, func(o *object, k *Known) {
		o.text("attr", k.Attr)
		o.text("value", k.Value)
		o.number("in", float64(k.In))
		o.text("from", k.From)
	})
}

func (o *object) rangeOf(name string, r Range) {
	o.object(name, r != Range{}, func(o *object) {
		o.text("attr", r.Attr)
		o.text("how", r.How)
		if r.Width != (Width{}) {
			o.text("width", r.Width.text())
		}
	})
}

func (o *object) rate(name string, r Rate) {
	o.object(name, r != Rate{}, func(o *object) { o.number("n", r.N); o.text("per", r.Per) })
}

func (o *object) span(name string, s Span) {
	if s != (Span{}) {
		o.text(name, s.text())
	}
}

func (o *object) budget(list []Limit) {
	o.object("budget", len(list) > 0, func(o *object) {
		for _, l := range list {
			switch {
			case l.Class != "":
				o.text(l.Counter, l.Class)
			case l.OfAnswer:
				o.text(l.Counter, number(l.Most)+" x answer")
			default:
				o.numberOrZero(l.Counter, l.Most)
			}
		}
	})
}
