package faults

import (
	"fmt"
	"strings"
	"testing"
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
			if r := s.Meet(Request{"table", method, path}); r != nil {
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
			b.WriteByte(".x"[map[bool]int{true: 1}[s.Meet(Request{"table", "GET", "/a/b"}) != nil]])
		}
		return b.String()
	}
	if hits(1) != hits(1) || hits(1) == hits(2) {
		t.Error("a seed does not decide which requests are hit")
	}
	if n := strings.Count(hits(1), "x"); n < 250 || n > 350 {
		t.Errorf("a share of 0.3 hits %d of 1000", n)
	}
}

func TestRulesThatMeanNothingAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"rules":[{"fault":"lost"},{"fault":"explode"}]}`: `rule 2: fault is one of [throttle`,
		`{"rules":[{"fault":"delay"}]}`:                    `"millis": 500`,
		`{"rules":[{"fault":"short"}]}`:                    `"rows": 10`,
		`{"rules":[{"fault":"lost","share":2}]}`:           "between 0 and 1",
		`{"rules":[{"fault":"lost","every":-1}]}`:          "not negative",
		`{"rules":[{"fault":"lost","service":"files"}]}`:   "table, queue or blob",
		`{"rules":[{"fault":"lost","tabel":"Orders"}]}`:    `unknown field "tabel"`,
		`[]`: "faults are written",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
