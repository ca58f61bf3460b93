package controltest_test

import (
	"os"
	"strings"
	"testing"

	"rowkey/engine/control"
)

// proposed searches a sheet slice by slice, each time with what an engine is given to go on.
func proposed(t *testing.T, text string, engine func() *control.Handler) control.Proposed {
	t.Helper()
	var got control.Proposed
	for range 100 {
		body := map[string]any{"text": text, "state": got.State}
		got = control.Proposed{}
		if ok(t, engine(), "POST", "/-/propose", body, &got); got.Progress.Done {
			return got
		}
		if len(got.Proposals) != 0 {
			t.Fatalf("proposals before the search is done: %+v", got)
		}
	}
	t.Fatal("the search does not end")
	return got
}

func TestDesignsAreProposedForASheet(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: searches whole sheets")
	}
	t.Parallel()
	e := open(t)
	text := sheetText(t, "multi-tenant-saas")
	got := proposed(t, text, func() *control.Handler { return e })
	first := got.Proposals[0]
	if !first.Report.Valid || len(first.Stores) != 4 || len(first.Why) == 0 || len(first.Costs) == 0 {
		t.Errorf("%+v", first)
	}
	// An engine that has forgotten the search goes on from the state as well.
	other := proposed(t, text, func() *control.Handler { return open(t) })
	if strings.Join(other.Proposals[0].Stores, "\n") != strings.Join(first.Stores, "\n") || other.State != got.State {
		t.Errorf("%q, want %q", other.Proposals[0].Stores, first.Stores)
	}
}

// What came first before comes first again, or is improved; what the sheet cannot have any more is passed over.
func TestASearchBeginsWithWhatItIsGiven(t *testing.T) {
	t.Parallel()
	e := open(t)
	text := sheetText(t, "log-tail")
	var first, got control.Proposed
	ok(t, e, "POST", "/-/propose", map[string]any{"text": text, "slice": 10_000}, &first)
	stores := first.Proposals[0].Stores
	alone, _, _ := strings.Cut(text, "\n### ")
	ok(t, e, "POST", "/-/propose", map[string]any{"text": alone, "slice": 10_000, "found": stores}, &got)
	if strings.Join(got.Proposals[0].Stores, "\n") != strings.Join(stores, "\n") {
		t.Errorf("first = %q, want %q", got.Proposals[0].Stores, stores)
	}
	ok(t, e, "POST", "/-/propose", map[string]any{"text": text, "slice": 10_000,
		"found": []string{"{nobody} | {at} | Main", "{"}}, &got)
	if len(got.Proposals) != len(first.Proposals) {
		t.Errorf("%d proposals, want %d", len(got.Proposals), len(first.Proposals))
	}
	if status, _ := call(t, e, "POST", "/-/propose", map[string]any{"text": text, "found": "all | {id}"}); status != 400 {
		t.Errorf("found that is no list: %d, want 400", status)
	}
}

func TestAStoppedSearchHasTheBestSoFar(t *testing.T) {
	t.Parallel()
	e := open(t)
	var got control.Proposed
	body := map[string]any{"text": sheetText(t, "log-tail"), "state": 2, "stop": true}
	for _, name := range []string{"log-tail", "shop-orders"} {
		for _, state := range []int{0, 2} {
			ok(t, e, "POST", "/-/propose", map[string]any{"text": sheetText(t, name), "state": state, "stop": true}, &got)
			if got.State != state || got.Progress.Done || len(got.Proposals) == 0 || !got.Proposals[0].Report.Valid {
				t.Errorf("%s after %d designs: %+v %+v", name, state, got.Progress, got.Proposals)
			}
		}
	}
	ok(t, e, "POST", "/-/propose", map[string]any{"text": "# @sheet a\n# @entity thing, 0"}, &got)
	if len(got.Messages) == 0 || len(got.Proposals) != 0 || !got.Progress.Done {
		t.Errorf("%+v", got)
	}
	if status, b := call(t, e, "POST", "/-/propose", map[string]any{"text": body["text"], "state": -1}); status != 400 {
		t.Errorf("a state below 0 = %d %s", status, b)
	}
}

func sheetText(t *testing.T, name string) string {
	t.Helper()
	for _, path := range []string{"../plan/testdata/" + name + ".http", "../plan/testdata/patterns/" + name + ".http"} {
		if text, err := os.ReadFile(path); err == nil {
			return string(text)
		}
	}
	t.Fatalf("there is no sheet %q", name)
	return ""
}

func TestASearchGoesOnWithoutItsSheetInSlicesOfAnySize(t *testing.T) {
	t.Parallel()
	e := open(t)
	text := sheetText(t, "log-tail")
	want := proposed(t, text, func() *control.Handler { return e })
	got := control.Proposed{}
	ok(t, e, "POST", "/-/propose", map[string]any{"text": text, "slice": 7}, &got)
	if got.State != 7 || got.Progress.Limits == 0 && got.Progress.Tried > 100 {
		t.Errorf("after a slice of 7: %+v", got.Progress)
	}
	for range 100 {
		state := got.State
		got = control.Proposed{}
		if ok(t, e, "POST", "/-/propose", map[string]any{"state": state, "slice": 1000}, &got); got.Progress.Done {
			break
		}
	}
	if !got.Progress.Done || got.State != want.State ||
		strings.Join(got.Proposals[0].Stores, "\n") != strings.Join(want.Proposals[0].Stores, "\n") {
		t.Errorf("%+v %+v, want %+v", got.Progress, got.Proposals, want.Proposals[0].Stores)
	}
	if p := got.Progress; p.Limits == 0 || p.Met > p.Limits {
		t.Errorf("the best design keeps %d of %d limits", p.Met, p.Limits)
	}
}

func TestASearchThatIsNotKeptIsRefusedWithoutItsSheet(t *testing.T) {
	t.Parallel()
	e := open(t)
	for _, state := range []int{0, 7} {
		if status, b := call(t, e, "POST", "/-/propose", map[string]any{"state": state}); status != 409 {
			t.Errorf("a search that was never begun, from %d on = %d %s", state, status, b)
		}
		ok(t, e, "POST", "/-/propose", map[string]any{"text": sheetText(t, "log-tail"), "slice": 3}, &control.Proposed{})
	}
}
