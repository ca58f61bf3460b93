package course_test

import (
	"slices"
	"testing"
)

func TestAStepMayScoreOtherCountersThanItsLesson(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		want []string // nil: an error
	}{
		"those-of-the-lesson": {"title:", []string{"read"}},
		"its-own":             {"score: [transactions]\ntitle:", []string{"transactions"}},
		"none":                {"score: []\ntitle:", []string{}},
		"unknown":             {"score: [speed]\ntitle:", nil},
		"not-a-list":          {"score: read\ntitle:", nil},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := edited(t, step+"en.md", "title:", c.line)
			if err != nil {
				t.Fatal(err)
			}
			l := tree.Lessons[0]
			got, err := l.Steps[0].Score(l)
			if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
				t.Errorf("Score = %v, %v, want %v", got, err, c.want)
			}
		})
	}
}
