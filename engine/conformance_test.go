package engine_test

import (
	"path/filepath"
	"runtime"
	"testing"
)

// corpus is the conformance corpus of the wire: scripts that assert what the service answers.
const corpus = "rest/testdata"

func TestTheCorpusHoldsThroughAGoCall(t *testing.T) {
	for _, name := range corpusFiles(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runFile(t, corpus, name)
		})
	}
}

// corpusFiles returns the scripts of the corpus, by their names below it. Those in native are about what a browser goes
// without.
func corpusFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, folder := range []string{".", "native"} {
		if folder == "native" && runtime.GOOS == "js" {
			continue
		}
		found, err := filepath.Glob(filepath.Join(corpus, folder, "*.http"))
		if err != nil || len(found) == 0 {
			t.Fatalf("the corpus %s has nothing in %s (%v)", corpus, folder, err)
		}
		for _, file := range found {
			files = append(files, filepath.Join(folder, filepath.Base(file)))
		}
	}
	return files
}
