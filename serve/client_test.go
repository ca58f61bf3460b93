package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/serve/servetest"
)

// plain is a client of one connection that costs next to nothing, so that what is measured is the
// server: requests are bytes, answers are read and dropped.
type plain struct {
	conn net.Conn
	in   *bufio.Reader
}

func dialPlain(url string) (*plain, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(origin(url), "http://"))
	if err != nil {
		return nil, err
	}
	return &plain{conn, bufio.NewReaderSize(conn, 64<<10)}, nil
}

// do sends a request and returns the status of the answer and the length of its body.
func (p *plain) do(request []byte) (status, size int, err error) {
	if _, err := p.conn.Write(request); err != nil {
		return 0, 0, err
	}
	line, err := p.in.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, 0, err
	}
	length, err := p.header()
	switch {
	case err != nil:
		return 0, 0, err
	case length < 0:
		size, err = p.chunks()
		return status, size, err
	}
	_, err = p.in.Discard(length)
	return status, length, err
}

var (
	lengthField  = []byte("content-length:")
	chunkedField = []byte("transfer-encoding:")
)

// header returns the length of the body, -1 if it comes in chunks.
func (p *plain) header() (length int, err error) {
	for {
		line, err := p.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) == 2 {
			return length, nil
		}
		if n := len(lengthField); len(line) > n && bytes.EqualFold(line[:n], lengthField) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[n:]))); err != nil {
				return 0, err
			}
		}
		if n := len(chunkedField); len(line) > n && bytes.EqualFold(line[:n], chunkedField) {
			length = -1
		}
	}
}

func (p *plain) chunks() (size int, err error) {
	for {
		line, err := p.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return 0, err
		}
		if _, err := p.in.Discard(int(n) + 2); err != nil || n == 0 {
			return size, err
		}
		size += int(n)
	}
}

// signed returns the bytes of a request to the table service, signed for the development account.
func signed(t testing.TB, method, url, body string, fields ...string) []byte {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	date := time.Now().UTC().Format(http.TimeFormat)
	m := auth.Message{Service: auth.Table, Method: method, Account: auth.DevelopmentAccount, Path: r.URL.EscapedPath(),
		Header: []auth.Pair{{Name: "x-ms-date", Value: date}}}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, r.URL.RequestURI(), r.Host)
	fields = append(fields, "Accept: application/json;odata=nometadata", "x-ms-version: 2020-12-06", "x-ms-date: "+date,
		"Authorization: "+auth.Development()[auth.DevelopmentAccount][0].Authorize(&m, auth.SharedKeyLite))
	if body != "" {
		fields = append(fields, "Content-Length: "+strconv.Itoa(len(body)))
	}
	if strings.HasPrefix(body, "{") {
		fields = append(fields, "Content-Type: application/json")
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		fmt.Fprintf(&b, "%s: %s\r\n", textproto.TrimString(name), value)
	}
	io.WriteString(&b, "\r\n"+body)
	return b.Bytes()
}

// batchOf returns the bytes of a transaction that inserts entities.
func batchOf(t testing.TB, url, table string, entities []string) []byte {
	t.Helper()
	return signed(t, "POST", url+"/$batch", servetest.BatchBody(url, table, entities), servetest.BatchType)
}
