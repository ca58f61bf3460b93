package conn_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"rowkey/serve/server"
	"rowkey/serve/servetest"
)

// Finding 14: what net/http had read ahead of the next request was forgotten with the one before it.
func TestPipelinedRequestsKeepTheSpellingOfTheirMetadata(t *testing.T) {
	t.Parallel()
	urls := servetest.Start(t, server.Run, "-auth", "off")
	addr := strings.TrimPrefix(servetest.Origin(urls["blob"]), "http://")
	decoy := "PUT /devstoreaccount1/files/b HTTP/1.1\r\nx-ms-meta-decoy: v\r\n\r\n"
	put := func(name, meta, framing, body string) string {
		return fmt.Sprintf("PUT /devstoreaccount1/files/%s HTTP/1.1\r\nHost: %s\r\nx-ms-blob-type: BlockBlob\r\n"+
			"x-ms-meta-%s: v\r\n%s\r\n\r\n%s", name, addr, meta, framing, body)
	}
	long := strings.Repeat("x-ms-meta-long: v\r\n", 10_000)
	all := put("a", "CamelCase", "Content-Length: 0", "") +
		put("b", "camelCASE", fmt.Sprintf("content-length: %d", len(decoy)), decoy) +
		put("c", "cAmElCaSe", "Transfer-Encoding: chunked",
			fmt.Sprintf("%x;a=b\r\n%s\r\n1\r\nx\r\n0\r\nx-ms-meta-trailer: v\r\n\r\n", len(decoy), decoy)) +
		put("d", "CAMELcase", fmt.Sprintf("Content-Length: %d", len(long)), long) +
		put("e", "Camelcase", "Content-Length: 1", "x")
	for name, in := range map[string]io.Reader{
		"at-once":       strings.NewReader(all),
		"in-halves":     iotest.HalfReader(strings.NewReader(all)),
		"in-small-ones": bufio.NewReaderSize(strings.NewReader(all), 16),
	} {
		servetest.Ask(t, "DELETE", urls["blob"]+"/files?restype=container", "")
		servetest.Ask(t, "PUT", urls["blob"]+"/files?restype=container", "")
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		go io.Copy(conn, struct{ io.Reader }{in}) // what does not arrive is not answered
		answers := bufio.NewReader(conn)
		for i := range 5 {
			res, err := http.ReadResponse(answers, nil)
			if err != nil || res.StatusCode != http.StatusCreated {
				t.Fatalf("%s: answer %d = %v %v", name, i, res, err)
			}
			io.Copy(io.Discard, res.Body)
		}
		_, list := servetest.Ask(t, "GET", urls["blob"]+"/files?restype=container&comp=list&include=metadata", "")
		for _, want := range []string{"CamelCase", "camelCASE", "cAmElCaSe", "CAMELcase", "Camelcase"} {
			if !strings.Contains(list, "<"+want+">v</"+want+">") {
				t.Errorf("%s: no blob has the metadata %s: %s", name, want, list)
			}
		}
		if strings.Contains(list, "decoy") || strings.Contains(list, "trailer") || strings.Contains(list, "long") {
			t.Errorf("%s: a body counts as metadata: %s", name, list)
		}
	}
}
