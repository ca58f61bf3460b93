package data

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rowkey/engine/store"
)

// Check writes in what state the data in a folder is, and changes nothing. Errors: damage, with
// what to do about it; a folder without data.
func Check(args []string, out io.Writer) error {
	path, err := dataFile("check", args)
	if err != nil {
		return err
	}
	h, err := store.Check(path)
	if err != nil {
		return err
	}
	if errors.Is(h.Damage, store.ErrForeign) {
		return fmt.Errorf("%s: %w", path, h.Damage)
	}
	describe(out, path, h)
	if h.Damage != nil {
		return fmt.Errorf("%s is damaged: `serve repair %s` saves the %s keys that can be read",
			path, args[0], Grouped(h.Keys))
	}
	return nil
}

// Repair saves what can be read of the damaged data in a folder. Errors: those of the files; a
// server that uses the folder.
func Repair(args []string, out io.Writer) (err error) {
	if _, err := dataFile("repair", args); err != nil {
		return err
	}
	path, unlock, err := openFolder(args[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	var id [4]byte
	rand.Read(id[:]) // does not fail
	h, kept, err := store.Repair(path, store.FileOptions{ID: binary.NativeEndian.Uint32(id[:])})
	if err != nil {
		return err
	}
	describe(out, path, h)
	if kept == "" {
		fmt.Fprintln(out, "There is nothing to repair.")
		return nil
	}
	fmt.Fprintf(out, "The damaged file is kept as %s.\n%s now holds the %s keys that could be read.\n%s\n",
		kept, path, Grouped(h.Keys), afterDamage)
	return nil
}

// afterDamage says what a repair does with the data after the damage.
const afterDamage = "Whole transactions after the damage were applied as well. The damaged ones are lost: what " +
	"they wrote\nis missing or has its earlier value, and what they deleted may be there again."

// dataFile returns the path of the data in the folder that is the one argument of a verb.
func dataFile(verb string, args []string) (string, error) {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return "", fmt.Errorf("%s needs one argument, the data folder: serve %s DIR", verb, verb)
	}
	path := filepath.Join(args[0], File)
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: name a folder that serve -data has written", err)
	}
	return path, err
}

// maxGaps is how many places of a damaged file are listed.
const maxGaps = 20

// describe writes the state of a file.
func describe(out io.Writer, path string, h *store.Health) {
	fmt.Fprintf(out, "file          %s\nsize          %s bytes\nkeys          %s\ntransactions  %s",
		path, Grouped(int(h.Size)), Grouped(h.Keys), Grouped(h.Before))
	if h.Damage == nil {
		fmt.Fprintf(out, " since the last compaction\nstate         %s\n", state(h))
	} else {
		fmt.Fprintf(out, " whole before the first damage, %s after it\nstate         damaged\n", Grouped(h.After))
	}
	for _, g := range h.Gaps[:min(len(h.Gaps), maxGaps)] {
		fmt.Fprintf(out, "  %v\n", g)
	}
	if more := len(h.Gaps) - maxGaps; more > 0 {
		fmt.Fprintf(out, "  and %s more\n", Grouped(more))
	}
}

// state says how a file ends that is not damaged.
func state(h *store.Health) string {
	switch {
	case h.Torn:
		return "not closed, its last transaction is incomplete: the next start moves that to a separate file"
	case h.Closed:
		return "closed"
	}
	return "not closed, but it ends after a whole transaction"
}
