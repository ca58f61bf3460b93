package client_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// paged answers three pages with tokens that count up, and keeps the queries it was asked.
type paged struct{ queries []string }

func (p *paged) Serve(_ context.Context, r *rest.Request) *rest.Response {
	p.queries = append(p.queries, r.Query)
	out := &rest.Response{Status: 200, Body: []byte(`{"value":[{}]}`)}
	if n := len(p.queries); n < 3 {
		out.Header.Set("x-ms-continuation-NextPartitionKey", "p"+string(rune('0'+n)))
		if n == 1 {
			out.Header.Set("x-ms-continuation-NextRowKey", "r1")
		}
	}
	return out
}

// ENG-Q8: automatic enumeration follows tokens, and each page is a request of its own.
func TestFollowSendsTheNewestTokenAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"from-the-first-page", "GET /A()?$top=1", "$top=1 | $top=1&NextPartitionKey=p1&NextRowKey=r1 | $top=1&NextPartitionKey=p2"},
		{"without-a-query", "GET /A()", " | NextPartitionKey=p1&NextRowKey=r1 | NextPartitionKey=p2"},
		{"from-a-later-page", "GET /A()?NextPartitionKey=p0&$top=1&NextRowKey=r0",
			"NextPartitionKey=p0&$top=1&NextRowKey=r0 | $top=1&NextPartitionKey=p1&NextRowKey=r1 | $top=1&NextPartitionKey=p2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var service paged
			x, err := client.Start(script.Parse("test.http", "# @follow\n"+tt.url+"\n", nil), &service, client.Options{}).Next(t.Context())
			if err != nil || x.Problem != nil {
				t.Fatal(err, x.Problem)
			}
			if got := strings.Join(service.queries, " | "); got != tt.want {
				t.Errorf("queries = %q, want %q", got, tt.want)
			}
		})
	}
}
