package sheet

// member is a member of an object of the JSON form: its name, and a pointer to what it holds. A page reads and writes
// by the same list, in its order; a member that was not entered is not written.
type member struct {
	name string
	of   any
}

// record is an object of the JSON form.
type record interface{ members() []member }

// What is read or written in another way than its type says.
type (
	orZero  float64  // a number that may be 0
	below   float64  // a number that may be below 0
	whole   float64  // a number without a fraction
	count   Amount   // of entities that are stored
	arrival Amount   // of entities, as a rate
	stores  []string // templates and options between bars
)

// form lists the members of a sheet. The first one is a version, by which a page tells a sheet from other JSON.
func form(s *Sheet, version *float64) []member {
	return []member{
		{"sheet", version}, {"name", &s.Name}, {"peak", &s.Peak}, {"headroom", &s.Headroom}, {"horizon", &s.Horizon},
		{"total", &s.Total}, {"prices", &s.Prices}, {"order", &s.Order}, {"present", &s.Present}, {"budget", &s.Budget},
		{"entities", listOf(&s.Kinds)}, {"asks", listOf(&s.Asks)}, {"does", listOf(&s.Does)},
		{"together", listOf(&s.Together)}, {"designs", listOf(&s.Designs)},
	}
}

func (p *Prices) members() []member {
	return []member{
		{"transactions", (*orZero)(&p.Transactions)}, {"storage", (*orZero)(&p.Storage)}, {"currency", &p.Currency},
	}
}

func (k *Kind) members() []member {
	return []member{
		{"name", &k.Name}, {"count", (*count)(&k.Amount)}, {"arrival", (*arrival)(&k.Amount)}, {"of", listOf(&k.Of)},
		{"kept", &k.Kept}, {"grows", &k.Grows}, {"attributes", listOf(&k.Attributes)},
	}
}

func (p *Parent) members() []member { return []member{{"kind", &p.Kind}, {"largest", &p.Largest}} }

func (a *Attribute) members() []member {
	return []member{
		{"name", &a.Name}, {"type", &a.Type.Name}, {"length", &a.Type.Length}, {"unit", &a.Type.Unit},
		{"values", &a.Values}, {"skew", &a.Skew}, {"identity", &a.Identity}, {"unique", &a.Unique},
		{"within", &a.Within}, {"case", &a.Case}, {"changes", &a.Changes}, {"signed", &a.Signed},
		{"follows", &a.Follows},
	}
}

func (s *Skew) members() []member {
	return []member{{"kind", &s.Kind}, {"share", &s.Share}, {"s", &s.S}, {"weights", listOf(&s.Weights)}}
}

func (w *Weight) members() []member { return []member{{"value", &w.Value}, {"share", &w.Share}} }

func (t *Together) members() []member {
	return []member{{"name", &t.Name}, {"writes", listOf(&t.Actions)}}
}

func (a *Action) members() []member { return []member{{"verb", &a.Verb}, {"kind", &a.Kind}} }

func (d *Design) members() []member {
	return []member{{"name", &d.Name}, {"stores", (*stores)(&d.Stores)}}
}

func (a *Ask) members() []member {
	return []member{
		{"name", &a.Name}, {"rate", &a.Rate}, {"kind", &a.Kind}, {"known", listOf(&a.Known)}, {"range", &a.Range},
		{"across", &a.Across}, {"order", &a.Order}, {"top", &a.Top}, {"wants", &a.Wants}, {"with", &a.With},
		{"fresh", &a.Fresh}, {"asked", &a.Asked}, {"must", &a.Must}, {"budget", &a.Budget},
	}
}

func (d *Do) members() []member {
	return []member{
		{"name", &d.Name}, {"rate", &d.Rate}, {"verb", &d.Verb}, {"kind", &d.Kind}, {"known", listOf(&d.Known)},
		{"sets", &d.Sets}, {"adds", &d.Adds}, {"each", &d.Each}, {"most", &d.Most}, {"if", &d.If}, {Largest, &d.Hot},
		{"range", &d.Range}, {"budget", &d.Budget},
	}
}

func (a *Adds) members() []member { return []member{{"attr", &a.Attr}, {"n", (*below)(&a.N)}} }

func (e *Each) members() []member { return []member{{"kind", &e.Kind}, {"known", listOf(&e.Known)}} }

func (m *Most) members() []member { return []member{{"n", (*whole)(&m.N)}, {"of", &m.Of}} }

func (k *Known) members() []member {
	return []member{{"attr", &k.Attr}, {"value", &k.Value}, {"in", &k.In}, {"from", &k.From}}
}

func (r *Range) members() []member {
	return []member{{"attr", &r.Attr}, {"how", &r.How}, {"width", &r.Width}}
}

func (o *Order) members() []member { return []member{{"attr", &o.Attr}, {"how", &o.How}} }

func (r *Rate) members() []member { return []member{{"n", &r.N}, {"per", &r.Per}} }

// list is a list of records, whatever they are.
type list interface {
	read(r *jsonReader, value string)
	write(o *object, name string)
}

type records[T any, P interface {
	*T
	record
}] struct{ all *[]T }

func listOf[T any, P interface {
	*T
	record
}](all *[]T) records[T, P] {
	return records[T, P]{all}
}

func (l records[T, P]) read(r *jsonReader, value string) {
	r.elements(value, func(v string) {
		var t T
		r.record(v, P(&t).members())
		*l.all = append(*l.all, t)
	})
}

func (l records[T, P]) write(o *object, name string) {
	o.list(name, len(*l.all), func(i int) { o.record(P(&(*l.all)[i]).members()) })
}
