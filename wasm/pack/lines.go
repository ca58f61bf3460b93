package pack

import (
	"errors"
	"fmt"
)

// ErrLayout says that the tables are not laid out as this package knows them, as may happen with a
// newer Go. Nothing has been changed then.
var ErrLayout = errors.New("the line tables are not laid out as expected")

// Strip returns the module without the tables that say which function, and which line of which file,
// each instruction belongs to. They serve traces of panics and nothing else, and make up an eighth of what
// a reader downloads; the linker's -s and -w leave them in. A panic still says what went wrong; where is
// found out by running the same script natively. Calling a method of a value through a nil pointer ends the
// program instead of panicking, because the runtime wants to say its name. The length stays: the tables
// are zero.
// Errors: [ErrLayout], bytes that are no module.
// Source: runtime/symtab.go and runtime/runtime2.go of the Go distribution (pcHeader, _func, pcvalue).
func Strip(module []byte) ([]byte, error) {
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
	mem.zero(t.names, t.programs)
	return out, nil
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
	for _, field := range f.pieces {
		t.mem.put32(field, absent)
	}
	t.mem.zero(f.at+name, f.at+name+4) // the first name, which is empty now
	t.mem.zero(f.at+unit, f.at+startLine+4)
	return nil
}

func layout(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrLayout}, args...)...)
}
