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

	"rowkey/engine/lists"
)

// coverageFile lists what the site has to cover, an id a line; "{run}" after it says that a script has to prove it, and
// "# why" after that says why none can.
const coverageFile = "content/coverage.txt"

var coverageLine = regexp.MustCompile(`^([A-Z0-9]+(?:-[A-Z0-9]+)+)(?:( \{run\})(?: # (.+))?)?$`)

// Demand is what the list of coverage wants for an id.
type Demand struct {
	Run bool   // readers can run it
	Why string // no script can prove it; "" if one has to
}

// loadCoverage reads the list into t.Coverage.
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
		t.Coverage[m[1]] = Demand{Run: m[2] != "", Why: m[3]}
	}
	return nil
}

// claim is one id that a text says it covers, with the script that would fail if the statement were false.
type claim struct {
	file   string // that makes it
	id     string
	script string // below the folder of file; "" where nothing is run
	text   string // of the script; "" where the folder does not have it
}

// claimsOf reads the entries of a list, "EGT-01 1-apart/apart.http" or a bare "EGT-02".
func claimsOf(file string, entries []string, scripts func(name string) string) []claim {
	var all []claim
	for _, entry := range entries {
		id, script, _ := strings.Cut(entry, " ")
		all = append(all, claim{file, id, script, scripts(script)})
	}
	return all
}

// claims returns those of lessons and pages.
func (t *Tree) claims() ([]claim, error) {
	var all []claim
	for _, l := range t.Lessons {
		all = append(all, claimsOf(path.Join(l.Dir, "lesson.json"), l.Config.Covers, l.proof)...)
	}
	for _, f := range t.Pages {
		meta, err := f.Meta()
		if err != nil {
			return nil, err
		}
		list, _ := meta["covers"].([]any)
		entries := lists.Map(list, func(entry any) string { return fmt.Sprint(entry) })
		all = append(all, claimsOf(f.Name(), entries, func(name string) string { return f.Files[name] })...)
	}
	return all, nil
}

// proof returns the text of a script that proves something: an example or a check, by its path below the lesson.
func (l *Lesson) proof(name string) string {
	for _, s := range l.Steps {
		if file, ok := strings.CutPrefix(name, path.Base(s.Dir)+"/"); ok && (IsExample(file) || file == "check.http") {
			return s.Files[file]
		}
	}
	return ""
}

// mistake says what is wrong with a claim, whose id is on the list; nil if nothing is.
func (c claim) mistake() error {
	switch {
	case c.script == "":
		return nil
	case c.text == "":
		return fmt.Errorf("%s: covers %q by %s, which is no example and no check there", c.file, c.id, c.script)
	case !strings.Contains(c.text, "# ??"):
		return fmt.Errorf("%s: covers %q by %s, which asserts nothing: add a line # ?? that fails if the statement is false",
			c.file, c.id, c.script)
	}
	return nil
}

// checkCoverage finds ids that are unknown, not covered, or not covered by a script, and claims without proof.
func (t *Tree) checkCoverage() error {
	claims, err := t.claims()
	if err != nil {
		return err
	}
	var errs []error
	seen, covered, proven := map[[2]string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range claims {
		key := [2]string{c.file, c.id}
		if _, ok := t.Coverage[c.id]; !ok {
			errs = append(errs, fmt.Errorf("%s: covers %q, which %s does not have", c.file, c.id, coverageFile))
		} else if seen[key] {
			errs = append(errs, fmt.Errorf("%s: covers %q twice: remove one", c.file, c.id))
		} else if err := c.mistake(); err != nil {
			errs = append(errs, err)
		}
		seen[key], covered[c.id], proven[c.id] = true, true, proven[c.id] || c.script != ""
	}
	for _, id := range slices.Sorted(maps.Keys(t.Coverage)) {
		if !covered[id] {
			errs = append(errs, fmt.Errorf("%s: no page covers %s: add it to the \"covers\" of one", coverageFile, id))
		} else if d := t.Coverage[id]; d.Run && !proven[id] && d.Why == "" {
			errs = append(errs, fmt.Errorf("%s: no page that covers %s names the script that proves it: write \"%s "+
				"1-step/example.http\"", coverageFile, id, id))
		} else if proven[id] && d.Why != "" {
			errs = append(errs, fmt.Errorf("%s: a page proves %s: remove why none can", coverageFile, id))
		}
	}
	return errors.Join(errs...)
}
