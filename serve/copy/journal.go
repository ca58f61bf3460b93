package copy

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rowkey/serve/lock"
)

// journal remembers how far a copy is. It is written after the target has acknowledged what it says, so
// that what it lacks is written again and nothing is missed.
type journal struct {
	path string

	Identity []string               `json:"copy"` // what is copied where, and how; no secrets
	Tables   map[string]*tableState `json:"tables"`
	Blobs    map[string]*tableState `json:"blobs"`  // by container; Next is a marker
	Queues   []string               `json:"queues"` // that are copied
	Open     string                 `json:"open"`   // the queue that is being copied
	Left     []string               `json:"left"`   // what is not copied, to be said at the end
	File     int64                  `json:"file"`   // bytes of the target, if that is a file
}

// tableState is how far a table is.
type tableState struct {
	Next     string `json:"next"` // query string of the next page
	Count    int    `json:"count"`
	Total    int    `json:"total"` // at the source when the copy began, 0 if that is not known
	Sum      sum    `json:"sum"`
	Existing bool   `json:"existing"` // the target had entities when the copy began
	Read     bool   `json:"read"`     // to its end
	Done     bool   `json:"done"`     // and compared
}

// identity is what a journal belongs to.
func (c *copier) identity() []string {
	o := c.o
	return []string{
		"from " + c.from.name + " " + c.from.stamp, "to " + c.to.name, "mode " + string(o.mode),
		"account " + o.account, "tables " + strings.Join(o.tables, ","), "queues " + strings.Join(o.queues, ","),
		"blobs " + strings.Join(o.blobs, ","),
	}
}

// lockJournal keeps a second copy away from a journal: two would write down different things, and each would
// cut off what the other has written to a file. Errors: one that says which copy is in the way.
func lockJournal(path string) (release func() error, err error) {
	release, err = lock.Take(path + ".lock")
	if errors.Is(err, lock.ErrHeld) {
		return nil, fmt.Errorf("another copy is using the journal %s: wait until it ends, or stop it and "+
			"run this command again to continue it (%w)", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("-journal: %w", err)
	}
	return release, nil
}

// openJournal reads a journal that an earlier run left, or begins one. Errors: one of another copy.
func openJournal(path string, identity []string) (*journal, error) {
	j := &journal{path: path, Identity: identity, Tables: map[string]*tableState{}, Blobs: map[string]*tableState{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return j, nil
	}
	if err != nil {
		return nil, fmt.Errorf("-journal: %w", err)
	}
	var found journal
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, fmt.Errorf("the journal %s is damaged (%w): delete it to copy from the beginning", path, err)
	}
	if i := differs(found.Identity, identity); i >= 0 {
		return nil, fmt.Errorf("the journal %s belongs to another copy (%q, now %q): delete it to copy from the beginning, "+
			"or name another file with -journal", path, found.Identity[i:min(i+1, len(found.Identity))], identity[i])
	}
	if found.Tables == nil || found.Blobs == nil {
		return nil, fmt.Errorf("the journal %s is damaged: delete it to copy from the beginning", path)
	}
	found.path = path
	return &found, nil
}

// differs returns the first place where two lists differ, -1 if they do not.
func differs(a, b []string) int {
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// begun reports whether there is something to go on with.
func (j *journal) begun() bool {
	if j == nil {
		return false
	}
	_, err := os.Stat(j.path)
	return err == nil
}

// save replaces the file at once, so that a crash leaves the old journal or the new one.
func (j *journal) save() error {
	text, err := json.MarshalIndent(j, "", " ")
	if err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(j.path), "."+filepath.Base(j.path)+".new")
	if err := os.WriteFile(beside, text, 0o600); err != nil {
		return fmt.Errorf("-journal: %w", err)
	}
	return os.Rename(beside, j.path)
}
