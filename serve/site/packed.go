package site

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Files returns the files of the site: those of a folder or, if that is "", those inside the program.
// Errors: a folder without a site says what to do.
func Files(dir string) (http.FileSystem, error) {
	if dir == "" && packed != "" {
		return openPacked(packed)
	}
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return nil, fmt.Errorf("there is no site in %s: build it with ./build.sh, or leave it out with -site off", dir)
	}
	return http.Dir(dir), nil
}

// DefaultDir is the folder of the site without a flag.
func DefaultDir() string {
	if packed != "" {
		return ""
	}
	return "site/dist"
}

// packedSite is a site in a zip.
type packedSite struct{ files *zip.Reader }

// openPacked reads the directory of a zip that is in memory.
func openPacked(text string) (http.FileSystem, error) {
	files, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, fmt.Errorf("the site inside this program is damaged (%w): "+
			"download the program again, and compare its checksum", err)
	}
	return packedSite{files}, nil
}

// Open opens a file or a folder.
func (s packedSite) Open(name string) (http.File, error) {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	f, err := s.files.Open(cmp.Or(name, "."))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return packedFile{info: timeless{info}}, err
	}
	text := make([]byte, info.Size())
	if _, err := io.ReadFull(f, text); err != nil {
		return nil, err
	}
	return packedFile{bytes.NewReader(text), timeless{info}}, nil
}

// packedFile is a file of the zip that was read whole; a folder has no reader.
type packedFile struct {
	*bytes.Reader
	info timeless
}

// Close does nothing: the file is in memory.
func (packedFile) Close() error { return nil }

// Readdir is not needed to serve a site.
func (packedFile) Readdir(int) ([]fs.FileInfo, error) { return nil, errors.ErrUnsupported }

// Stat describes the file.
func (f packedFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// tag is the ETag of the file: that of the content, for all files of the zip have the same time.
func (f packedFile) tag() string {
	h, ok := f.info.Sys().(*zip.FileHeader)
	if !ok {
		return ""
	}
	return fmt.Sprintf(`"%08x-%x"`, h.CRC32, h.UncompressedSize64)
}

// timeless describes a file without its time: by the time of the zip a browser would take the file of one
// release for that of the next.
type timeless struct{ fs.FileInfo }

// ModTime is not known.
func (timeless) ModTime() time.Time { return time.Time{} }
