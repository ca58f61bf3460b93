package plan_test

import (
	"reflect"
	"slices"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// small is a sheet with attributes of all types.
const small = `# @sheet small
# @entity shop, 10
# @entity order, 1000/day of shop
# @attribute order.number, int, identity, follows placed
# @attribute order.placed, time second
# @attribute order.status, text 10, weights open 1 % and shut 99 %
# @attribute order.price, double
# @attribute order.balance, int, signed
# @ask newest, order by shop, newest placed, top 10
# @ask shops, shop
`

func parse(t testing.TB, text string) *sheet.Sheet {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatalf("%+v", messages)
	}
	return s
}

// design reads stores as a design.
func design(s *sheet.Sheet, stores ...string) *keys.Design {
	return keys.Parse(plan.NewModel(s).Facts, &sheet.Design{Name: "A", Stores: stores})
}

func TestStoresAreWrittenAsTheyAreRead(t *testing.T) {
	s := parse(t, small)
	for _, text := range []string{
		"{shop} | o_{number:-} | Orders | of order",
		"{shop}_{placed:day} | {placed:-hour}_{number:6} | Orders{placed:month} | of order | include shop,price | kept queue",
		"{shop} | p_{price:8.2}_{number} | Orders | of order | include",
		"open | {placed:second}_{number} | Open | of order | where status=open | kept every 10s",
		"open | {placed:second}_{number} | Open | of order | where status=open | where balance=0",
		"{status:low}_{status:3<}_{shop:4%} | {price:8.2}!{number} | Main | of order | blob status",
		"{shop} | x | Lists | of order | list | kept transaction",
		"{shop} | c | Main | of order | slot placed:hour | part 252",
		"logs | {shop}_{placed:hour} | Main | of order | log 60s",
		"{shop} | top | Main | of order | answer newest | kept every 5s",
		"{shop.id} | {number} | Main | of order",
	} {
		t.Run(text, func(t *testing.T) {
			d := design(s, text)
			if len(d.Problems) > 0 {
				t.Fatalf("%+v", d.Problems)
			}
			if got := d.Stores[0].Write(s); got != text {
				t.Errorf("Write = %q", got)
			}
		})
	}
}

func TestWhatCannotBeReadIsNamedWithItsPlace(t *testing.T) {
	s := parse(t, small)
	for _, c := range []struct {
		text string
		code keys.ProblemCode
		name string
	}{
		{"{shop | x | T | of order", keys.TemplateOpen, "{shop"},
		{"shop} | x | T | of order", keys.TemplateClose, "shop}"},
		{"{} | x | T | of order", keys.TemplateAttr, "{}"},
		{"{shop:x} | x | T | of order", keys.TemplateForm, "{shop:x}"},
		{"{number:0} | x | T | of order", keys.TemplateForm, "{number:0}"},
		{"{number:06} | x | T | of order", keys.TemplateForm, "{number:06}"},
		{"{price:2.3} | x | T | of order", keys.TemplateForm, "{price:2.3}"},
		{"{number:65} | x | T | of order", keys.TemplateForm, "{number:65}"},
		{"{shop} | x | T{status:day} | of order", keys.FormOfOther, "{status:day}"},
		{"{shop:-} | x | T | of order", keys.FormOfText, "{shop:-}"},
		// "ab" with zeros in front is the key of another text, even where none has more characters
		{"{shop} | {status:10}_{number} | T | of order", keys.FormOfText, "{status:10}"},
		{"{balance:-} | x | T | of order", keys.SignedKey, "{balance:-}"},
		{"{shop} | {numbr} | T | of order", keys.UnknownName, "number"},
		{"{shop} | {number} | T", keys.KindNeeded, ""},
		{"{shop} | {number} | T | of ordr", keys.UnknownKind, "order"},
		{"{shop} | {number} | T | of order | includes a", keys.UnknownOption, "include"},
		{"{shop} | include price", keys.EarlyOption, "RowKey"},
		{"{shop} | of order | T", keys.EarlyOption, "of order"},
		{"{shop} | {number} | T | of order | list | list", keys.TwiceOption, "list"},
		{"{shop} | {number} | T | of order | list | slot placed:day", keys.BadOption, "slot placed:day"},
		{"{shop} | {number} | T | of order | part 253", keys.BadOption, "part 253"},
		{"{shop} | {number} | T | of order | part 0", keys.BadOption, "part 0"},
		{"{shop} | {number} | T | of order | part -1", keys.BadOption, "part -1"},
		{"{shop} | {number} | T | of order | part 007", keys.BadOption, "part 007"},
		{"{shop} | {number} | T | of order | part ten", keys.BadOption, "part ten"},
		{"{shop} | {number} | T | of order | list all", keys.BadOption, "list all"},
		{"{shop} | {number} | T | of order | answer", keys.BadOption, "answer"},
		{"{shop} | {number} | T | of order | include price,,status", keys.BadOption, "include price,,status"},
		{"{shop} | {number} | T | of order | blob", keys.BadOption, "blob"},
		{"{shop} | {number} | T | of order | log often", keys.BadOption, "log often"},
		{"{shop} | {number} | T | of order | slot placed", keys.BadOption, "slot placed"},
		{"{shop} | {number} | T | of order | slot placed:year", keys.BadOption, "slot placed:year"},
		{"{shop} | {number} | T | of", keys.BadOption, "of"},
		{"{shop} | {number} | T | of order | kept", keys.BadOption, "kept"},
		{"{shop} | {number} | T | of order | kept queue 5s", keys.BadOption, "kept queue 5s"},
		{"{shop} | {number} | T | of order | where status", keys.BadOption, "where status"},
		{"{shop} | {number} | T | of order | where status=opne", keys.UnknownValue, "open"},
		{"{shop} | {number} | T | of order | where status=", keys.BadOption, "where status="},
		{"{shop} | {number} | T | of order | kept every", keys.BadOption, "kept every"},
		{"{shop} | {number} | T | of order | slot status:day", keys.FormOfOther, "status:day"},
		{"{shop} | {number} | T | of order | answer newst", keys.UnknownAsk, "newest"},
		{"{shop} | {number} | T | of order | answer shops", keys.NotOfKind, "shops"},
	} {
		t.Run(c.text, func(t *testing.T) {
			d := design(s, "{shop} | {number} | Good | of order", c.text)
			p := d.Problems
			if len(p) != 1 || p[0].Code != c.code || p[0].Store != 1 || c.name != "" && !slices.Contains(p[0].Names, c.name) {
				t.Errorf("%+v", p)
			}
			if d.Valid() || d.Stores[1].Kind != -1 || !d.Stores[0].Base {
				t.Errorf("%+v", d)
			}
		})
	}
}

func TestMoreThanSixStoresOfAKindAreRefused(t *testing.T) {
	s := parse(t, small)
	d := design(s, slices.Repeat([]string{"{shop} | {number} | T | of order"}, 7)...)
	if len(d.Problems) == 0 || d.Problems[0].Code != keys.TooManyStores ||
		!reflect.DeepEqual(d.Problems[0].Numbers, []float64{7, 6}) {
		t.Errorf("%+v", d.Problems)
	}
}
