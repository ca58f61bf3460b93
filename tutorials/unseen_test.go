package tutorials_test

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// leastUnseen is how many answers the list has at least. It only grows, unless a task that another repeats goes, or
// more is asked: texts are not padded, two copies need beginnings that differ, a version is read before the upload, an
// hour is written beside the others, a range holds what comes later, a copy holds what was read.
const leastUnseen = 422

// TestUnseenAnswersAreKnown holds that every answer which was written from its task alone is still one of those that
// a check lets pass, and that the list has an order.
func TestUnseenAnswersAreKnown(t *testing.T) {
	t.Parallel()
	list := unseen(t)
	if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
		t.Error("testdata/unseen.txt: sort the lines, and name each answer once")
	}
	if len(list) < leastUnseen {
		t.Errorf("testdata/unseen.txt names %d answers, want %d at least", len(list), leastUnseen)
	}
	known := rightAnswers(t)
	for _, name := range list {
		if !known[name] {
			t.Errorf("testdata/unseen.txt: answers.http has no right answer %s: put it back, or take the line out", name)
		}
	}
}

// unseen reads the list, without its comment.
func unseen(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/unseen.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "#") })
}

// rightAnswers are those that TestStepsDoWhatTheySay tries, by their path in this folder.
func rightAnswers(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	for _, l := range tree(t).Lessons {
		for _, s := range l.Steps {
			for _, a := range s.RightAnswers() {
				known[path.Join(strings.TrimPrefix(s.Dir, "tutorials/"), a.Name)] = true
			}
		}
	}
	return known
}
