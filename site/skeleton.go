package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// skeleton is a lesson of one step that builds. TITLE is its name.
//
//go:embed skeleton
var skeleton embed.FS

var (
	slugs   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	folders = regexp.MustCompile(`^([0-9]+)-(.+)$`)
)

// newLesson writes a lesson that builds, after all others of a folder, and returns its own.
func newLesson(lessons, slug string) (string, error) {
	if !slugs.MatchString(slug) {
		return "", fmt.Errorf("-new %q: give the lesson a name of a to z, digits and hyphens, such as cafe", slug)
	}
	entries, err := os.ReadDir(lessons)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	last := 0
	for _, e := range entries {
		m := folders.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		if m[2] == slug {
			return "", fmt.Errorf("-new %s: %s is there already", slug, filepath.Join(lessons, e.Name()))
		}
		if n, err := strconv.Atoi(m[1]); err == nil {
			last = max(last, n)
		}
	}
	dir := filepath.Join(lessons, fmt.Sprintf("%02d-%s", last+1, slug))
	title := strings.ToUpper(slug[:1]) + strings.ReplaceAll(slug[1:], "-", " ")
	return dir, fs.WalkDir(skeleton, "skeleton", func(name string, d fs.DirEntry, err error) error {
		file := filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(name, "skeleton")))
		if err != nil || d.IsDir() {
			return errors.Join(err, os.MkdirAll(file, 0o755))
		}
		text, err := skeleton.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(file, []byte(strings.ReplaceAll(string(text), "TITLE", title)), 0o644)
	})
}
