package sample_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// sheets are the sheets of the archetypes and of the patterns, which package plan keeps.
func sheets(t testing.TB) map[string]*sheet.Sheet {
	t.Helper()
	all := map[string]*sheet.Sheet{}
	for _, dir := range []string{"", "patterns"} {
		paths, err := filepath.Glob(filepath.Join("..", "plan", "testdata", dir, "*.http"))
		if err != nil || len(paths) == 0 {
			t.Fatal(paths, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, messages := sheet.Parse(string(text))
			if sheet.Failed(messages) {
				t.Fatalf("%s: %+v", path, messages)
			}
			all[filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".http"))] = s
		}
	}
	return all
}

// kept are the designs whose questions a sample does not ask: it keeps no lists, series, parts, blobs or answers.
var kept = map[string]bool{
	"patterns/data-series/A day in one entity/day": true, "patterns/index-entities/List of a name/ids of a name": true,
	"patterns/large-entities/Photo in a blob/one": true, "patterns/wide-entities/Parts/year": true,
	"patterns/log-data/Log blobs/errors": true, "leaderboard/By player with a ready answer/top": true,
}

// Class, entities read and returned, requests and round trips of each call are those that the plan predicted, and the
// entities are those that belong to the answer, for the expected designs and the wrong ones alike. The formulas agree
// with the averages of nearly all.
func TestTheEngineDoesWhatThePlanPredicts(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: fills a table for each design")
	}
	compared, agreed := 0, 0
	for name, s := range sheets(t) {
		for i := range s.Designs {
			t.Run(name+"/"+s.Designs[i].Name, func(t *testing.T) {
				r, err := sample.Verify(context.Background(), s, &s.Designs[i], sample.Most, 1)
				if err != nil || r.Refused != "" || r.Entities > sample.Most || r.Entities < 20 {
					t.Fatal(err, r.Refused, r.Entities)
				}
				for _, q := range r.Questions {
					check(t, &q, kept[name+"/"+s.Designs[i].Name+"/"+q.Name])
					for _, st := range q.Statistics {
						if compared++; st.Agrees {
							agreed++
						}
					}
				}
			})
		}
	}
	if compared < 200 || agreed*100 < compared*90 {
		t.Errorf("%d of %d averages agree with their formulas", agreed, compared)
	}
}

// check checks that a question was asked, and cost what was predicted.
func check(t *testing.T, q *sample.Question, skipped bool) {
	t.Helper()
	switch {
	case skipped:
		if q.Skipped != "form" || q.Verified {
			t.Errorf("%+v", q)
		}
	case q.Skipped != "" || !q.Verified || q.Calls != 40 || len(q.Requests) == 0 || len(q.Statistics) != 3:
		first := q.Differences[:min(3, len(q.Differences))]
		t.Errorf("%s: skipped %q, verified %v, %d calls, %d requests, differences %+v",
			q.Name, q.Skipped, q.Verified, q.Calls, len(q.Requests), first)
	}
}

// Keys that do not tell entities apart are refused by the service.
func TestASampleThatCannotBeStoredSaysWhy(t *testing.T) {
	s, _ := sheet.Parse("### S\n# @sheet s\n# @entity e, 1000\n" +
		"# @attribute e.id, guid, identity\n# @attribute e.a, text 8, 5 values\n" +
		"# @ask q, e by a\n\n### A\n# @keys {a} | x\n")
	r, err := sample.Verify(context.Background(), s, &s.Designs[0], sample.Most, 1)
	if err != nil || !strings.Contains(r.Refused, "EntityAlreadyExists") {
		t.Errorf("%+v, %v", r, err)
	}
}

// The same seed makes the same sample, and another one another.
func TestASampleFollowsFromItsSeed(t *testing.T) {
	s := sheets(t)["shop-orders"]
	verify := func(seed uint64) string {
		r, err := sample.Verify(context.Background(), s, &s.Designs[0], 500, seed)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(r.Questions[3].Requests, "\n")
	}
	first, again, other := verify(1), verify(1), verify(2)
	if first != again || first == other {
		t.Errorf("%s\n%s\n%s", first, again, other)
	}
}

// Two hundred days have 288,000 minutes, of which each may be a table; what is stored needs two hundred.
const minutes = `
# @sheet minutes
# @entity reading, 1/day, kept 200d
# @attribute reading.id, int, identity
# @attribute reading.at, time second
# @ask one, 1/s, reading by id

### A
# @keys all | {id} | Readings{at:minute} | of reading
`

func TestASampleMakesNoMoreTablesThanACallMayList(t *testing.T) {
	s, messages := sheet.Parse(minutes)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	if made := testing.AllocsPerRun(1, func() {
		if _, err := sample.Verify(context.Background(), s, &s.Designs[0], 300, 1); err != nil {
			t.Fatal(err)
		}
	}); made > 1_000_000 {
		t.Errorf("%.0f allocations for 200 rows", made)
	}
}
