package main

import (
	"archive/zip"
	"compress/flate"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// dated is the time of every file of a zip: the real one differs from build to build.
var dated = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// everything takes all files of a site.
func everything(string) bool { return true }

// uncompressed leaves out the forms that are already compressed: on one's own machine nothing is gained by them.
func uncompressed(name string) bool { return !isCompressed(name) }

func isCompressed(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

// writeZip puts the files of a folder into a zip, in the order of their names.
func writeZip(path, dir, prefix string, wanted func(name string) bool) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate,
		func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !wanted(path) {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return addFile(z, prefix+filepath.ToSlash(name), path)
	})
	if err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}

func addFile(z *zip.Writer, name, path string) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: dated}
	if isCompressed(name) {
		h.Method = zip.Store
	}
	h.SetMode(0o644)
	w, err := z.CreateHeader(h)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
