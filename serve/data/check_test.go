package data

import (
	"strings"
	"testing"

	"rowkey/engine/store"
)

func TestCheckListsOnlyTheFirstPlacesOfVeryMany(t *testing.T) {
	h := &store.Health{Damage: store.ErrDamaged}
	for i := range 2020 {
		h.Gaps = append(h.Gaps, store.Gap{From: int64(i), To: int64(i + 1), Found: "a place"})
	}
	var out strings.Builder
	describe(&out, "rowkey.db", h)
	if n := strings.Count(out.String(), "a place"); n != 20 ||
		!strings.HasSuffix(out.String(), "  and 2,000 more\n") {
		t.Errorf("%d places are listed:\n%s", n, out.String())
	}
}
