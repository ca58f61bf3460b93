package course

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// MovedFile lists the steps and lessons whose address has changed, see [Moves]. Browsers of readers read it as well
// (site/app/lesson/moved.ts), because progress is kept by these addresses.
const MovedFile = "tutorials/moved.txt"

var (
	moveDay  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	moveLine = regexp.MustCompile(`^([a-z0-9-]+(?:/[1-9][0-9]?)?) [-=]> ([a-z0-9-]+(?:/[1-9][0-9]?)?)$`)
)

// Moves are the changes of one day, which happened together: "keys/4 -> keys/3" and "keys/3 -> keys/4" is an exchange.
type Moves struct {
	Day  string
	List []Move
}

// Move is one step or lesson, "keys/3" or "keys", and what is in its place: the same with "->", and another one that
// teaches it now with "=>", to which progress does not move.
type Move struct {
	From, To string
	line     int
}

func (t *Tree) loadMoved(root fs.FS) error {
	data, err := fs.ReadFile(root, MovedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for i, line := range strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m, last := moveLine.FindStringSubmatch(line), len(t.Moved)-1
		switch {
		case moveDay.MatchString(line) && last >= 0 && line <= t.Moved[last].Day:
			return fmt.Errorf("%s:%d: %s is not after %s: write the days in order, each once", MovedFile, i+1, line,
				t.Moved[last].Day)
		case moveDay.MatchString(line):
			t.Moved = append(t.Moved, Moves{Day: line})
		case m == nil:
			return fmt.Errorf("%s:%d: %q: write \"old-lesson/3 -> new-lesson/4\", or a day, 2026-11-29", MovedFile, i+1, line)
		case last < 0:
			return fmt.Errorf("%s:%d: write the day of the change on a line above the first move", MovedFile, i+1)
		default:
			t.Moved[last].List = append(t.Moved[last].List, Move{m[1], m[2], i + 1})
		}
	}
	return nil
}

// checkMoved finds moves that lead nowhere, or that browsers could not follow.
func (t *Tree) checkMoved() error {
	var errs []error
	bad := func(m Move, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d: %w", MovedFile, m.line, fmt.Errorf(format, args...)))
	}
	known := t.addresses()
	for day, moves := range t.Moved {
		seen := map[string]bool{}
		for _, m := range moves.List {
			switch to := t.follow(m.To, day+1); {
			case m.From == m.To:
				bad(m, "%s moves to itself: remove the line", m.From)
			case seen[m.From]:
				bad(m, "%s moves twice on %s: remove one of the lines", m.From, moves.Day)
			case !known[to]:
				bad(m, "%s leads to %s, which does not exist: name the step or lesson that has its place", m.From, to)
			case !strings.Contains(m.From, "/") && known[m.From]:
				bad(m, "%s is still a lesson: remove the line", m.From)
			case !strings.Contains(m.From, "/") && strings.Contains(m.To, "/"):
				bad(m, "%s is a lesson: it moves to a lesson, its steps to steps", m.From)
			}
			seen[m.From] = true
		}
	}
	return errors.Join(errs...)
}

// addresses are those of all steps and lessons.
func (t *Tree) addresses() map[string]bool {
	all := map[string]bool{}
	for _, l := range t.Lessons {
		all[l.Slug] = true
		for _, s := range l.Steps {
			all[fmt.Sprintf("%s/%d", l.Slug, s.N)] = true
		}
	}
	return all
}

// follow returns where something is now that was at an address when the moves from some day on began.
func (t *Tree) follow(at string, day int) string {
	for ; day < len(t.Moved); day++ {
		for _, m := range t.Moved[day].List {
			if m.From == at {
				at = m.To
				break
			}
		}
	}
	return at
}

// Redirects returns the addresses that were, and where each leads to now. One that another step has taken is not among
// them: readers who come there see that step.
func (t *Tree) Redirects() []Move {
	known, place := t.addresses(), map[string]int{}
	var out []Move
	for day, moves := range t.Moved {
		for _, m := range moves.List {
			if known[m.From] {
				continue
			}
			move := Move{m.From, t.follow(m.To, day+1), m.line}
			if i, again := place[m.From]; again {
				out[i] = move
				continue
			}
			place[m.From] = len(out)
			out = append(out, move)
		}
	}
	return out
}
