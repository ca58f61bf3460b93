package order_test

import (
	"cmp"
	"math/rand"
	"slices"
	"testing"

	"rowkey/engine/order"
)

type pair struct{ key, at int }

func TestByKeepsTheOrderOfEqualsAsTheStandardLibraryDoes(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for n := range 200 {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{random.Intn(1 + n/3), i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if order.By(list, byKey); !slices.Equal(list, want) {
			t.Fatalf("%d elements: got %v, want %v", n, list, want)
		}
	}
}

func FuzzBy(f *testing.F) {
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, list []byte) {
		want := slices.Sorted(slices.Values(list))
		if order.By(list, cmp.Compare); !slices.Equal(list, want) {
			t.Errorf("got %q, want %q", list, want)
		}
	})
}

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
