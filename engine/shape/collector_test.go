package shape_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/apierr"
	"rowkey/engine/explain"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

func scan(read, returned, status int, code apierr.Code) *trail.Request {
	r := requestOf("QueryEntities", "Orders()?$filter=Email eq 'a'", "")
	r.Record.Counts = explain.Counts{Read: read, Returned: returned, Pages: 1, Roundtrips: 1, BytesOut: 10}
	r.Record.Code, r.Status, r.Method = code, status, "GET"
	return r
}

func TestACollectorSumsRequestsUp(t *testing.T) {
	t.Parallel()
	var c shape.Collector
	for i, r := range []*trail.Request{
		scan(100, 1, 200, ""), scan(300, 2, 200, ""), scan(200, 0, 200, ""), scan(0, 0, 404, apierr.TableNotFound),
		scan(0, 0, 503, apierr.ServerBusy),
	} {
		r.Start = 10 * i
		r.From = trail.Sender{Agent: fmt.Sprintf("agent/%d", i/2)}
		c.Add(r)
	}
	sums := c.Sums()
	if len(sums.Stats) != 1 || sums.Calls != 5 || sums.All.Read != 600 {
		t.Fatalf("sums = %+v, want one shape of 5 requests that read 600", sums)
	}
	s := sums.Stats[0]
	if s.Name != "Orders" || s.Calls != 5 || s.Read != 600 || s.Returned != 3 || s.MostRead != 300 || s.Pages != 5 ||
		s.Refused != 2 || s.Missing != 1 || s.Busy != 1 || s.First != 0 || s.Last != 40 || s.Loose != 5 {
		t.Errorf("stat = %+v", s)
	}
	if got := strings.Join(s.Agents, " "); got != "agent/0 agent/1 agent/2" {
		t.Errorf("agents = %q", got)
	}
	var samples []int
	for _, q := range s.Samples() {
		samples = append(samples, q.N)
	}
	if fmt.Sprint(samples) != "[1 2 4]" || s.Worst().N != 2 {
		t.Errorf("samples = %v, worst %d, want the first, the one that read most, the first refused", samples, s.Worst().N)
	}
	if target := s.Worst().Target; target != "Orders()?%24filter=Email%20eq%20%27a%27" {
		t.Errorf("sample = %q, want what comes after the account", target)
	}
}

func TestACollectorIsBoundedAndSaysSo(t *testing.T) {
	t.Parallel()
	var c shape.Collector
	long := strings.Repeat("x", 10_000)
	for i := range 3 * shape.MaxShapes {
		r := requestOf("InsertEntity", fmt.Sprintf("T%d", i), "")
		r.URL += "/" + long
		r.From.Agent, r.IfMatch, r.Method = long, long, "POST"
		r.Record.Read = 1
		c.Add(r)
	}
	sums := c.Sums()
	if len(sums.Stats) != shape.MaxShapes || sums.Other.Calls != 2*shape.MaxShapes || sums.All.Read != sums.Calls {
		t.Errorf("%d shapes, %d requests of others, %d read by %d, want %d, %d and nothing lost", len(sums.Stats),
			sums.Other.Calls, sums.All.Read, sums.Calls, shape.MaxShapes, 2*shape.MaxShapes)
	}
	for _, s := range sums.Stats {
		held := len(s.Text) + len(strings.Join(s.Agents, ""))
		for _, q := range s.Samples() {
			held += len(q.Target) + len(q.Method) + len(q.IfMatch)
		}
		if held > 4096 {
			t.Fatalf("a shape holds %d bytes", held)
		}
	}
	if n, _, kept := c.Add(requestOf("InsertEntity", "T0", "x")); n != 3*shape.MaxShapes+1 || !kept {
		t.Errorf("request %d, kept %v, want a shape that has room to go on", n, kept)
	}
}
