package controltest_test

import (
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/profile"
)

// A page gives a file in slices, asks what is in it, and gets a sheet.
func TestAFileIsProfiled(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	var progress control.ProfileProgress
	ok(t, e, "PUT", "/-/profile?name=people.csv&size=30", "", &progress)
	ok(t, e, "POST", "/-/profile", "city,na", &progress)
	code, body := call(t, e, "GET", "/-/profile", "")
	if code != 400 || !strings.Contains(string(body), "not been read to its end") {
		t.Errorf("a report of half a file: %d %s", code, body)
	}
	ok(t, e, "POST", "/-/profile?last=true", "me\nRome,Ann\nRome,Bob\n", &progress)
	if progress != (control.ProfileProgress{Rows: 2, Bytes: 28, Done: true}) {
		t.Errorf("progress %+v", progress)
	}
	var report profile.Report
	if text := ok(t, e, "GET", "/-/profile", "", &report); report.Rows != 2 || strings.Contains(string(text), "Rome") {
		t.Errorf("report %s", text)
	}
	var partitions profile.Partitions
	ok(t, e, "GET", "/-/profile/0/partitions?values=true", "", &partitions)
	if len(partitions.Top) != 1 || partitions.Top[0].Name[0] != "Rome" || partitions.Top[0].Rows != 2 {
		t.Errorf("partitions %+v", partitions)
	}
	var filled struct {
		Text   string
		Sheet  map[string]any
		Unread []control.UnreadFilter
	}
	ok(t, e, "POST", "/-/profile/keys/sheet", `{"types":{"city":"text"},"filters":"city eq 'Rome'\ncity"}`, &filled)
	if !strings.Contains(filled.Text, "# @ask by city, 100 %, people by city") || len(filled.Unread) != 0 ||
		filled.Sheet["name"] != "people" {
		t.Errorf("sheet %+v", filled)
	}
}

// A reader who stops keeps the rows so far, without the one that was cut.
func TestAProfileThatIsCut(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	var progress control.ProfileProgress
	ok(t, e, "PUT", "/-/profile?name=a.csv", "", nil)
	ok(t, e, "POST", "/-/profile", "a,b\n"+strings.Repeat("1,\"x\"\n", 2000)+"7,\"y", nil)
	ok(t, e, "POST", "/-/profile?cut=true", "", &progress)
	var report profile.Report
	ok(t, e, "GET", "/-/profile", "", &report)
	if !progress.Done || report.Rows != 2000 || report.Columns[1].Distinct != 1 {
		t.Errorf("%+v: %+v", progress, report)
	}
}

func TestProfilesThatAreRefused(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ method, path, body, want string }{
		{"POST", "/-/profile", "a", "no file has been read"}, {"GET", "/-/profile", "", "no file has been read"},
		{"PUT", "/-/profile?size=x", "", "size must be a number"}, {"PUT", "/-/profile?size=600000000", "", "572 MiB"},
		{"PUT", "/-/profile?size=5", "", ""}, {"POST", "/-/profile?last=true", "a,b\n1,2,3\n", "cells in line 2: 3"},
		{"PUT", "/-/profile", "", ""}, {"POST", "/-/profile?cut=true", "", "no rows"},
		{"PUT", "/-/profile", "", ""}, {"POST", "/-/profile?last=true", "a,b\n1,2\n", ""},
		{"GET", "/-/profile/7/partitions", "", "cannot be part of a key"},
		{"GET", "/-/profile/x/partitions", "", "columns must be a number"},
		{"POST", "/-/profile/keys/sheet", "[]", "the body cannot be read"}, {"DELETE", "/-/profile", "", ""},
		{"GET", "/-/profile", "", "no file has been read"},
	} {
		code, body := call(t, e, test.method, test.path, test.body)
		if (code == 400) != (test.want != "") || !strings.Contains(string(body), test.want) {
			t.Errorf("%s %s: %d %s, want %q", test.method, test.path, code, body, test.want)
		}
	}
}
