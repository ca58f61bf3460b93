package main

import (
	"bytes"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/serve/data"
	"rowkey/serve/server"
)

// contents returns the files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(b)
	}
	return files
}

// dataFolder returns a folder with the data of a server that has made tables.
func dataFolder(t *testing.T, tables ...string) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	urls, stop := startUntil(t, "-data", dir)
	for _, name := range tables {
		if _, err := official(t, urls["table"]).CreateTable(t.Context(), name, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, data.File)
}

// replaceIn changes the bytes of a file.
func replaceIn(t *testing.T, path string, change func(b []byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(b), 0o600); err != nil {
		t.Fatal(err)
	}
}

// D1: a start that fails because a port is taken has not even cut off a torn end.
func TestStartThatFailsLeavesTheFolderAsItWas(t *testing.T) {
	dir, file := dataFolder(t, "people")
	replaceIn(t, file, func(b []byte) []byte { return append(b, "a torn end"...) })
	before := contents(t, dir)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	none := filepath.Join(t.TempDir(), "none")
	for _, data := range []string{dir, none} {
		args := append(freePorts(), "-data", data, "-table", taken.Addr().String())
		if err := server.Run(t.Context(), args, io.Discard); err == nil {
			t.Fatal("run = nil, want an error: the port is taken")
		}
	}
	if after := contents(t, dir); !maps.Equal(after, before) {
		t.Error("the folder has changed")
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("the folder of a start that failed was made")
	}
}

// D2: damage is refused with what to do, check changes nothing, repair keeps the damaged file.
func TestDamagedDataAreRefusedCheckedAndRepaired(t *testing.T) {
	dir, file := dataFolder(t, "first", "second", "third")
	replaceIn(t, file, func(b []byte) []byte {
		b[bytes.LastIndex(b, []byte("second"))] ^= 1
		return b
	})
	before := contents(t, dir)
	err := server.Run(t.Context(), append(freePorts(), "-data", dir), io.Discard)
	for _, want := range []string{file, "byte ", "checksum of record 3", "1 whole transactions before it, 1 after it",
		"serve check " + dir, "serve repair " + dir} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("run = %v, want an error with %q", err, want)
		}
	}
	var out strings.Builder
	err = command(t.Context(), []string{"check", dir}, &out)
	if err == nil || !strings.Contains(out.String(), "checksum of record 3") {
		t.Errorf("check = %v, and\n%s\nwant an error, and the place", err, out.String())
	}
	if after := contents(t, dir); !maps.Equal(after, before) {
		t.Error("check has changed the folder")
	}
	out.Reset()
	err = command(t.Context(), []string{"repair", dir}, &out)
	if err != nil || !strings.Contains(out.String(), "record 3 is missing") {
		t.Errorf("repair = %v, and\n%s\nwant what is missing", err, out.String())
	}
	if kept, err := os.ReadFile(file + ".damaged-1"); err != nil || string(kept) != before[data.File] {
		t.Errorf("the damaged file was not kept: %v", err)
	}
	wantTables(t, dir, "first", "third")
	if err := command(t.Context(), []string{"check", dir}, io.Discard); err != nil {
		t.Errorf("check of the repaired folder = %v", err)
	}
}

// wantTables compares the tables in a folder.
func wantTables(t *testing.T, dir string, want ...string) {
	t.Helper()
	pager := official(t, start(t, "-data", dir)["table"]).NewListTablesPager(nil)
	page, err := pager.NextPage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, table := range page.Tables {
		got = append(got, *table.Name)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("tables = %q, want %q", got, want)
	}
}

func TestCheckReportsTheStateOfUndamagedData(t *testing.T) {
	dir, file := dataFolder(t, "people")
	for _, c := range []struct {
		name   string
		change func(b []byte) []byte
		want   string
	}{
		{"closed", func(b []byte) []byte { return b }, "state         closed\n"},
		{"torn", func(b []byte) []byte { return append(b, "torn"...) }, "the next start moves that"},
		{"unclosed", func(b []byte) []byte { return b[:bytes.LastIndex(b, []byte("\xf5RK"))] },
			"not closed, but it ends after a whole"},
	} {
		t.Run(c.name, func(t *testing.T) {
			replaceIn(t, file, c.change)
			var out strings.Builder
			err := command(t.Context(), []string{"check", dir}, &out)
			if err != nil || !strings.Contains(out.String(), c.want) {
				t.Errorf("check = %v, and\n%s\nwant %q", err, out.String(), c.want)
			}
		})
	}
	var out strings.Builder
	err := command(t.Context(), []string{"repair", dir}, &out)
	if err != nil || !strings.Contains(out.String(), "nothing to repair") {
		t.Errorf("repair = %v, and\n%s\nwant nothing to repair", err, out.String())
	}
	for _, args := range [][]string{{"check"}, {"check", t.TempDir()}, {"repair", t.TempDir()}, {"repair", dir, dir}} {
		if err := command(t.Context(), args, io.Discard); err == nil {
			t.Errorf("%q = nil, want an error", args)
		}
	}
}

func TestFileOfSomethingElseIsRefusedWithWhatToDo(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, data.File)
	if err := os.WriteFile(file, []byte("* a list"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := server.Run(t.Context(), append(freePorts(), "-data", dir), io.Discard)
	for _, want := range []string{file, "not a data file of this program", "Nothing was changed. Move the file away"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("run = %v, want an error with %q", err, want)
		}
	}
	for _, verb := range []string{"check", "repair"} {
		err := command(t.Context(), []string{verb, dir}, io.Discard)
		if err == nil || !strings.Contains(err.Error(), file+": store: not a data file") {
			t.Errorf("%s = %v, want that it is not a data file", verb, err)
		}
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "* a list" {
		t.Errorf("the file is now %q (%v)", b, err)
	}
}
