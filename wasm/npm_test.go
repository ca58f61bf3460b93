//go:build !js

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/auth"
	"rowkey/serve/server"
	"rowkey/serve/servetest"
	"rowkey/site/publish"
)

// The tests of the package are in npm/rowkey.test.mjs.
func TestTheEngineRunsInTheProcessOfAProgram(t *testing.T) {
	t.Parallel()
	node, home := installed(t)
	cmd := exec.Command(node, "--test", "--test-reporter=tap", "npm/rowkey.test.mjs")
	cmd.Env = append(os.Environ(), "INSTALLED="+home, "CLIENTS="+clients(t))
	if !testing.Short() {
		cmd.Env = append(cmd.Env, "STORES=100")
	}
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// The cases are in npm/same.test.mjs.
func TestTheOfficialClientSeesTheSameOverHTTPAndInProcess(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("deep: runs each case of the official client twice")
	}
	node, home := installed(t)
	from := clients(t)
	if from == "" {
		t.Skip("the official clients are not installed: ./build.sh does that")
	}
	table := servetest.Start(t, server.Run)["table"]
	cmd := exec.Command(node, "--test", "--test-reporter=tap", "npm/same.test.mjs")
	cmd.Env = append(os.Environ(), "INSTALLED="+home, "CLIENTS="+from, "CONNECTION=AccountName="+
		auth.DevelopmentAccount+";AccountKey="+auth.DevelopmentKey+";TableEndpoint="+table+";")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// installed puts the package into a folder as npm would unpack it.
func installed(t *testing.T) (node, home string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the package for it cannot be tried")
	}
	home = t.TempDir()
	dir := filepath.Join(home, "node_modules", "rowkey")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"npm/rowkey.mjs": "rowkey.mjs", "npm/package.json": "package.json",
		"frame/frame.mjs": "frame.mjs", filepath.Join(goroot(t), "lib", "wasm", "wasm_exec.js"): "wasm_exec.js"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compress(t, node, build(t, publish.Engine), filepath.Join(dir, "engine.wasm.br"))
	return node, home
}

// compress writes a file in the form of Brotli, as fast as it goes.
func compress(t *testing.T, node, from, to string) {
	t.Helper()
	const script = `const fs = require("node:fs"), zlib = require("node:zlib"), [from, to] = process.argv.slice(1);
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 };
fs.writeFileSync(to, zlib.brotliCompressSync(fs.readFileSync(from), { params }));`
	if said, err := exec.Command(node, "-e", script, from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
}

// clients returns the file from which the official clients are found, "" where they are not installed.
func clients(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../site/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(strings.TrimSuffix(path, "package.json") + "node_modules/@azure/data-tables"); err != nil {
		return ""
	}
	return path
}
