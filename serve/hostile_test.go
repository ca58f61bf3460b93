package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/serve/servetest"
)

// hostile is a server under attack. The test fails unless it answers afterwards and gives the memory
// back.
type hostile struct {
	*process
	addr string
}

const patience = servetest.Patience

// spare is how much more memory a server may hold after an attack than before it, in bytes.
const spare = 48 << 20

func attack(t *testing.T, flags ...string) *hostile {
	t.Helper()
	if testing.Short() {
		t.Skip("deep: takes seconds")
	}
	p := spawn(t, flags...)
	h := &hostile{p, strings.TrimPrefix(origin(p.urls["table"]), "http://")}
	h.answers(t)
	before := p.resident(t)
	t.Cleanup(func() {
		h.answers(t)
		if raced {
			return // the race detector gives nothing back
		}
		end := time.Now().Add(patience)
		for p.resident(t) > before+spare && time.Now().Before(end) {
			time.Sleep(100 * time.Millisecond)
		}
		if now := p.resident(t); now > before+spare {
			t.Errorf("the server holds %d MiB, %d MiB before the attack", now>>20, before>>20)
		}
	})
	return h
}

// answers fails the test unless a well-behaved client is served.
func (h *hostile) answers(t *testing.T) {
	t.Helper()
	c := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	for _, service := range []string{"table", "queue", "blob"} {
		res, err := c.Get(h.urls[service] + "?comp=list")
		if err != nil {
			t.Fatalf("%s does not answer: %v", service, err)
		}
		res.Body.Close()
	}
}

// dial opens a connection that ends with the test.
func (h *hostile) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.DialTimeout("tcp", h.addr, patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// closed fails the test unless the server closes a connection. An answer before that may say that the
// client is wrong, not that the server is.
func closed(t *testing.T, conn net.Conn) {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(patience)) // of an open connection
	answer, err := io.ReadAll(conn)
	if ne, ok := err.(net.Error); ok && ne.Timeout() {
		t.Errorf("the connection is open after %v", patience)
	}
	if strings.HasPrefix(string(answer), "HTTP/1.1 500") {
		t.Errorf("answer = %s", answer)
	}
}

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	h := attack(t, "-timeout", "1s")
	for name, begin := range map[string]string{
		"nothing":       "",
		"half-a-line":   "GET /devstore",
		"half-a-header": "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: ",
		"half-a-body":   "PUT /devstoreaccount1/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc",
		"half-a-chunk": "PUT /devstoreaccount1/a HTTP/1.1\r\nHost: localhost\r\n" +
			"Transfer-Encoding: chunked\r\n\r\n64\r\nabc",
		"a-body-that-is-told": "PUT /devstoreaccount1/a HTTP/1.1\r\nHost: localhost\r\n" +
			"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all sync.WaitGroup
			for range 50 {
				conn := h.dial(t)
				io.WriteString(conn, begin)
				all.Go(func() { closed(t, conn) })
			}
			h.answers(t)
			all.Wait()
		})
	}
}

func TestManyConnectionsDoNotKeepOthersOut(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: opens thousands of connections")
	}
	t.Parallel()
	h := attack(t)
	const many = 10_000
	for i := range many {
		conn, err := net.DialTimeout("tcp", h.addr, patience)
		if err != nil {
			t.Logf("%d connections: %v", i, err) // the system has no more
			break
		}
		t.Cleanup(func() { conn.Close() })
		if i%2 == 0 {
			io.WriteString(conn, "GET / HTTP/1.1\r\nHost:")
		}
		if i%1000 == 0 {
			h.answers(t)
		}
	}
	h.answers(t)
}

func TestGiantBodiesAreNotKept(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: sends gigabytes")
	}
	t.Parallel()
	h := attack(t)
	before := h.resident(t)
	const each = 8 << 20
	var all sync.WaitGroup
	for i := range 340 {
		conn := h.dial(t)
		all.Go(func() {
			length := "Content-Length: 1000000000000"
			if i%2 == 0 {
				length = "Transfer-Encoding: chunked"
			}
			fmt.Fprintf(conn, "POST /devstoreaccount1/people HTTP/1.1\r\nHost: localhost\r\n"+
				"Content-Type: application/json\r\n%s\r\n\r\n", length)
			part := []byte(strings.Repeat("x", 1<<16))
			_ = conn.SetDeadline(time.Now().Add(patience))
			for sent := 0; sent < each; sent += len(part) {
				if i%2 == 0 {
					fmt.Fprintf(conn, "%x\r\n", len(part))
				}
				if _, err := conn.Write(part); err != nil {
					return // the server has seen enough
				}
				if i%2 == 0 {
					io.WriteString(conn, "\r\n")
				}
			}
		})
	}
	all.Wait()
	if now := h.resident(t); now > before+400<<20 && !raced {
		t.Errorf("40 giant bodies take %d MiB", (now-before)>>20)
	}
}

// malformed are requests that no client would send. Some are answered, none may harm.
var malformed = []string{
	"\r\n\r\n", "\x00\x00\x00\x00\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
	"get / HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
	"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n",
	"GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /a%00b HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"GET //evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: localhost\r\nA" + strings.Repeat("a", 1<<20) + ": b\r\n\r\n",
	"GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("A: b\r\n", 100_000) + "\r\n",
	"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
	"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" +
		"GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
	"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
	"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "SSH-2.0-OpenSSH_9.9\r\n",
}

func TestMalformedRequestsDoNoHarm(t *testing.T) {
	t.Parallel()
	h := attack(t, "-timeout", "2s")
	for _, text := range malformed {
		conn := h.dial(t)
		io.WriteString(conn, text) // the server may have closed it already
		if half, ok := conn.(*net.TCPConn); ok {
			_ = half.CloseWrite()
		}
		closed(t, conn)
	}
}

// TestMangledRequestsDoNoHarm sends good requests with some bytes changed, more behind each other on
// one connection.
func TestMangledRequestsDoNoHarm(t *testing.T) {
	t.Parallel()
	h := attack(t, "-auth", "off", "-timeout", "2s")
	w := &writer{partition: "p"}
	var good [][]byte
	for range 3 {
		request, _ := w.request(t, h.urls["table"])
		good = append(good, request)
	}
	for _, path := range []string{
		"/crash()?$filter=PartitionKey%20eq%20'p'%20and%20(N%20gt%205L%20or%20not%20A%20eq%20null)&$top=5",
		"/Tables('crash')", "/?restype=service&comp=properties",
	} {
		good = append(good, signed(t, "GET", h.urls["table"]+path, ""))
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 1500 {
		request := append([]byte(nil), good[random.IntN(len(good))]...)
		for range 1 + random.IntN(4) {
			request[random.IntN(min(len(request), 2000))] = byte(random.IntN(256))
		}
		conn, err := net.Dial("tcp", h.addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.Write(request) // the server may have closed it already
		_ = conn.(*net.TCPConn).CloseWrite()
		closed(t, conn)
		conn.Close()
	}
}

// Finding D14: each answer was a copy, held as long as its client took.
func TestSlowReadersHoldNoCopies(t *testing.T) {
	t.Parallel()
	h := attack(t, "-auth", "off")
	const most = 256 << 20
	ask(t, "PUT", h.urls["blob"]+"/files?restype=container", "")
	ask(t, "PUT", h.urls["blob"]+"/files/big", strings.Repeat("x", 30<<20), "x-ms-blob-type: BlockBlob")
	ask(t, "POST", h.urls["table"]+"/Tables", `{"TableName":"people"}`, "Content-Type: application/json",
		"Accept: application/json")
	texts := ""
	for i := range 20 {
		texts += fmt.Sprintf(`,"A%d":"%s"`, i, strings.Repeat("x", 30_000))
	}
	for i := range 52 {
		wide := fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%d"%s}`, i, texts)
		ask(t, "POST", h.urls["table"]+"/people", wide, "Content-Type: application/json", "Accept: application/json")
	}
	for _, path := range []string{"blob/files/big", "table/people()"} {
		service, path, _ := strings.Cut(path, "/")
		for range 20 {
			r, err := http.NewRequest("GET", h.urls[service]+"/"+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept", "application/json")
			res, err := (&http.Transport{}).RoundTrip(r) // a connection of its own
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { res.Body.Close() })
		}
		now := h.resident(t)
		t.Logf("20 slow readers of %s: the server holds %d MiB", path, now>>20)
		if now > most && !raced {
			t.Errorf("20 slow readers of %s: the server holds %d MiB", path, now>>20)
		}
	}
	ask(t, "DELETE", h.urls["blob"]+"/files/big", "")
	ask(t, "DELETE", h.urls["table"]+"/Tables('people')", "")
}
