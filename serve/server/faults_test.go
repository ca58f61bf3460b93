package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const anEntity = `{"PartitionKey":"Sales","RowKey":"1"}`

// ofJSON are the fields of a request that sends and wants JSON.
var ofJSON = []string{"Content-Type: application/json", "Accept: application/json;odata=nometadata"}

// faulty starts a server with a table, then gives it rules.
func faulty(t *testing.T, rules string) (table string) {
	t.Helper()
	table = start(t, "-auth", "trust", "-control")["table"]
	if res, body := ask(t, "POST", table+"/Tables", `{"TableName":"People"}`, ofJSON...); res.StatusCode != 201 {
		t.Fatal(res.StatusCode, body)
	}
	if res, body := ask(t, "PUT", origin(table)+faultsPath, `{"rules":[`+rules+`]}`); res.StatusCode != 204 {
		t.Fatal(res.StatusCode, body)
	}
	return table
}

func TestRefusalsComeBeforeTheWork(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{"throttle": "503 ServerBusy", "timeout": "500 OperationTimedOut"} {
		table := faulty(t, `{"fault":"`+fault+`","method":"POST","times":1}`)
		res, body := ask(t, "POST", table+"/People", anEntity, ofJSON...)
		status, code, _ := strings.Cut(want, " ")
		if fmt.Sprint(res.StatusCode) != status || !strings.Contains(body, `"code":"`+code+`"`) {
			t.Errorf("%s: %d %s, want %s", fault, res.StatusCode, body, want)
		}
		if again, body := ask(t, "POST", table+"/People", anEntity, ofJSON...); again.StatusCode != 201 {
			t.Errorf("%s: the second insert gets %d %s", fault, again.StatusCode, body)
		}
	}
}

// raw sends a request over a connection of its own and returns all that comes back: the client of net/http would send
// it again.
func raw(t *testing.T, table, method, path, body string) string {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(origin(table), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s /devstoreaccount1%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"+
		"Accept: application/json;odata=nometadata\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		method, path, len(body), body)
	answer, _ := io.ReadAll(bufio.NewReader(conn)) // an error is that the connection ended
	return string(answer)
}

func TestALostAnswerIsLostAfterTheWork(t *testing.T) {
	t.Parallel()
	for fault, status := range map[string]int{"lost": 409, "cut": 201} { // of the same insert, sent again
		table := faulty(t, `{"fault":"`+fault+`","times":1}`)
		if answer := raw(t, table, "POST", "/People", anEntity); answer != "" {
			t.Errorf("%s: the answer is %q, want none", fault, answer)
		}
		if res, body := ask(t, "POST", table+"/People", anEntity, ofJSON...); res.StatusCode != status {
			t.Errorf("%s: the insert again: %d %s, want %d", fault, res.StatusCode, body, status)
		}
		_, state := ask(t, "GET", origin(table)+faultsPath, "")
		want := `"fault":"` + fault + `","method":"POST","path":"/devstoreaccount1/People"`
		if !strings.Contains(state, want) {
			t.Errorf("%s: the log says %s, want %s", fault, state, want)
		}
	}
}

func TestADelayedAnswerIsWhole(t *testing.T) {
	t.Parallel()
	table := faulty(t, `{"fault":"delay","millis":30}`)
	began := time.Now()
	answer := raw(t, table, "POST", "/People", anEntity)
	if took := time.Since(began); took < 30*time.Millisecond || !strings.Contains(answer, "201 Created") ||
		!strings.Contains(answer, `"RowKey":"1"`) {
		t.Errorf("after %v the answer is %q", took, answer)
	}
}

func TestAShortPageGoesOnWithAContinuation(t *testing.T) {
	t.Parallel()
	table := faulty(t, `{"fault":"short","rows":2}`)
	for i := range 5 {
		entity := fmt.Sprintf(`{"PartitionKey":"Sales","RowKey":"%d"}`, i)
		if res, body := ask(t, "POST", table+"/People", entity, ofJSON...); res.StatusCode != 201 {
			t.Fatal(res.StatusCode, body)
		}
	}
	for query, want := range map[string]int{"": 2, "?$select=RowKey": 2, "?$top=1": 1, "?%24top=4&$select=RowKey": 2} {
		res, body := ask(t, "GET", table+"/People()"+query, "", ofJSON...)
		if got := strings.Count(body, `"RowKey"`); got != want || res.Header.Get("x-ms-continuation-NextRowKey") == "" {
			t.Errorf("%q: %d rows, want %d, and a continuation: %v", query, got, want, res.Header)
		}
	}
}

func TestFaultsComeFromAFileOrATest(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "faults.json")
	if err := os.WriteFile(file, []byte(`{"rules":[{"fault":"throttle","table":"People"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	table := start(t, "-auth", "trust", "-faults", file)["table"]
	if res, _ := ask(t, "GET", table+"/People()", "", ofJSON...); res.StatusCode != 503 {
		t.Errorf("a rule of a file: %d, want 503", res.StatusCode)
	}
	if res, _ := ask(t, "GET", table+"/Tables", "", ofJSON...); res.StatusCode != 200 {
		t.Errorf("what no rule is for: %d, want 200", res.StatusCode)
	}
	if res, _ := ask(t, "DELETE", origin(table)+faultsPath, ""); res.StatusCode != 204 {
		t.Errorf("DELETE: %d", res.StatusCode)
	}
	if res, _ := ask(t, "GET", table+"/People()", "", ofJSON...); res.StatusCode != 404 {
		t.Errorf("after DELETE: %d, want 404", res.StatusCode)
	}
	if res, body := ask(t, "PUT", origin(table)+faultsPath, `{"rules":[{"fault":"x"}]}`); res.StatusCode != 400 ||
		!strings.Contains(body, "rule 1") {
		t.Errorf("a rule that means nothing: %d %s", res.StatusCode, body)
	}
	if res, _ := ask(t, "PUT", origin(table)+faultsPath, "{}", "Origin: http://evil.example"); res.StatusCode != 403 {
		t.Errorf("a page of another origin: %d, want 403", res.StatusCode)
	}
	plain := start(t)["table"]
	for _, method := range []string{http.MethodGet, http.MethodPut} {
		if res, _ := ask(t, method, origin(plain)+faultsPath, "{}"); res.StatusCode != 403 {
			t.Errorf("%s without a flag: %d, want 403", method, res.StatusCode)
		}
	}
}

func TestAPartitionIsThrottledAlone(t *testing.T) {
	t.Parallel()
	table := faulty(t, `{"fault":"throttle","partition":"Sales"}`)
	for _, insert := range []struct {
		body   string
		status int
	}{
		{anEntity, 503},
		{`{"PartitionKey":"Stock","RowKey":"1","Note":"` + strings.Repeat("x", 30_000) + `"}`, 201},
	} {
		if res, body := ask(t, "POST", table+"/People", insert.body, ofJSON...); res.StatusCode != insert.status {
			t.Errorf("%.40s: %d %s, want %d", insert.body, res.StatusCode, body, insert.status)
		}
	}
	for path, want := range map[string]int{
		"/People(PartitionKey='Sales',RowKey='1')": 503, "/People(PartitionKey='Stock',RowKey='1')": 200, "/People()": 200,
		"/People()?$filter=PartitionKey%20eq%20'Sales'": 503,
	} {
		if res, body := ask(t, "GET", table+path, "", ofJSON...); res.StatusCode != want {
			t.Errorf("%s: %d %s, want %d", path, res.StatusCode, body, want)
		}
	}
}

func TestAMessageIsDeliveredTwice(t *testing.T) {
	t.Parallel()
	for _, auth := range []string{"trust", "off"} {
		urls := start(t, "-auth", auth, "-control")
		_, body := ask(t, "PUT", origin(urls["table"])+faultsPath, `{"rules":[{"fault":"duplicate","times":1}]}`)
		if body != "" {
			t.Fatal(body)
		}
		queue := urls["queue"] + "/jobs"
		for _, step := range []struct {
			method, url, body string
			status, messages  int
		}{
			{"PUT", queue, "", 201, 0},
			{"POST", queue + "/messages", "<QueueMessage><MessageText>mow</MessageText></QueueMessage>", 201, 1},
			{"GET", queue + "/messages?visibilitytimeout=60", "", 200, 1},
			{"GET", queue + "/messages?visibilitytimeout=60", "", 200, 1},
			{"GET", queue + "/messages?visibilitytimeout=60", "", 200, 0},
		} {
			res, body := ask(t, step.method, step.url, step.body)
			if n := strings.Count(body, "<QueueMessage>"); res.StatusCode != step.status || n != step.messages {
				t.Errorf("%s %s: %d with %d messages, want %d with %d: %s", step.method, step.url, res.StatusCode, n,
					step.status, step.messages, body)
			}
		}
	}
}

func TestAStaleSecondaryHasNoLaterWrites(t *testing.T) {
	t.Parallel()
	table := faulty(t, `{"fault":"stale","table":"People"},{"fault":"stale","times":1}`)
	if res, body := ask(t, "POST", table+"/People", anEntity, ofJSON...); res.StatusCode != 201 {
		t.Fatal(res.StatusCode, body)
	}
	const row = "/People(PartitionKey='Sales',RowKey='1')"
	secondary := table + "-secondary"
	for _, read := range []struct {
		url    string
		status int
	}{{table + row, 200}, {secondary + row, 404}, {secondary + "/People()", 200}} {
		if res, body := ask(t, "GET", read.url, "", ofJSON...); res.StatusCode != read.status {
			t.Errorf("%s: %d %s, want %d", read.url, res.StatusCode, body, read.status)
		}
	}
	if _, body := ask(t, "GET", secondary+"/?restype=service&comp=stats", ""); strings.Count(body, "<LastSyncTime>") != 1 {
		t.Errorf("the statistics say %s", body)
	}
	if res, _ := ask(t, "DELETE", origin(table)+faultsPath, ""); res.StatusCode != 204 {
		t.Fatal(res.StatusCode)
	}
	if res, body := ask(t, "GET", secondary+row, "", ofJSON...); res.StatusCode != 200 {
		t.Errorf("without rules the secondary says %d %s", res.StatusCode, body)
	}
}
