package odata_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// names returns a $select of n names that no entity has.
func names(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("a%d", i)
	}
	return strings.Join(list, ",")
}

// Finding D11: every row compared every name with every other.
func TestSelectCostsWhatItWrites(t *testing.T) {
	api := withTable(t)
	for i := range 100 {
		want(t, ask(t, api, "POST", "/people", fmt.Sprintf(wide, i), "Prefer: return-no-content"), 204, "")
	}
	for i := range 100 {
		want(t, ask(t, api, "POST", "/Tables", fmt.Sprintf(`{"TableName":"many%d"}`, i), "Prefer: return-no-content"), 204,
			"")
	}
	sel := "?$select=Age," + names(10_000) + ",LastName"
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := effort(func() {
		r := ask(t, api, "GET", "/people()"+sel, "")
		want(t, r, 200, `{"LastName":"Jones","Age":34,"a0":null,`)
		if got := strings.Count(string(r.Body), ":null"); got != 1_000_000 {
			t.Errorf("%d properties are null, want a million", got)
		}
		want(t, ask(t, api, "GET", "/Tables"+sel, ""), 200, "")
	})
	if took > 5*time.Second {
		t.Errorf("10,000 names took %v of a processor, want a second at most", took)
	}
}

// BenchmarkSelect10000 is the most expensive projection that fits into a header of 64 KiB.
func BenchmarkSelect10000(b *testing.B) {
	api := withTable(b)
	for i := range 1000 {
		want(b, ask(b, api, "POST", "/people", fmt.Sprintf(wide, i), "Prefer: return-no-content"), 204, "")
	}
	b.ReportAllocs()
	for b.Loop() {
		want(b, ask(b, api, "GET", "/people()?$select="+names(10_000), ""), 200, "")
	}
}
