package course

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// coverageFile lists what the site has to cover, an id a line; "{run}" after it says that readers must be able to
// run it.
const coverageFile = "content/coverage.txt"

var coverageLine = regexp.MustCompile(`^([A-Z0-9]+(?:-[A-Z0-9]+)+)( \{run\})?$`)

// loadCoverage reads the list into t.Coverage: id, and whether it is to run.
func (t *Tree) loadCoverage(root fs.FS) error {
	data, err := fs.ReadFile(root, coverageFile)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		m := coverageLine.FindStringSubmatch(line)
		if m == nil {
			return fmt.Errorf("%s:%d: %q: write one id, for example PK-1, or PK-1 {run}", coverageFile, i+1, line)
		}
		if _, ok := t.Coverage[m[1]]; ok {
			return fmt.Errorf("%s:%d: %s is there a second time: remove one", coverageFile, i+1, m[1])
		}
		t.Coverage[m[1]] = m[2] != ""
	}
	return nil
}

// claim is a text that says which ids it covers.
type claim struct {
	file string
	ids  []string
	runs bool // it has a script that runs
}

// claims returns those of lessons and pages.
func (t *Tree) claims() ([]claim, error) {
	var all []claim
	for _, l := range t.Lessons {
		runs := func(s *Step) bool { return len(s.Examples()) > 0 || s.HasTask() }
		all = append(all, claim{path.Join(l.Dir, "lesson.json"), l.Config.Covers, slices.ContainsFunc(l.Steps, runs)})
	}
	for _, f := range t.Pages {
		meta, err := f.Meta()
		if err != nil {
			return nil, err
		}
		c := claim{file: f.Name(), runs: len(f.Scripts()) > 0}
		list, _ := meta["covers"].([]any)
		for _, id := range list {
			c.ids = append(c.ids, fmt.Sprint(id))
		}
		all = append(all, c)
	}
	return all, nil
}

// checkCoverage finds ids that nobody knows, nobody covers, or nobody can run.
func (t *Tree) checkCoverage() error {
	claims, err := t.claims()
	if err != nil {
		return err
	}
	var errs []error
	covered, runs := map[string]bool{}, map[string]bool{}
	for _, c := range claims {
		for i, id := range c.ids {
			if _, ok := t.Coverage[id]; !ok {
				errs = append(errs, fmt.Errorf("%s: covers %q, which %s does not have", c.file, id, coverageFile))
			} else if slices.Contains(c.ids[:i], id) {
				errs = append(errs, fmt.Errorf("%s: covers %q twice: remove one", c.file, id))
			}
			covered[id], runs[id] = true, runs[id] || c.runs
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.Coverage)) {
		if !covered[id] {
			errs = append(errs, fmt.Errorf("%s: no page covers %s: add it to the \"covers\" of one", coverageFile, id))
		} else if t.Coverage[id] && !runs[id] {
			errs = append(errs, fmt.Errorf("%s: no page that covers %s runs anything", coverageFile, id))
		}
	}
	return errors.Join(errs...)
}
