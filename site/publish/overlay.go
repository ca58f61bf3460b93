package publish

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rowkey/wasm/pack"
)

// Overlay writes the sources of the engine on one line each, see [pack.OneLine], and returns the file that tells Go to
// compile these in their place. It serves every form of the engine. Those that have not changed are left alone, as
// another build may read them.
func Overlay(ctx context.Context, root, cache string) (string, error) {
	list, err := sources(ctx, root)
	if err != nil {
		return "", err
	}
	dir, err := filepath.Abs(filepath.Join(cache, "oneline"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, p := range list {
		for _, name := range p.files() {
			from := filepath.Join(p.Dir, name)
			to := filepath.Join(dir, filepath.FromSlash(p.ImportPath), name+".line") // no tool takes it for a source
			if err := writeOnOneLine(from, to); err != nil {
				return "", err
			}
			replace[from] = to
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, replaceIfOther(overlay, text)
}

// source is a package that the engine is compiled from, as go list tells of it.
type source struct {
	ImportPath, Dir         string
	Standard                bool
	Module                  struct{ Main bool }
	GoFiles, IgnoredGoFiles []string
}

// sources lists the packages of all forms of the engine.
func sources(ctx context.Context, root string) ([]source, error) {
	out, err := goFor(ctx, root, "list", "-deps", "-tags="+Workbench.tags,
		"-json=ImportPath,Dir,Standard,Module,GoFiles,IgnoredGoFiles", "./wasm").Output()
	if err != nil {
		return nil, fmt.Errorf("list the sources of the engine: %w", err)
	}
	var list []source
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p source
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// files are those of a package that Go lets a build replace: none of a module that was downloaded. Of Rowkey another
// form of the engine may compile files that this one ignores.
func (p source) files() []string {
	switch {
	case p.Standard:
		return p.GoFiles
	case p.Module.Main:
		ignored := slices.DeleteFunc(p.IgnoredGoFiles, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		return append(p.GoFiles, ignored...)
	}
	return nil
}

func writeOnOneLine(from, to string) error {
	src, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	line, err := pack.OneLine(src)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return replaceIfOther(to, line)
}

// replaceIfOther writes a file unless it holds that already.
func replaceIfOther(file string, data []byte) error {
	if is, err := os.ReadFile(file); err == nil && bytes.Equal(is, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return replaceFile(file, data)
}
