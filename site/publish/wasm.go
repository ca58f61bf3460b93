package publish

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"rowkey/wasm/pack"
)

// flags are what every form of the engine is compiled with: without inlining, because readers wait for every byte, but
// for the packages that work on every row, or on every line of a log. The first cost 10 kB after Brotli; without them a
// scan takes 28 % longer. The others are in the engine of the page Watch alone, and make it smaller.
var flags = []string{"-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-gcflags=rowkey/engine/edm=",
	"-gcflags=rowkey/engine/store=", "-gcflags=rowkey/engine/utf16text=", "-gcflags=github.com/tidwall/btree=",
	"-gcflags=rowkey/engine/accesslog=", "-gcflags=rowkey/engine/shape="}

// Module is a form of the engine that pages load.
type Module struct {
	Name string // of its file
	tags string // of the build
}

// The forms of the engine. All pages that run scripts share one; those that judge designs load a larger one, so that
// no other page waits for it.
var (
	Engine    = Module{Name: "engine"}
	Workbench = Module{Name: "workbench", tags: "workbench"}
	Watch     = Module{Name: "watch", tags: "watch"}
)

// Modules are all forms of the engine.
var Modules = []Module{Engine, Workbench, Watch}

// Cached returns the engine of that version from the cache, and compiles it if the last build made another one.
// What a version does not say is with which Go it was compiled: whole builds compile always.
func (m Module) Cached(ctx context.Context, root, cache, version string) ([]byte, error) {
	if module, err := os.ReadFile(m.cachePath(cache, version)); err == nil {
		return module, nil
	}
	return m.Build(ctx, root, cache, version)
}

func (m Module) cachePath(cache, version string) string {
	return filepath.Join(cache, m.Name+"-"+version+".wasm")
}

// compiling lets one form be compiled after the other: the second finds almost all packages compiled.
var compiling sync.Mutex

// Build compiles the engine for the browser and keeps it in the cache. The same source gives the same bytes.
func (m Module) Build(ctx context.Context, root, cache, version string) ([]byte, error) {
	out, err := filepath.Abs(filepath.Join(cache, m.Name+".wasm"))
	if err != nil {
		return nil, err
	}
	compiling.Lock()
	err = m.compile(ctx, root, version, out)
	compiling.Unlock()
	if err != nil {
		return nil, err
	}
	module, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	if module, err = pack.Join(module); err != nil {
		return nil, err
	}
	return module, m.store(cache, version, module)
}

func (m Module) compile(ctx context.Context, root, version, out string) error {
	args := []string{"build", "-tags=" + m.tags, "-ldflags=-s -w -X main.version=" + version, "-o", out, "./wasm"}
	cmd := exec.CommandContext(ctx, "go", slices.Insert(args, 1, flags...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	cmd.WaitDelay = killDelay
	if text, err := cmd.CombinedOutput(); err != nil && !errors.Is(err, exec.ErrWaitDelay) { // that is: it ended well
		return fmt.Errorf("build the engine: %w\n%s", err, text)
	}
	return nil
}

// store puts an engine in the place of those that are kept. Another build may do the same meanwhile.
func (m Module) store(cache, version string, module []byte) error {
	file := m.cachePath(cache, version)
	cached, err := filepath.Glob(m.cachePath(cache, "*"))
	if err != nil {
		return err
	}
	for _, older := range cached {
		if older == file {
			continue
		}
		if err := os.Remove(older); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return replaceFile(file, module)
}

// killDelay is how long the compilers that Go started may keep its output open after it has ended or was stopped.
const killDelay = 100 * time.Millisecond

// Goroot returns the root of the Go distribution, which holds the loader of wasm programs.
func Goroot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}
