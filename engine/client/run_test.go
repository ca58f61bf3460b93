package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/golden"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// echo is a service that answers with what it was asked. Paths choose other answers:
// /fail/404 refuses, /pages has three pages, /endless has no last one, /$batch fails if it holds the
// word "conflict".
type echo struct{ requests int }

func (e *echo) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	e.requests++
	rec := explain.From(ctx)
	rec.Transactions, rec.Roundtrips, rec.BytesIn = 1, 1, len(r.Body)
	switch {
	case r.Path == "/$batch":
		return batchAnswer(r)
	case strings.HasPrefix(r.Path, "/fail/"):
		status, _ := strconv.Atoi(r.Path[6:]) // scripts write numbers
		return &rest.Response{Status: status, Body: []byte(`{"odata.error":{"code":"Refused","message":{"lang":"en-US",` +
			`"value":"No."}}}`)}
	case r.Path == "/endless":
		return &rest.Response{Status: 200, Header: rest.Header{{Name: "x-ms-continuation-NextTableName", Value: "x"}},
			Body: []byte(`{"value":[]}`)}
	case r.Path == "/pages":
		return pages(r, rec)
	case r.Method == "DELETE":
		return &rest.Response{Status: 204}
	}
	h := rest.Header{{Name: "ETag", Value: fmt.Sprintf(`W/"%d"`, e.requests)}}
	body := fmt.Sprintf(`{"path":%q,"query":%q,"value":[{"N":%d,"odata.etag":"x"}],"sent":%s}`, r.Path, r.Query,
		e.requests, sent(r))
	return &rest.Response{Status: 200, Header: h, Body: []byte(body)}
}

func sent(r *rest.Request) string {
	if len(r.Body) == 0 {
		return "null"
	}
	return string(r.Body)
}

// pages answers three pages; the record says that each begins where the last one ended.
func pages(r *rest.Request, rec *explain.Record) *rest.Response {
	_, token, _ := strings.Cut(r.Query, "NextPartitionKey=")
	n, _ := strconv.Atoi(token) // "" on the first page
	n++
	rec.Plan, rec.Read, rec.Returned, rec.Pages, rec.Partitions = &explain.Plan{Class: explain.TableScan}, 10, 1, 1, 1
	rec.First, rec.Last = &explain.Key{Partition: "a", Row: fmt.Sprint(n)},
		&explain.Key{Partition: "a", Row: fmt.Sprint(n + 1)}
	resp := &rest.Response{Status: 200, Body: []byte(fmt.Sprintf(`{"odata.metadata":"m","value":[{"N":%d}]}`, n))}
	if n == 2 {
		resp.Body = []byte(`{"odata.metadata":"m","value":[]}`)
	}
	if n < 3 {
		resp.Header = rest.Header{{Name: "x-ms-continuation-NextPartitionKey", Value: fmt.Sprint(n)}}
	}
	return resp
}

func batchAnswer(r *rest.Request) *rest.Response {
	part := func(head, body string) string {
		return "--s\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 " + head + "\r\nETag: e\r\n\r\n" + body + "\r\n"
	}
	out := "--r\r\nContent-Type: multipart/mixed; boundary=s\r\n\r\n"
	if strings.Contains(string(r.Body), "conflict") {
		out += part("409 Conflict", `{"odata.error":{"code":"EntityAlreadyExists","message":{"value":"1:Taken."}}}`)
	} else {
		out += strings.Repeat(part("204 No Content", ""), strings.Count(string(r.Body), "HTTP/1.1\r\n"))
	}
	return &rest.Response{Status: 202, Header: rest.Header{{Name: "Content-Type", Value: "multipart/mixed; boundary=r"}},
		Body: []byte(out + "--s--\r\n--r--\r\n")}
}

// virtual is a clock and a log of how it was moved.
type virtual struct{ now time.Time }

func (v *virtual) options() client.Options {
	return client.Options{Now: func() time.Time { return v.now }, Advance: func(d time.Duration) { v.now = v.now.Add(d) }}
}

func TestRuns(t *testing.T) {
	golden.Run(t, "testdata/runs.txt", func(text string) string {
		var b strings.Builder
		clock := &virtual{client.Epoch}
		s := script.Parse("test.http", text, files)
		run := client.Start(s, &echo{}, clock.options())
		for {
			x, err := run.Next(context.Background())
			if errors.Is(err, io.EOF) {
				break
			}
			describe(&b, x)
			checkCodes(t, x)
		}
		c := run.Counters()
		fmt.Fprintf(&b, "= %d requests, %d transactions, %d read, %d pages, %v later\n", c.Requests, c.Transactions, c.Read,
			c.Pages, clock.now.Sub(client.Epoch))
		return b.String()
	})
}

// checkCodes compares the English of an exchange with that of its codes.
func checkCodes(t *testing.T, x *client.Exchange) {
	t.Helper()
	if p := x.Problem; p != nil && (p.Message != p.Sentences.String() || p.Fix != p.Label.String()) {
		t.Errorf("problem %q [%q]: its codes say %q [%q]", p.Message, p.Fix, p.Sentences, p.Label)
	}
	if x.Sentences != nil && x.Fault != x.Sentences.String() {
		t.Errorf("fault %q: its codes say %q", x.Fault, x.Sentences)
	}
	for _, c := range x.Checks {
		if c.Sentences != nil && c.Got != c.Sentences.String() {
			t.Errorf("%s: got %q, its codes say %q", c.Text, c.Got, c.Sentences)
		}
	}
}

// describe writes an exchange as a few lines.
func describe(b *strings.Builder, x *client.Exchange) {
	fmt.Fprintf(b, "%d: block %v", x.Step, x.Blocks)
	for _, text := range []string{x.Title, x.Name, x.Client} {
		if text != "" {
			b.WriteString(" " + text)
		}
	}
	if x.Index > 0 {
		fmt.Fprintf(b, " #%d", x.Index)
	}
	if x.Hidden {
		b.WriteString(" hidden")
	}
	b.WriteString("\n" + sideOf(x))
	for _, w := range x.Wire {
		body := strings.ReplaceAll(strings.ReplaceAll(w.Request.Body, "\r\n", "|"), "\n", "~")
		fmt.Fprintf(b, "   %s %s %s -> %d %s\n", w.Request.Method, strings.TrimPrefix(w.Request.URL, client.TableURL), body,
			w.Response.Status, w.Response.Reason)
		for _, h := range w.Request.Headers {
			if h[0] != "Accept" && h[0] != "DataServiceVersion" && h[0] != "x-ms-version" {
				fmt.Fprintf(b, "   %s: %s\n", h[0], h[1])
			}
		}
	}
	for _, op := range x.Ops {
		fmt.Fprintf(b, "   op of %d: %s %s %v %d %s %s\n", op.Block, op.Method, op.Target, op.Key, op.Status, op.Code,
			op.State)
	}
	for _, c := range x.Checks {
		fmt.Fprintf(b, "   %v line %d: %s | %s: expected %s, got %s\n", map[bool]string{true: "pass", false: "FAIL"}[c.Pass],
			c.Line, c.Text, c.Query, c.Expected, c.Got)
	}
	if x.Problem != nil {
		fmt.Fprintf(b, "   problem in line %d: %s [%s]\n", x.Problem.Line, x.Problem.Message, x.Problem.Fix)
	}
	if x.Stopped {
		b.WriteString("   stopped\n")
	}
}

// sideOf writes what the client had to do with it, if that was more than to send and to wait.
func sideOf(x *client.Exchange) string {
	if x.State == client.Sent && x.Fault == "" && len(x.Attempts) == 0 {
		return ""
	}
	s := fmt.Sprintf("   %s %d-%d", x.State, x.Start, x.End)
	if x.Fault != "" {
		s += " (" + x.Fault + ")"
	}
	for _, a := range x.Attempts {
		s += fmt.Sprintf(", %d-%d %d %s wait %d", a.Start, a.End, a.Status, a.Code, a.Wait)
	}
	return strings.ReplaceAll(s, " ,", ",") + "\n"
}

func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"# @name a\n# @follow\nGET /pages\n\n# ?? body value[*].N includes {{a.response.body.value[0].N}}\n",
		"# @batch b\n# @loop for 3\nPUT /A(PartitionKey='a',RowKey='{{$index}}')\n\n{\"A\": {{$randomInt 1 $index}}}\n",
		"POST /$batch\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n" +
			"--c\n\nPOST / \n--c--\n--b--\n",
		"@a = {{$pick $index a b}}\n# @loop while status == 200\nGET /{{%a}}?$filter=x%20'&'\n\n# ?? header {{a}} == 1\n" +
			"# ?? body == {\"a\":[1,{}]}\n",
		"GET /A\n\n# ?? body matches ^a*b?[^c-d]{2,}\\w$\n# ?? answer run x\n# ?? body ['a b'][0] exists\n",
		"# @ref a\n###\n# @name a\n# @ref a\nGET /A\n",
		"# @type A B:Int32? C:String\n# @resolve RowKey a=A b=A\n# @decrypt k,l\nGET /A\n\n# ?? type [0].B == 1\n" +
			"# ?? body json(a.b)[0].c == 1\n# ?? body xml(a)//b == 1\n# ?? type error exists\n# ?? size == 1\n",
		"# @encrypt k where Name eq 'A' and not (RowKey gt 'a') demo\n# @encrypt l properties B,C demo\n" +
			"# @set a {{$and ($eq A b) ($not ($lt B 5 Int64))}}\nPATCH /A(PartitionKey='a',RowKey='b')?{{$sas A raud +5m " +
			"pk=a..b rk=$index..a start=-1h}}\n\n{\"A\":\"x\",\"B\":\"y\"}\n",
		"# @client a\n# @fault lost 2\n# @fault crash\n# @retry 1 9\n# @parallel p 2\n# @loop each [1,{\"a\":2}]\n" +
			"GET /A/{{$item.a}}\n###\n# @client a\n# @restart\n# @if status == 0\n# @cache\nGET /A\n",
		"# @parallel p 1\n# @run worker.http as a crash 2 times 9\n# ?? skipped isTrue\n###\n# @parallel p\n# @sleep 9\n" +
			"# @run fails.http\n###\n# @run lacks.http\n# @run learner\nGET /A\n",
		"# @trial crash a\n# @always\n# @feedback {{$crash}}\n# ?? run hits == 1\n",
		"### x\n# @when status == 1\n# @feedback f\nGET /fail/404\n\n# ?? error == {{$datetime iso8601 9999999999 y}}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := script.Parse("test.http", text, files)
		run := client.Start(s, &echo{}, client.Options{})
		for range 20 {
			if _, err := run.Next(t.Context()); err != nil {
				break
			}
		}
		if len(text) < 500 && !strings.Contains(text, "@loop") {
			if _, err := client.Judge(t.Context(), s, &echo{}, client.Options{Learner: run}); err != nil {
				t.Errorf("Judge = %v", err)
			}
		}
	})
}

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
		{"from-the-first-page", "GET /A()?$top=1", "$top=1 | $top=1&NextPartitionKey=p1&NextRowKey=r1 | " +
			"$top=1&NextPartitionKey=p2"},
		{"without-a-query", "GET /A()", " | NextPartitionKey=p1&NextRowKey=r1 | NextPartitionKey=p2"},
		{"from-a-later-page", "GET /A()?NextPartitionKey=p0&$top=1&NextRowKey=r0",
			"NextPartitionKey=p0&$top=1&NextRowKey=r0 | $top=1&NextPartitionKey=p1&NextRowKey=r1 | $top=1&NextPartitionKey=p2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var service paged
			x, err := client.Start(script.Parse("test.http", "# @follow\n"+tt.url+"\n", nil), &service,
				client.Options{}).Next(t.Context())
			if err != nil || x.Problem != nil {
				t.Fatal(err, x.Problem)
			}
			if got := strings.Join(service.queries, " | "); got != tt.want {
				t.Errorf("queries = %q, want %q", got, tt.want)
			}
		})
	}
}
