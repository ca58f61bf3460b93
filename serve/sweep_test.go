package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rowkey/engine/store"
	"rowkey/serve/data"
)

// TestSweepContinuesAfterAKill kills a server that has just deleted a large table. The next one clears
// away what is left, without a request.
func TestSweepContinuesAfterAKill(t *testing.T) {
	dir := t.TempDir()
	p := spawn(t, "-data", dir)
	fillTable(t, p.urls["table"], "large", 20_000)
	deleteTable(t, p.urls["table"], "large")
	p.kill()
	path := filepath.Join(dir, data.File)
	if n := keysIn(t, path); n < 2 {
		t.Errorf("%d keys were left after the kill: the test proves nothing", n)
	}
	start(t, "-data", dir)
	n := 0
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if n = keysIn(t, path); n == 1 {
			return
		}
	}
	t.Errorf("%d keys are in the file, want 1: the generation of the name", n)
}

// keysIn returns how many keys are in a copy of a file.
func keysIn(t *testing.T, path string) int {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(copied, b, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.OpenFile(copied, store.FileOptions{Sync: store.Never})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := 0
	err = db.View(context.Background(), func(tx *store.Tx) error {
		for range tx.Scan("", "") {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// request sends one request over a connection of its own and checks the status.
func request(t testing.TB, url string, bytes []byte, want int) {
	t.Helper()
	p, err := dialPlain(url)
	if err != nil {
		t.Fatal(err)
	}
	defer p.conn.Close()
	if status, _, err := p.do(bytes); err != nil || status != want {
		t.Fatalf("status = %d, %v, want %d", status, err, want)
	}
}

func createTable(t testing.TB, url, name string) {
	t.Helper()
	request(t, url, signed(t, "POST", url+"/Tables", `{"TableName":"`+name+`"}`), 201)
}

func deleteTable(t *testing.T, url, name string) {
	t.Helper()
	request(t, url, signed(t, "DELETE", url+"/Tables('"+name+"')", ""), 204)
}

// fillTable makes a table of n entities.
func fillTable(t *testing.T, url, name string, n int) {
	t.Helper()
	createTable(t, url, name)
	p, err := dialPlain(url)
	if err != nil {
		t.Fatal(err)
	}
	defer p.conn.Close()
	for i := 0; i < n; {
		var entities []string
		for ; i < n && len(entities) < 100; i++ {
			entities = append(entities, fmt.Sprintf(row, i))
		}
		if status, _, err := p.do(batchOf(t, url, name, entities)); err != nil || status != 202 {
			t.Fatalf("batch: status = %d, %v", status, err)
		}
	}
}
