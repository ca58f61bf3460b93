package course

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
)

// pathsFile lists the short paths through the course, see [Path].
const pathsFile = "tutorials/paths.json"

// Path is a way through some lessons, with what to do on each day. Its texts are "path.<name>.title" and so on.
type Path struct {
	Name string     `json:"name"`
	Days [][]string `json:"days"` // slugs of lessons
}

var pathName = regexp.MustCompile(`^[a-z]+$`)

func (t *Tree) loadPaths(root fs.FS) error {
	data, err := fs.ReadFile(root, pathsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if err := decode(data, &t.Paths); err != nil {
		return fmt.Errorf("%s: %w", pathsFile, err)
	}
	return nil
}

// checkPaths finds lessons that do not exist, that are there twice, or that come before what they need.
func (t *Tree) checkPaths() error {
	var errs []error
	needs := map[string][]string{}
	for _, l := range t.Lessons {
		needs[l.Slug] = append([]string{}, l.Config.Needs...)
	}
	for _, p := range t.Paths {
		bad := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("%s: path %q: %w", pathsFile, p.Name, fmt.Errorf(format, args...)))
		}
		if !pathName.MatchString(p.Name) || len(p.Days) == 0 {
			bad("write a name in lowercase letters, and at least one day")
		}
		var done []string
		for i, day := range p.Days {
			if len(day) == 0 {
				bad("day %d has no lessons", i+1)
			}
			for _, slug := range day {
				before, known := needs[slug]
				switch {
				case !known:
					bad("there is no lesson %q", slug)
				case slices.Contains(done, slug):
					bad("%s is there twice", slug)
				}
				for _, need := range before {
					if !slices.Contains(done, need) {
						bad("%s needs %s: put that before it", slug, need)
					}
				}
				done = append(done, slug)
			}
		}
	}
	return errors.Join(errs...)
}
