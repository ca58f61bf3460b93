package course_test

import (
	"strings"
	"testing"
)

func TestAPathThatCannotBeFollowedIsToldWithItsFix(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown": {`[{"name":"sql","days":[["keys","none"]]}]`, `path "sql": there is no lesson "none"`},
		"twice":   {`[{"name":"sql","days":[["keys"],["keys"]]}]`, `path "sql": keys is there twice`},
		"empty":   {`[{"name":"sql","days":[["keys"],[]]}]`, `path "sql": day 2 has no lessons`},
		"no-days": {`[{"name":"sql"}]`, `path "sql": write a name in lowercase letters, and at least one day`},
		"field":   {`[{"name":"sql","day":[]}]`, `unknown field "day"`},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := edited(t, "tutorials/paths.json", "", c.text)
			if err == nil {
				err = tree.Check()
			}
			if err == nil || !strings.Contains(err.Error(), "tutorials/paths.json: ") ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

func TestALessonOfAPathComesAfterWhatItNeeds(t *testing.T) {
	tree, err := edited(t, "tutorials/paths.json", "", `[{"name":"sql","days":[["keys"]]}]`)
	if err != nil {
		t.Fatal(err)
	}
	tree.Lessons[0].Config.Needs = []string{"names"}
	want := `tutorials/paths.json: path "sql": keys needs names: put that before it`
	if err := tree.Check(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error = %v, want %s", err, want)
	}
}
