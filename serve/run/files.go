package run

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"

	"rowkey/engine/script"
)

// maxRead is how large the files that one script names may be together, in bytes.
const maxRead = 8 << 20

// files reads the files that a script names. A script may come from another author, so these are regular files below
// one folder: no path, link or device leads out of it.
type files struct {
	root   *os.Root
	dir    string // of the script, below root, with slashes
	left   int    // bytes that may still be read
	missed map[string]error
}

// openFiles opens the folder in which a script may name files: root, or that of the script if root is
// "". Errors: a root that is not there, or that does not contain the script.
func openFiles(root, scriptPath string) (*files, error) {
	dir := filepath.Dir(scriptPath)
	above, err := filepath.Abs(cmp.Or(root, dir))
	if err != nil {
		return nil, err
	}
	below, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(above, below)
	if err != nil || !filepath.IsLocal(relative) {
		return nil, fmt.Errorf("-root %s does not contain the script %s", root, scriptPath)
	}
	f := &files{dir: filepath.ToSlash(relative), left: maxRead, missed: map[string]error{}}
	f.root, err = os.OpenRoot(above)
	return f, err
}

// open returns the text of a file in the folder of the script or, for fixtures that several scripts
// share, in one above it up to the root. Why there is none is kept for [files.report].
func (f *files) open(name string) (text string, ok bool) {
	key := path.Base(name)
	for dir := f.dir; ; dir = path.Dir(dir) {
		text, err := f.read(dir, name)
		if err == nil {
			delete(f.missed, key)
			return text, true
		}
		if known := f.missed[key]; known == nil || errors.Is(known, fs.ErrNotExist) {
			f.missed[key] = err
		}
		if dir == "." {
			return "", false
		}
	}
}

// read reads a regular file of at most [script.MaxSize] bytes. It never waits for one: opening a pipe
// without a writer would.
func (f *files) read(dir, name string) (string, error) {
	local := filepath.FromSlash(path.Join(dir, name))
	if path.IsAbs(name) || !filepath.IsLocal(local) {
		return "", errors.New("it is outside the folder")
	}
	file, err := f.root.OpenFile(local, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("it is not a regular file")
	}
	text, err := readScript(file)
	if f.left -= len(text); f.left < 0 {
		return "", fmt.Errorf("together, the files that this script reads have more than %d bytes", maxRead)
	}
	return text, err
}

// checkSize refuses a file that is larger than a script, with its size: the parser knows only what was read.
func checkSize(file *os.File) error {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() <= script.MaxSize {
		return err
	}
	return fmt.Errorf("%s: the script has %d bytes, and the limit is %d", file.Name(), info.Size(), script.MaxSize)
}

// readScript reads one byte more than a script may have at most: its parser says that it is too long.
func readScript(r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, script.MaxSize+1))
	return string(b), err
}

// report says why files could not be read, and what can be done.
func (f *files) report(out io.Writer) {
	for _, name := range slices.Sorted(maps.Keys(f.missed)) {
		why := f.missed[name]
		if errors.Is(why, fs.ErrNotExist) {
			why = errors.New("it does not exist")
		}
		fmt.Fprintf(out, "     %s: %v. A script can only read files below %s; -root DIR names a folder above it\n",
			name, why, f.root.Name())
	}
}

// close releases the folder.
func (f *files) close() { f.root.Close() }
