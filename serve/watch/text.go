package watch

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rowkey/engine/costs"
	"rowkey/engine/shape"
	engine "rowkey/engine/watch"
	"rowkey/serve/data"
)

// text writes the report for a terminal.
func (r *report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nTables: %s\n", r.sum())
	if n := r.sums.Other.Calls; n > 0 {
		fmt.Fprintf(&b, "There were more than %s shapes. These sums also count %s of further shapes.\n",
			data.Grouped(shape.MaxShapes), data.Plural(n, "request", "requests"))
	}
	heading := "Findings: what loses changes first, then what costs most"
	if len(r.findings) == 0 {
		heading = "Findings: none"
	}
	fmt.Fprintf(&b, "\n%s\n", heading)
	for i := range r.findings {
		r.finding(&b, i)
	}
	if r.agreed != nil {
		r.contract(&b)
	} else {
		r.list(&b)
	}
	if r.code != 0 || len(r.breaches) > 0 {
		fmt.Fprintf(&b, "\n%s ended with exit code %d.", plain(strings.Join(r.o.command, " ")), r.code)
		if r.code == 0 {
			fmt.Fprintf(&b, " Exit code 1, because of %s.", r.o.file)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// list lists the shapes, what costs most first. A log does not say what was read.
func (r *report) list(b *strings.Builder) {
	fmt.Fprintf(b, "\n%9s %9s %8s %6s  %-16s %s\n", "calls", "read", "refused", "share", "class", "shape")
	for _, s := range r.shapes() {
		fmt.Fprintf(b, "%9s %9s %8s %5.1f%%  %-16s %s\n", data.Grouped(s.Calls), unlessZero(s.Read), unlessZero(s.Refused),
			100*float64(s.Calls)/float64(max(1, r.sums.Calls)), s.ClassText(), line(&s))
	}
}

// sum writes the first line of all reports.
func (r *report) sum() string {
	if r.log != nil {
		return r.logSum()
	}
	text := fmt.Sprintf("%s, %s read, %s returned", data.Plural(r.sums.Calls, "request", "requests"),
		data.Plural(r.sums.All.Read, "entity", "entities"), data.Grouped(r.sums.All.Returned))
	if n, kinds := r.refusals(); n > 0 {
		text += fmt.Sprintf(", %s refused", data.Grouped(n))
		if kinds != "" {
			text += " (" + kinds + ")"
		}
	}
	return text
}

func (r *report) finding(b *strings.Builder, i int) {
	f := &r.findings[i]
	fmt.Fprintf(b, "%3d  %s%s\n", i+1, pad(title(f), 56), saves(f))
	for j, s := range f.Shapes {
		t := r.statOf(s)
		text := fmt.Sprintf("     %s  %s", pad(name(t), 24), pad(s.Text, 48))
		if j == 0 {
			text += fmt.Sprintf("%s, %s", data.Plural(f.Calls, "call", "calls"), s.ClassText())
		}
		fmt.Fprintln(b, strings.TrimRight(text, " "))
	}
	fmt.Fprintf(b, "     %s\n", advice(f))
	if r.o.values {
		for _, sample := range r.samples(f) {
			fmt.Fprintf(b, "     %s %s  %s\n", sample.Method, plain(sample.Target), when(sample.Start))
		}
	}
}

// samples returns the requests of the shape of a finding that are kept.
func (r *report) samples(f *engine.Finding) []shape.Sample {
	if len(f.Shapes) == 0 {
		return nil
	}
	return r.statOf(f.Shapes[0]).Samples()
}

// contract writes what became of the contract.
func (r *report) contract(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s: %s\n", r.o.file, r.verdict())
	for i := range r.breaches {
		r.breach(b, &r.breaches[i])
	}
	if len(r.breaches) > 0 && r.o.design == "" {
		fmt.Fprintf(b, "\nAccept this: serve watch -update -- %s\n", plain(strings.Join(r.o.command, " ")))
	}
}

// verdict says in one line whether the contract was kept.
func (r *report) verdict() string {
	fresh := 0
	for i := range r.breaches {
		if r.breaches[i].Kind == costs.New {
			fresh++
		}
	}
	var parts []string
	if fresh > 0 {
		parts = append(parts, data.Plural(fresh, "shape is new", "shapes are new"))
	}
	if n := len(r.breaches) - fresh; n > 0 {
		parts = append(parts, data.Plural(n, "line is broken", "lines are broken"))
	}
	switch {
	case r.written:
		return "written, " + data.Plural(len(r.agreed.Lines()), "shape", "shapes")
	case len(parts) == 0:
		return "kept, " + data.Plural(len(r.agreed.Lines()), "shape", "shapes")
	}
	return strings.Join(parts, ", ")
}

func (r *report) breach(b *strings.Builder, x *costs.Breach) {
	place := "new"
	if x.Line > 0 {
		place = fmt.Sprint("line ", x.Line)
	}
	if x.Stat == nil {
		fmt.Fprintf(b, "\n  %s budget %s\n  %s %s\n", pad(place, 8), x.Agreed, pad("", 8), found(x))
		return
	}
	fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("\n  %s %s  %s", pad(place, 8), name(x.Stat), x.Stat.Text), " "))
	if x.Agreed != "" {
		fmt.Fprintf(b, "  %s agreed: %s\n", pad("", 8), x.Agreed)
	}
	fmt.Fprintf(b, "  %s found:  %s; %s\n", pad("", 8), found(x), r.sample(x.Stat))
	if x.Like != nil && x.Like.Number > 0 {
		fmt.Fprintf(b, "  %s like line %d: %s\n", pad("", 8), x.Like.Number, strings.TrimSpace(x.Like.Does+" "+x.Like.Text))
	}
	if do := r.remedy(x.Stat); do != "" {
		fmt.Fprintf(b, "  %s %s\n", pad("", 8), do)
	}
}

// found writes what a bound was compared with.
func found(x *costs.Breach) string {
	switch x.Kind {
	case costs.Read:
		return "read " + x.Found
	case costs.Operations:
		return x.Found + " operations"
	case costs.Together:
		return x.Found + " in a unit of work"
	case costs.Calls:
		return x.Found + " calls"
	case costs.Requests:
		return x.Found + " requests"
	case costs.Factor:
		return "read " + x.Found + " returned"
	}
	return x.Found
}

// sample names the request of a shape that read most.
func (r *report) sample(s *shape.Stat) string {
	q := s.Worst()
	text := fmt.Sprintf("request %d at %s", q.N, when(q.Start))
	if r.o.values {
		text += " " + q.Method + " " + plain(q.Target)
	}
	return text
}

// remedy says what to do about a shape: what the finding about it says, or what its class does.
func (r *report) remedy(s *shape.Stat) string {
	if i := r.findingOf(s.Shape); i > 0 {
		return fmt.Sprintf("Finding %d: %s", i, advice(&r.findings[i-1]))
	}
	return cheaper(s)
}

// pad fills a text up with spaces; a longer one gets one.
func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(1, n-utf8.RuneCountInString(s)))
}
