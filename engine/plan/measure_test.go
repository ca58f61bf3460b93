package plan_test

import (
	"math"
	"reflect"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
)

// What a search compares is what the report says.
func TestAMeasureHasTheNumbersOfTheReport(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }
	for _, name := range sheets(t) {
		s := parse(t, load(t, name))
		m, again := plan.NewModel(s), plan.NewCachedModel(s)
		for i := range s.Designs {
			d := keys.Parse(m.Facts, &s.Designs[i])
			if first, second := again.Measure(d), again.Measure(d); !reflect.DeepEqual(first, second) ||
				!reflect.DeepEqual(first, m.Measure(d)) {
				t.Errorf("%s, %s: %+v, cached %+v", name, d.Name, first, second)
			}
			got, want := m.Measure(d), m.Judge(keys.Parse(m.Facts, &s.Designs[i]))
			for j, q := range want.Questions {
				a := got.Asks[j]
				if len(q.Stores) > 0 && (a.Store != q.Stores[0] || a.Class != q.Class || !near(a.Read, q.Read.Typical.V) ||
					!near(a.Requests, q.Requests.Typical.V)) {
					t.Errorf("%s, %s, %s: %+v, want %+v", name, want.Name, q.Name, a, q)
				}
			}
			for j, w := range want.Writes {
				if a := got.Writes[j]; a.Possible != w.Possible || a.Atomic != w.Atomic || !near(a.Requests, w.Requests.V) {
					t.Errorf("%s, %s, %s: %+v, want %+v", name, want.Name, w.Name, a, w)
				}
			}
			f := want.Facts
			if !near(got.Hottest, f.Hottest.Rate.V) || !near(got.Account, f.Account.Rate.V) || !near(got.Bytes, f.Bytes.V) ||
				!near(got.Transactions, f.Month.Transactions.V) || !near(got.Amplification, f.Amplification.V) ||
				got.Workflows != f.Workflows {
				t.Errorf("%s, %s: %+v, want %+v", name, want.Name, got, f)
			}
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, name := range []string{"sensor-readings", "shop-orders", "audit-log", "chat"} {
		b.Run(name, func(b *testing.B) {
			s := parse(b, load(b, name))
			m, d := plan.NewModel(s), keys.Parse(plan.NewModel(s).Facts, &s.Designs[0])
			for b.Loop() {
				m.Measure(d)
			}
		})
	}
}
