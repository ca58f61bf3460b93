package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/costs"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/shape"
	"rowkey/engine/sheet"
	"rowkey/engine/trail"
)

// designed makes a contract of a sheet: what a sample of its design is asked, and what its writes send, is all that a
// program may send. A question with a budget may read no more. The name of the design follows the file after "#";
// without one it is the first.
func designed(ctx context.Context, file string) (*costs.File, error) {
	path, name, _ := strings.Cut(file, "#")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s, messages := sheet.Parse(string(text))
	if sheet.Failed(messages) {
		return nil, fmt.Errorf("%s: the sheet has mistakes, open it at /design/ to see them", path)
	}
	at := slices.IndexFunc(s.Designs, func(d sheet.Design) bool { return name == "" || d.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("%s has no design %q", path, name)
	}
	sent, err := askSample(ctx, s, &s.Designs[at])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return costs.Of(linesOf(s, &s.Designs[at], string(text), sent)), nil
}

// askSample stores a sample of a design and returns all that is sent to it.
func askSample(ctx context.Context, s *sheet.Sheet, d *sheet.Design) (sent []*trail.Request, err error) {
	text, err := sample.Script(ctx, s, d, 1)
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	run := client.Start(script.Parse("design.http", text, noFile), e, client.Options{
		Now: e.Clock().Now, Advance: e.Clock().Advance, Log: func(r *trail.Request) { sent = append(sent, r) },
	})
	for {
		if _, err := run.Next(ctx); errors.Is(err, io.EOF) {
			return sent, nil
		} else if err != nil {
			return nil, err
		}
	}
}

func noFile(string) (string, bool) { return "", false }

// linesOf makes a line of each shape that was sent, with the place of its question in the sheet.
func linesOf(s *sheet.Sheet, d *sheet.Design, text string, sent []*trail.Request) []costs.Line {
	var lines []costs.Line
	m := plan.NewModel(s)
	questions := m.Questions(keys.Parse(m.Facts, d))
	known := map[shape.Shape]bool{}
	for i := range sent {
		of := shape.Of(sent[i], shape.Options{})
		if known[of] || sent[i].Record.Code != "" {
			continue
		}
		known[of] = true
		title, _, _ := strings.Cut(sent[i].Title, ", request ")
		l := costs.Line{Table: sent[i].Record.Table, Does: of.Does, Text: of.Text, Class: of.ClassText(),
			Number: placeOf(text, title)}
		for _, q := range questions {
			if q.Name == title {
				l.Bounds.Read = budgetOf(&q)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// budgetOf returns how many entities a question may read, 0 for any number.
func budgetOf(q *plan.QuestionReport) int {
	for _, b := range q.Budget {
		if b.Counter == "read" && b.Given {
			return int(b.Limit)
		}
	}
	return 0
}

// placeOf returns the line of a sheet that names a question or a write, 0 for none.
func placeOf(text, name string) int {
	n := 0
	for line := range strings.Lines(text) {
		n++
		word, rest, _ := strings.Cut(strings.TrimLeft(line, "#/ "), " ")
		if of, _, _ := strings.Cut(rest, ","); (word == "@ask" || word == "@do") && strings.TrimSpace(of) == name {
			return n
		}
	}
	return 0
}
