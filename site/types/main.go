// Command types writes the TypeScript declarations of the JSON that the engine reads and answers under /-/: an
// interface for each struct, in the order in which they are met, with the comments of its fields, and a
// union of strings for each type whose values are constants. The Go types are the only declaration; a
// test fails when the file is not theirs.
//
//	go run ./site/types
package main

//go:generate go run .

import (
	"log"
	"os"
	"path/filepath"
)

// output is the file that is written, from the root of the module.
const output = "site/app/engine/types.ts"

func main() {
	log.SetFlags(0)
	root, err := moduleRoot()
	if err != nil {
		log.Fatal(err)
	}
	text, err := declarations(root)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, output), text, 0o644); err != nil {
		log.Fatal(err)
	}
}

// moduleRoot returns the folder of go.mod: this one, or one above it.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, found := os.Stat(filepath.Join(dir, "go.mod")); found == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", os.ErrNotExist
		}
		dir = up
	}
	return "", err
}
