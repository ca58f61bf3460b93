package engine_test

import (
	"path/filepath"
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

// corpusFiles returns the names of the scripts of the corpus.
func corpusFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus, "*.http"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the corpus %s is empty (%v)", corpus, err)
	}
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	return files
}
