package sheet

func (r *jsonReader) sheetMember(name, v string) bool {
	s := &r.sheet
	switch name {
	case "name":
		s.Name = r.text(v)
	case "peak":
		s.Peak = r.number(name, v)
	case "headroom":
		s.Headroom = r.number(name, v)
	case "horizon":
		s.Horizon = r.span(v)
	case "total":
		s.Total = r.rate(v)
	case "prices":
		s.Prices = r.prices(v)
	case "order":
		s.Order = r.text(v)
	case "present":
		s.Present = r.text(v)
	case "budget":
		s.Budget = r.budget(v)
	case "entities":
		r.elements(v, func(v string) { s.Kinds = append(s.Kinds, r.kind(v)) })
	case "asks":
		r.elements(v, func(v string) { s.Asks = append(s.Asks, r.ask(v)) })
	case "does":
		r.elements(v, func(v string) { s.Does = append(s.Does, r.do(v)) })
	case "together":
		r.elements(v, func(v string) { s.Together = append(s.Together, r.together(v)) })
	case "designs":
		r.elements(v, func(v string) { s.Designs = append(s.Designs, r.design(v)) })
	default:
		return false
	}
	return true
}

func (r *jsonReader) prices(value string) Prices {
	var p Prices
	r.members(value, func(name, v string) bool {
		switch name {
		case "transactions":
			p.Transactions = r.numberOrZero(name, v)
		case "storage":
			p.Storage = r.numberOrZero(name, v)
		case "currency":
			p.Currency = r.text(v)
		default:
			return false
		}
		return true
	})
	return p
}

func (r *jsonReader) kind(value string) Kind {
	var k Kind
	r.members(value, func(name, v string) bool {
		switch name {
		case "name":
			k.Name = r.text(v)
		case "count":
			k.Amount = Amount{N: r.number(name, v)}
		case "arrival":
			k.Amount = Amount(r.rate(v))
		case "of":
			r.elements(v, func(v string) { k.Of = append(k.Of, r.parent(v)) })
		case "kept":
			k.Kept = r.span(v)
		case "grows":
			k.Grows = r.text(v)
		case "attributes":
			r.elements(v, func(v string) { k.Attributes = append(k.Attributes, r.attribute(v)) })
		default:
			return false
		}
		return true
	})
	return k
}

func (r *jsonReader) parent(value string) Parent {
	var p Parent
	r.members(value, func(name, v string) bool {
		switch name {
		case "kind":
			p.Kind = r.text(v)
		case "largest":
			p.Largest = r.number(name, v)
		default:
			return false
		}
		return true
	})
	return p
}

func (r *jsonReader) attribute(value string) Attribute {
	var a Attribute
	r.members(value, func(name, v string) bool {
		switch name {
		case "name":
			a.Name = r.text(v)
		case "type":
			a.Type.Name = r.text(v)
		case "length":
			a.Type.Length = r.whole(name, v)
		case "unit":
			a.Type.Unit = r.text(v)
		case "values":
			a.Values = r.number(name, v)
		case "skew":
			a.Skew = r.skew(v)
		case "identity":
			a.Identity = r.bool(name, v)
		case "unique":
			a.Unique = r.bool(name, v)
		case "within":
			a.Within = r.text(v)
		case "case":
			a.Case = r.text(v)
		case "changes":
			a.Changes = r.bool(name, v)
		case "signed":
			a.Signed = r.bool(name, v)
		case "follows":
			a.Follows = r.text(v)
		default:
			return false
		}
		return true
	})
	return a
}

func (r *jsonReader) skew(value string) Skew {
	var s Skew
	r.members(value, func(name, v string) bool {
		switch name {
		case "kind":
			s.Kind = r.text(v)
		case "share":
			s.Share = r.number(name, v)
		case "s":
			s.S = r.number(name, v)
		case "weights":
			r.elements(v, func(v string) { s.Weights = append(s.Weights, r.weight(v)) })
		default:
			return false
		}
		return true
	})
	return s
}

func (r *jsonReader) weight(value string) Weight {
	var w Weight
	r.members(value, func(name, v string) bool {
		switch name {
		case "value":
			w.Value = r.text(v)
		case "share":
			w.Share = r.number(name, v)
		default:
			return false
		}
		return true
	})
	return w
}

func (r *jsonReader) together(value string) Together {
	var t Together
	r.members(value, func(name, v string) bool {
		switch name {
		case "name":
			t.Name = r.text(v)
		case "writes":
			r.elements(v, func(v string) { t.Actions = append(t.Actions, r.action(v)) })
		default:
			return false
		}
		return true
	})
	return t
}

func (r *jsonReader) action(value string) Action {
	var a Action
	r.members(value, func(name, v string) bool {
		switch name {
		case "verb":
			a.Verb = r.text(v)
		case "kind":
			a.Kind = r.text(v)
		default:
			return false
		}
		return true
	})
	return a
}

func (r *jsonReader) design(value string) Design {
	var d Design
	r.members(value, func(name, v string) bool {
		switch name {
		case "name":
			d.Name = r.text(v)
		case "stores":
			r.elements(v, func(v string) { d.Stores = append(d.Stores, store(r.text(v))) })
		default:
			return false
		}
		return true
	})
	return d
}
