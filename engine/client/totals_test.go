package client_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

func TestARunRemembersWhichStatusMadeATransactionFail(t *testing.T) {
	for _, tc := range []struct{ name, second, want string }{
		{"both-operations-done", "free", "202"},
		{"the-second-is-taken", "conflict", "202,409"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, &echo{}, "# @batch b\nPOST /A\n\n{}\n###\n# @batch b\nPOST /A\n\n{\"is\":\""+tc.second+
				"\"}\n# ?? status > 0\n# ?? run status == "+tc.want+"\n", client.Options{})
			all := drain(t, s)
			if c := all[0].Checks; len(c) != 2 || !c[1].Pass {
				t.Errorf("checks = %+v, want the statuses %s", c, tc.want)
			}
		})
	}
}

func TestARunRemembersTheConditionsOfItsWrites(t *testing.T) {
	s := start(t, &echo{}, "GET /A\n###\nPATCH /A(PartitionKey='1',RowKey='2')\nIf-Match: W/\"x\"\n\n{}\n"+
		"###\n# @batch b\nPOST /A\n\n{}\n###\n# @batch b\nDELETE /A(PartitionKey='1',RowKey='3')\nIf-Match: *\n\n"+
		"# ?? run conditions == W/\"x\",*\n", client.Options{})
	all := drain(t, s)
	if c := all[len(all)-1].Checks; len(c) != 1 || !c[0].Pass {
		t.Errorf("checks = %+v", c)
	}
}

// Names of header fields have no letter case, and an address may have options, for example a signature.
func TestConditionsOfATransactionAreFoundHoweverTheyAreSpelled(t *testing.T) {
	for _, name := range []string{"If-Match: ", "if-match: ", "IF-MATCH:", "If-match:  "} {
		for _, options := range []string{"", "?timeout=30"} {
			s := start(t, &echo{}, "POST /$batch"+options+"\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"+
				"Content-Type: multipart/mixed; boundary=c\n\n--c\n\nDELETE http://h/A(PartitionKey='1',RowKey='3') HTTP/1.1\n"+
				name+"W/\"x:y\"\n\n--c--\n--b--\n\n# ?? run conditions == W/\"x:y\"\n", client.Options{})
			all := drain(t, s)
			if c := all[len(all)-1].Checks; len(c) != 1 || !c[0].Pass {
				t.Errorf("%q%s: checks = %+v", name, options, c)
			}
		}
	}
}

// sink counts what it is sent, and answers with size bytes.
type sink struct{ requests, bytes, size int }

func (s *sink) Serve(_ context.Context, r *rest.Request) *rest.Response {
	s.requests++
	s.bytes += len(r.Body) + s.size
	return &rest.Response{Status: 201, Body: make([]byte, s.size)}
}

// Part of D14: a script of 900 bytes could fill the memory of the machine.
func TestARunThatMovesTooMuchIsStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: moves 256 MiB")
	}
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		size int
	}{
		"sent": {"###\n# @loop for 900\nPUT {{blob}}/files/{{$index}}\nx-ms-blob-type: BlockBlob\n\n" +
			"{{$repeat 1024 " + strings.Repeat("x", 1<<10) + "}}\n", 0},
		"received": {"###\n# @loop for 900\nGET {{blob}}/files/{{$index}}\n", 1 << 20},
	} {
		h := &sink{size: c.size}
		run := client.Start(script.Parse("big.http", c.text, nil), h, client.Options{})
		var last *client.Exchange
		for {
			x, err := run.Next(t.Context())
			if err != nil {
				break
			}
			last = x
		}
		if last == nil || last.Problem == nil || !strings.Contains(last.Problem.Message, "256 MiB") {
			t.Fatalf("%s: the run ended with %+v, %+v, want the limit of 256 MiB", name, last, last.Problem)
		}
		if h.bytes > client.MaxTraffic+1<<20 || h.bytes < client.MaxTraffic-2<<20 {
			t.Errorf("%s: %d MiB in %d requests, want 256", name, h.bytes>>20, h.requests)
		}
	}
}
