package pack_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"rowkey/wasm/pack"
)

func TestASmallProgramRunsAsTheLinkedOneDoes(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run WebAssembly with")
	}
	fat := compile(t, "-w")
	small, err := pack.Small(fat)
	if err != nil {
		t.Fatal(err)
	}
	if name := []byte("runtime.gcMarkTermination"); !bytes.Contains(fat, name) || bytes.Contains(small, name) {
		t.Error("the names of functions are still there, or never were")
	}
	before, _, _ := strings.Cut(run(t, fat), "\n")
	after := run(t, small)
	if first, _, _ := strings.Cut(after, "\n"); first != before || !strings.Contains(after, "panic: the end") {
		t.Errorf("output:\n%s\nwant first: %s", after, before)
	}
}

func TestDropTellsAPrefixThatNoFunctionHas(t *testing.T) {
	if _, err := pack.Drop(compile(t, "-w"), []string{"runtime.initMetrics", "runtime.noSuchFunction"}); err == nil ||
		!strings.Contains(err.Error(), "noSuchFunction") {
		t.Errorf("got %v", err)
	}
}

func FuzzDrop(f *testing.F) {
	f.Add(module(1, 0, 0x41, 8, 0x0b, 1, 'a'))
	f.Fuzz(func(t *testing.T, b []byte) {
		if out, err := pack.Drop(b, nil); err == nil && len(out) > len(b)+16 {
			t.Errorf("%d bytes became %d", len(b), len(out))
		}
	})
}
