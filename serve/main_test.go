package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rowkey/serve/server"
)

func TestServeAnswersUntilItIsInterrupted(t *testing.T) {
	t.Parallel()
	urls, stop := startUntil(t)
	for name, server := range map[string]string{
		"table": "Windows-Azure-Table/1.0", "queue": "Windows-Azure-Queue/1.0", "blob": "Windows-Azure-Blob/1.0",
	} {
		res, err := http.Get(urls[name] + "?comp=list")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if got := res.Header.Get("Server"); !strings.HasPrefix(got, server) && got != "Microsoft-HTTPAPI/2.0" {
			t.Errorf("%s: Server = %q, want %s", name, got, server)
		}
	}
	if err := stop(); err != nil {
		t.Errorf("run = %v after an interrupt, want nil", err)
	}
	if _, err := http.Get(urls["table"]); err == nil {
		t.Error("the port still answers after the end")
	}
}

func TestRequestUnderWayIsFinished(t *testing.T) {
	t.Parallel()
	urls, stop := startUntil(t, "-auth", "trust")
	conn, err := net.Dial("tcp", strings.TrimPrefix(origin(urls["table"]), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const body = `{"TableName":"people"}`
	io.WriteString(conn, "POST /devstoreaccount1/Tables HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"+
		"Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 22\r\n\r\n")
	in := bufio.NewReader(conn)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("answer = %q %v, want 100", line, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	io.WriteString(conn, body)
	if answer, err := io.ReadAll(in); err != nil || !strings.Contains(string(answer), "201 Created") {
		t.Errorf("answer = %q %v, want 201", answer, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("run = %v after an interrupt, want nil", err)
	}
}

func TestServeExplainsWhatItCannotDo(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	silent := []string{"-site", "off", "-queue", "off", "-blob", "off", "-table", "off"}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"a-port-that-is-taken", append(silent, "-table", taken.Addr().String()), "choose another address with -table"},
		{"nothing-to-serve", silent, "are all off"},
		{"a-site-that-is-not-built", []string{"-dir", t.TempDir()}, "./build.sh"},
		{"a-stray-word", []string{"now"}, `unexpected argument "now"`},
		{"a-policy-that-is-none", []string{"-sync", "often"}, `always, everysecond or never, not "often"`},
		{"a-delay-before-the-start", []string{"-delete-delay", "-1s"}, "but is -1s"},
		{"no-time-at-all", []string{"-timeout", "0"}, "-timeout must be more than 0s"},
		{"no-bodies", []string{"-max-body", "0"}, "-max-body must be 1 byte"},
		{"no-headers", []string{"-max-header", "-1"}, "-max-header must be 1 byte"},
		{"a-size-below-zero", []string{"-compact-from", "-5"}, "-compact-from must not be negative"},
		{"a-mode-that-is-none", []string{"-auth", "yes"}, `on, trust or off, not "yes"`},
		{"accounts-without-a-key", []string{"-accounts", "mine"}, "mine"},
		{"an-origin-without-a-scheme", []string{"-cors", "localhost:3000"}, "http://localhost:3000"},
		{"a-folder-that-is-a-file", append(freePorts(), "-data", "main.go"), "main.go"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := server.Run(t.Context(), test.args, io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("run = %v, want an error with %q", err, test.want)
			}
		})
	}
}

// Wire 19.
func TestDeletedNamesStayTakenForAsLongAsIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want int
	}{{nil, 201}, {[]string{"-delete-delay", "1h"}, 409}} {
		urls := start(t, append(c.args, "-auth", "trust")...)
		for _, url := range []string{urls["queue"] + "/tasks", urls["blob"] + "/files?restype=container"} {
			for _, step := range []struct {
				method string
				want   []int
			}{{"PUT", []int{201}}, {"DELETE", []int{202, 204}}, {"PUT", []int{c.want}}} {
				if res, body := ask(t, step.method, url, ""); !slices.Contains(step.want, res.StatusCode) {
					t.Errorf("%s %s with %v: %s, want %v", step.method, url, c.args, body, step.want)
				}
			}
		}
	}
}

func TestHelpSaysHowToConnect(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-help"}, {"run", "-help"}} {
		var out strings.Builder
		if err := command(t.Context(), args, &out); err == nil {
			t.Errorf("command(%q) = nil, want flag.ErrHelp", args)
		}
		for _, want := range []string{"go run ./serve", "-table"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q does not mention %q:\n%s", args, want, out.String())
			}
		}
	}
}

func TestHeaderNamesKeepTheirSpelling(t *testing.T) {
	t.Parallel()
	addr := strings.TrimPrefix(origin(start(t, "-auth", "trust")["table"]), "http://")
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
	for _, want := range []string{"HTTP/1.1 201 Created\r\n", "\r\nx-ms-version: 2019-02-02\r\n",
		"\r\nx-ms-request-id: ", "\r\nX-Content-Type-Options: nosniff\r\n"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("answer lacks %q:\n%s", want, raw)
		}
	}
}
