package content_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// said is a number that the page of a case states, in its words, and the same from its sheet.
type said struct {
	words string
	value float64
	of    func(s *sheet.Sheet, designs []plan.DesignReport) float64
}

// caseSheet is what the sheet of a case has to agree with.
type caseSheet struct {
	givesUp []string // questions whose budget the chosen design, the first one, does not keep
	said    []said
}

var caseSheets = map[string]caseSheet{
	"sensor-readings": {said: []said{
		{"583 a second, 96 %", 583, arriving("reading")},
		{"about 6,000 a second", 5833, atPeak("reading")},
		{"35,000 devices", 35_000, population("device")},
		{"1,512 million inserts a month", 1512e6, func(s *sheet.Sheet, _ []plan.DesignReport) float64 {
			return arriving("reading")(s, nil) * 2_592_000
		}},
		{"| the last hour, in requests | 61 | 1 | 2 |", 61, requests("Time first", "last hour")},
		{"| the last hour, in requests | 61 | 1 | 2 |", 2, requests("Device first and a table a day", "last hour")},
	}},
	"audit-log": {givesUp: []string{"person in a month"}, said: []said{
		{"116 events a second", 116, arriving("event")},
		{"333", 333, atPeak("event")},
		{"3,900 million in 13 months", 3900e6, population("event")},
		{"| record, in transactions | 1 | 1 | 5 |", 5, written("A copy by person", "record")},
		{"300 million events every month", 300e6, reads("A table for each month", "person in a month")},
		{"That makes 3,000 requests", 3000, requests("A table for each month", "person in a month")},
	}},
	"chat": {givesUp: []string{"my messages"}, said: []said{
		{"20 million messages a day, 20,000,000 / 86,400 = 231 a second", 231, arriving("message")},
		{"3,000,000 / 3,600 = 833 a second", 833, atPeak("message")},
		{"about 40 rooms", 40, func(s *sheet.Sheet, _ []plan.DesignReport) float64 {
			return population("membership")(s, nil) / population("user")(s, nil)
		}},
		{"about 30 members", 30, func(s *sheet.Sheet, _ []plan.DesignReport) float64 {
			return population("membership")(s, nil) / population("room")(s, nil)
		}},
		{"| open a room, reads | 101 | 50 | 50 |", 50, reads("Newest first", "open a room")},
		{"| write, in transactions | 1 | 1 | 5 |", 5, written("A copy by author", "write")},
	}},
	"leaderboard": {said: []said{
		{"A million players", 1e6, population("player")},
		{"Assume 1,500 a second", 1500, func(s *sheet.Sheet, _ []plan.DesignReport) float64 {
			return s.Does[0].Rate.N * s.Peak
		}},
		{"| the top 100, reads | 3,000 | 100 | 1,600 |", 1600, reads("Sixteen buckets", "top 100")},
		{"| the top 100, in requests | 3 | 1 | 16 |", 16, requests("Sixteen buckets", "top 100")},
		{"One read instead of 100", 1, reads("Sixteen buckets and a page", "top 100")},
	}},
	"orders": {givesUp: []string{"orders of a day"}, said: []said{
		{"200,000 orders a day are 200,000 / 86,400 = 2.3 a second", 2.3, arriving("order")},
		{"20,000 / 3,600 = 5.6 a second", 5.6, atPeak("order")},
		{"| the newest ten read | 4,000 | 10 | 10 |", 10, reads("Customer in the number", "newest ten")},
		{"| place an order, in transactions | 1 | 5 | 1 |", 1, written("Customer in the number", "place")},
	}},
	"from-a-log": {said: []said{
		{"With 3,000 parcels in three depots", 3000, population("parcel")},
		{"in a second | 12,000 | 8 |", 12_000, func(s *sheet.Sheet, d []plan.DesignReport) float64 {
			return s.Asks[0].Rate.N * s.Peak * reads("By depot and by day", "where is my parcel")(s, d)
		}},
		{"busiest partition | 2,400 | 300 |", 2400, hottest("By depot and by day")},
		{"busiest partition | 2,400 | 300 |", 300, hottest("By code and by belt")},
		{"so a question reads 1 entity", 1, reads("By code and by belt", "where is my parcel")},
	}},
	"last-seat": {said: []said{
		{"20 shows in a hall of 300 seats", 20, population("show")},
		{"200 bookings a second", 200, func(s *sheet.Sheet, _ []plan.DesignReport) float64 {
			return s.Does[0].Rate.N * s.Peak
		}},
		{"A tenth of them, 20 a second, are for the premiere", 20, contended("Show and bookings together", "book")},
		{"over all shows at the peak | 2.6 | 6.6 |", 2.6, written("Show and bookings together", "book")},
		{"over all shows at the peak | 2.6 | 6.6 |", 6.6, written("Bookings by themselves", "book")},
		{"| the guests of a show, reads | 300 | 3,000 |", 3000, reads("Bookings by themselves", "guests of a show")},
	}},
	"tenants": {said: []said{
		{"sold to 400 companies", 400, population("tenant")},
		{"2,250 a second, come from one tenant", 2250, hottest("A partition for each tenant")},
		{"| tickets of a team, in requests | 1 | 1 | 8 | 1 |", 8, requests("Eight buckets", "tickets of a team")},
		{"| move to another team, in requests | 2 | 6 | 2 | 6 |", 6, written("A table for each tenant", "move")},
		{"| move to another team, in requests | 2 | 6 | 2 | 6 |", 2, written("A partition for each tenant", "move")},
	}},
}

// hottest is what the busiest partition of a design takes in a second.
func hottest(design string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(_ *sheet.Sheet, d []plan.DesignReport) float64 { return named(d, design).Facts.Hottest.Rate.V }
}

func population(kind string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(s *sheet.Sheet, _ []plan.DesignReport) float64 { return s.Population(s.KindOf(kind)) }
}

// arriving is how many entities of a kind arrive in a second, on average.
func arriving(kind string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(s *sheet.Sheet, _ []plan.DesignReport) float64 {
		k := s.KindOf(kind)
		return s.Population(k) / s.Cover(k)
	}
}

func atPeak(kind string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(s *sheet.Sheet, _ []plan.DesignReport) float64 { return arriving(kind)(s, nil) * s.Peak }
}

func named(designs []plan.DesignReport, name string) plan.DesignReport {
	for _, d := range designs {
		if d.Name == name {
			return d
		}
	}
	return plan.DesignReport{}
}

func asked(designs []plan.DesignReport, design, question string) plan.QuestionReport {
	for _, q := range named(designs, design).Questions {
		if q.Name == question {
			return q
		}
	}
	return plan.QuestionReport{}
}

func reads(design, question string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(_ *sheet.Sheet, d []plan.DesignReport) float64 { return asked(d, design, question).Read.Often.V }
}

func requests(design, question string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(_ *sheet.Sheet, d []plan.DesignReport) float64 {
		return asked(d, design, question).Requests.Often.V
	}
}

// contended is how many writes a second meet at one entity.
func contended(design, write string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(_ *sheet.Sheet, d []plan.DesignReport) float64 {
		for _, w := range named(d, design).Writes {
			if w.Name == write {
				return w.Contention.Rate.V
			}
		}
		return math.NaN()
	}
}

func written(design, write string) func(*sheet.Sheet, []plan.DesignReport) float64 {
	return func(_ *sheet.Sheet, d []plan.DesignReport) float64 {
		for _, w := range named(d, design).Writes {
			if w.Name == write {
				return w.Requests.V
			}
		}
		return math.NaN()
	}
}

// The page of each case leads to its own sheet, which has the numbers of the page, and whose first design is the
// choice.
func TestEachCaseHasASheetWithItsNumbers(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob("cases/*/en.md")
	if err != nil || len(folders) != len(caseSheets) {
		t.Fatal(folders, err)
	}
	for _, file := range folders {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			page, err1 := os.ReadFile(file)
			text, err2 := os.ReadFile("../engine/plan/testdata/cases/" + name + ".http")
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if !strings.Contains(string(page), "(/design/?sheet=case-"+name+")") {
				t.Error("the page does not lead to its sheet")
			}
			s, messages := sheet.Parse(string(text))
			if sheet.Failed(messages) || sheet.Write(s) != string(text) {
				t.Fatalf("%+v\n%s", messages, sheet.Write(s))
			}
			designs, of := plan.Judge(s), caseSheets[name]
			for _, d := range designs {
				if !d.Valid {
					t.Errorf("%s: %+v", d.Name, d.Problems)
				}
			}
			if broken := overBudget(designs[0]); !slices.Equal(broken, of.givesUp) {
				t.Errorf("the chosen design does not keep the budgets of %q, want %q", broken, of.givesUp)
			}
			for _, n := range of.said {
				if !strings.Contains(string(page), n.words) {
					t.Errorf("the page does not say %q", n.words)
				}
				if got := n.of(s, designs); !(math.Abs(got-n.value) <= 0.02*n.value) {
					t.Errorf("%s: the sheet says %g, want %g", n.words, got, n.value)
				}
			}
		})
	}
}

// overBudget returns the questions and writes of a design whose budget does not hold.
func overBudget(d plan.DesignReport) (list []string) {
	for _, q := range d.Questions {
		if !q.Met {
			list = append(list, q.Name)
		}
	}
	for _, w := range d.Writes {
		if !w.Met {
			list = append(list, w.Name)
		}
	}
	return list
}
