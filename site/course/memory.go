package course

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"strings"
	"sync"
)

// memory keeps what came out of running the scripts of each folder, as long as nothing that they depend on changes.
type memory struct {
	mu   sync.Mutex // guards kept
	kept map[string]kept
}

// kept is the last result of a piece of work.
type kept struct {
	inputs [sha256.Size]byte
	result any
}

// remembered returns the last result of a piece of work on a set, and does it again if its inputs are others: the
// set, and more. What is not done again counts as runs that passed.
func remembered[T any](r *Runner, set *Set, work string, more []any, runs int, do func() (T, error)) (T, error) {
	if !r.Remember {
		return do()
	}
	name := set.Dir + " " + work
	// maps print in the order of their keys
	inputs := sha256.Sum256(fmt.Appendf(nil, "%q %q %v %q", set.Files, set.Setup, set.Options, more))
	r.memory.mu.Lock()
	last := r.memory.kept[name]
	r.memory.mu.Unlock()
	if result, ok := last.result.(T); ok && last.inputs == inputs {
		r.Executed.Add(int64(runs))
		r.Passed.Add(int64(runs))
		return result, nil
	}
	result, err := do()
	if err == nil {
		r.memory.mu.Lock()
		r.memory.kept[name] = kept{inputs, result}
		r.memory.mu.Unlock()
	}
	return result, err
}

// Forget drops what is remembered of a folder and those below it.
func (r *Runner) Forget(dir string) {
	r.memory.mu.Lock()
	defer r.memory.mu.Unlock()
	maps.DeleteFunc(r.memory.kept, func(name string, _ kept) bool { return strings.HasPrefix(name, dir) })
}
