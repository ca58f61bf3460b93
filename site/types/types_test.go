package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestThePagesHaveTheTypesOfTheEngine(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	want, err := declarations(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, output))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the engine declares: go run ./site/types", output)
	}
}
