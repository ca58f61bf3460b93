package order_test

import (
	"testing"

	"rowkey/engine/order"
)

func TestPadPutsZerosInFrontUpToAWidth(t *testing.T) {
	for _, c := range []struct {
		number string
		width  int
		want   string
	}{{"7", 3, "007"}, {"1234", 3, "1234"}, {"", 2, "00"}, {"é", 2, "0é"}, {"5", 0, "5"}} {
		if got := order.Pad(c.number, c.width); got != c.want {
			t.Errorf("Pad(%q, %d) = %q, want %q", c.number, c.width, got, c.want)
		}
	}
}
