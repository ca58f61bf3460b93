package sheet

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/lists"
)

func (c *checker) checkKind(i int) {
	k := &c.Kinds[i]
	c.property(k.Name)
	if k.Amount.N == 0 {
		c.say(Missing, k.Name, []string{"count"})
	}
	c.span("kept", k.Kept)
	c.oneOf("grows", k.Grows, Growths)
	c.unlike("of", len(k.Of), func(i int) string { return k.Of[i].Kind })
	c.unlike("attributes", len(k.Attributes), func(i int) string { return k.Attributes[i].Name })
	if k.Amount.Per == Percent || k.Amount.Per != "" && perSeconds[k.Amount.Per] == 0 {
		c.say(BadRate, k.Amount.text(), nil)
		return
	}
	c.each("attributes", len(k.Attributes), func(j int) { c.checkAttribute(i, j) })
	if c.checkParents(i) {
		c.checkIdentity(i)
		checkEach(c, i)
	}
}

// checkEach notes a number in all that is below the number of a parent: it may be meant for each of them.
func checkEach(c *checker, i int) {
	k := &c.Kinds[i]
	for _, o := range k.Of {
		parent := c.KindOf(o.Kind)
		n, all := k.Amount.N, c.Kinds[parent].Amount
		if there := c.Population(parent); k.Amount.Per == "" && n > 0 && n < there {
			all.N *= n
			c.add(Message{Code: LessThanOne, Subject: k.Name, Names: []string{o.Kind, all.text()},
				Numbers: []float64{n, there}, Note: true})
			return
		}
	}
}

// checkParents reports whether all kinds that a kind belongs to are there, and it is not among them.
func (c *checker) checkParents(i int) bool {
	k, right := &c.Kinds[i], true
	c.each("of", len(k.Of), func(j int) {
		parent := c.KindOf(k.Of[j].Kind)
		if parent < 0 {
			c.unknownKind(k.Of[j].Kind, c.Sheet)
			right = false
		} else if parent == i || slices.Contains(c.Ancestors(parent), i) {
			c.say(Cycle, k.Name, nil)
			right = false
		} else if n := c.Population(parent); n >= 1 {
			c.within(k.Name, "largest", k.Of[j].Largest, 100/n, 100)
		}
	})
	return right
}

// checkIdentity checks that a kind has an identity, and that it names enough entities.
func (c *checker) checkIdentity(i int) {
	k := &c.Kinds[i]
	identity := c.Identity(i)
	if len(identity) == 0 {
		c.say(NoIdentity, k.Name, couldName(k))
		return
	}
	most, names := 1.0, []string{}
	for _, r := range identity {
		names = append(names, c.NameOf(i, r))
		switch {
		case r.Kind != i || !c.Names(r):
			most *= c.Distinct(r)
		case r.Attr == Whole || k.Attributes[r.Attr].Unique || !k.Attributes[r.Attr].counted():
			c.aloneAssumed(i, r)
			return
		default:
			most *= allowed(c.Sheet, r)
		}
	}
	if n := c.Population(i); most < n*(1-1e-9) && !c.valuesAssumed(i, identity, n) &&
		!c.partAssumed(i, identity, most) {
		c.say(IdentityTooSmall, k.Name, names, most, n)
	}
}

// aloneAssumed notes that a number is taken to name an entity of a kind with parents alone: a position or a line may
// begin anew in each of them.
func (c *checker) aloneAssumed(kind int, r Ref) {
	k := &c.Kinds[kind]
	if r.Attr == Whole || len(k.Of) == 0 {
		return
	}
	a := k.Attributes[r.Attr]
	if a.Unique || a.Follows != "" || a.Type.Name != Int && a.Type.Name != Long {
		return
	}
	above := lists.Map(k.Of, func(o Parent) Ref { return Ref{c.KindOf(o.Kind), Whole} })
	a.Values = math.Ceil(c.GroupOf(kind, above, make([]string, len(above)), Popular).Largest)
	line := "# @attribute " + strings.Join(a.fields(k.Name), ", ")
	c.in(pathOf("attributes", r.Attr), func() {
		c.add(Message{Code: AloneAssumed, Subject: k.Name + "." + a.Name,
			Names: []string{k.Name, strings.Join(parents(k), " and "), line}, Note: true})
	})
}

// valuesAssumed reports whether an identity tells too few entities apart because a default stands for the number of its
// values: how they are spread takes away that each is another one. It says so, with the line without that.
func (c *checker) valuesAssumed(kind int, identity []Ref, n float64) bool {
	r := identity[0]
	if len(identity) != 1 || r.Kind != kind || r.Attr == Whole {
		return false
	}
	k := &c.Kinds[kind]
	a := k.Attributes[r.Attr]
	spread := a.Skew.text()
	if a.Values != 0 || a.Skew.Kind == "" || c.Distinct(r) != DefaultValues {
		return false
	}
	a.Skew, a.Unique = Skew{}, true
	names := []string{k.Name, spread, "unique", "# @attribute " + strings.Join(a.fields(k.Name), ", ")}
	c.in(pathOf("attributes", r.Attr), func() { c.say(ValuesAssumed, k.Name+"."+a.Name, names, c.Distinct(r), n) })
	return true
}

// partAssumed reports whether an identity of several attributes tells too few entities apart because a default stands
// for the number of values of one, first of a guid. It says so, with the line as it may be: a guid may be another one
// for each entity, anything else has as many values as are needed.
func (c *checker) partAssumed(kind int, identity []Ref, most float64) bool {
	k, n, part := &c.Kinds[kind], c.Population(kind), -1
	for _, r := range identity {
		if r.Kind != kind || r.Attr == Whole || len(identity) == 1 {
			continue
		}
		a := &k.Attributes[r.Attr]
		assumed := a.Values == 0 && a.Skew.Kind == "" && a.Type.Name != Time && a.Type.Name != Bool
		if assumed && (part < 0 || a.Type.Name == GUID && k.Attributes[part].Type.Name != GUID) {
			part = r.Attr
		}
	}
	if part < 0 {
		return false
	}
	a := k.Attributes[part]
	if a.Values = math.Ceil(n); a.Type.Name != GUID {
		a.Values = math.Ceil(n / (most / DefaultValues))
	}
	line := "# @attribute " + strings.Join(a.fields(k.Name), ", ")
	c.in(pathOf("attributes", part), func() {
		c.say(PartAssumed, k.Name+"."+a.Name, []string{k.Name, line}, DefaultValues, n, most)
	})
	return true
}

// couldName returns what could name an entity: its parents and its first attribute that has a name and not so many
// values, but a time only where there is nothing else beside parents, as of readings; nil if it has none of these.
func couldName(k *Kind) []string {
	names := parents(k)
	for i := range k.Attributes {
		a := &k.Attributes[i]
		if t := a.Type.Name; a.Name != "" && !a.counted() && (t == "" || t == Text || t == GUID) {
			return append(names, a.Name)
		}
	}
	if at := k.time(); at != "" && len(names) > 0 {
		return append(names, at)
	}
	return nil
}

func (c *checker) checkAttribute(kind, attr int) {
	k := &c.Kinds[kind]
	a := &k.Attributes[attr]
	name := k.Name + "." + a.Name
	c.property(a.Name)
	c.oneOf("type", a.Type.Name, Types)
	if a.Type.Name == Time {
		c.oneOf("unit", a.Type.Unit, TimeUnits)
	} else if a.Type.Unit != "" {
		c.unknownWord(a.Type.Unit, nil)
	}
	if a.Type.Length != 0 && (a.Type.Name == "" || !a.Type.IsLong()) {
		c.unknownWord(number(float64(a.Type.Length)), nil)
	}
	c.within(name, "length", float64(a.Type.Length), 1, 1e9)
	if c.within(name, "values", a.Values, 1, Greatest); a.Values != math.Trunc(a.Values) {
		c.badNumber(number(a.Values))
	}
	if a.Unique && (a.Values != 0 || a.Skew.Kind != "") {
		c.say(Duplicate, name, []string{"values"})
	}
	if a.Follows != "" && a.Follows != Now {
		c.attribute(kind, a.Follows)
	}
	if a.tooLarge() {
		lengths := []float64{float64(a.Type.length()), float64(a.most())}
		c.add(Message{Code: ValueTooLarge, Subject: name, Numbers: lengths, Note: true})
	}
	c.checkSkew(name, Ref{kind, attr}, a)
	checkUnique(c, kind, attr)
}

func (c *checker) checkSkew(name string, r Ref, a *Attribute) {
	s := a.Skew
	c.oneOf("skew/kind", s.Kind, Skews)
	given := map[string]bool{Largest: s.Share != 0, Zipf: s.S != 0, Weights: len(s.Weights) > 0}
	for _, kind := range Skews[1:] {
		if given[kind] != (kind == s.Kind) {
			c.say(Missing, name, []string{kind})
		}
	}
	c.within(name, "zipf", s.S, 0.01, 2)
	c.within(name, "largest", s.Share, 100/math.Max(1, c.Distinct(r)), 100)
	if len(s.Weights) == 0 {
		return
	}
	sum := 0.0
	for _, w := range s.Weights {
		c.value(w.Value)
		sum += w.Share
	}
	if a.Values != 0 {
		c.say(Duplicate, name, []string{"values"})
	}
	c.unlike("skew/weights", len(s.Weights), func(i int) string { return s.Weights[i].Value })
	if !hundred(sum) {
		c.say(Shares, name, nil, sum)
	}
}
