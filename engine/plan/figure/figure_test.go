package figure

import (
	"math"
	"testing"
)

func TestFiguresHaveTheWeakestLabelAndTwelveDigits(t *testing.T) {
	for _, c := range []struct {
		n, want float64
		of      []string
		label   Label
	}{
		{0.1 + 0.2, 0.3, nil, Exact},
		{1e15 + 1, 1e15 + 1, []string{"independent:device,at"}, Exact},
		{3e7 * (1 + 1e-15), 3e7, []string{"model:page", "independent:a,b"}, Modelled},
		{1.0 / 3, 0.333333333333, []string{"model:page", "default:/horizon"}, Assumed},
		{math.MaxFloat64, math.MaxFloat64, []string{"default:/horizon", "model:page"}, Assumed},
	} {
		if f := New(c.n, c.of); f.V != c.want || f.Label != c.label || len(f.Of) != len(c.of) {
			t.Errorf("figure(%v) = %+v", c.n, f)
		}
	}
	e := Evidence{typical: []string{"model:page"}, Others: []string{"default:/horizon"}}
	if s := e.Spread(Always(1)); s.Typical.Label != Modelled || s.Often.Label != Assumed || len(s.Largest.Of) != 2 {
		t.Errorf("%+v", s)
	}
}
