package plan_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// one makes a sheet with one store, one question and one write. Whatever grows is n, rate or width.
func one(d *rand.Rand, keys string) func(n, rate, hours float64) string {
	values, skew := 4+d.IntN(200), []string{"", ", largest 30 %", ", zipf 0.9"}[d.IntN(3)]
	peak, kept := 1+d.IntN(5), 30+d.IntN(300)
	return func(n, rate, hours float64) string {
		return fmt.Sprintf("### S\n# @sheet s, peak %d\n# @entity e, %.0f/day, kept %dd\n# @attribute e.id, guid, identity\n"+
			"# @attribute e.a, text 8, %d values%s\n# @attribute e.at, time\n"+
			"# @ask q, %.3f/s, e by a, at last %.0fh, asked evenly\n"+
			"# @do in, insert e\n\n### A\n# @keys %s\n", peak, n, kept, values, skew, rate, hours, keys)
	}
}

// keysOfOne are designs of that sheet with one store.
var keysOfOne = []string{"{a} | {at:-}_{id} | T", "{at:hour} | {a}_{id} | T", "{a}_{at:day} | {id} | T{at:month}",
	"all | {id} | T", "{id:8%} | {a}_{at:tick}_{id} | T"}

// What 7.1 says about growth: with one store, nothing falls when a count, a rate or a width rises.
func TestNothingFallsWhenACountARateOrAWidthRises(t *testing.T) {
	for seed := range uint64(300) {
		d := rand.New(rand.NewPCG(seed, 1))
		text := one(d, keysOfOne[d.IntN(len(keysOfOne))])
		n, rate, hours, by := float64(1000+d.IntN(5_000_000)), 1+float64(d.IntN(300)), float64(1+d.IntN(48)),
			1.5+3*d.Float64()
		less := numbers(t, text(n, rate, hours))
		for what, grown := range map[string]string{"count": text(n*by, rate, hours), "rate": text(n, rate*by, hours),
			"width": text(n, rate, hours*by)} {
			more := numbers(t, grown)
			for i := range less {
				if more[i] < less[i]*(1-1e-9) {
					t.Errorf("seed %d: with a larger %s number %d falls from %v to %v\n%s", seed, what, i, less[i], more[i], grown)
				}
			}
		}
	}
}

// numbers returns read, requests, bytes, load of the busiest partition and of the account.
func numbers(t *testing.T, text string) [6]float64 {
	t.Helper()
	r := plan.Judge(parse(t, text))[0]
	q := r.Questions[0]
	return [6]float64{q.Read.Typical.V, q.Read.Often.V, q.Requests.Typical.V, r.Facts.Bytes.V, r.Facts.Hottest.Rate.V,
		r.Facts.Account.Rate.V}
}

// Where the shares of partitions are fixed, k times as many users leave 1/k of the headroom.
func TestHeadroomFallsAsTheUsersRise(t *testing.T) {
	for seed := range uint64(300) {
		d := rand.New(rand.NewPCG(seed, 2))
		keys := []string{"all | {id} | T", "{at:hour} | {a}_{id} | T", "{a} | {id} | T", "{id:8%} | {id} | T"}[d.IntN(4)]
		s := parse(t, one(d, keys)(float64(1000+d.IntN(5_000_000)), 1, 1))
		s.Asks = nil
		k := 1 + 50*d.Float64()
		a, b := plan.Judge(s)[0].Facts, plan.Judge(s.Grow(sheet.Users, k))[0].Facts
		closeTo(t, fmt.Sprintf("seed %d: headroom of a partition", seed), b.Hottest.Headroom.V*k, a.Hottest.Headroom.V)
		closeTo(t, fmt.Sprintf("seed %d: headroom of the account", seed), b.Account.Headroom.V*k, a.Account.Headroom.V)
	}
}
