package pack

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrLayout says that the tables are not laid out as this package knows them, as may happen with a
// newer Go. Nothing has been changed then.
var ErrLayout = errors.New("the line tables are not laid out as expected")

// Strip returns the module without the tables that say which line of which file each instruction comes
// from, and without the names of functions of other packages than those that begin with a prefix. They
// serve traces of panics and nothing else, and make up an eighth of what a reader downloads; the
// linker's -s and -w leave them in. A trace still names our functions; instead of a file and a line it
// says "?", and functions that the compiler has inlined go unnamed. The length stays: the tables are zero.
// Errors: [ErrLayout], bytes that are no module.
// Source: runtime/symtab.go and runtime/runtime2.go of the Go distribution (pcHeader, _func, pcvalue).
func Strip(module []byte, prefixes ...string) ([]byte, error) {
	out := append([]byte(nil), module...)
	data, err := dataOf(out)
	if err != nil {
		return nil, err
	}
	segments, err := readSegments(data)
	if err != nil {
		return nil, err
	}
	mem := newMemory(segments)
	t, err := findTables(mem)
	if err != nil {
		return nil, err
	}
	funcs, err := t.funcs()
	if err != nil {
		return nil, err
	}
	keep := map[uint32]bool{0: true} // there is no table at offset 0
	for _, f := range funcs {
		for _, field := range f.kept {
			keep[mem.u32(field)] = true
		}
	}
	for _, f := range funcs {
		if err := t.drop(f, keep); err != nil {
			return nil, err
		}
	}
	mem.zero(t.units, t.programs)
	t.dropNames(prefixes)
	return out, nil
}

// dropNames removes the names that begin with none of the prefixes.
func (t tables) dropNames(prefixes []string) {
	for from := t.names; from < t.units; {
		name := t.mem.text(from, t.units)
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
			t.mem.zero(from, from+len(name))
		}
		from += len(name) + 1
	}
}

// drop removes the tables of a function that only traces need, unless a table that is kept shares
// their bytes, and where in its file the function begins.
func (t tables) drop(f function, keep map[uint32]bool) error {
	for _, field := range f.dropped {
		offset := t.mem.u32(field)
		t.mem.zero(field, field+4)
		if keep[offset] {
			continue
		}
		keep[offset] = true // once is enough
		from := t.programs + int(offset)
		end, err := t.mem.programEnd(from, t.functab-from)
		if err != nil {
			return err
		}
		t.mem.zero(from, end)
	}
	t.mem.zero(f.at+unit, f.at+startLine+4)
	return nil
}

func layout(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrLayout}, args...)...)
}
