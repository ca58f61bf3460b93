package plan_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// rules is a sheet whose stores can break every rule.
const rules = `# @sheet rules
# @entity shop, 10
# @entity order, 1000/day of shop
# @entity note, 1000 of shop
# @attribute order.number, int, identity, follows placed
# @attribute order.placed, time second
# @attribute order.name, text 30
# @attribute order.status, text 10, weights open 1 % and shut 99 %
# @attribute order.big, text 300
# @attribute order.photo, binary 70000
# @attribute note.id, text 8, identity
# @attribute note.page, binary 60000
# @ask by name, order by shop, smallest name, top 10
# @do place, insert order
# @do note, insert note
# @together both, insert order, insert note
`

// sound are stores that break no rule.
var sound = []string{"{shop} | o_{number:10} | Main | of order | blob photo", "{shop} | n_{id} | Main | of note"}

func TestEveryRuleIsBrokenByAStore(t *testing.T) {
	s := parse(t, rules)
	m := plan.NewModel(s)
	for _, c := range []struct {
		store string
		code  keys.ProblemCode
		rule  int
		say   string
	}{
		{"{shop} | {placed}!{name} | Far | of order | include", keys.NoIdentity, 1, "number"},
		{"{shop} | {number:4%} | Far | of order | include", keys.NoIdentity, 1, "number"},
		{"{placed:day} | x | Far | of order | include | slot placed:hour", keys.NoIdentity, 1, "number"},
		{"{shop} | {big}!{number}!{big}x | Far | of order | include", keys.KeyTooLong, 2, "{big}!{number}!{big}x"},
		{"{shop} | a/{number} | Far | of order | include", keys.ForbiddenInKey, 3, "/"},
		{"{shop} | a\u0085{number} | Far | of order | include", keys.ForbiddenInKey, 3, "\u0085"},
		{"{shop} | {name}{number} | Far | of order | include", keys.NoSeparator, 4, "{number}"},
		{"{shop} | {name}{placed:day}{number} | Far | of order | include", keys.NoSeparator, 4, "{number}"},
		{"{shop} | {name}_{number} | Far | of order | include", keys.SeparatorOccurs, 4, "_"},
		{"{shop} | {number}0{name} | Far | of order | include", keys.SeparatorOccurs, 4, "0"},
		{"{shop} | {number} | 1Far | of order | include", keys.BadTableName, 5, "1Far"},
		{"{shop} | {number} | Fa | of order | include", keys.BadTableName, 5, "Fa"},
		{"{shop} | {number} | Far_Away | of order | include", keys.BadTableName, 5, "Far_Away"},
		{"{shop} | {number} | Far{name} | of order | include", keys.BadTableName, 5, "Far{name}"},
		{"{shop} | {number} | " + strings.Repeat("a", 64) + " | of order | include", keys.BadTableName, 5,
			strings.Repeat("a", 64)},
		{"{shop} | {number} | Far{placed:hour} | of order | include", keys.TooManyTables, 5, "Far{placed:hour}"},
		{"{shop} | {number} | Far | of order | include photo", keys.ValueTooLarge, 6, "photo"},
		{"{shop} | {number}x | Far | of order | include name | slot placed:day", keys.TooManyProps, 6, ""},
		{"{shop} | {status} | Far | of order | list", keys.ListTooLong, 6, ""},
		{"{shop} | o_{number} | Main | of order | include", keys.StoresOverlap, 7, ""},
		{"{number} | x | Far | of order | include | kept transaction", keys.NotOneKey, 8, ""},
	} {
		t.Run(c.store, func(t *testing.T) {
			r := m.Judge(design(s, append(slices.Clone(sound), c.store)...))
			broken := slices.DeleteFunc(slices.Clone(r.Problems), func(p keys.Problem) bool { return p.Code == keys.Unordered })
			if len(broken) == 0 || r.Valid {
				t.Fatalf("%+v", r.Problems)
			}
			for _, p := range broken {
				if p.Code == c.code && p.Rule == c.rule && p.Store == 2 && (c.say == "" || slices.Contains(p.Names, c.say)) {
					return
				}
			}
			t.Errorf("%+v", r.Problems)
		})
	}
	if r := m.Judge(design(s, sound...)); !r.Valid || len(r.Problems) > 0 {
		t.Errorf("the sound stores: %+v", r.Problems)
	}
}

func TestWhatADesignLacksIsNamed(t *testing.T) {
	s := parse(t, rules)
	m := plan.NewModel(s)
	for _, c := range []struct {
		name   string
		stores []string
		code   keys.ProblemCode
		valid  bool
	}{
		{"a base that holds too little", []string{"{shop} | o_{number} | Main | of order | include name", sound[1]},
			keys.BaseIncomplete, false},
		{"a sparse base", []string{sound[0] + " | where status=open", sound[1]}, keys.BaseIncomplete, false},
		{"a kind without a store", sound[:1], keys.NoBase, false},
		{"a set of two places", []string{sound[0], "{shop}_{id} | n | Main | of note"}, keys.NotTogether, true},
		{"an order that the text after it breaks", append(slices.Clone(sound), "{shop} | {name}x | Far | of order | list"),
			keys.Unordered, true},
		{"a question that nothing answers", []string{"logs | {shop} | x | of order | log 60s", sound[1]}, keys.Unanswered,
			true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := m.Judge(design(s, c.stores...))
			has := slices.ContainsFunc(r.Problems, func(p keys.Problem) bool { return p.Code == c.code })
			if !has || r.Valid != c.valid {
				t.Errorf("valid %v, %+v", r.Valid, r.Problems)
			}
		})
	}
}

// A hall has one booking at a time, and a member books two halls for the same hour.
func TestWhatIsUniqueInAParentTellsEntitiesApartBesideItAlone(t *testing.T) {
	s := parse(t, `# @sheet halls
# @entity hall, 40
# @entity booking, 3000/day of hall, kept 100d
# @attribute booking.id, text 8, identity
# @attribute booking.starts, time minute, unique in hall
# @attribute booking.member, text 8, 500 values
# @ask a day, booking by hall, starts one day`)
	m := plan.NewModel(s)
	for store, want := range map[string]bool{
		"{hall} | {starts} | Far | of booking": false, "{starts:day} | {hall}_{starts} | Far | of booking": false,
		"{member} | {starts:-} | Far | of booking": true, "{member} | {starts:-}_{id} | Far | of booking": false,
	} {
		r := m.Judge(design(s, "{id} | b | Main | of booking", store))
		has := slices.ContainsFunc(r.Problems, func(p keys.Problem) bool { return p.Code == keys.NoIdentity })
		if has != want {
			t.Errorf("%s: two entities can have the same keys: %v, want %v: %+v", store, has, want, r.Problems)
		}
	}
}

// A question by what only a parent says is not answered, and is told why, if nothing leads to the parent.
func TestAQuestionWithoutAnswerNamesWhatTheRowsDoNotSay(t *testing.T) {
	s := parse(t, load(t, "sensor-readings"))
	s.Asks = append(s.Asks, sheet.Ask{Name: "of a model", Kind: "reading",
		Known: []sheet.Known{{Attr: "device.model"}, {Attr: "device"}, {Attr: "status"}}},
		sheet.Ask{Name: "of all models", Kind: "reading", Known: []sheet.Known{{Attr: "device.model"}, {Attr: "status"}}})
	r := plan.NewModel(s).Judge(design(s, "{device} | {at:-} | Readings | of reading"))
	var names []string
	for _, p := range r.Problems {
		if p.Code == keys.Unanswered {
			names = append(names, strings.Join(p.Names, "+"))
		}
	}
	if !slices.Equal(names, []string{"devices of a customer", "of all models+device.model"}) {
		t.Errorf("%q", names)
	}
}

// A set that inserts a parent with all its children has to fit into one transaction, or becomes a workflow.
func TestASetThatNoTransactionTakesIsNamed(t *testing.T) {
	for children, want := range map[string][]keys.ProblemCode{
		"99": nil, "100": {keys.TooManyActions}, "90 big": {keys.SetTooLarge},
	} {
		t.Run(children, func(t *testing.T) {
			n, big, _ := strings.Cut(children, " ")
			s := parse(t, "# @sheet sets\n# @entity order, 1\n# @entity line, "+n+" of order\n"+
				"# @attribute order.id, text 8, identity\n"+
				"# @attribute line.id, text 8, identity\n# @attribute line.text, text "+map[string]string{"": "10",
				"big": "30000"}[big]+
				"\n# @do place, insert order\n# @do lines, insert line\n# @together place, insert order, insert line")
			r := plan.NewModel(s).Judge(design(s, "{order} | o | Main | of order", "{order} | l_{id} | Main | of line"))
			var got []keys.ProblemCode
			for _, p := range r.Problems {
				got = append(got, p.Code)
			}
			if !slices.Equal(got, want) || !r.Valid {
				t.Errorf("%+v", r.Problems)
			}
		})
	}
}

// An order by a text needs ! after it, for with another text Ann1 would come before Ann.
func TestOnlyTheExclamationMarkKeepsTheOrderOfATextBeforeOthers(t *testing.T) {
	s := parse(t, rules)
	m := plan.NewModel(s)
	for row, want := range map[string]float64{"{name}!{number}": 10, "{number}!{name}": 36_500} {
		r := m.Judge(design(s, sound[0], sound[1], "{shop} | "+row+" | Far | of order | blob photo"))
		if q := question(t, r, "by name"); math.Abs(q.Read.Largest.V-want) > 1 ||
			q.Stores[0] != map[bool]int{true: 2, false: 0}[want == 10] {
			t.Errorf("%s: %+v", row, q)
		}
	}
}
