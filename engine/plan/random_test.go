package plan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// dice makes sheets with a design from a seed: parts of the text form, each on a line.
type dice struct{ *rand.Rand }

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, list ...T) T { return list[d.IntN(len(list))] }

// some returns some elements of a list in its order.
func some(d dice, percent int, list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(string) bool { return !d.chance(percent) })
}

// made is a sheet whose lines can be put in another order.
type made struct{ entities, attributes, asks, stores []string }

func (m made) text() string {
	lines := slices.Concat(m.entities, m.attributes, m.asks)
	return "# @sheet made, total 100/s\n# " + strings.Join(lines, "\n# ") + "\n\n### A\n# @keys " + strings.Join(m.stores,
		"\n# @keys ") + "\n"
}

// sheet makes one to three kinds, each below the one before.
func (d dice) sheet() made {
	var m made
	for i := range 1 + d.IntN(3) {
		name := fmt.Sprintf("kind%d", i)
		of := ""
		if i > 0 {
			of = fmt.Sprintf(" of kind%d%s", i-1, pick(d, "", ", largest 30 %"))
		}
		count := pick(d, fmt.Sprint(100*(1+d.IntN(100_000))), fmt.Sprintf("%d/day", 1000*(1+d.IntN(10_000))))
		if strings.HasSuffix(count, "day") {
			of += ", kept " + pick(d, "30d", "90d", "400d")
		}
		m.entities = append(m.entities, "@entity "+name+", "+count+of)
		m.attributes = append(m.attributes, "@attribute "+name+".id, text 8, identity, unique", "@attribute "+name+".t, time",
			"@attribute "+name+".a, text 12, "+pick(d, "40 values", "50 values, zipf 1", "weights x 20 % and y 80 %"),
			"@attribute "+name+".b, text 20, 300 values"+pick(d, "",
				", largest 40 %"), "@attribute "+name+".n, int, 1000 values", "@attribute "+name+".p, double")
		for range 1 + d.IntN(3) {
			m.asks = append(m.asks, d.ask(len(m.asks), i))
		}
		for range 1 + d.IntN(2) {
			m.stores = append(m.stores, d.store(len(m.stores), i))
		}
	}
	return m
}

// words are what can be known of an entity of a kind.
func (d dice) words(kind int, percent int) []string {
	list := some(d, percent, []string{"id", "a", "b", "n"})
	if kind > 0 {
		list = append(list, some(d, percent, []string{fmt.Sprintf("kind%d", kind-1)})...)
	}
	return list
}

func (d dice) ask(i, kind int) string {
	text := fmt.Sprintf("@ask q%d, %d/s, kind%d", i, 1+d.IntN(50), kind)
	if by := d.words(kind, 30); len(by) > 0 {
		if d.chance(20) {
			by[0] += pick(d, " in 3", " in 100")
		}
		text += " by " + strings.Join(by, " and ")
	}
	if d.chance(50) {
		text += ", t " + pick(d, "last 1h", "one day", "between 6h", "last 3d", "before", "after", "up to now", "after 2 %")
	}
	if d.chance(50) {
		text += ", " + pick(d, "newest t", "oldest t", "smallest n", "greatest n") + pick(d, "", ", top 10", ", top 500")
	}
	if d.chance(20) {
		text += ", p between 5 %"
	}
	return text + pick(d, "", ", asked evenly", ", asked largest") + pick(d, "", "; read <= 100",
		"; read <= 5 x answer, requests <= 10", "; class <= rowRange")
}

// store makes keys with ! between their parts; the identity is always in the RowKey.
func (d dice) store(i, kind int) string {
	partition := append(d.words(kind, 25), some(d, 15, []string{"t:day", "t:hour", "id:4%", "p:40#"})...)
	row := append(some(d, 35, []string{"a", "b", "n:10", "n:-", "t:-", "t:tick"}), "id")
	key := func(list []string) string {
		for i := range list {
			list[i] = "{" + list[i] + "}"
		}
		return strings.Join(list, "!")
	}
	return fmt.Sprintf("s%d!%s | r!%s | Table%s%s | of kind%d", i, key(partition), key(row),
		pick(d, "", "", fmt.Sprint(i)), pick(d, "", "", "{t:day}"), kind)
}

// seeds runs a test on 300 sheets.
func seeds(t *testing.T, run func(t *testing.T, d dice, m made, s *sheet.Sheet)) {
	t.Helper()
	answered := 0
	for seed := range uint64(300) {
		d := dice{rand.New(rand.NewPCG(seed, 7))}
		m := d.sheet()
		s, messages := sheet.Parse(m.text())
		if sheet.Failed(messages) {
			continue // such as a budget that no design can meet
		}
		answered++
		run(t, d, m, s)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, m.text())
		}
	}
	if answered < 150 {
		t.Errorf("%d of 300 sheets have no errors", answered)
	}
}

// judge returns how the one design of a sheet answers the questions, without its writes and growth.
func judge(t testing.TB, s *sheet.Sheet) plan.DesignReport {
	t.Helper()
	if len(s.Designs) != 1 {
		t.Fatalf("%d designs", len(s.Designs))
	}
	m, d := plan.NewModel(s), keys.Parse(plan.NewModel(s).Facts, &s.Designs[0])
	return plan.DesignReport{Name: d.Name, Stores: m.Stores(d), Questions: m.Questions(d)}
}
