package watch

import (
	"fmt"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/shape"
	"rowkey/serve/data"
)

// markdown writes the report for a pull request.
func (r *report) markdown() (string, error) {
	var b strings.Builder
	of := strings.Join(r.o.command, " ")
	if r.log != nil {
		of = r.o.log
	}
	fmt.Fprintf(&b, "### Tables: %s\n\n%s.\n", code(of), r.sum())
	if r.agreed != nil {
		fmt.Fprintf(&b, "\n%s: %s.\n", code(r.o.file), r.verdict())
	}
	if len(r.breaches) > 0 {
		b.WriteString("\n| line | shape | agreed | found |\n| --: | --- | --- | --- |\n")
	}
	for i := range r.breaches {
		x := &r.breaches[i]
		place, what := "new", "budget"
		if x.Line > 0 {
			place = fmt.Sprint(x.Line)
		}
		if x.Stat != nil {
			what = code(line(x.Stat))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", place, what, x.Agreed, found(x))
	}
	r.markdownFindings(&b)
	r.markdownShapes(&b)
	if !r.o.values {
		b.WriteString("\nValues of rows are left out. `-values` adds them.\n")
	}
	return b.String(), nil
}

func (r *report) markdownFindings(b *strings.Builder) {
	if len(r.findings) > 0 {
		b.WriteString("\n| | finding | where | would be |\n| --: | --- | --- | --- |\n")
	}
	for i := range r.findings {
		f := &r.findings[i]
		where := lists.Map(f.Shapes, func(s shape.Shape) string { return code(line(r.statOf(s))) })
		fmt.Fprintf(b, "| %s × | %s. %s | %s | %s |\n", data.Grouped(f.Times), title(f), advice(f), strings.Join(where, ", "),
			strings.Replace(saves(f), "->", "→", 1))
		if !r.o.values {
			continue
		}
		for _, q := range r.samples(f) {
			fmt.Fprintf(b, "| | %s at %s | | |\n", code(q.Method+" "+q.Target), when(q.Start))
		}
	}
}

func (r *report) markdownShapes(b *strings.Builder) {
	fmt.Fprintf(b, "\n<details><summary>%s</summary>\n\n", data.Plural(len(r.sums.Stats), "shape", "shapes"))
	b.WriteString("| shape | class | calls | refused | read | returned |\n| --- | --- | --: | --: | --: | --: |\n")
	for _, s := range r.shapes() {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", code(line(&s)), s.ClassText(),
			data.Grouped(s.Calls), unlessZero(s.Refused), unlessZero(s.Read), unlessZero(s.Returned))
	}
	if o := r.sums.Other; o.Calls > 0 {
		fmt.Fprintf(b, "| shapes beyond the limit | | %s | %s | %s | %s |\n", data.Grouped(o.Calls),
			unlessZero(o.Refused), unlessZero(o.Read), unlessZero(o.Returned))
	}
	b.WriteString("\n</details>\n")
}

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return data.Grouped(n)
}

// code writes a text of a stranger so that it ends no cell and no code, and is no markup.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "|", "\\|").Replace(plain(s)) + "`"
}
