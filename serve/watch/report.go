package watch

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"rowkey/engine/costs"
	"rowkey/engine/shape"
	engine "rowkey/engine/watch"
)

// report is what is known of a command that has ended.
type report struct {
	o        *options
	code     int // exit code of the command
	sums     shape.Sums
	findings []engine.Finding
	agreed   *costs.File // nil without a contract
	breaches []costs.Breach
	written  bool    // the contract was written
	log      *logged // nil for a command
}

func newReport(o *options, rec *engine.Recording, code int) *report {
	findings := rec.Findings() // this ends what is under way: sums are read after it
	return &report{o: o, code: code, sums: rec.Sums(), findings: findings}
}

// compare says what is not as agreed; with -update it is agreed from now on.
func (r *report) compare(agreed *costs.File) {
	if r.o.update {
		r.agreed, r.written = agreed.Update(&r.sums), true
		return
	}
	r.agreed, r.breaches = agreed, agreed.Check(&r.sums)
}

// exit returns the exit code: that of the command, or 1 if it is 0 and the contract is broken.
func (r *report) exit() int {
	if r.code == 0 && len(r.breaches) > 0 {
		return 1
	}
	return r.code
}

// write writes all forms of the report that are asked for.
func (r *report) write(out io.Writer) error {
	if r.written {
		if err := os.WriteFile(r.o.file, []byte(r.agreed.String()), 0o644); err != nil {
			return err
		}
	}
	for _, form := range []struct {
		file string
		text func() (string, error)
	}{{r.o.markdown, r.markdown}, {r.o.json, r.json}, {r.o.junit, r.junit}} {
		if form.file == "" {
			continue
		}
		text, err := form.text()
		if err != nil {
			return err
		}
		if err := os.WriteFile(form.file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if r.o.github {
		fmt.Fprint(os.Stdout, r.annotations())
	}
	_, err := io.WriteString(out, r.text())
	return err
}

// shapes returns the shapes, what reads most first.
func (r *report) shapes() []shape.Stat {
	list := slices.Clone(r.sums.Stats)
	slices.SortStableFunc(list, func(a, b shape.Stat) int {
		return 10*(b.Calls-a.Calls) + b.Read - a.Read
	})
	return list
}

// findingOf returns the place of the first finding about a shape, from 1; 0 for none.
func (r *report) findingOf(s shape.Shape) int {
	return 1 + slices.IndexFunc(r.findings, func(f engine.Finding) bool { return slices.Contains(f.Shapes, s) })
}

// statOf returns what is known of a shape.
func (r *report) statOf(s shape.Shape) *shape.Stat {
	i := slices.IndexFunc(r.sums.Stats, func(t shape.Stat) bool { return t.Shape == s })
	if i < 0 {
		return &shape.Stat{Shape: s}
	}
	return &r.sums.Stats[i]
}

// refusals writes the kinds of refusals that there were: "412, 404".
func (r *report) refusals() (n int, kinds string) {
	var busy, failed, conflicts, missing int
	for i := range r.sums.Stats {
		s := &r.sums.Stats[i]
		n, busy, failed = n+s.Refused, busy+s.Busy, failed+s.Failed
		conflicts, missing = conflicts+s.Conflicts, missing+s.Missing
	}
	var list []string
	for _, k := range []struct {
		code string
		n    int
	}{{"412", failed}, {"409", conflicts}, {"404", missing}, {"503", busy}} {
		if k.n > 0 {
			list = append(list, k.code)
		}
	}
	return n, strings.Join(list, ", ")
}

// when writes a time of the recording, in minutes, seconds and tenths.
func when(milliseconds int) string {
	return fmt.Sprintf("%d:%02d.%d", milliseconds/60_000, milliseconds/1000%60, milliseconds/100%10)
}

// plain takes out of a text what a terminal would act on.
func plain(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f || 0x80 <= c && c < 0xa0 || 0x202a <= c && c <= 0x202e || 0x2066 <= c && c <= 0x2069 {
			return '?'
		}
		return c
	}, s)
}
