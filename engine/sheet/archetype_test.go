package sheet_test

import (
	"math"
	"testing"

	"rowkey/engine/sheet"
)

// near tells of numbers that differ by more than a part of want.
func near(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > part*want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// result returns the result of a step of some working.
func result(t *testing.T, steps []sheet.Step, code sheet.StepCode, of string) float64 {
	t.Helper()
	for _, s := range steps {
		if s.Code == code && s.Of == of {
			return s.Result
		}
	}
	t.Errorf("there is no step %s of %q in %+v", code, of, steps)
	return math.NaN()
}

// answer returns the figures of a question.
func answer(t *testing.T, s *sheet.Sheet, name string) sheet.Figures {
	t.Helper()
	for i := range s.Asks {
		if s.Asks[i].Name == name {
			return s.Answer(&s.Asks[i])
		}
	}
	t.Fatalf("there is no question %q", name)
	return sheet.Figures{}
}

func TestTheReadingsGiveTheirArithmeticWithWholeNumbers(t *testing.T) {
	s := load(t, "sensor-readings")
	l := sheet.KindWorking(s, 2)
	for _, c := range []struct {
		code sheet.StepCode
		of   string
		want float64
	}{
		{sheet.Average, "", 50_000_000.0 / 86_400},
		{sheet.AtPeak, "", 50_000_000.0 / 86_400 * 3},
		{sheet.EachParent, "device", 2500},
		{sheet.OneEvery, "device", 34.56},
		{sheet.Stored, "", 4_500_000_000},
		{sheet.Bytes, "", 648_000_000_000},
		{sheet.InMonth, "", 1_500_000_000},
	} {
		if got := result(t, l, c.code, c.of); got != c.want {
			t.Errorf("%s = %v, want %v", c.code, got, c.want)
		}
	}
	near(t, "a second on average", result(t, l, sheet.Average, ""), 579, 0.001)
	near(t, "a second at peak", result(t, l, sheet.AtPeak, ""), 1736, 0.0001)
	near(t, "part of a partition", result(t, l, sheet.OfPartition, ""), 0.87, 0.005)
	near(t, "part of an account", result(t, l, sheet.OfAccount, ""), 0.087, 0.005)
	near(t, "an hour of a device", result(t, l, sheet.EachHour, "device"), 104, 0.002)
	near(t, "GiB", result(t, l, sheet.GiB, ""), 603.5, 0.0001)
	if got := s.Size(2); got != 144 {
		t.Errorf("Size(reading) = %d, want 144", got)
	}
	near(t, "devices of the largest customer", result(t, sheet.KindWorking(s, 1), sheet.LargestHas, "customer"), 1000, 0)
	near(t, "requests a month", result(t, sheet.Working(s), sheet.InMonth, ""), 1.88e9, 0.001)
}

// What belongs to something that is there is counted in the time in which it arrives; lines come with their order.
func TestAParentHasSoManyInTheTimeInWhichTheyArriveAlone(t *testing.T) {
	readings, orders := load(t, "sensor-readings"), load(t, "shop-orders")
	for _, c := range []struct {
		of   string
		list []sheet.Step
		n    float64
		per  string
	}{
		{"readings of a device", sheet.KindWorking(readings, 2), 2500, "day"},
		{"devices of a customer", sheet.KindWorking(readings, 1), 50, ""},
		{"orders of a customer", sheet.KindWorking(orders, 1), 0.1, "day"},
		{"lines of an order", sheet.KindWorking(orders, 2), 3, ""},
	} {
		for _, s := range c.list {
			if s.Code == sheet.EachParent && (s.Result != c.n || s.Per != c.per) || s.Code == sheet.LargestHas &&
				s.Per != c.per || s.Code == sheet.GiB && s.Per != "" {
				t.Errorf("%s: %+v", c.of, s)
			}
		}
	}
}

func TestGrowingUsersMultiplyReadingsAndQuestionsAndKeepGroups(t *testing.T) {
	s := load(t, "sensor-readings")
	g := s.Grow(sheet.Users, 10)
	near(t, "a second at peak", result(t, sheet.KindWorking(g, 2), sheet.AtPeak, ""), 17_361, 0.0001)
	near(t, "readings of a device", result(t, sheet.KindWorking(g, 2), sheet.EachParent, "device"), 2500, 0)
	near(t, "devices", g.Population(1), 200_000, 0)
	near(t, "answer", answer(t, g, "day").Typical, 2500, 1e-9)
	near(t, "rate of a question", result(t, sheet.AskWorking(g, &g.Asks[0]), sheet.AtPeak, ""), 1200, 1e-12)
	near(t, "rate of the delete by age", result(t, sheet.DoWorking(g, &g.Does[2]), sheet.InMonth, ""), 30, 1e-12)
	near(t, "readings before", s.Population(2), 4.5e9, 0)
}

func TestGrowingDensityMultipliesWhatBelongsToAParent(t *testing.T) {
	s := load(t, "sensor-readings")
	s.Kinds[2].Grows = sheet.Density
	s.Kinds[1].Grows = sheet.NoGrow
	g := s.Grow(sheet.Density, 4)
	near(t, "readings of a device", result(t, sheet.KindWorking(g, 2), sheet.EachParent, "device"), 10_000, 0)
	near(t, "devices", g.Population(1), 20_000, 0)
	near(t, "questions", g.Asks[0].Rate.N, 40, 0)
	u := s.Grow(sheet.Users, 4)
	near(t, "customers with more users", u.Population(0), 1600, 0)
	near(t, "devices, which do not grow", u.Population(1), 20_000, 0)
}

// Typical, 99 of 100 and largest answers, as section 4 of the design of the workbench gives them.
func TestAnswersOfTheArchetypesHaveTheirSize(t *testing.T) {
	for _, c := range []struct {
		sheet, ask             string
		typical, most, largest float64
	}{
		{"sensor-readings", "last hour", 104.17, 104.17, 104.17},
		{"sensor-readings", "latest", 1, 1, 1},
		{"sensor-readings", "devices of a customer", 50, 50, 1000},
		{"sensor-readings", "day", 2500, 2500, 2500},
		{"shop-orders", "newest ten", 10, 10, 10},
		{"shop-orders", "by number", 1, 1, 1},
		{"shop-orders", "order", 1, 1, 1},
		{"shop-orders", "who bought", 270, 270, 27_000},
		{"shop-orders", "open", 100, 100, 100},
		{"chat", "newest 50", 50, 50, 50},
		{"chat", "my rooms with last message", 15, 15, 15},
		{"chat", "members", 30, 30, 10_000},
		{"audit-log", "tenant hour", 625, 625, 250_000},
		{"audit-log", "actor day", 300, 300, 300},
		{"audit-log", "one", 1, 1, 1},
		{"audit-log", "export", 30e6, 30e6, 30e6},
		{"multi-tenant-saas", "document", 1, 1, 1},
		{"multi-tenant-saas", "by external key", 1, 1, 1},
		{"leaderboard", "top", 100, 100, 100},
		{"leaderboard", "mine", 1, 1, 1},
		{"patterns/index-entities", "ids of a name", 40, 40, 40},
		{"patterns/data-series", "day", 24, 24, 24},
		{"patterns/wide-entities", "year", 365, 365, 365},
		{"patterns/log-tail", "newest ten", 10, 10, 10},
	} {
		t.Run(c.sheet+" "+c.ask, func(t *testing.T) {
			f := answer(t, load(t, c.sheet), c.ask)
			near(t, "typical", f.Typical, c.typical, 0.002)
			near(t, "99 of 100", f.Most, c.most, 0.002)
			near(t, "largest", f.Largest, c.largest, 0.002)
		})
	}
}

func TestWholeGroupsOfTheArchetypesHaveTheirSize(t *testing.T) {
	for _, c := range []struct {
		sheet, kind, by  string
		typical, largest float64
	}{
		{"sensor-readings", "reading", "device", 225_000, 225_000},
		{"chat", "message", "room", 146_000, 36.5e6},
		{"leaderboard", "entry", "board+week", 250_000, 1.5e6},
		{"audit-log", "event", "actor+tenant", 120_000, 120_000},
		{"multi-tenant-saas", "document", "tenant", 10_000, 8e6},
	} {
		t.Run(c.sheet, func(t *testing.T) {
			s := load(t, c.sheet)
			f := s.Group(kindOf(t, s, c.kind), knownOf(c.by), sheet.Evenly)
			near(t, "typical", f.Typical, c.typical, 1e-9)
			near(t, "largest", f.Largest, c.largest, 1e-9)
		})
	}
}

func TestTheLoadsOfTheArchetypesAreThoseOfTheirPages(t *testing.T) {
	near(t, "events a second at peak", result(t, sheet.KindWorking(load(t, "audit-log"), 2), sheet.AtPeak, ""), 1389,
		0.001)
	near(t, "messages a second at peak", result(t, sheet.KindWorking(load(t, "chat"), 3), sheet.AtPeak, ""), 1157, 0.001)
	near(t, "members of a room", result(t, sheet.KindWorking(load(t, "chat"), 2), sheet.EachParent, "room"), 30, 0)
	near(t, "rooms of a user", result(t, sheet.KindWorking(load(t, "chat"), 2), sheet.EachParent, "user"), 15, 0)
	near(t, "lines of an order", result(t, sheet.KindWorking(load(t, "shop-orders"), 2), sheet.EachParent, "order"), 3, 0)
	near(t, "orders and lines", load(t, "shop-orders").Population(1)+load(t, "shop-orders").Population(2), 58.4e6, 0)
	near(t, "bytes of an event", float64(load(t, "audit-log").Size(2)), 400, 0)
	near(t, "messages kept for a year", load(t, "chat").Population(3), 7.3e9, 0)
}
