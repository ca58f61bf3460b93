package client_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

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
		"sent":     {"###\n# @loop for 900\nPUT {{blob}}/files/{{$index}}\nx-ms-blob-type: BlockBlob\n\n" + "{{$repeat 1024 " + strings.Repeat("x", 1<<10) + "}}\n", 0},
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
