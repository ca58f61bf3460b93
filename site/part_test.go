package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestALessonIsBuiltWithItsKnownAnswers: a whole build leaves them to the tests of tutorials.
func TestALessonIsBuiltWithItsKnownAnswers(t *testing.T) {
	const wrong = "\n\n## wrong row: The whole\n### Find 1\nGET {{table}}/People()\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"wrong-that-passes": {"\n\n## wrong row: x\n### Find 1\nGET {{table}}/People(PartitionKey='A',RowKey='2')\n",
			"1-read/answers.http:3: passes check.http, but"},
		"wrong-told-otherwise": {strings.Replace(wrong, "The", "One", 1),
			`1-read/answers.http:3: want the feedback "One whole", got "The whole table is read."`},
		"right-that-fails": {wrong + "## right other, from start\n",
			"1-read/answers.http:7: does not pass check.http: It reads one row"},
		"right-that-meets-an-error": {wrong + "## right other, from start\n### Find 1 ...\n### x\nGET {{table}}/Nobody()\n",
			"(tutorials/01-keys/1-read/answers.http:10: 404 TableNotFound"},
	} {
		t.Run(name, func(t *testing.T) {
			o := mini(t, 0, map[string]string{"tutorials/01-keys/1-read/answers.http": c.text})
			o.Only = []string{"learn/keys"}
			if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

func TestOneLessonIsBuiltAsInTheWholeSite(t *testing.T) {
	o := mini(t, 0, nil)
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	whole := readTree(t, o.Out)
	writeFile(t, filepath.Join(o.Out, "learn/keys/1/index.html"), "an older page")
	o.Only = []string{"learn/keys"}
	b, err := Build(t.Context(), o)
	if err != nil || b.Pages != 4 || b.Executed != 6 {
		t.Fatalf("%d pages, %d snippets, %v; want those of the lesson, 4 and 6", b.Pages, b.Executed, err)
	}
	f := readTree(t, o.Out)
	for name, data := range whole {
		if ext := filepath.Ext(name); ext == ".br" || ext == ".gz" {
			continue
		}
		// the foot of a page tells how many snippets the build has executed
		if got := bytes.Replace(f[name], []byte("6 of 6"), []byte("7 of 7"), 1); !bytes.Equal(got, data) {
			t.Errorf("%s differs from that of the whole site", name)
		}
	}
	if f["learn/keys/1/index.html.br"] != nil || f["help/index.html.br"] == nil {
		t.Error("want the compressed forms of pages that stay, and none of those that were built")
	}
}

func TestAPageThatIsNotThereIsNotBuilt(t *testing.T) {
	o := mini(t, 0, nil)
	o.Only = []string{"learn/kyes"}
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), `there is no page "learn/kyes"`) {
		t.Errorf("error = %v, want that the page is missing", err)
	}
}

// The words of a heading are no part of a script, so nothing else has changed.
func TestASavedAnswerIsTriedAgain(t *testing.T) {
	const answers = "tutorials/01-keys/1-read/answers.http"
	o := mini(t, 0, nil)
	o.keeps = true
	w := newWorkshop(t.Context(), o)
	defer w.close()
	if err := w.rebuild([]string{answers}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.Root, answers)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, strings.Replace(string(text), "The whole", "One whole", 1))
	if err := w.rebuild([]string{answers}); err == nil || !strings.Contains(err.Error(), `want the feedback "One whole`) {
		t.Errorf("error = %v, want that of the heading", err)
	}
}

func TestASavedStepIsBuiltAgain(t *testing.T) {
	o := mini(t, 0, nil)
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- watch(ctx, o) }()
	step, page := filepath.Join(o.Root, "tutorials/01-keys/2-rest/en.md"), filepath.Join(o.Out, "learn/keys/2/index.html")
	text, err := os.ReadFile(step)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ { // until the watch has begun and the page is there
		writeFile(t, step, strings.Replace(string(text), "That is all", strings.Repeat("Again, ", i%20+1)+"that is all", 1))
		time.Sleep(watchInterval)
		if data, err := os.ReadFile(page); err == nil && bytes.Contains(data, []byte("Again, that is all")) {
			break
		}
		if i > 150 {
			t.Fatal("the page is not built again within 30 seconds")
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
