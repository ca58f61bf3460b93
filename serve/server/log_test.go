package server

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/accesslog"
	"rowkey/engine/shape"
)

// What -log writes is read back to the shapes that the page Watch shows of the same requests, and has no values of
// rows.
func TestTheLogHasTheShapesOfThePageWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "requests.log")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	urls, site, token := watching(t, "-auth", "trust", "-log", path)
	send := func(method, target, body string, fields ...string) {
		ask(t, method, urls["table"]+target, body, append(fields, "Content-Type: application/json",
			"Accept: application/json", "x-ms-version: 2019-02-02", "User-Agent: a\"b <i>")...)
	}
	send("POST", "/Tables", `{"TableName":"Orders"}`)
	for i := range 5 {
		send("POST", "/Orders", fmt.Sprintf(`{"PartitionKey":"secret","RowKey":"r%d","Email":"secret"}`, i))
	}
	send("GET", "/Orders(PartitionKey='secret',RowKey='r1')", "")
	send("GET", "/Orders()?$filter=Email%20eq%20'secret'&$select=Email", "")
	send("GET", "/Orders()?$filter=PartitionKey%20eq%20'secret'%20and%20RowKey%20ge%20''", "")
	send("PUT", "/Orders(PartitionKey='secret',RowKey='r1')", `{"Email":"secret"}`, `If-Match: W/"datetime'secret'"`)
	send("DELETE", "/Orders(PartitionKey='secret',RowKey='none')", "", "If-Match: *")
	send("GET", "/a(", "")

	_, body := ask(t, "GET", site+"/-/watch", "", tokenHeader+": "+token)
	var page struct{ Shapes []loggedShape }
	if err := json.Unmarshal([]byte(body), &page); err != nil {
		t.Fatal(err, body)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "secret") {
		t.Errorf("the log has a value of a row:\n%s", text)
	}
	if got := shapesIn(t, string(text)); len(got) < 8 || !slices.Equal(got, page.Shapes) {
		t.Errorf("the log has the shapes\n%+v\nthe page\n%+v\n%s", got, page.Shapes, text)
	}
}

// loggedShape is what a log and the page both say of a shape.
type loggedShape struct {
	Table, Does, Text, Class                                  string
	Calls, Refused, Read, Returned, BytesIn, BytesOut, Failed int
}

func shapesIn(t *testing.T, text string) (list []loggedShape) {
	t.Helper()
	var all shape.Collector
	if _, err := accesslog.Read(strings.NewReader(text), func(e *accesslog.Entry) { e.CountIn(&all) }); err != nil {
		t.Fatal(err)
	}
	for _, s := range all.Sums().Stats {
		list = append(list, loggedShape{s.Name, s.Does, s.Text, s.Class.String(), s.Calls, s.Refused, s.Read, s.Returned,
			s.BytesIn, s.BytesOut, s.Failed})
	}
	return list
}

func TestALogThatCannotBeOpenedEndsTheServer(t *testing.T) {
	if _, err := openLog(&options{log: filepath.Join(t.TempDir(), "none", "requests.log")}); err == nil {
		t.Error("a file in a folder that is not there is opened")
	}
}
