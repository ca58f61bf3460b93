package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// programs builds serve for each system, with the site inside, and returns the names of the files.
func (r *release) programs(ctx context.Context) ([]string, error) {
	dir, err := os.MkdirTemp("", "rowkey-release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	inside := filepath.Join(dir, "site.zip")
	if err := writeZip(inside, r.dist, "", uncompressed); err != nil {
		return nil, err
	}
	if r.version, err = versionOf(inside); err != nil {
		return nil, err
	}
	overlay, err := r.overlay(dir, inside)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, platform := range r.platforms {
		name, err := r.program(ctx, platform, overlay)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// versionOf names a release by the site in it, which has the engine in it.
func versionOf(site string) (string, error) {
	bytes, err := os.ReadFile(site)
	return fmt.Sprintf("%x", sha256.Sum256(bytes))[:8], err
}

// overlay writes the file that tells the compiler where the site is. So nothing that is built is in the source folders,
// and two releases can be made at once.
func (r *release) overlay(dir, inside string) (string, error) {
	at, err := filepath.Abs(filepath.Join(r.source, "serve", "site", "site.zip"))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {at: inside}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o600)
}

// program builds one program.
func (r *release) program(ctx context.Context, platform, overlay string) (string, error) {
	name := "rowkey-" + strings.Replace(platform, "/", "-", 1)
	if strings.HasPrefix(platform, "windows/") {
		name += ".exe"
	}
	out, err := filepath.Abs(filepath.Join(r.out, name))
	if err != nil {
		return "", err
	}
	return name, r.compile(ctx, platform, out, "-tags", "release", "-overlay", overlay)
}

// compile builds the program for a system, with more flags of the compiler.
func (r *release) compile(ctx context.Context, platform, out string, flags ...string) error {
	system, processor, ok := strings.Cut(platform, "/")
	if !ok {
		return fmt.Errorf("%q is not a system: write linux/amd64, for example", platform)
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"build", "-buildvcs=false", "-o", out,
		"-ldflags", "-s -w -buildid= -X rowkey/serve/server.version=" + r.version}, flags...)...)
	cmd.Dir, cmd.Env = r.source, append(os.Environ(), "GOOS="+system, "GOARCH="+processor)
	if !r.cached {
		cmd.Args = append(cmd.Args, "-trimpath")
		cmd.Env = append(cmd.Env, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0")
	}
	cmd.Args = append(cmd.Args, "./serve")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building for %s: %w\n%s", platform, err, said)
	}
	return nil
}
