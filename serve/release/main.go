// Command release makes the files that can be handed over: the built site as a zip for any static host, the
// program serve with the site inside for each system, what a container is built from, a package of npm, and their
// checksums.
//
//	go run ./serve/release -dist site/dist -out site/.cache/release
//
// The same source and the same version of Go give the same bytes: no path, time or name of the machine is in
// them. Not here: building the site (package site), serving it (serve/site).
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var r release
	flag.StringVar(&r.dist, "dist", "site/dist", "`folder` of the built site")
	flag.StringVar(&r.out, "out", "site/.cache/release", "`folder` for the files; it is emptied first")
	flag.StringVar(&r.source, "source", ".", "`folder` of the source")
	only := flag.String("only", strings.Join(platforms, ","), "`systems` to build for")
	flag.Parse()
	r.platforms = strings.Split(*only, ",")
	if err := r.make(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// platforms are the systems that there is a program for.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// siteZip is the name of the site, and of the folder in it.
const siteZip = "rowkey-site"

// release is what is made of what.
type release struct {
	dist, out, source string
	platforms         []string
	version           string
	cached            bool // take what go build has compiled before, for tests: it has the paths of this machine in it
}

// make makes all files, and writes a line for each.
func (r *release) make(ctx context.Context, told io.Writer) error {
	if _, err := os.Stat(filepath.Join(r.dist, "index.html")); err != nil {
		return fmt.Errorf("there is no site in %s: build it with ./build.sh", r.dist)
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	names := []string{siteZip + ".zip"}
	if err := writeZip(filepath.Join(r.out, names[0]), r.dist, siteZip+"/", everything); err != nil {
		return err
	}
	built, err := r.programs(ctx)
	if err != nil {
		return err
	}
	container, err := r.container(ctx)
	if err != nil {
		return err
	}
	npm, err := r.npm()
	if err != nil {
		return err
	}
	return r.sums(append(append(names, built...), container, npm), told)
}

// budgets are how many bytes a file may have at most, by how its name ends.
var budgets = map[string]int64{".tgz": 1_700_000, containerName: 25_000_000}

// tooLarge is the error of a file that has more bytes than its budget, nil for any other.
func tooLarge(name string, size int64) error {
	for end, most := range budgets {
		if strings.HasSuffix(name, end) && size > most {
			return fmt.Errorf("%s has %d bytes, and its budget is %d", name, size, most)
		}
	}
	return nil
}

// sums writes SHA256SUMS, which sha256sum -c reads. Errors: a file above its budget, those of the disk.
func (r *release) sums(names []string, told io.Writer) error {
	var all bytes.Buffer
	for _, name := range names {
		f, err := os.Open(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		hash := sha256.New()
		size, err := io.Copy(hash, f)
		if err != nil {
			return err
		}
		f.Close()
		if err := tooLarge(name, size); err != nil {
			return err
		}
		fmt.Fprintf(&all, "%x  %s\n", hash.Sum(nil), name)
		fmt.Fprintf(told, "%6.1f MB  %s\n", float64(size)/1e6, filepath.Join(r.out, name))
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), all.Bytes(), 0o644)
}
