package verdict_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
	"rowkey/engine/verdict"
	"rowkey/engine/workload"
)

// workloads returns the folders of all workloads of lessons, cases and the help.
func workloads(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"tutorials/*/*", "content/cases/*", "content/help/*"} {
		found, err := filepath.Glob("../../" + pattern + "/workload-*.json")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	if len(list) < 20 {
		t.Fatalf("found %d workloads", len(list))
	}
	return list
}

// ENG-V4: a lesson and the workbench say the same of a design: what "# @workload" reports is what the workbench
// reports of the sheet with the same meaning, which is read from its text.
func TestALessonAndTheWorkbenchJudgeAlike(t *testing.T) {
	t.Parallel()
	judged := 0
	for _, path := range workloads(t) {
		folder, name := filepath.Dir(path), filepath.Base(path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := workload.Parse(string(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		scripts, _ := filepath.Glob(folder + "/*.http")
		for _, file := range scripts {
			source, _ := os.ReadFile(file)
			line := "# @workload " + strings.TrimSuffix(strings.TrimPrefix(name, "workload-"), ".json") + "\n"
			if !strings.Contains(string(source), line) || filepath.Base(file) == "answers.http" {
				continue
			}
			s := script.Parse(filepath.Base(file), string(source), func(string) (string, bool) { return string(text), true })
			compareJudges(t, file, w, s)
			judged++
		}
	}
	if judged < 40 {
		t.Errorf("judged %d designs", judged)
	}
}

func compareJudges(t *testing.T, file string, w *workload.Workload, s *script.Script) {
	t.Helper()
	design := sheet.Design{Name: "design"}
	var stores []*script.Store
	for i := range s.Blocks {
		for _, k := range s.Blocks[i].Meta.Keys {
			design.Stores, stores = append(design.Stores, k.Text), append(stores, k)
		}
	}
	lesson, wrong := verdict.Judge(context.Background(), w, stores, 1)
	with := *w.Sheet
	with.Designs = []sheet.Design{design}
	bench, messages := sheet.Parse(sheet.Write(&with))
	if sheet.Failed(messages) || lesson == nil {
		t.Fatalf("%s: %+v, %+v", file, wrong, messages)
	}
	r := plan.Judge(bench)[0]
	if got, want := lesson.Hottest, r.Facts.Hottest.Rate.V; got != int(math.Round(want)) {
		t.Errorf("%s: the busiest partition gets %d in the lesson, %g in the workbench", file, got, want)
	}
	for i := range w.Patterns {
		p, q := &w.Patterns[i], lesson.Patterns[i]
		if p.Write {
			if n := r.Writes[p.Index].Requests.V; q.P99.Requests != int(math.Round(n)) {
				t.Errorf("%s, %s: %d requests in the lesson, %g in the workbench", file, p.Name, q.P99.Requests, n)
			}
			continue
		}
		a := r.Questions[p.Index]
		trips := int(math.Round(a.RoundTrips.Often.V))
		if q.Class != a.Class || q.P99.Read != int(math.Round(a.Read.Often.V)) || q.P99.Roundtrips != trips {
			t.Errorf("%s, %s: %s with %d reads in the lesson, %s with %g in the workbench",
				file, p.Name, q.Class, q.P99.Read, a.Class, a.Read.Often.V)
		}
		if !q.Verified {
			t.Errorf("%s, %s: calls on a sample cost something else", file, p.Name)
		}
	}
}

func TestAWorkloadThatBreaksARuleOfSheetsIsNamed(t *testing.T) {
	t.Parallel()
	w, err := workload.Parse(`{"entities": {"count": 1000, "attributes": {"floor": {"range": [1, 3]}}}, "rate": 1,
		"patterns": [{"name": "one", "known": ["floor"]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	_, wrong := verdict.Judge(context.Background(), w, nil, 7)
	if wrong == nil || wrong.Line != 7 || !strings.Contains(wrong.Text.String(), "identityTooSmall") {
		t.Errorf("problem = %+v, want that floors tell no entities apart", wrong)
	}
}
