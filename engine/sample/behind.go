package sample

import (
	"context"
	"slices"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Behind is the requests from which one line of a report is calculated, and the sample on which they cost that much.
type Behind struct {
	Script  string // "" if a sample does not hold what the design stores for it
	Data    string // its tables, as lines of JSON: {"table": …}, and {"table": …, "entity": {…}} for each row
	Smaller bool   // answers are smaller than those of the sheet
}

// BehindAsk returns one call of a question of a sheet, on a sample whose answers are as large as those of the sheet if
// that is possible with so few entities. Errors: what the service says about a row.
func BehindAsk(ctx context.Context, s *sheet.Sheet, design *sheet.Design, ask, most int, seed uint64) (Behind, error) {
	less, reduced := reduce(focus(s, ask), &keys.Design{}, most)
	return behind(ctx, s, less, reduced, design, seed, func(w *scripted) error { return w.question(ctx, ask) })
}

// BehindDo returns a write of a sheet, those that are done together with it, and what takes them back.
func BehindDo(ctx context.Context, s *sheet.Sheet, design *sheet.Design, do, most int, seed uint64) (Behind, error) {
	less, reduced := reduce(s, keys.Parse(plan.NewModel(s).Facts, design), most)
	return behind(ctx, s, less, reduced, design, seed, func(w *scripted) error {
		d := w.model.Facts.Does[do]
		return w.one(ctx, do, &d, w.set(&d))
	})
}

func behind(
	ctx context.Context, s, less *sheet.Sheet, reduced []string, design *sheet.Design, seed uint64,
	write func(w *scripted) error,
) (Behind, error) {
	out := Behind{}
	b, err := openReduced(ctx, s, less, reduced, keys.Parse(plan.NewModel(s).Facts, design), seed, &Report{})
	if err != nil {
		return out, err
	}
	w := scripted{bench: b, there: true}
	if err := write(&w); err != nil || !w.asks {
		return out, err
	}
	out.Script, out.Data = strings.TrimLeft(w.String(), "\n"), w.data()
	out.Smaller = slices.Contains(reduced, Density)
	return out, nil
}

// data writes the rows of the tables that the script names.
func (w *scripted) data() string {
	var b strings.Builder
	for _, name := range w.created {
		b.WriteString(`{"table":` + quoted(name) + "}\n")
		for i := range w.rows[name] {
			_, e := w.row(&w.design.Stores[w.rows[name][i].store], w.rows[name][i].thing)
			b.WriteString(`{"table":` + quoted(name) + `,"entity":` + entity(&e) + "}\n")
		}
	}
	return b.String()
}

func quoted(text string) string { return string(jsontext.AppendString(nil, text)) }

// focus returns a sheet for a sample of one question, with the same answers: of the kind whose identity a caller knows
// each parent has one, so that a small sample still has as many entities for each of them as the sheet. Of kinds that
// the answer does not need there is one entity. If a caller knows another attribute, the sample is of the whole sheet.
func focus(s *sheet.Sheet, ask int) *sheet.Sheet {
	out := *s
	out.Kinds = append([]sheet.Kind{}, s.Kinds...)
	out.Asks = s.Asks[ask : ask+1]
	for _, k := range out.Asks[0].Known {
		known := s.KindOf(k.Attr)
		if known < 0 || len(s.Kinds[known].Of) == 0 || s.Kinds[known].Amount.Per != "" {
			continue
		}
		one := s.Population(s.KindOf(s.Kinds[known].Of[0].Kind)) / s.Population(known)
		if one < 1 {
			thin(&out, known, one)
		}
	}
	for i := range out.Kinds {
		if !wanted(s, &out.Asks[0], i) {
			out.Kinds[i].Amount = sheet.Amount{N: 1}
		}
	}
	return &out
}

// wanted reports whether a question is about a kind, or about one that belongs to it.
func wanted(s *sheet.Sheet, a *sheet.Ask, kind int) bool {
	names := append([]string{a.Kind}, a.With...)
	for _, k := range a.Known {
		if src, ok := s.SourceOf(k); ok {
			names = append(names, s.Kinds[src.Kind].Name)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		k := s.KindOf(name)
		return k == kind || k >= 0 && slices.Contains(s.Ancestors(k), kind)
	})
}

// thin leaves a part of a kind, and of all that belong to it.
func thin(s *sheet.Sheet, kind int, part float64) {
	s.Kinds[kind].Amount.N *= part
	for i := range s.Kinds {
		for _, o := range s.Kinds[i].Of {
			if o.Kind == s.Kinds[kind].Name && i != kind {
				thin(s, i, part)
				break
			}
		}
	}
}
