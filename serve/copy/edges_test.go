package copy_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	copier "rowkey/serve/copy"
	"rowkey/serve/data"
)

func TestACopyOfBlobsToAFileGoesOn(t *testing.T) {
	t.Parallel()
	urls, connection := connected(t)
	unsigned(t, "PUT", urls["blob"]+"/files?restype=container", "")
	for i := range 5 {
		unsigned(t, "PUT", urls["blob"]+fmt.Sprintf("/files/%d", i), "content", "x-ms-blob-type", "BlockBlob")
	}
	unsigned(t, "PUT", urls["blob"]+"/files/log", "", "x-ms-blob-type", "AppendBlob")
	unsigned(t, "PUT", urls["blob"]+"/files/log?comp=appendblock", "a line")
	var refused atomic.Bool
	meddled := between(t, urls["blob"], func(w http.ResponseWriter, r *http.Request, _ int64) bool {
		stop := strings.HasSuffix(r.URL.Path, "/files/3") && !refused.Swap(true)
		if stop {
			w.WriteHeader(http.StatusConflict)
		}
		return stop
	})
	through := strings.Replace(connection, "BlobEndpoint="+urls["blob"], "BlobEndpoint="+meddled, 1)
	dir := t.TempDir()
	file := filepath.Join(dir, "files.jsonl")
	args := []string{"-from", through, "-to", file, "-blobs", "*", "-journal", filepath.Join(dir, "journal")}
	if text, err := tryCopy(t, args...); err == nil {
		t.Fatalf("the copy was not stopped:\n%s", text)
	}
	copyAll(t, args...)
	two, to := connected(t)
	copyAll(t, "-from", file, "-to", to, "-blobs", "files")
	for name, want := range map[string]string{"0": "BlockBlob content", "4": "BlockBlob content",
		"log": "AppendBlob a line"} {
		body, h := unsigned(t, "GET", two["blob"]+"/files/"+name, "")
		if got := h.Get("x-ms-blob-type") + " " + body; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestATableThatIsNotThereLeavesNoTrace(t *testing.T) {
	t.Parallel()
	one, two := openServer(t), openServer(t)
	if text, err := tryCopy(t, "-from", one, "-to", two, "-tables", "people"); err == nil ||
		!strings.Contains(err.Error(), "TableNotFound") {
		t.Errorf("the copy = %v\n%s", err, text)
	}
	list, _ := unsigned(t, "GET", two+"/Tables", "", "Accept", "application/json;odata=nometadata")
	if list != `{"value":[]}` {
		t.Errorf("the target holds %s", list)
	}
}

func TestATableKeepsTheLettersOfItsName(t *testing.T) {
	t.Parallel()
	one, dir := openServer(t), t.TempDir()
	copyAll(t, "-from", lines(t, "x.jsonl", `{"table":"OrdersOf"}`), "-to", one)
	file := filepath.Join(dir, "out.jsonl")
	copyAll(t, "-from", one, "-to", file, "-tables", "OrdersOf")
	if text, err := os.ReadFile(file); err != nil || string(text) != `{"table":"OrdersOf"}`+"\n" {
		t.Errorf("the file holds %s, %v", text, err)
	}
}

func TestADryRunWritesNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	copyAll(t, "-from", people(t, 3), "-to", folder, "-dry")
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

func TestAnEstimateForFilesHasNoRequests(t *testing.T) {
	t.Parallel()
	said := copyAll(t, "-from", people(t, 300), "-to", filepath.Join(t.TempDir(), "out.jsonl"), "-tables", "people",
		"-dry")
	for _, what := range []string{"source  pages of the table list", "source  tables checked", "source  pages read",
		"target  tables created", "target  transactions", "target  pages read to compare"} {
		if want := fmt.Sprintf("%-32s %12d", what, 0); !strings.Contains(said, want) {
			t.Errorf("the estimate lacks %q:\n%s", want, said)
		}
	}
}

// One journal must not be taken for that of another account in the same folder.
func TestAccountsOfAFolderAreCopiedApart(t *testing.T) {
	t.Parallel()
	dir, server := t.TempDir(), openServer(t)
	copyAll(t, "-from", lines(t, "a.jsonl", `{"table":"first"}`), "-to", filepath.Join(dir, "data"))
	copyAll(t, "-from", lines(t, "b.jsonl", `{"table":"second"}`), "-to", filepath.Join(dir, "data"), "-account", "other")
	for account, want := range map[string]string{"devstoreaccount1": "first", "other": "second"} {
		text := copyAll(t, "-from", filepath.Join(dir, "data"), "-to", server, "-account", account)
		if !strings.Contains(text, "table "+want) {
			t.Errorf("of %s is copied\n%s", account, text)
		}
	}
}

func TestACopyThatFailsAtOnceClaimsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "out.jsonl")
	args := []string{"-from", openServer(t), "-to", file, "-tables", "nothing", "-journal", filepath.Join(dir, "journal")}
	if _, err := tryCopy(t, args...); err == nil {
		t.Fatal("a table that is not there is copied")
	}
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := tryCopy(t, args...); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("the second copy = %v, want that the file is there", err)
	}
	if text, err := os.ReadFile(file); string(text) != "mine" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

func TestTheSameCopyDoesNotRunTwiceAtOnce(t *testing.T) {
	t.Parallel()
	server, dir := openServer(t), t.TempDir()
	copyAll(t, "-from", people(t, 300), "-to", server)
	reached, goOn := make(chan bool), make(chan bool)
	var first atomic.Bool
	slow := between(t, server, func(http.ResponseWriter, *http.Request, int64) bool {
		if !first.Swap(true) {
			reached <- true
			<-goOn
		}
		return false
	})
	file, journal := filepath.Join(dir, "people.jsonl"), filepath.Join(dir, "journal")
	args := []string{"-from", slow, "-to", file, "-journal", journal}
	ended := make(chan error)
	go func() {
		_, err := tryCopy(t, args...)
		ended <- err
	}()
	<-reached
	if _, err := tryCopy(t, args...); err == nil ||
		!strings.Contains(err.Error(), "another copy is using the journal "+journal) {
		t.Errorf("the second copy = %v, want that another is running", err)
	}
	close(goOn)
	if err := <-ended; err != nil {
		t.Errorf("the first copy = %v", err)
	}
	if left, _ := filepath.Glob(journal + "*"); left != nil {
		t.Errorf("%q are left after the copy", left)
	}
}

// fileSums are the names of the files in a folder, with what they hold.
func fileSums(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%s %x", f.Name(), sha256.Sum256(text)))
	}
	return all
}

// The folder may be a mounted backup, or what a server left that was killed.
func TestAFolderThatIsReadOnlyIsASource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder, server := filepath.Join(dir, "data"), openServer(t)
	copyAll(t, "-from", people(t, 300), "-to", folder)
	file := filepath.Join(folder, data.File)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// without the record that a server writes when it closes the file, which a start would write again
	if err := errors.Join(os.WriteFile(file, whole[:len(whole)-8], 0o600), os.Chmod(file, 0o400),
		os.Chmod(folder, 0o500)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	before := fileSums(t, folder)
	copyAll(t, "-from", folder, "-to", server)
	if n := len(held(t, server, "people")); n != 300 {
		t.Errorf("%d entities were copied, want 300", n)
	}
	if after := fileSums(t, folder); !slices.Equal(before, after) {
		t.Errorf("the folder holds %q, before it was %q", after, before)
	}
}

func TestResultsOfACopyComeAfterItsProgress(t *testing.T) {
	t.Parallel()
	urls, from := connected(t)
	_, to := connected(t)
	unsigned(t, "PUT", urls["queue"]+"/jobs", "")
	unsigned(t, "POST", urls["queue"]+"/jobs/messages", "<QueueMessage><MessageText>x</MessageText></QueueMessage>")
	unsigned(t, "PUT", urls["blob"]+"/files?restype=container", "")
	unsigned(t, "PUT", urls["blob"]+"/files/a", "content", "x-ms-blob-type", "BlockBlob")
	copyAll(t, "-from", lines(t, "x.jsonl", `{"table":"people"}`, `{"PartitionKey":"p","RowKey":"1"}`), "-to",
		urls["table"])
	var said strings.Builder // results and progress, as a terminal shows them
	args := []string{"-from", from, "-to", to, "-tables", "*", "-queues", "*", "-blobs", "*", "-journal",
		filepath.Join(t.TempDir(), "journal")}
	if err := copier.Run(t.Context(), args, &said, &said); err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct{ result, progress string }{
		{"table people  1 entity, the same at both places", "table people  compared"}, {"queue jobs  1 message at",
			"queue jobs  1,"}, {"container files  1 blob, each", "container files  1,"},
	} {
		if at, last := strings.Index(said.String(), of.result), strings.LastIndex(said.String(), of.progress); at < 0 ||
			last < 0 || at < last {
			t.Errorf("%q does not come after %q:\n%s", of.result, of.progress, said.String())
		}
	}
}
