package course_test

import (
	"slices"
	"strings"
	"testing"
)

const moved = "tutorials/moved.txt"

func TestMovesThatLeadNowhereAreToldWithPlaceAndFix(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no-day":        {"old/1 -> keys/1\n", ":1: write the day of the change on a line above"},
		"no-move":       {"2026-11-29\nold/1 to keys/1\n", `:2: "old/1 to keys/1": write "old-lesson/3 -> new-lesson/4"`},
		"days-mixed":    {"2026-11-29\n\n2026-11-29\n", ":3: 2026-11-29 is not after 2026-11-29"},
		"no-target":     {"2026-11-29\nold/1 -> keys/9\n", ":2: old/1 leads to keys/9, which does not exist"},
		"itself":        {"2026-11-29\nkeys/1 -> keys/1\n", ":2: keys/1 moves to itself"},
		"twice":         {"2026-11-29\nold/1 -> keys/1\nold/1 -> keys/2\n", ":3: old/1 moves twice on 2026-11-29"},
		"lesson-stays":  {"2026-11-29\nkeys -> keys/1\n", ":2: keys is still a lesson"},
		"lesson-a-step": {"2026-11-29\nold -> keys/1\n", ":2: old is a lesson: it moves to a lesson"},
		"later-nowhere": {"2026-11-29\nold/1 -> keys/1\n2026-12-01\nkeys/1 -> gone/1\n", ":2: old/1 leads to gone/1"},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := edited(t, moved, "", c.text)
			if err == nil {
				err = tree.Check()
			}
			if err == nil || !strings.Contains(err.Error(), moved+c.want) {
				t.Errorf("error = %v, want %s%s", err, moved, c.want)
			}
		})
	}
}

func TestAnAddressThatNoStepHasLeadsToWhereItsStepIsNow(t *testing.T) {
	tree, err := edited(t, moved, "", "# why\n2026-11-29\nold -> keys\nold/1 -> older/1\nkeys/2 => keys/1\n"+
		"2026-12-01\nolder/1 -> keys/3\n")
	if err == nil {
		err = tree.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range tree.Redirects() {
		got = append(got, m.From+" "+m.To)
	}
	if want := []string{"old keys", "old/1 keys/3", "older/1 keys/3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q: keys/2 is a step", got, want)
	}
}
