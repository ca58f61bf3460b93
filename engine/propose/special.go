package propose

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/sheet"
)

// lists makes lists of identities for a question that knows exact values.
func (x *maker) lists(ask int) []form {
	n := needOf(x.Sheet, x.kind, ask)
	if len(n.known) == 0 || n.span.name != "" || len(n.fixed) > 0 {
		return nil
	}
	return x.grouped(&n, ask, "list", IndexList)
}

// freshEnough is how old an answer must be allowed to be for one that is kept ready, in seconds.
const freshEnough = 5

// ready makes an answer that is kept ready, and rewritten twice in the time that it may be old.
func (x *maker) ready(ask int) []form {
	a := &x.Asks[ask]
	n := needOf(x.Sheet, x.kind, ask)
	fresh := a.Fresh.Span
	if fresh == (sheet.Span{}) {
		fresh = sheet.DefaultFresh
	}
	if a.Top == 0 || a.Fresh.Now || fresh.Seconds() < freshEnough || n.span.name != "" || len(a.With) > 0 || a.Lists() {
		return nil
	}
	every := sheet.Span{N: fresh.N / 2, Unit: fresh.Unit}
	return x.grouped(&n, ask, "answer "+a.Name+" | kept every "+every.String(), Ready)
}

// grouped makes stores that have one entity for each group of known values.
func (x *maker) grouped(n *need, ask int, option string, r Rule) []form {
	copies := maker{Sheet: x.Sheet, m: x.m, kind: x.kind, seen: map[string]bool{}, needs: []need{*n}}
	sets := x.subsets(n.known)
	all := plainly(n.known)
	if len(all) == 0 {
		return nil
	}
	for _, set := range append(sets, all) {
		p := partition{parts: set, rules: []Rule{r}}
		copies.add(&p, row{parts: plainly(without(x.Sheet, n.known, p.keys()))}, "", ask)
	}
	for i := range copies.forms {
		copies.forms[i].option, copies.forms[i].alone = option, true
	}
	return copies.forms
}

// blobs returns the option that keeps what fits into no property as blobs.
func (x *maker) blobs() string {
	var names []string
	for _, a := range x.Kinds[x.kind].Attributes {
		if e := (edm.Entity{Properties: []edm.Property{{Name: a.Name, Value: a.Type.Greatest()}}}); !a.Identity &&
			e.Size() > edm.MaxPropertyValue {
			names = append(names, a.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "blob " + strings.Join(names, ",")
}

// maxProps is how many properties an entity has at most.
const maxProps = edm.MaxProperties

// fewestPoints is how many filled points of a time make one entity of a series worth while.
const fewestPoints = 2

// series makes stores of one entity for many points of a grid of times: by each period that has few enough of
// them, and in which more than one is filled, and for all the time that is kept, in parts if there are too many.
func (x *maker) series() {
	id := identity(x.Sheet, x.kind)
	at := slices.IndexFunc(id, func(k key) bool {
		return isTime(x.Sheet, k) && typeOf(x.Sheet, k).Unit != "" && k.ref.Kind == x.kind
	})
	if at < 0 || len(id) < 2 {
		return
	}
	k, unit := id[at], typeOf(x.Sheet, id[at]).Unit
	values := float64(len(x.Kinds[x.kind].Attributes) - 1)
	front := slices.Delete(slices.Clone(id), at, at+1)
	option := "slot " + k.name + ":" + unit
	dense := x.Population(x.kind) / x.Cover(x.kind) // points that are filled in a second
	for _, k := range front {
		dense /= sheet.Occurring(x.Sheet, k.ref)
	}
	for _, u := range units {
		n, filled := sheet.UnitSeconds(u)/sheet.UnitSeconds(unit), dense*sheet.UnitSeconds(u)
		if n > 1 && n*values <= maxProps && filled >= fewestPoints {
			x.slots(front, []part{{key: k, unit: u}}, option)
		}
	}
	if n := x.Cover(x.kind) / sheet.UnitSeconds(unit) * values; n > maxProps {
		option += " | part " + strconv.Itoa(maxProps)
	}
	x.slots(front, nil, option)
}

func (x *maker) slots(front []key, behind []part, option string) {
	for _, set := range x.subsets(front) {
		p := partition{parts: set, rules: []Rule{DataSeries}}
		before := len(x.forms)
		x.option = option
		x.add(&p, row{parts: append(plainly(without(x.Sheet, front, p.keys())), behind...)}, "", -1)
		x.option = ""
		for i := before; i < len(x.forms); i++ {
			if strings.Contains(option, "part") {
				x.forms[i].rules = append(x.forms[i].rules, WideParts)
			}
		}
	}
}

// busy is how many inserts a second make logs of blobs worth while.
const busy = 200

// logs makes blobs that lines are appended to, for what is never changed nor asked for by its identity, but by a
// range of time alone.
func (x *maker) logs() {
	inserts := 0.0
	for _, d := range x.Writes() {
		if d.Kind == x.Kinds[x.kind].Name && d.Verb == sheet.Insert {
			inserts += x.RateOf(&d)
		} else if d.Kind == x.Kinds[x.kind].Name && d.Range.Attr == "" {
			return
		}
	}
	var span key
	for i := range x.needs {
		if n := &x.needs[i]; n.ask >= 0 && isTime(x.Sheet, n.span) && n.bounded && len(n.known) == len(n.fixed) {
			span = n.span
		}
		if n := &x.needs[i]; n.ask >= 0 && x.NameOne(x.kind, refs(n.known)) {
			return
		}
	}
	if span.name == "" || inserts <= busy {
		return
	}
	f := form{kind: x.kind, text: "logs", place: "logs", row: "{" + span.name + ":hour}", ask: -1, option: "log 60s",
		rules: []Rule{LogFiles}}
	f.rowKeys = []key{span}
	for _, o := range x.Kinds[x.kind].Of {
		f.row = "{" + o.Kind + "}/" + f.row
		f.rowKeys = append(f.rowKeys, keysFor(x.Sheet, x.kind, sheet.Ref{Kind: x.KindOf(o.Kind), Attr: sheet.Whole})...)
	}
	x.keep(f)
}

func refs(list []key) []sheet.Ref { return lists.Map(list, func(k key) sheet.Ref { return k.ref }) }

// across copies what questions want of a parent into the entities of the kind.
func (x *maker) across() {
	above := x.wantedAbove()
	if len(above) == 0 {
		return
	}
	for _, f := range slices.Clone(x.forms) {
		told := f.keys(x.Sheet)
		for _, k := range add(x.all(), above...) {
			if !has(told, k.ref) {
				f.include = append(f.include, k.name)
			}
		}
		f.rules = append(slices.Clip(f.rules), CopyAcross)
		x.keep(f)
	}
}

// wantedAbove returns what questions about the kind want of those above: all of one beside, or what they name.
func (x *maker) wantedAbove() (list []key) {
	for _, a := range x.Asks {
		if a.Kind != x.Kinds[x.kind].Name {
			continue
		}
		for _, w := range a.With {
			if k := x.KindOf(w); slices.Contains(x.Ancestors(x.kind), k) {
				for i := range x.Kinds[k].Attributes {
					list = add(list, keysFor(x.Sheet, x.kind, sheet.Ref{Kind: k, Attr: i})...)
				}
			}
		}
		for _, name := range a.Wants {
			if k := one(x.Sheet, x.kind, name); k.ref.Kind != x.kind && k.ref.Attr != sheet.Whole && k.name != "" {
				list = add(list, k)
			}
		}
	}
	return list
}

// all returns the parents and all attributes of the kind.
func (x *maker) all() []key {
	var list []key
	for _, o := range x.Kinds[x.kind].Of {
		list = add(list, keysFor(x.Sheet, x.kind, sheet.Ref{Kind: x.KindOf(o.Kind), Attr: sheet.Whole})...)
	}
	for i := range x.Kinds[x.kind].Attributes {
		list = add(list, keysFor(x.Sheet, x.kind, sheet.Ref{Kind: x.kind, Attr: i})...)
	}
	return list
}
