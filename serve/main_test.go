package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestServeAnswersUntilItIsInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- run(ctx, []string{"-site", "off", "-table", "127.0.0.1:0"}, w) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, url, _ := strings.Cut(strings.TrimSpace(line), " ")
	res, err := http.Get(strings.TrimSpace(url) + "/Tables")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if server := res.Header.Get("Server"); !strings.HasPrefix(server, "Windows-Azure-Table/1.0") {
		t.Errorf("Server = %q, want that of the service", server)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("run = %v after an interrupt, want nil", err)
	}
}

func TestServeExplainsWhatItCannotDo(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a-port-that-is-taken", []string{"-site", "off", "-table", taken.Addr().String()}, "choose another address with -table"},
		{"nothing-to-serve", []string{"-site", "off", "-table", "off"}, "every listener is off"},
		{"a-site-that-is-not-built", []string{"-dir", t.TempDir()}, "./build.sh"},
		{"a-stray-word", []string{"now"}, `unexpected argument "now"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := run(t.Context(), test.args, io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("run = %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestHeaderNamesKeepTheirSpelling(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, w := io.Pipe()
	go run(ctx, []string{"-site", "off", "-table", "127.0.0.1:0"}, w)
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	addr := strings.TrimSuffix(strings.TrimSpace(line[strings.Index(line, "//")+2:]), "/devstoreaccount1")
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const body = `{"TableName":"people"}`
	io.WriteString(conn, "POST /devstoreaccount1/Tables HTTP/1.1\r\nHost: "+addr+"\r\nContent-Type: application/json\r\n"+
		"Accept: application/json\r\nx-ms-version: 2019-02-02\r\nContent-Length: 22\r\nConnection: close\r\n\r\n"+body)
	raw, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"HTTP/1.1 201 Created\r\n", "\r\nx-ms-version: 2019-02-02\r\n", "\r\nx-ms-request-id: ", "\r\nX-Content-Type-Options: nosniff\r\n"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("answer lacks %q:\n%s", want, raw)
		}
	}
}
