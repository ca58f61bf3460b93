package faults

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestRulesChooseTheRequestsTheySay(t *testing.T) {
	const get, post = "GET /devstoreaccount1/Orders()", "POST /devstoreaccount1/Orders"
	for _, tt := range []struct{ rule, requests, want string }{
		{`"fault":"lost"`, "PPP", "lost lost lost"},
		{`"fault":"lost","times":1`, "PPP", "lost - -"},
		{`"fault":"lost","after":2`, "PPP", "- - lost"},
		{`"fault":"throttle","every":2`, "PPPP", "- throttle - throttle"},
		{`"fault":"cut","method":"get"`, "PGP", "- cut -"},
		{`"fault":"cut","table":"orders"`, "P", "cut"},
		{`"fault":"cut","table":"Ord*"`, "PG", "cut cut"},
		{`"fault":"cut","table":"Other"`, "PG", "- -"},
		{`"fault":"cut","table":"Orders2"`, "PG", "- -"},
		{`"fault":"cut","service":"queue"`, "PG", "- -"},
		{`"fault":"short","rows":5`, "PG", "- short"},
		{`"fault":"delay","millis":1,"every":3,"after":1,"times":1`, "PPPPPPP", "- - - delay - - -"},
	} {
		s, err := Parse(`{"rules":[{` + tt.rule + `}]}`)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range tt.requests {
			method, path, _ := strings.Cut(map[rune]string{'G': get, 'P': post}[c], " ")
			if r := s.Meet(Request{Service: "table", Method: method, Path: path}); r != nil {
				got = append(got, string(r.Fault))
			} else {
				got = append(got, "-")
			}
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("{%s} of %s: %s, want %s", tt.rule, tt.requests, text, tt.want)
		}
		if state := s.State(); state.Requests != len(tt.requests) ||
			len(state.Events) != strings.Count(tt.want, " ")+1-strings.Count(tt.want, "-") {
			t.Errorf("{%s} says %+v", tt.rule, state)
		}
	}
}

func TestTheSameSeedHitsTheSameRequests(t *testing.T) {
	hits := func(seed int) string {
		s, err := Parse(fmt.Sprintf(`{"seed":%d,"rules":[{"fault":"lost","share":0.3}]}`, seed))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range 1000 {
			b.WriteByte(".x"[map[bool]int{true: 1}[s.Meet(Request{Service: "table", Method: "GET", Path: "/a/b"}) != nil]])
		}
		return b.String()
	}
	if one, again := hits(1), hits(1); one != again || one == hits(2) {
		t.Error("a seed does not decide which requests are hit")
	}
	if n := strings.Count(hits(1), "x"); n < 250 || n > 350 {
		t.Errorf("a share of 0.3 hits %d of 1000", n)
	}
}

func TestRulesThatMeanNothingAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"rules":[{"fault":"lost"},{"fault":"explode"}]}`:             `rule 2: fault must be one of [throttle`,
		`{"rules":[{"fault":"delay"}]}`:                                `"millis": 500`,
		`{"rules":[{"fault":"short"}]}`:                                `"rows": 10`,
		`{"rules":[{"fault":"lost","share":2}]}`:                       "between 0 and 1",
		`{"rules":[{"fault":"lost","every":-1}]}`:                      "must not be negative",
		`{"rules":[{"fault":"lost","service":"files"}]}`:               "table, queue or blob",
		`{"rules":[{"fault":"lost","rate":5}]}`:                        "needs the fault throttle",
		`{"rules":[{"fault":"cut","partition":"a","service":"blob"}]}`: "only tables have partitions",
		`{"rules":[{"fault":"lost","tabel":"Orders"}]}`:                `unknown field "tabel"`,
		`[]`: "write faults as",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestRulesKnowThePartitionOfARequest(t *testing.T) {
	const insert = `{"PartitionKey": "it's \u0061", "RowKey":"1", "text":"\"PartitionKey\":\"b\""}`
	for _, tt := range []struct{ method, path, query, body, want string }{
		{"GET", "/dev/Orders(PartitionKey='it''s%20a',RowKey='1')", "", "", "it's a"},
		{"PUT", "/dev/Orders(PartitionKey=%27it%27%27s%20a%27,RowKey=%271%27)", "", `{"PartitionKey":"b"}`, "it's a"},
		{"GET", "/dev/Orders()", "%24filter=RowKey+gt+'1'+and+PartitionKey%20eq%20'it''s%20a'", "", "it's a"},
		{"GET", "/dev/Orders()", "$filter=RowKey%20eq%20'1'", "", ""},
		{"POST", "/dev/Orders", "", insert, "it's a"},
		{"POST", "/dev/Orders", "", `{"text":"\"PartitionKey\":\"b\"","PartitionKey":"it's a"}`, "it's a"},
		{"POST", "/dev/Orders", "", `{"PartitionKey":7}`, ""},
		{"POST", "/dev/$batch", "", "DELETE http://h/dev/Orders(PartitionKey='it%27%27s%20a',RowKey='1') " +
			"HTTP/1.1\r\n\r\n" + `{"PartitionKey":"b"}`, "it's a"},
		{"POST", "/dev/$batch", "", "POST http://h/dev/Orders HTTP/1.1\r\n\r\n" + insert +
			"DELETE http://h/dev/Orders(PartitionKey='b',RowKey='1')", "it's a"},
		{"GET", "/dev", "comp=list", "", ""},
		{"GET", "/", "", "", ""},
	} {
		q := Request{Service: "table", Method: tt.method, Path: tt.path, Query: tt.query, Body: tt.body}
		if got := q.partition(); got != tt.want {
			t.Errorf("%s %s?%s %s: partition %q, want %q", tt.method, tt.path, tt.query, tt.body, got, tt.want)
		}
		s, err := Parse(`{"rules":[{"fault":"throttle","partition":"it's*"}]}`)
		if err != nil {
			t.Fatal(err)
		}
		if met := s.Meet(q) != nil; met != (tt.want != "") || !s.ReadsBodies() {
			t.Errorf("%s %s: a rule for the partition hits: %v", tt.method, tt.path, met)
		}
	}
}

func TestAPartitionThrottlesAboveItsRate(t *testing.T) {
	s, err := Parse(`{"rules":[{"fault":"throttle","rate":2}]}`)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(100, 0)
	s.now = func() time.Time { return now }
	var got strings.Builder
	for _, c := range "aabaab aab" { // a space is a second
		if c == ' ' {
			now = now.Add(time.Second)
			continue
		}
		path := "/dev/Orders(PartitionKey='" + string(c) + "',RowKey='1')"
		got.WriteByte(".x"[map[bool]int{true: 1}[s.Meet(Request{Service: "table", Method: "GET", Path: path}) != nil]])
	}
	if want := "...xx...."; got.String() != want {
		t.Errorf("throttled: %s, want %s", got.String(), want)
	}
	queue := s.Meet(Request{Service: "queue", Method: "GET", Path: "/dev/jobs/messages"})
	if queue != nil || s.State().Rules[0].Matched != 9 {
		t.Error("a rate is for tables alone")
	}
}

func TestMessagesAndSecondariesMeetTheirFaultsAlone(t *testing.T) {
	s, err := Parse(`{"rules":[{"fault":"duplicate","table":"jobs"},{"fault":"stale","table":"Orders"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		q    Request
		want Kind
	}{
		{Request{Service: "queue", Method: "GET", Path: "/dev/jobs/messages", Query: "numofmessages=2"}, Duplicate},
		{Request{Service: "queue", Method: "GET", Path: "/dev/jobs/messages", Query: "peekonly=true"}, ""},
		{Request{Service: "queue", Method: "GET", Path: "/dev/others/messages"}, ""},
		{Request{Service: "queue", Method: "POST", Path: "/dev/jobs/messages"}, ""},
		{Request{Service: "table", Method: "GET", Path: "/dev-secondary/Orders()", Secondary: true}, Stale},
		{Request{Service: "table", Method: "GET", Path: "/dev-secondary/Others()", Secondary: true}, ""},
		{Request{Service: "table", Method: "GET", Path: "/dev/Orders()"}, ""},
	} {
		var got Kind
		if r := s.Meet(tt.q); r != nil {
			got = r.Fault
		}
		if got != tt.want {
			t.Errorf("%s %s?%s: %q, want %q", tt.q.Method, tt.q.Path, tt.q.Query, got, tt.want)
		}
	}
}
