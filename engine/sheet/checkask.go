package sheet

import (
	"math"
	"slices"
	"strings"
)

// signedShift is what could be added to a number that may be negative, so that keys can order it.
const signedShift = 1_000_000

func (c *checker) checkAsk(a *Ask) {
	c.name(a.Name)
	c.rate(a.Name, a.Rate)
	c.oneOf("asked", a.Asked, Askings)
	c.oneOf("order/how", a.Order.How, OrderWords)
	c.span("fresh", a.Fresh.Span)
	c.limits(a.Budget, Counters)
	c.within(a.Name, "top", float64(a.Top), 1, 1e6)
	kind := c.KindOf(a.Kind)
	if kind < 0 {
		c.noKind(a.Name, a.Kind)
		return
	}
	before := len(c.messages)
	c.known(kind, a.Known)
	c.checkRange(a.Name, kind, a.Range)
	c.checkRange(a.Name, kind, a.Across)
	if a.Across.Attr != "" && (a.Across.Attr == a.Range.Attr || a.Range.Attr == "") {
		c.say(Duplicate, "", []string{"range"})
	}
	if a.Order != (Order{}) {
		c.ordered(a.Name, kind, a.Order.Attr)
		if a.Order.How == "" {
			c.say(Missing, a.Name, []string{"order"})
		}
	}
	for _, w := range a.Wants {
		c.attribute(kind, w)
	}
	for _, w := range a.With {
		if c.KindOf(w) < 0 {
			c.unknownKind(w, c.Sheet)
		}
	}
	if len(c.messages) == before && c.sound() {
		c.checkBudget(kind, a)
		checkFanOut(c, kind, a)
	}
}

// manyLists is how many lists a question reads at least where a row for each reader is worth a thought.
const manyLists = 20

// checkFanOut notes that a question for the first entities of many values can be answered by rows that are written for
// each reader, with the lines that say so.
func checkFanOut(c *checker, kind int, a *Ask) {
	if len(a.Known) != 1 || a.Top == 0 {
		return
	}
	src, ok := c.SourceOf(a.Known[0])
	n := c.ListOf(a.Known[0], or(a.Asked, Popular)).Typical
	if ok && n >= manyLists && len(src.Known) == 1 {
		c.add(Message{Code: FanOut, Subject: a.Name, Numbers: []float64{math.Round(n)}, Note: true,
			Names: []string{strings.Join(fannedOut(c.Sheet, kind, a, &src), "; ")}})
	}
}

// fannedOut returns the lines by which a write makes a row for each reader, and a question that reads these.
func fannedOut(s *Sheet, kind int, a *Ask, src *Source) []string {
	const reader = "reader"
	name := "feed"
	for s.KindOf(name) >= 0 {
		name += "2"
	}
	each := Each{s.Kinds[src.Kind].Name, []Known{{Attr: src.Attr}}}
	deliver := Do{Name: "deliver", Verb: Insert, Kind: name, Each: each}
	feed := Kind{Name: name, Amount: s.Kinds[kind].Amount, Of: []Parent{{Kind: a.Kind}}, Kept: s.Kinds[kind].Kept}
	feed.Amount.N = math.Ceil(feed.Amount.N * EachOf(s, &deliver).Typical)
	of, _ := s.Resolve(src.Kind, src.Known[0].Attr)
	id := Attribute{Name: reader, Identity: true, Values: s.Distinct(of)}
	if ids := s.Identity(of.Kind); of.Attr == Whole && len(ids) == 1 {
		of = ids[0]
	}
	if of.Attr != Whole {
		id.Type = s.Kinds[of.Kind].Attributes[of.Attr].Type
	}
	q := *a
	q.Kind, q.Known, q.Wants, q.With = name, []Known{{Attr: reader}}, nil, append([]string{a.Kind}, a.With...)
	for _, at := range []*string{&q.Range.Attr, &q.Across.Attr, &q.Order.Attr} {
		if *at != "" && !strings.Contains(*at, ".") {
			*at = a.Kind + "." + *at
		}
	}
	lines := []string{"entity " + strings.Join(feed.fields(), ", "), "attribute " + strings.Join(id.fields(name), ", "),
		"do " + strings.Join(deliver.fields(), ", "), "ask " + strings.Join(q.fields(), ", ")}
	for i := range lines {
		lines[i] = "# @" + lines[i]
	}
	return lines
}

// sound reports whether nothing that was found so far makes it impossible to calculate with the sheet.
func (c *checker) sound() bool { return !Failed(c.messages) }

func (c *checker) checkDo(d *Do) {
	c.name(d.Name)
	c.rate(d.Name, d.Rate)
	c.limits(d.Budget, Counters)
	if d.Verb == "" {
		c.say(Missing, d.Name, []string{"verb"})
	}
	c.oneOf("verb", d.Verb, Verbs)
	kind := c.KindOf(d.Kind)
	if kind < 0 {
		c.noKind(d.Name, d.Kind)
		return
	}
	c.known(kind, d.Known)
	if listed(d.Known) > 0 {
		c.unknownWord("in", nil)
	}
	checkInsertBy(c, kind, d)
	c.checkRange(d.Name, kind, d.Range)
	if d.Verb != Update && len(d.Sets) > 0 {
		c.say(NotOfVerb, d.Name, []string{"sets", d.Verb, Update})
	}
	for _, set := range d.Sets {
		checkSets(c, kind, d.Name, set)
	}
	checkRules(c, kind, d)
}

// checkInsertBy tells of an insert by values that nothing guards: it is refused only for its identity, and for what is
// marked as unique.
func checkInsertBy(c *checker, kind int, d *Do) {
	if d.Verb != Insert || len(d.Known) == 0 {
		return
	}
	if names := unguarded(c.Sheet, kind, d.Known); names != nil {
		var id []string
		for _, r := range c.Identity(kind) {
			id = append(id, c.NameOf(kind, r))
		}
		c.say(InsertBy, d.Name, []string{strings.Join(names, " and "), d.Kind, strings.Join(id, " and ")})
	}
}

// unguarded returns those of the values of an insert that are neither unique nor part of the identity. Parts of an
// identity guard nothing if they are not all of it, and come without what is unique.
func unguarded(s *Sheet, kind int, known []Known) []string {
	var loose, parts []string
	var refs []Ref
	unique := false
	for _, k := range known {
		r, ok := s.Resolve(kind, k.Attr)
		switch refs = append(refs, r); {
		case !ok:
			return nil
		case r.Kind == kind && r.Attr != Whole && s.Kinds[kind].Attributes[r.Attr].Unique:
			unique = true
		case r.Kind != kind || r.Attr == Whole || s.Kinds[kind].Attributes[r.Attr].Identity:
			parts = append(parts, k.Attr)
		default:
			loose = append(loose, k.Attr)
		}
	}
	if loose == nil && !unique && !covers(refs, s.Identity(kind)) &&
		!slices.Contains(refs, Ref{kind, Whole}) {
		return parts
	}
	return loose
}

// covers reports whether attributes tell all of an identity.
func covers(list, identity []Ref) bool {
	return !slices.ContainsFunc(identity, func(i Ref) bool {
		return !slices.ContainsFunc(list, func(r Ref) bool {
			return r.Kind == i.Kind && (r.Attr == i.Attr || r.Attr == Whole || i.Attr == Whole)
		})
	})
}

// checkSets checks that what a write changes is there, and no part of the identity.
func checkSets(c *checker, kind int, write, set string) {
	if strings.Contains(set, "+") { // "sets views+1", which would lose what others add
		c.say(UnknownWord, set, nil)
		return
	}
	r, ok := c.attribute(kind, set)
	if ok && r.Kind == kind && (r.Attr == Whole || slices.Contains(c.Identity(kind), r)) {
		c.say(SetsIdentity, write, []string{set})
	}
}

// checkRules checks the conditions of a write.
func checkRules(c *checker, kind int, d *Do) {
	c.oneOf("if", d.If, Conditions)
	switch insert := d.Verb == Insert; {
	case d.If == Absent && !insert:
		c.say(NotOfVerb, d.Name, []string{"if absent", d.Verb, Insert})
	case d.If == Unchanged && insert:
		c.say(NotOfVerb, d.Name, []string{"if unchanged", d.Verb, Update})
	}
	if d.Each.Kind != "" {
		checkEachOf(c, kind, d)
	}
	if d.Most != (Most{}) {
		checkMost(c, kind, d)
	}
	if hot := HotKind(c.Sheet, d); hot >= 0 {
		c.within(d.Name, Largest, d.Hot, 100/math.Max(1, c.Population(hot)), 100)
	} else if d.Hot != 0 && d.Range.Attr == "" && d.Each.Kind == "" {
		c.say(NotOfVerb, d.Name, []string{Largest, d.Verb, Update})
	} else if d.Hot != 0 {
		c.say(NotOfVerb, d.Name, []string{Largest, d.Verb})
	}
	if d.Adds == (Adds{}) {
		return
	}
	if d.Verb != Update {
		c.say(NotOfVerb, d.Name, []string{"adds", d.Verb, Update})
	}
	checkSets(c, kind, d.Name, d.Adds.Attr)
	r, ok := c.Resolve(kind, d.Adds.Attr)
	if ok && (r.Attr == Whole || !c.Kinds[r.Kind].Attributes[r.Attr].Type.isNumber()) {
		c.say(NotNumber, d.Name, []string{d.Adds.Attr})
	}
}

// checkEachOf checks that what an insert makes an entity for is there.
func checkEachOf(c *checker, kind int, d *Do) {
	switch of := c.KindOf(d.Each.Kind); {
	case d.Verb != Insert:
		c.say(NotOfVerb, d.Name, []string{"for each", d.Verb, Insert})
	case d.Most != (Most{}):
		c.say(NotOfVerb, d.Name, []string{"for each", "at most"})
	case of < 0:
		c.unknownKind(d.Each.Kind, c.Sheet)
	case of == kind:
		c.unknownWord("for each "+d.Each.Kind, nil)
	case listed(d.Each.Known) > 0:
		c.unknownWord("in", nil)
	default:
		c.known(of, d.Each.Known)
	}
}

// checkMost checks that an insert is limited for each entity of a kind above.
func checkMost(c *checker, kind int, d *Do) {
	switch above := c.KindOf(d.Most.Of); {
	case d.Verb != Insert:
		c.say(NotOfVerb, d.Name, []string{"at most", d.Verb, Insert})
	case above < 0:
		c.unknownKind(d.Most.Of, c.Sheet)
	case !slices.Contains(c.Ancestors(kind), above):
		c.unknownWord("at most "+number(d.Most.N)+" of "+d.Most.Of, nil)
	default:
		c.within(d.Name, "at most", d.Most.N, 1, math.MaxInt32)
	}
}

// isNumber reports whether something can be added to values of a type.
func (t Type) isNumber() bool { return t.Name == Int || t.Name == Long || t.Name == Double }

// checkUnique checks what an attribute is unique in, and asks whether its texts may differ in case alone. A note.
func checkUnique(c *checker, kind, attr int) {
	k := &c.Kinds[kind]
	a := &k.Attributes[attr]
	if a.Within != "" {
		if i := c.KindOf(a.Within); i < 0 || !slices.Contains(c.Ancestors(kind), i) {
			c.unknownWord("unique in "+a.Within, nil)
		}
	}
	text := a.Type.Name == "" || a.Type.Name == Text
	c.oneOf("case", a.Case, Cases)
	switch {
	case a.Case != "" && (!text || !k.unique(attr)):
		c.say(UnknownWord, a.Case, []string{""})
	case a.Case == "" && text && IsRule(c.Sheet, kind, a):
		c.add(Message{Code: WhichCase, Subject: k.Name + "." + a.Name, Names: Cases, Note: true})
	}
}

func (c *checker) checkTogether(t *Together) {
	c.name(t.Name)
	if len(t.Actions) == 0 {
		c.say(Missing, t.Name, []string{"verb"})
	}
	c.atMost(t.Name, "writes", len(t.Actions), MaxDoes)
	for _, a := range t.Actions {
		if a.Verb == "" {
			c.say(Missing, t.Name, []string{"verb"})
		}
		c.oneOf("verb", a.Verb, Verbs)
		if c.KindOf(a.Kind) < 0 {
			c.noKind(t.Name, a.Kind)
		}
	}
}

func (c *checker) noKind(subject, kind string) {
	if kind == "" {
		c.say(Missing, subject, []string{"kind"})
		return
	}
	c.unknownKind(kind, c.Sheet)
}

// rate checks that a share has a total.
func (c *checker) rate(subject string, r Rate) {
	if r.Per == Percent && c.Total == (Rate{}) {
		c.say(ShareWithoutTotal, subject, nil)
	}
}

func (c *checker) known(kind int, list []Known) {
	c.unlike("known", len(list), func(i int) string { return list[i].Attr })
	for _, k := range list {
		c.attribute(kind, k.Attr)
		if k.Value != "" {
			c.value(k.Value)
		}
		if near, strange := Unlisted(c.Sheet, kind, &k); strange {
			c.say(UnknownValue, k.Attr, []string{k.Value, near})
		}
		c.list(kind, &k)
	}
	if listed(list) > 1 {
		c.say(Duplicate, "", []string{"in"})
	}
}

// list checks how many values a call has, or that the attribute is there from which they come.
func (c *checker) list(kind int, k *Known) {
	c.within(k.Attr, "in", float64(k.In), 1, MaxIn)
	if k.From == "" {
		return
	}
	name, attr, _ := strings.Cut(k.From, ".")
	src, ok := c.SourceOf(*k)
	switch {
	case src.Kind < 0:
		c.unknownKind(name, c.Sheet)
	case attr == "":
		c.say(Missing, name, []string{"attribute"})
	case ok:
		c.sameParts(kind, k, &src)
	default:
		if _, found := c.attribute(src.Kind, attr); found {
			c.say(Cannot, k.From, []string{noList})
		}
	}
}

// sameParts checks that what is asked for and what a list has consist of as many attributes.
func (c *checker) sameParts(kind int, k *Known, src *Source) {
	if !c.sound() {
		return
	}
	at, ok := c.Resolve(kind, k.Attr)
	from, _ := c.Resolve(src.Kind, src.Attr)
	if ok && partsOf(c.Sheet, at) != partsOf(c.Sheet, from) {
		c.say(UnknownAttribute, c.Kinds[src.Kind].Name, []string{src.Attr, ""})
	}
}

// partsOf returns how many attributes a reference consists of.
func partsOf(s *Sheet, r Ref) (n int) {
	if r.Attr != Whole {
		return 1
	}
	for _, id := range s.Identity(r.Kind) {
		if id == r {
			return 1
		}
		n += partsOf(s, id)
	}
	return n
}

// attribute resolves a name and tells of one that means nothing.
func (c *checker) attribute(kind int, name string) (Ref, bool) {
	r, ok := c.Resolve(kind, name)
	if !ok {
		c.say(UnknownAttribute, c.Kinds[kind].Name, []string{name, c.Nearest(kind, name)})
	}
	return r, ok
}

// ofTime are the ranges that end now, or at a time before.
var ofTime = []string{Last, Older, UpToNow}

func (c *checker) checkRange(subject string, kind int, r Range) {
	if r == (Range{}) {
		return
	}
	c.oneOf("range/how", r.How, Ranges)
	c.ordered(subject, kind, r.Attr)
	if r.How == "" || r.Width == (Width{}) && !r.Optional() {
		c.say(Missing, subject, []string{"width"})
	}
	at, ok := c.Resolve(kind, r.Attr)
	if !ok || !r.Width.isTime() && !slices.Contains(ofTime, r.How) {
		return
	}
	if at.Attr == Whole || c.Kinds[at.Kind].Attributes[at.Attr].Type.Name != Time {
		c.say(NotTime, subject, []string{r.Attr})
	}
}

// ordered checks an attribute of which an order or a range is wanted.
func (c *checker) ordered(subject string, kind int, name string) {
	if r, ok := c.attribute(kind, name); ok && r.Attr != Whole && c.Kinds[r.Kind].Attributes[r.Attr].Signed {
		c.say(SignedOrder, subject, []string{name}, signedShift)
	}
}

// checkBudget tells of a limit below what no design can do without: the entities of the answer, and a request for each
// 1,000 of them.
func (c *checker) checkBudget(kind int, a *Ask) {
	answer := math.Floor(c.Answer(a).Most + 1e-6)
	if c.packs(kind, a, answer) {
		return
	}
	least := map[string]float64{"read": answer, "returned": answer, "requests": pages(answer)}
	for _, l := range a.Budget {
		most := l.Most
		if l.OfAnswer {
			most *= answer
		}
		if n := least[l.Counter]; n > 0 && most < n {
			c.say(ImpossibleBudget, a.Name, []string{l.Counter}, answer, most)
		}
	}
}

// packs reports whether a design may return an answer in fewer entities than it has: one that is kept ready, a list of
// identities, a series of one entity for many points of time, or blobs that are read by time.
func (c *checker) packs(kind int, a *Ask, answer float64) bool {
	ready := a.Top > 0 && !a.Fresh.Now && or(a.Fresh.Span, DefaultFresh).Seconds() >= DefaultFresh.Seconds()
	list := a.Wants != nil && answer*float64(c.KeyLength(c.Identity(kind))+1) <= maxText
	for _, w := range a.Wants {
		r, ok := c.Resolve(kind, w)
		list = list && ok && slices.Contains(c.Identity(kind), r)
	}
	log := len(a.Known) == 0 && a.Range.Width.isTime()
	return ready || list || log || c.onGrid(kind)
}

// onGrid reports whether a coarse time is part of the identity of a kind.
func (c *checker) onGrid(kind int) bool {
	return slices.ContainsFunc(c.Kinds[kind].Attributes, func(a Attribute) bool {
		return a.Identity && a.Type.Name == Time && a.Type.Unit != "" && a.Type.Unit != "tick"
	})
}
