package client_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// start begins a run of a script without errors.
func start(t *testing.T, h *echo, text string, o client.Options) *client.Session {
	t.Helper()
	s := script.Parse("test.http", text, files)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return client.Start(s, h, o)
}

// drain runs to the end and returns what was to be seen.
func drain(t *testing.T, s *client.Session) []*client.Exchange {
	t.Helper()
	var all []*client.Exchange
	for {
		x, err := s.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if !x.Hidden {
			all = append(all, x)
		}
	}
}

// urls returns the paths that were asked for, and the problems in their place.
func urls(all []*client.Exchange) string {
	var list []string
	for _, x := range all {
		if x.Problem != nil {
			list = append(list, x.Problem.Message)
		}
		for _, w := range x.Wire {
			list = append(list, strings.TrimPrefix(w.Request.URL, client.TableURL))
		}
	}
	return strings.Join(list, " ")
}

func TestOnlyTheChosenBlocksRun(t *testing.T) {
	const text = "# @setup setup.http\n###\n# @name a\nGET /A\n###\n# @ref a\nGET /B\n###\n# @batch b\nPOST /C\n\n{}\n" +
		"###\n# @batch b\nPOST /D\n\n{}\n"
	tests := []struct {
		name   string
		blocks []int
		want   string
		asked  int // requests with those of the setup
	}{
		{"one-block-after-its-setup", []int{1}, "/A", 2},
		{"a-block-after-what-it-refers-to", []int{2}, "/A /B", 3},
		{"one-operation-stands-for-its-batch", []int{4}, "/$batch", 2},
		{"each-block-once-and-in-order", []int{4, 2, 1, 3}, "/A /B /$batch", 4},
		{"none", []int{}, "", 0},
		{"all", nil, "/A /B /$batch", 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := &echo{}
			if got := urls(drain(t, start(t, h, text, client.Options{Blocks: test.blocks}))); got != test.want ||
				h.requests != test.asked {
				t.Errorf("run asked for %q in %d requests, want %q in %d", got, h.requests, test.want, test.asked)
			}
		})
	}
}

func TestALaterRunKnowsAnswersAndSetupsOfTheEarlier(t *testing.T) {
	h := &echo{}
	first := start(t, h, "# @setup setup.http\n###\n# @name a\nGET /A\n", client.Options{})
	drain(t, first)
	const text = "# @setup setup.http\n###\n# @name a\nGET /A\n###\nGET /{{a.response.body.value[0].N}}\n"
	second := start(t, h, text, client.Options{Blocks: []int{2}, Continue: first})
	if got := urls(drain(t, second)); got != "/2" || h.requests != 3 {
		t.Errorf("run asked for %q after %d requests, want /2 after 3", got, h.requests)
	}
	if c := second.Counters(); c.Requests != 1 {
		t.Errorf("the later run counts %d requests, want its own", c.Requests)
	}
}

func TestRunsEndAtTheirLimits(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"requests", "# @loop for 600\nGET /A\n###\n# @loop for 600\nGET /A\n",
			"stopped after 1000 requests, which is the limit of a run."},
		{"a-loop-that-does-not-end", "# @loop while status == 200\nGET /A\n",
			"stopped after 100 repeats: `status == 200` is still true."},
		{"pages", "# @follow\nGET /endless\n", "stopped after 100 pages, which is the limit of @follow."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			all := drain(t, start(t, &echo{}, test.text, client.Options{}))
			last := all[len(all)-1]
			if !last.Stopped || last.Problem == nil || last.Problem.Message != test.want {
				t.Errorf("the last exchange has the problem %+v, want %q", last.Problem, test.want)
			}
		})
	}
}

func TestASetupMayBeLonger(t *testing.T) {
	h := &echo{}
	open := func(string) (string, bool) { return "# @loop for 2000\nPOST /A\n\n{}\n", true }
	s := client.Start(script.Parse("test.http", "# @setup fill.http\n###\nGET /A\n", open), h, client.Options{})
	if got := urls(drain(t, s)); got != "/A" || h.requests != 2001 {
		t.Errorf("run asked for %q after %d requests, want /A after 2001", got, h.requests)
	}
}

func TestASetupThatFailsStopsTheRun(t *testing.T) {
	tests := []struct{ name, setup, want string }{
		{"a-surprise", "### x\nGET /fail/409\n", "setup.http, line 2: Conflict: Refused"},
		{"a-check", "GET /A\n\n# ?? status == 201\n", "setup.http, line 3: expected status == 201, got 200"},
		{"a-problem", "# @name a\nGET /A?x={{a.response.status}}\n",
			"setup.http, line 2: `{{a.response.status}}`: `a` has not run yet."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			open := func(string) (string, bool) { return test.setup, true }
			s := client.Start(script.Parse("test.http", "\n# @setup setup.http\n###\nGET /A\n", open), &echo{}, client.Options{})
			x, err := s.Next(t.Context())
			if err != nil || !x.Hidden || !x.Stopped || x.Problem == nil || x.Problem.Message != test.want ||
				x.Problem.Line != 2 {
				t.Fatalf("Next = %+v, %v, want the problem %q in line 2", x.Problem, err, test.want)
			}
			if _, err := s.Next(t.Context()); !errors.Is(err, io.EOF) || !s.Done() {
				t.Errorf("Next = %v after the run was stopped, want io.EOF", err)
			}
		})
	}
}

func TestOnlyVisibleExchangesAreMetered(t *testing.T) {
	var metered []*explain.Record
	s := start(t, &echo{}, "# @setup setup.http\n###\n# @follow\nGET /pages\n###\nGET /A\n", client.Options{
		Meter: func(r *explain.Record) { metered = append(metered, r) }})
	drain(t, s)
	if len(metered) != 2 || metered[0].Transactions != 3 || metered[0].Pages != 3 {
		t.Errorf("%d records were metered, want 2, the first over three pages", len(metered))
	}
}

func TestNextEndsWithItsContext(t *testing.T) {
	s := start(t, &echo{}, "# @setup setup.http\n###\nGET /A\n", client.Options{})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next = %v, want context.Canceled", err)
	}
	if got := urls(drain(t, s)); got != "/A" {
		t.Errorf("the run asked for %q afterwards, want /A", got)
	}
}

func TestRandomNumbersFollowTheSeed(t *testing.T) {
	const text = "GET /{{$randomInt 0 1000000}}/{{$guid}}\n"
	ask := func(seed uint64) string {
		return urls(drain(t, start(t, &echo{}, text, client.Options{Random: hash.NewRandom(seed)})))
	}
	first, again, other := ask(7), ask(7), ask(8)
	if first != again || first == other {
		t.Errorf("runs asked for %s, %s and %s, want two alike and one other", first, again, other)
	}
}

// files are the scripts that tests can set up with.
func files(name string) (string, bool) {
	text, ok := map[string]string{
		"setup.http": "### Create\nPOST /Tables\n\n{\"TableName\": \"People\"}\n",
		"worker.http": "# @setup setup.http\n### Take\n# @name take\nGET /take/{{$client}}\n\n# ?? status == 200\n### Do\n" +
			"# @client other\nPUT /do/{{take.response.body.value[0].N}}\n\n{}\n### Done\nDELETE /take\n",
		"fails.http": "### One\nGET /fail/409\n### Two\nGET /never\n",
		"lacks.http": "### One\n# @name a\nGET /A\n### Two\nGET /B/{{a.response.body.nothing}}\n### Three\nGET /never\n",
	}[name]
	return text, ok
}

// fixed is a service that answers every request with one body.
type fixed struct{ body string }

func (f *fixed) Serve(context.Context, *rest.Request) *rest.Response {
	return &rest.Response{Status: 200, Body: []byte(f.body)}
}
