package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// containerName is the file with what a container is built from.
const containerName = "rowkey-container.tar.gz"

// programNames are the names by which a container starts the program: its own, and those of the emulator.
var programNames = []string{"rowkey", "azurite", "azurite-blob", "azurite-queue", "azurite-table"}

// container writes the context of a container: the Dockerfile, and for each processor a tree with the program, under
// all its names. The site is not in it. Errors: those of the compiler and of the disk.
func (r *release) container(ctx context.Context) (name string, err error) {
	return containerName, r.tarball(containerName, func(out tree) error {
		if err := out.file("Dockerfile", filepath.Join(r.source, "serve", "Dockerfile"), 0o644); err != nil {
			return err
		}
		for _, platform := range r.platforms {
			if processor, ok := strings.CutPrefix(platform, "linux/"); ok {
				if err := r.containerTree(ctx, processor, out); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (r *release) containerTree(ctx context.Context, processor string, out tree) error {
	dir, err := os.MkdirTemp("", "rowkey-container")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "rowkey")
	if err := r.compile(ctx, "linux/"+processor, program); err != nil {
		return err
	}
	bin := processor + "/usr/local/bin/"
	if err := out.file(bin+programNames[0], program, 0o755); err != nil {
		return err
	}
	for _, name := range programNames[1:] {
		link := &tar.Header{Typeflag: tar.TypeSymlink, Name: bin + name, Linkname: programNames[0]}
		if err := out.WriteHeader(link); err != nil {
			return err
		}
	}
	return nil
}

// tarball writes a compressed archive of what fill puts into it.
func (r *release) tarball(name string, fill func(tree) error) (err error) {
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	zip, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tree{tar.NewWriter(zip)}
	if err := fill(out); err != nil {
		return err
	}
	return errors.Join(out.Close(), zip.Close())
}

// tree is a tar that is the same for the same files: nothing says when or by whom it was made.
type tree struct{ *tar.Writer }

func (t tree) file(name, path string, mode int64) error {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := t.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(bytes))}); err != nil {
		return err
	}
	_, err = t.Write(bytes)
	return err
}
