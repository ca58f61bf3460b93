package sheet_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rowkey/engine/sheet"
)

// dice makes sheets that can be written, from a seed.
type dice struct{ *rand.Rand }

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, list []T) T { return list[d.IntN(len(list))] }

// number returns a number of up to six digits, with a random scale and sometimes decimals.
func (d dice) number() float64 {
	n := float64(1 + d.IntN(999_999))
	switch d.IntN(4) {
	case 0:
		return n * 1000
	case 1:
		return n / 1000
	}
	return n
}

func (d dice) name(i int) string {
	return fmt.Sprintf("%s%d", pick(d, []string{"last hour ", "a-b ", "q", "Größe ", "Übung "}), i)
}

func (d dice) rate() sheet.Rate {
	switch d.IntN(4) {
	case 0:
		return sheet.Rate{}
	case 1:
		return sheet.Rate{N: float64(1+d.IntN(300)) / 4, Per: sheet.Percent}
	}
	return sheet.Rate{N: d.number(), Per: pick(d, sheet.Pers)}
}

func (d dice) span() sheet.Span {
	return sheet.Span{N: float64(1 + d.IntN(400)), Unit: pick(d, sheet.Spans)}
}

func (d dice) sheet() *sheet.Sheet {
	s := &sheet.Sheet{Name: d.name(0), Peak: float64(d.IntN(5)), Headroom: float64(d.IntN(8)) / 2,
		Total: sheet.Rate{N: 500, Per: "s"}}
	if d.chance(30) {
		s.Horizon, s.Order, s.Present = d.span(), pick(d, sheet.Orders), "Design A"
		s.Prices = sheet.Prices{Transactions: d.number(), Storage: d.number(), Currency: "EUR"}
		s.Budget = []sheet.Limit{{Counter: "month", Most: d.number()}, {Counter: "workflows"}}
	}
	for i := range 1 + d.IntN(sheet.MaxKinds) {
		s.Kinds = append(s.Kinds, d.kind(i))
	}
	for i := range d.IntN(6) {
		s.Asks = append(s.Asks, d.ask(i, s))
	}
	for i := range d.IntN(4) {
		s.Does = append(s.Does, d.do(i, s))
	}
	for i := range d.IntN(3) {
		t := sheet.Together{Name: d.name(i)}
		for range 1 + d.IntN(3) {
			t.Actions = append(t.Actions, sheet.Action{Verb: pick(d, sheet.Verbs), Kind: pick(d, s.Kinds).Name})
		}
		s.Together = append(s.Together, t)
	}
	for i := range d.IntN(3) {
		s.Designs = append(s.Designs, sheet.Design{Name: d.name(i), Stores: []string{"{id} | x",
			"{a0:day}_!{id:6} | {a1:-} | Table | kept every 10s"}[:1+d.IntN(2)]})
	}
	return s
}

// kind makes a kind with attributes id and a0 to a3, which belongs to earlier ones.
func (d dice) kind(i int) sheet.Kind {
	k := sheet.Kind{Name: fmt.Sprintf("kind%d", i), Amount: sheet.Amount{N: float64(1 + d.IntN(1_000_000))}}
	if d.chance(50) {
		k.Amount.Per, k.Kept = pick(d, sheet.Pers), d.span()
	}
	for j := range d.IntN(min(i, sheet.MaxParents) + 1) {
		p := sheet.Parent{Kind: fmt.Sprintf("kind%d", i-1-j)}
		if d.chance(30) {
			p.Largest = float64(d.IntN(1000)) / 10
		}
		k.Of = append(k.Of, p)
	}
	if d.chance(40) {
		k.Grows = pick(d, sheet.Growths)
	}
	k.Attributes = append(k.Attributes, sheet.Attribute{Name: "id", Identity: true})
	for j := range d.IntN(4) {
		k.Attributes = append(k.Attributes, d.attribute(j))
	}
	return k
}

func (d dice) attribute(i int) sheet.Attribute {
	a := sheet.Attribute{Name: fmt.Sprintf("a%d", i), Changes: d.chance(20)}
	switch d.IntN(4) {
	case 0:
		a.Type = sheet.Type{Name: sheet.Time, Unit: pick(d, append(sheet.TimeUnits, ""))}
	case 1:
		a.Type = sheet.Type{Name: sheet.Text, Length: d.IntN(50)}
		if a.Values = float64(d.IntN(3) * 1_250_000); a.Values == 0 && d.chance(50) {
			a.Unique, a.Case = true, pick(d, append(slices.Clone(sheet.Cases), ""))
		}
	case 2:
		a.Type.Name = pick(d, []string{sheet.Int, sheet.Double, sheet.GUID, sheet.Bool})
		a.Skew = pick(d, []sheet.Skew{{}, {Kind: sheet.Even}, {Kind: sheet.Largest, Share: 51.5},
			{Kind: sheet.Zipf, S: float64(1+d.IntN(20)) / 10}})
	case 3:
		a.Skew = sheet.Skew{Kind: sheet.Weights, Weights: []sheet.Weight{{Value: "and", Share: 37.5},
			{Value: "ü-_.1", Share: 62.5}}}
	}
	return a
}

// some returns names of a kind, nil for none.
func (d dice) some(k *sheet.Kind) []string {
	var names []string
	for i := range k.Attributes {
		if d.chance(40) {
			names = append(names, k.Attributes[i].Name)
		}
	}
	return names
}

func (d dice) known(k *sheet.Kind) []sheet.Known {
	var list []sheet.Known
	for _, n := range d.some(k) {
		values := []string{"", "", "by", "a.b/c"}
		for i := range k.Attributes {
			if a := &k.Attributes[i]; a.Name == n && a.Skew.Kind == sheet.Weights {
				values = []string{"", "", "and", "ü-_.1"}
			}
		}
		list = append(list, sheet.Known{Attr: n, Value: pick(d, values)})
	}
	return list
}

func (d dice) ask(i int, s *sheet.Sheet) sheet.Ask {
	k := &s.Kinds[d.IntN(len(s.Kinds))]
	a := sheet.Ask{Name: d.name(i), Rate: d.rate(), Kind: k.Name, Known: d.known(k), Wants: d.some(k), Top: d.IntN(3) * 50,
		Must: d.chance(20)}
	if d.chance(50) {
		a.Order = sheet.Order{Attr: "id", How: pick(d, sheet.OrderWords)}
		a.With = []string{k.Name}
	}
	if d.chance(50) {
		a.Range = d.ranged()
	}
	if len(a.Known) > 0 && d.chance(30) {
		a.Known[0] = sheet.Known{Attr: a.Known[0].Attr, In: 1 + d.IntN(sheet.MaxIn)}
	}
	if a.Range.Attr != "" && len(k.Attributes) > 1 && d.chance(30) {
		a.Across = d.ranged()
		a.Across.Attr = k.Attributes[1].Name
	}
	if d.chance(20) {
		a.Known = []sheet.Known{{Attr: "id", From: s.Kinds[0].Name + ".id"}}
	}
	a.Fresh = pick(d, []sheet.Fresh{{}, {Now: true}, {Span: d.span()}})
	a.Asked = pick(d, append(sheet.Askings, ""))
	if d.chance(50) {
		a.Budget = []sheet.Limit{{Counter: "read", Most: math.Ceil(d.number()), OfAnswer: d.chance(50)},
			{Counter: "class", Class: "rowRange"}, {Counter: "ms", Most: d.number()}}
	}
	return a
}

// ranged makes a range that any attribute can have.
func (d dice) ranged() sheet.Range {
	if d.chance(30) {
		return sheet.Range{Attr: "id", How: pick(d, []string{sheet.Before, sheet.After})}
	}
	return sheet.Range{Attr: "id", How: pick(d, []string{sheet.One, sheet.Between, sheet.Before, sheet.After}),
		Width: pick(d, []sheet.Width{{N: d.number()}, {N: 2.5, Unit: sheet.Percent}, {N: 1, Unit: "d"}, {N: 6, Unit: "h"}})}
}

func (d dice) do(i int, s *sheet.Sheet) sheet.Do {
	k := &s.Kinds[d.IntN(len(s.Kinds))]
	w := sheet.Do{Name: d.name(i), Rate: d.rate(), Verb: pick(d, sheet.Verbs), Kind: k.Name, Known: d.known(k)}
	if w.Verb == sheet.Update {
		w.Sets = d.some(k)
	}
	switch {
	case w.Verb == sheet.Insert && d.chance(30):
		w.If = sheet.Absent
	case w.Verb == sheet.Insert && k != &s.Kinds[0] && d.chance(30):
		w.Each = sheet.Each{Kind: s.Kinds[0].Name, Known: d.known(&s.Kinds[0])}
	case w.Verb != sheet.Insert && d.chance(30):
		w.If = sheet.Unchanged
	case w.Verb == sheet.Update && d.chance(50):
		w.Adds = d.adds(k)
	}
	if d.chance(20) {
		w.Hot = float64(1+d.IntN(1000)) / 10
	}
	if d.chance(30) {
		w.Range, w.Budget = d.ranged(), []sheet.Limit{{Counter: "transactions", Most: 5}}
	}
	return w
}

// adds adds to the first number of a kind, if it has one.
func (d dice) adds(k *sheet.Kind) sheet.Adds {
	for i := range k.Attributes {
		if a := &k.Attributes[i]; a.Type.Name == sheet.Int || a.Type.Name == sheet.Double {
			return sheet.Adds{Attr: a.Name, N: d.number() * float64(1-2*d.IntN(2))}
		}
	}
	return sheet.Adds{}
}

// unread are codes of what could not be read, rather than of what was read and is wrong.
var unread = map[sheet.Code]bool{sheet.UnknownDirective: true, sheet.BadNumber: true, sheet.BadRate: true,
	sheet.BadTime:  true,
	sheet.BadShare: true, sheet.BadLimit: true, sheet.BadJSON: true, sheet.UnknownMember: true, sheet.WrongType: true,
	sheet.Missing:     true,
	sheet.UnknownWord: true, sheet.NoSheet: true, sheet.BadName: true, sheet.BadValue: true, sheet.Reserved: true,
	sheet.BadStore: true}

func TestAThousandRandomSheetsRoundTripInBothForms(t *testing.T) {
	sound := 0
	for seed := range uint64(1000) {
		s := dice{rand.New(rand.NewPCG(seed, 1))}.sheet()
		messages := s.Check()
		if !sheet.Failed(messages) {
			roundTrip(t, s)
			sound++
		}
		for _, m := range messages {
			if unread[m.Code] {
				t.Fatalf("seed %d: %+v in\n%s", seed, m, sheet.Write(s))
			}
		}
		sameText(t, seed, s)
	}
	if sound < 150 {
		t.Errorf("%d of 1,000 sheets have no mistakes", sound)
	}
}

// sameText checks that a sheet with mistakes is read as it was written as well.
func sameText(t *testing.T, seed uint64, s *sheet.Sheet) {
	t.Helper()
	text, written := sheet.Write(s), sheet.WriteJSON(s)
	if got, _ := sheet.Parse(text); sheet.Write(got) != text || sheet.WriteJSON(got) != written {
		t.Fatalf("seed %d: the text\n%s\nis read as\n%s", seed, text, sheet.Write(got))
	}
	if got, _ := sheet.ReadJSON(written); sheet.WriteJSON(got) != written {
		t.Fatalf("seed %d: the JSON\n%s\nis read as\n%s", seed, written, sheet.WriteJSON(got))
	}
}

// What calculates with a sheet is sound whatever the sheet says.
func TestNumbersOfRandomSheetsAreFinite(t *testing.T) {
	for seed := range uint64(300) {
		s := dice{rand.New(rand.NewPCG(seed, 2))}.sheet()
		if sheet.Failed(s.Check()) {
			continue
		}
		calculate(t, s)
		calculate(t, s.Grow(sheet.Users, 1000))
	}
}

// calculate does everything that a sheet without errors can be asked.
func calculate(t *testing.T, s *sheet.Sheet) {
	t.Helper()
	all := sheet.Working(s)
	for i := range s.Kinds {
		all = append(all, sheet.KindWorking(s, i)...)
	}
	for i := range s.Asks {
		all = append(all, sheet.AskWorking(s, &s.Asks[i])...)
		f := s.Answer(&s.Asks[i])
		if !(f.Typical >= 0 && f.Typical <= f.Largest*(1+1e-9)+1e-9 && f.Most <= f.Largest*(1+1e-9)+1e-9) ||
			math.IsInf(f.Largest, 0) {
			t.Errorf("Answer = %+v in\n%s", f, sheet.Write(s))
		}
	}
	for _, l := range all {
		if math.IsNaN(l.Result) || math.IsInf(l.Result, 0) || l.Result < 0 {
			t.Errorf("%+v in\n%s", l, sheet.Write(s))
		}
	}
	s.Assumptions()
}
