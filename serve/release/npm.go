package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// packageFiles are the files of the package of npm that are in the source, by their names in the package.
var packageFiles = map[string]string{
	"rowkey.mjs": "wasm/npm/rowkey.mjs", "rowkey.d.ts": "wasm/npm/rowkey.d.ts", "README.md": "wasm/npm/README.md",
	"engine-file.mjs": "wasm/npm/engine-file.mjs", "package.json": "wasm/npm/package.json",
	"frame.mjs": "wasm/frame/frame.mjs", "LICENSE": "LICENSE",
}

// npm writes the package with which programs have the engine in their own process: what is in the source, the engine of
// the built site as Brotli has compressed it, and the runtime of Go. Errors: a site without an engine, and those of the
// disk.
func (r *release) npm() (name string, err error) {
	var about struct{ Name, Version string }
	text, err := os.ReadFile(filepath.Join(r.source, packageFiles["package.json"]))
	if err == nil {
		err = json.Unmarshal(text, &about)
	}
	if err != nil {
		return "", err
	}
	files, err := r.npmFiles()
	if err != nil {
		return "", err
	}
	name = about.Name + "-" + about.Version + ".tgz"
	return name, r.tarball(name, func(out tree) error {
		for _, file := range slices.Sorted(maps.Keys(files)) {
			mode := int64(0o644)
			if file == "engine-file.mjs" {
				mode = 0o755
			}
			if err := out.file("package/"+file, files[file], mode); err != nil {
				return err
			}
		}
		return nil
	})
}

// npmFiles returns where the files of the package are.
func (r *release) npmFiles() (map[string]string, error) {
	engines, err := filepath.Glob(filepath.Join(r.dist, "a", "engine.*.wasm.br"))
	if err != nil || len(engines) != 1 {
		return nil, fmt.Errorf("%s/a has %d compressed engines, want one: build the site with ./build.sh", r.dist,
			len(engines))
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	files := map[string]string{
		"engine.wasm.br": engines[0],
		"wasm_exec.js":   filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"),
	}
	for name, path := range packageFiles {
		files[name] = filepath.Join(r.source, path)
	}
	return files, nil
}
