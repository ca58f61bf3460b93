package copy_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/serve/servetest"
)

// key is a secret that no message may contain, in base64.
const secretKey = "VE9QU0VDUkVUVE9QU0VDUkVUVE9QU0VDUkVU"

func TestSecretsOfACopyAreNotPrinted(t *testing.T) {
	server := openServer(t)
	t.Setenv("ROWKEY_TEST_PLACE", "AccountName=devstoreaccount1;AccountKey="+secretKey+";TableEndpoint="+server)
	const signature = "sv=2019-02-02&ss=t&srt=sco&sp=rwdlacu&se=2099-01-01T00:00:00Z&sig=" + secretKey
	closed := "http://127.0.0.1:1/devstoreaccount1"
	file := people(t, 3)
	for _, args := range [][]string{
		{"-from", server + "?" + signature, "-to", t.TempDir()},
		{"-from", file, "-to", server + "?" + signature},
		{"-from", file, "-to", closed + "?" + signature, "-retries", "0"},
		{"-from", file, "-to", "AccountName=devstoreaccount1;AccountKey=" + secretKey + ";TableEndpoint=" + server},
		{"-from", file, "-to", "env:ROWKEY_TEST_PLACE"},
		{"-from", file, "-to", server, "-key", secretKey},
		{"-from", file, "-to", server, "-key", secretKey + "!"},
		{"-from", file, "-to", closed, "-key", secretKey, "-retries", "0"},
		{"-from", file, "-to", "AccountName=x;AccountKey" + secretKey},
		{"-from", file, "-to", "https://u:" + secretKey + "@h.table.core.windows.example/"},
		{"-from", file, "-to", "AccountKey=" + secretKey + "%;AccountName=demo"},
		{"-from", file, "-to", "https://h.table.core.windows.example/people?" + signature},
		{"-from", file, "-to", "http://%zz/?" + signature},
		{"-from", "TableEndpoint=http://u:" + secretKey + "@127.0.0.1:1/acc;SharedAccessSignature=" + signature, "-to",
			t.TempDir()},
		{"-from", "TableEndpoint=" + closed + "?sig=" + secretKey + ";SharedAccessSignature=" + signature, "-to",
			t.TempDir()},
		{"-from", file, "-to", "QueueEndpoint=" + closed + "?" + secretKey + ";AccountKey=" + secretKey},
		{"-from", file, "-to", "BlobEndpoint=" + closed + "#" + secretKey + ";AccountKey=" + secretKey, "-retries", "0"},
		{"-from", file, "-to", "AccountName=u:" + secretKey + "@h;AccountKey=" + secretKey},
		{"-from", file, "-to", "AccountName=h;EndpointSuffix=example?sig=" + secretKey + ";AccountKey=" + secretKey},
		{"-from", file, "-to", "DefaultEndpointsProtocol=http://u:" + secretKey + "@h;AccountName=h;AccountKey=" +
			secretKey, "-retries", "0"},
	} {
		journal := filepath.Join(t.TempDir(), "journal")
		text, err := tryCopy(t, append([]string{"-journal", journal}, args...)...)
		if err == nil {
			t.Errorf("copy %q succeeds without a valid key", args)
			continue
		}
		kept, _ := os.ReadFile(journal) // there may be none
		for _, said := range []string{text, err.Error(), string(kept)} {
			if strings.Contains(said, secretKey[:12]) || strings.Contains(said, "sig=") &&
				!strings.Contains(said, "it has no sig=") {
				t.Errorf("copy %q shows the secret: %s", args, said)
			}
		}
	}
}

func TestErrorsOfACopySayWhereAndWhatToDo(t *testing.T) {
	t.Parallel()
	server, file := openServer(t), people(t, 3)
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"-from", file}, "both places are needed"},
		{[]string{"-from", "nowhere.jsonl", "-to", server}, "-from: nowhere.jsonl does not exist"},
		{[]string{"-from", t.TempDir(), "-to", server}, "is not a data folder"},
		{[]string{"-from", server, "-to", server}, "the same place"},
		{[]string{"-from", file, "-to", file}, "the same place"},
		{[]string{"-from", file, "-to", server, "-dry", "-price", "cheap"}, `not "cheap"`},
		{[]string{"-from", file, "-to", "http://127.0.0.1:1/devstoreaccount1", "-retries", "0"}, "is the server running"},
		{[]string{"-from", file, "-to", server, "-key", "AAAA"}, "the key or signature is wrong"},
		{[]string{"-from", file, "-to", server, "-mode", "overwrite"}, "-mode must be insert, replace or merge"},
		{[]string{"-from", file, "-to", server, "-tables", "[a"}, "-tables: \"[a\" is not a valid pattern"},
		{[]string{"-from", file, "-to", "out.csv"}, "cannot copy to this kind of file"},
		{[]string{"-from", lines(t, "bad.jsonl", `{"PartitionKey":"p","RowKey":"1"}`, `{"PartitionKey":"p"}`), "-to",
			server}, "bad.jsonl:2: an entity needs both"},
		{[]string{"-from", lines(t, "bad.jsonl", `{"PartitionKey":"p/q","RowKey":"1"}`), "-to", server}, "bad.jsonl:1: "},
		{[]string{"-from", lines(t, "bad.jsonl", `{"PartitionKey":`), "-to", server},
			"bad.jsonl:1: this line is not valid JSON"},
		{[]string{"-from", lines(t, "1-2.jsonl", `{"PartitionKey":"p","RowKey":"1"}`), "-to", server},
			`put a line such as {"table":"people"}`},
		{[]string{"-from", lines(t, "bad.jsonl", `{"PartitionKey":"p","RowKey":"1","n@odata.type":"Edm.Int64","n":"x"}`),
			"-to", server}, "InvalidInput"},
		{[]string{"-from", lines(t, "twice.jsonl", `{"PartitionKey":"p","RowKey":"1","n":1}`,
			`{"PartitionKey":"p","RowKey":"1","n":2}`),
			"-to", server, "-mode", "insert"}, "twice.jsonl:2: EntityAlreadyExists"},
		{[]string{"-from", server, "-to", "out.txt"}, "out.txt: cannot copy to this kind of file"},
		{[]string{"-from", server, "-to", file + "x.jsonl", "-tables", "none*"}, "matches none*"},
		{[]string{"-from", lines(t, "bad.http", "GET {{table}}/none()\n"), "-to", server}, "bad.http:1"},
	}
	for _, tt := range tests {
		if text, err := tryCopy(t, tt.args...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("copy %q = %v, want %q\n%s", tt.args, err, tt.want, text)
		}
	}
}

func TestAFolderInUseIsNotCopied(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	start(t, "-data", dir)
	if _, err := tryCopy(t, "-from", people(t, 3), "-to", dir); err == nil ||
		!strings.Contains(err.Error(), "another server or copy is using this folder") {
		t.Errorf("the copy = %v, want that a server uses the folder", err)
	}
}

func TestTablesAreChosenByPattern(t *testing.T) {
	t.Parallel()
	file := lines(t, "x.jsonl", `{"table":"orders1"}`, `{"table":"Orders2"}`, `{"table":"people"}`,
		`{"PartitionKey":"p","RowKey":"1"}`)
	one, two := openServer(t), openServer(t)
	copyAll(t, "-from", file, "-to", one, "-tables", "order*")
	copyAll(t, "-from", file, "-to", two, "-tables", "people")
	first, _ := unsigned(t, "GET", one+"/Tables", "", "Accept", "application/json;odata=nometadata")
	second, _ := unsigned(t, "GET", two+"/Tables", "", "Accept", "application/json;odata=nometadata")
	if first != `{"value":[{"TableName":"orders1"},{"TableName":"Orders2"}]}` ||
		second != `{"value":[{"TableName":"people"}]}` {
		t.Errorf("-tables copies %s and %s", first, second)
	}
}

func TestAScriptIsASource(t *testing.T) {
	t.Parallel()
	script := lines(t, "shop.http", "### Table", "POST {{table}}/Tables", "Content-Type: application/json", "",
		`{"TableName":"shop"}`, "",
		"### Row", "POST {{table}}/shop", "Content-Type: application/json", "", `{"PartitionKey":"p","RowKey":"1","n":1}`)
	server := openServer(t)
	copyAll(t, "-from", script, "-to", server)
	if got := held(t, server, "shop"); len(got) != 1 || got[0] != `{"PartitionKey":"p","RowKey":"1","n":1}` {
		t.Errorf("the script leaves %q", got)
	}
}

// connected starts a server of all services, and returns them as a connection string.
func connected(t testing.TB) (urls map[string]string, connection string) {
	urls = start(t, "-auth", "trust")
	const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	return urls, fmt.Sprintf(
		"AccountName=devstoreaccount1;AccountKey=%s;TableEndpoint=%s;QueueEndpoint=%s;BlobEndpoint=%s",
		key, urls["table"], urls["queue"], urls["blob"])
}

func TestQueuesAndBlobsAreCopied(t *testing.T) {
	t.Parallel()
	one, from := connected(t)
	two, to := connected(t)
	unsigned(t, "PUT", one["queue"]+"/jobs", "", "x-ms-meta-Owner", "me")
	const n = 70
	for i := range n {
		unsigned(t, "POST", one["queue"]+"/jobs/messages",
			fmt.Sprintf("<QueueMessage><MessageText>&lt;%d&gt; ü</MessageText></QueueMessage>", i))
	}
	large := strings.Repeat("0123456789abcdef", 9<<20/16) + "end"
	unsigned(t, "PUT", one["blob"]+"/files?restype=container", "", "x-ms-meta-Kind", "k")
	for name, body := range map[string]string{"a.txt": "hello", "empty": "", "dir/%25%3F%23%20x'%C3%BC%2B": "odd",
		"large": large} {
		unsigned(t, "PUT", one["blob"]+"/files/"+name, body, "x-ms-blob-type", "BlockBlob", "Content-Type", "text/x-test",
			"x-ms-meta-Who", "me", "x-ms-blob-cache-control", "no-store")
	}
	unsigned(t, "PUT", one["blob"]+"/files/log", "", "x-ms-blob-type", "AppendBlob")
	for range 3 {
		unsigned(t, "PUT", one["blob"]+"/files/log?comp=appendblock", strings.Repeat("line\n", 400_000))
	}
	file := filepath.Join(t.TempDir(), "all.jsonl")
	copyAll(t, "-from", from, "-to", to, "-queues", "*", "-blobs", "*")
	copyAll(t, "-from", to, "-to", file, "-queues", "*", "-blobs", "*")
	three, last := connected(t)
	copyAll(t, "-from", file, "-to", last, "-queues", "j*", "-blobs", "f*")
	for _, server := range []map[string]string{one, two, three} {
		_, h := unsigned(t, "GET", server["queue"]+"/jobs?comp=metadata", "")
		if h.Get("x-ms-approximate-messages-count") != fmt.Sprint(n) || h.Get("x-ms-meta-Owner") != "me" {
			t.Errorf("the queue is %v", h)
		}
		seen, _ := unsigned(t, "GET", server["queue"]+"/jobs/messages?numofmessages=32&visibilitytimeout=1", "")
		if !strings.Contains(seen, "<MessageText>&lt;0&gt; ü</MessageText>") &&
			!strings.Contains(seen, "&gt; ü</MessageText>") {
			t.Errorf("the queue holds %.300s", seen)
		}
		for name, want := range map[string]string{"a.txt": "hello", "empty": "", "dir/%25%3F%23%20x'%C3%BC%2B": "odd",
			"large": large, "log": strings.Repeat("line\n", 1_200_000)} {
			body, h := unsigned(t, "GET", server["blob"]+"/files/"+name, "")
			if body != want {
				t.Errorf("%s has %d bytes, want %d", name, len(body), len(want))
			}
			if name != "log" && (h.Get("Content-Type") != "text/x-test" || h.Get("x-ms-meta-Who") != "me" ||
				h.Get("Cache-Control") != "no-store") {
				t.Errorf("%s has the header %v", name, h)
			}
		}
	}
}

func TestMessagesThatAreHiddenStopACopy(t *testing.T) {
	t.Parallel()
	one, from := connected(t)
	_, to := connected(t)
	unsigned(t, "PUT", one["queue"]+"/jobs", "")
	for range 5 {
		unsigned(t, "POST", one["queue"]+"/jobs/messages", "<QueueMessage><MessageText>x</MessageText></QueueMessage>")
	}
	hidden, _ := unsigned(t, "GET", one["queue"]+"/jobs/messages?numofmessages=2&visibilitytimeout=3600", "")
	journal := filepath.Join(t.TempDir(), "journal")
	args := []string{"-from", from, "-to", to, "-queues", "*", "-journal", journal}
	if _, err := tryCopy(t, args...); err == nil || !strings.Contains(err.Error(), "3 of 5 messages could be read") {
		t.Errorf("the copy = %v, want that two messages are hidden", err)
	}
	for message := range strings.SplitSeq(hidden, "<QueueMessage>") {
		if id := element(message, "MessageId"); id != "" {
			receipt := url.QueryEscape(element(message, "PopReceipt"))
			unsigned(t, "PUT", one["queue"]+"/jobs/messages/"+id+"?visibilitytimeout=0&popreceipt="+receipt, "")
		}
	}
	copyAll(t, args...) // the three that were copied are not there twice
}

// element returns the text of the first element of a name, "" if there is none.
func element(xml, name string) string {
	_, rest, _ := strings.Cut(xml, "<"+name+">")
	text, _, _ := strings.Cut(rest, "</"+name+">")
	return text
}

func TestACopyToAzuriteAndBack(t *testing.T) {
	one, two, other := openServer(t), openServer(t), servetest.Azurite(t, "../..")
	entities := []string{`{"PartitionKey":"p","RowKey":"types",` +
		strings.NewReplacer(`,"Größe_日本":"ü日本😀"`, `,"Text":"ü日本😀"`).Replace(everyType) + `}`}
	for i, key := range []string{"a'b", "100%", "a b", "a+b", "ü", "(x)", "<b>"} {
		entities = append(entities, fmt.Sprintf(`{"PartitionKey":"q","RowKey":"%s","N":%d}`, key, i))
	}
	copyAll(t, "-from", lines(t, "types.jsonl", entities...), "-to", one)
	copyAll(t, "-from", people(t, 2000), "-to", one)
	copyAll(t, "-from", one, "-to", other)
	copyAll(t, "-from", other, "-to", two)
	sameTables(t, one, two, "people", 2000)
	sameTables(t, one, two, "types", len(entities))
}

// BenchmarkCopy copies 100,000 entities from one server to another, and compares them.
func BenchmarkCopy(b *testing.B) {
	const n = 100_000
	one := openServer(b)
	copyAll(b, "-from", people(b, n), "-to", one)
	for b.Loop() {
		copyAll(b, "-from", one, "-to", openServer(b))
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "entities/s")
}
