package run

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"rowkey/engine/client"
	"rowkey/engine/percent"
	"rowkey/engine/script"
	"rowkey/serve/data"
	"rowkey/serve/junit"
)

// report writes what a run does, a line for each request, and counts.
type report struct {
	out     io.Writer
	verbose bool
	root    string // of the files that scripts may name
	file    string

	requests, passed, failed, skipped int
	stopped                           int // scripts that did not reach their end
	tests                             junit.Suite
}

// begin reports what is wrong with a script before it runs. It returns false if it cannot run.
func (r *report) begin(path string, s *script.Script) bool {
	r.file = path
	good := true
	for _, d := range s.Diagnostics {
		if d.Severity == script.SeverityError {
			good = false
		}
		if d.Severity == script.SeverityError || r.verbose {
			fmt.Fprintf(r.out, "%s:%d: %s: %s\n", path, d.Line, d.Severity, d.Message)
		}
	}
	if !good {
		r.stopped++
		r.tests.Add(junit.Case{Class: path, Name: "the script can be read", Failures: r.unreadable(s)})
	}
	return good
}

// unreadable are the mistakes because of which a script does not run.
func (r *report) unreadable(s *script.Script) (list []junit.Failure) {
	for _, d := range s.Diagnostics {
		if d.Severity == script.SeverityError {
			list = append(list, junit.Failure{Message: fmt.Sprintf("line %d: %s", d.Line, d.Message)})
		}
	}
	return list
}

// step reports one exchange. What sets up is reported only if it goes wrong.
func (r *report) step(x *client.Exchange) {
	r.requests += len(x.Wire)
	if x.Stopped {
		r.stopped++
	}
	if !x.Hidden || x.Stopped {
		r.line(x)
		r.failures(x)
		r.tests.Add(r.test(x))
	}
	if r.verbose {
		r.wire(x)
	}
}

// line is place, status, request, and how its checks came out.
func (r *report) line(x *client.Exchange) {
	mark := "ok  "
	words := make([]string, 0, len(x.Checks))
	for _, c := range x.Checks {
		switch {
		case c.Skipped:
			r.skipped++
			words = append(words, c.Text+" (skipped)")
		case c.Pass:
			r.passed++
			words = append(words, c.Text)
		default:
			r.failed++
			mark = "FAIL"
			words = append(words, c.Text+" (got "+fromDifference(c.Got, c.Expected, 60)+")")
		}
	}
	if x.Stopped {
		mark = "STOP"
	}
	fmt.Fprintf(r.out, "%s %s:%d  %s\n", mark, r.file, x.Line, strings.Join(append(what(x), words...), "  "))
}

// what describes the request of an exchange.
func what(x *client.Exchange) []string {
	switch {
	case len(x.Wire) == 0 && x.State == client.Sent:
		return nil
	case len(x.Wire) == 0:
		return []string{strings.TrimSpace(string(x.State) + " " + x.Client + " " + x.Fault)}
	}
	q := x.Wire[0].Request
	path := q.URL
	if _, rest, ok := strings.Cut(q.URL, "://"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			path = rest[i:]
		}
	}
	return []string{fmt.Sprintf("%d %s %s", x.Status, q.Method, shorten(percent.DecodeTolerant(path), 100))}
}

// failures says why a script cannot go on.
func (r *report) failures(x *client.Exchange) {
	switch {
	case x.Problem != nil:
		fmt.Fprintf(r.out, "     line %d: %s\n", x.Problem.Line, x.Problem.Message)
	case x.Stopped:
		fmt.Fprintf(r.out, "     %d %s is not what the script expects: %s\n", x.Status, x.Code, shorten(x.Message, 200))
	}
}

// test is an exchange as a test: it fails with each check that does, and if the script cannot go on.
func (r *report) test(x *client.Exchange) junit.Case {
	c := junit.Case{Class: r.file, Name: strings.TrimSpace(fmt.Sprintf("line %d: %s", x.Line, x.Title))}
	for _, k := range x.Checks {
		if !k.Skipped && !k.Pass {
			both := "expected " + k.Expected + ", got " + k.Got
			c.Failures = append(c.Failures, junit.Failure{Message: "?? " + k.Text, Text: both})
		}
	}
	switch {
	case x.Problem != nil:
		c.Failures = append(c.Failures, junit.Failure{Message: x.Problem.Message})
	case x.Stopped:
		c.Failures = append(c.Failures, junit.Failure{Message: fmt.Sprint(x.Status, " ", x.Code), Text: x.Message})
	}
	return c
}

func (r *report) wire(x *client.Exchange) {
	for _, w := range x.Wire {
		fmt.Fprintf(r.out, "\n> %s %s\n", w.Request.Method, w.Request.URL)
		r.message("> ", w.Request)
		fmt.Fprintf(r.out, "< %d %s\n", w.Response.Status, w.Response.Reason)
		r.message("< ", w.Response)
		fmt.Fprintln(r.out)
	}
}

func (r *report) message(prefix string, m client.Message) {
	for _, f := range m.Headers {
		fmt.Fprintf(r.out, "%s%s: %s\n", prefix, f[0], f[1])
	}
	if m.Body != "" {
		fmt.Fprintf(r.out, "%s\n%s%s\n", prefix, prefix, strings.ReplaceAll(m.Body, "\n", "\n"+prefix))
	}
}

// sum writes the counts. Errors: anything that did not go as the scripts say.
func (r *report) sum() error {
	fmt.Fprintf(r.out, "%s, %s passed, %d failed, %d skipped\n", data.Plural(r.requests, "request", "requests"),
		data.Plural(r.passed, "check", "checks"), r.failed, r.skipped)
	switch {
	case r.failed > 0:
		return fmt.Errorf("%d of %s failed", r.failed, data.Plural(r.failed+r.passed, "check", "checks"))
	case r.stopped > 0:
		return errors.New("a script stopped before its end")
	}
	return nil
}

// shorten cuts a text for one line.
func shorten(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// fromDifference cuts a value for one line. What is before its first difference from another one is the first to go: a
// beginning that they share says nothing.
func fromDifference(s, from string, most int) string {
	if len(s) <= most {
		return shorten(s, most)
	}
	same := 0
	for same < len(s) && same < len(from) && s[same] == from[same] {
		same++
	}
	const before = 20 // bytes, so that the place is found
	if same <= before {
		return shorten(s, most)
	}
	return "…" + shorten(strings.ToValidUTF8(s[same-before:], ""), most)
}
