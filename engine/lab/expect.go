package lab

import (
	"slices"
	"strings"

	"rowkey/engine/odata"
)

// expect writes what should be true at the end, one block for each entity, queue or blob.
func (r *replay) expect(expected []Fact) {
	done := map[place]bool{}
	for _, f := range expected {
		at := place{kind: f.Kind, store: f.Store, partition: f.Partition, row: f.Row}
		if f.Kind == MessageFact {
			at.row = ""
		}
		if done[at] || strings.ContainsAny(f.Partition+f.Row, "{}") {
			continue
		}
		done[at] = true
		switch f.Kind {
		case EntityFact:
			r.expectEntity(f, expected)
		case BlobFact:
			r.write(append([]string{"### " + f.Row + " in " + f.Store, "GET {{blob}}/" + f.Store + "/" + f.Row, ""},
				statusOf(f.Present)))
		}
	}
}

func statusOf(present bool) string {
	if present {
		return "# ?? status == 200"
	}
	return "# ?? status == 404"
}

// expectEntity writes what is expected of an entity.
func (r *replay) expectEntity(of Fact, expected []Fact) {
	lines := []string{
		"### " + of.Store + " " + of.Partition + " " + of.Row,
		"GET {{table}}/" + of.Store + "(PartitionKey=" + odata.Quote(of.Partition) + ",RowKey=" + odata.Quote(of.Row) + ")",
		"Accept: application/json;odata=nometadata", "",
	}
	for _, f := range expected {
		if f.Kind != of.Kind || f.Store != of.Store || f.Partition != of.Partition || f.Row != of.Row {
			continue
		}
		switch {
		case f.Property == "" || !f.Present:
			lines = append(lines, statusOf(f.Present))
		case f.Value != "" && !strings.ContainsAny(f.Value, "{}\n"):
			lines = append(lines, "# ?? body "+f.Property+" == "+f.Value)
		}
	}
	r.write(slices.Compact(lines))
}

// Agreed returns the facts that several endings have in common, nil for none of them.
func Agreed(endings [][]Fact) []Fact {
	if len(endings) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(endings[0]), func(f Fact) bool {
		return slices.ContainsFunc(endings[1:], func(other []Fact) bool { return !slices.Contains(other, f) })
	})
}
