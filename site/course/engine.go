package course

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"rowkey/engine"
	"rowkey/engine/control"
)

// engineVersion is the first half of the version that pages and engine agree on.
const engineVersion = "1"

// OpenSandbox opens an engine as a page has it: in memory, at the epoch, with seed 1.
func OpenSandbox(version string) func() (*Sandbox, error) {
	return func() (*Sandbox, error) {
		e, err := control.Open(engine.Options{Control: true, Version: version})
		if err != nil {
			return nil, err
		}
		return &Sandbox{Ask: askOf(e)}, nil
	}
}

// askOf sends control requests to an engine.
func askOf(e *control.Handler) func(method, path string, body []byte) (int, []byte) {
	return func(method, path string, body []byte) (int, []byte) {
		r, err := control.Request(method, path)
		if err != nil {
			return 400, []byte(err.Error())
		}
		r.Body = body
		resp := e.Serve(context.Background(), r)
		return resp.Status, resp.Bytes()
	}
}

// VersionOf names the engine after its source: pages and engine of different builds do not mix.
func VersionOf(root fs.FS) (string, error) {
	sum := sha256.New()
	for _, dir := range []string{"engine", "wasm"} {
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			data, err := fs.ReadFile(root, name)
			fmt.Fprintf(sum, "%s %d\n%s", name, len(data), data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return engineVersion + "." + hex.EncodeToString(sum.Sum(nil))[:8], nil
}
