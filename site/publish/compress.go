package publish

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"rowkey/site/pages"
	"rowkey/site/parallel"
)

// compressible are the endings that get .br and .gz files beside them.
var compressible = map[string]bool{
	".html": true, ".css": true, ".js": true, ".svg": true, ".json": true, ".xml": true, ".txt": true, ".csv": true,
	".atom": true, ".webmanifest": true,
	".wasm": true, pages.StoreEnding: true,
}

// qualities of Brotli for what few readers load. The best takes three times as long as 10 and saves 3 % of a
// page, and 20 times as long as 9 to save a sixth of a store.
var qualities = map[string]int{".html": 10, pages.StoreEnding: 9}

const bestQuality = 11

// settings names what node.mjs tells Brotli besides the quality: with other settings, cached results do not count.
const settings = "programs"

// Compressor makes .br and .gz files. Brotli is slow, so results are kept in a folder by the hash of what
// went in.
type Compressor struct {
	Cache  string
	Brotli func(data []byte, quality int) ([]byte, error)
}

// All adds compressed files to a tree, the slowest first.
func (c Compressor) All(f Files) error {
	names := slices.Sorted(maps.Keys(f))
	names = slices.DeleteFunc(names, func(name string) bool { return !compressible[path.Ext(name)] })
	slices.SortStableFunc(names, func(a, b string) int { return len(f[b]) - len(f[a]) })
	out := make([]Packed, len(names))
	err := parallel.Each(len(names), func(i int) error {
		var err error
		out[i], err = c.One(names[i], f[names[i]])
		return err
	})
	if err != nil {
		return err
	}
	for i, name := range names {
		f[name+".br"], f[name+".gz"] = out[i].Brotli, out[i].Gzip
	}
	return nil
}

// Packed is a file, compressed.
type Packed struct{ Brotli, Gzip []byte }

// One compresses a file; its name decides the quality.
func (c Compressor) One(name string, data []byte) (Packed, error) {
	quality, ok := qualities[path.Ext(name)]
	if !ok {
		quality = bestQuality
	}
	br, err1 := c.cached(fmt.Sprintf(".%d.%s.br", quality, settings), data,
		func(data []byte) ([]byte, error) { return c.Brotli(data, quality) })
	gz, err2 := c.cached(".gz", data, gzipBest)
	return Packed{br, gz}, errors.Join(err1, err2)
}

func (c Compressor) cached(ext string, data []byte, pack func([]byte) ([]byte, error)) ([]byte, error) {
	sum := sha256.Sum256(data)
	file := filepath.Join(c.Cache, hex.EncodeToString(sum[:])+ext)
	if out, err := os.ReadFile(file); err == nil {
		return out, nil
	}
	out, err := pack(data)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Cache, 0o755); err != nil {
		return nil, err
	}
	return out, replaceFile(file, out)
}

// replaceFile writes a file at once: another build may read the cache meanwhile.
func replaceFile(file string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return os.Rename(tmp.Name(), file)
}

func gzipBest(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
