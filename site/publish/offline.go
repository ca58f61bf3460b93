package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"rowkey/site/pages"
)

// WorkerFile is the script of the service worker that keeps the site for readers without a network. Its folder is its
// scope, so it is at the root, and its name never changes.
const WorkerFile = "sw.js"

// shellPages are kept before anybody has visited them, if they are built.
var shellPages = []string{"play/", "", "learn/", "patterns/", "limits/", "search/", "help/"}

// shell is what the worker has to know (site/app/page/kept.ts).
type shell struct {
	Version string            `json:"version"`
	Files   []string          `json:"files"`
	Pages   []string          `json:"pages"`
	Words   map[string]string `json:"words"`
	Style   string            `json:"style"`
}

// AddWorker adds the worker to a tree with finished pages. Without the playground it adds nothing, as there is no shell
// to keep.
func (f Files) AddWorker(b *Bundle, engine string, words map[string]string) error {
	code := f[b.Offline]
	delete(f, b.Offline)
	play := f[pages.File("play/")]
	if play == nil {
		return nil
	}
	s := shell{Files: f.shellFiles(b, play, engine), Words: words, Style: b.Style}
	s.Pages = slices.DeleteFunc(slices.Clone(shellPages), func(p string) bool { return f[pages.File(p)] == nil })
	s.Version = f.versionOf(s)
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	f[WorkerFile] = fmt.Appendf(nil, "const shell=%s;\n%s", text, code)
	return nil
}

// shellFiles lists scripts, style sheets, the engine, and what the store of the playground begins with. What runs
// readers' JavaScript is kept by those who have run some.
func (f Files) shellFiles(b *Bundle, play []byte, engine string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if !strings.HasPrefix(name, pages.AssetDir+"/") || name == b.Program || name == b.Blobs {
			continue
		}
		switch path.Ext(name) {
		case ".js", ".css":
			list = append(list, name)
		case pages.StoreEnding:
			if bytes.Contains(play, []byte(name)) {
				list = append(list, name)
			}
		}
	}
	return append(list, engine) // last: it is the largest
}

// versionOf names a shell by all that it holds.
func (f Files) versionOf(s shell) string {
	sum := sha256.New()
	for _, name := range s.Files {
		fmt.Fprintln(sum, name) // which holds a hash
	}
	for _, p := range s.Pages {
		data := f[pages.File(p)]
		fmt.Fprintln(sum, p, len(data))
		sum.Write(data)
	}
	fmt.Fprint(sum, s.Words, s.Style)
	return hex.EncodeToString(sum.Sum(nil))[:16]
}
