package copy

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/serve/data"
)

// contents is what a table holds, in short.
type contents struct {
	count int
	sum   sum
}

func (all *contents) add(e *edm.Entity) {
	all.count++
	all.sum.add(e)
}

// compareTable reads the target again and compares it with what was read at the source.
func (c *copier) compareTable(ctx context.Context, name string, s *tableState) error {
	there, err := c.contents(ctx, name, s)
	if err != nil {
		return err
	}
	if here := (contents{s.Count, s.Sum}); here == there {
		fmt.Fprintf(c.out, "table %s  %s, the same at both places; checksum %s\n", name, counted(s.Count, "entity"), s.Sum)
		return nil
	}
	if c.to.lines != nil {
		return fmt.Errorf("%s holds %s and the source %s, and their checksums differ: delete the file and the journal %s, "+
			"and copy again", c.to.name, counted(there.count, "entity"), data.Grouped(s.Count), c.journal.path)
	}
	return c.explain(ctx, name, s)
}

// contents reads what the target holds.
func (c *copier) contents(ctx context.Context, name string, s *tableState) (all contents, err error) {
	if c.to.lines != nil {
		err = c.to.lines.each(name, all.add)
		return all, err
	}
	c.progress = startProgress(c.notes, "table "+name+"  compared", 0, s.Count)
	defer c.progress.finish()
	err = c.to.each(ctx, name, func(e *edm.Entity) { all.add(e); c.progress.add(1) })
	return all, err
}

// each reads all entities of a table, the next page while one is being used.
func (p *place) each(ctx context.Context, table string, use func(*edm.Entity)) error {
	r := newReader(p, table, "")
	type answer struct {
		docs []edm.Document
		err  error
	}
	pages := make(chan answer, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer close(pages)
		for !r.ended && ctx.Err() == nil {
			docs, err := r.page(ctx)
			select {
			case pages <- answer{docs, err}:
			case <-ctx.Done():
			}
			if err != nil {
				return
			}
		}
	}()
	for page := range pages {
		if page.err != nil {
			return page.err
		}
		for i := range page.docs {
			use(&page.docs[i].Entity)
		}
	}
	return ctx.Err()
}

// difference is how a target differs from the source.
type difference struct {
	missing, differ, more int
	examples              []string
}

// maxExamples is how many entities are named that differ.
const maxExamples = 5

func (d *difference) example(text string, pk, rk string) {
	if len(d.examples) < maxExamples {
		d.examples = append(d.examples, text+" "+nameOf(&edm.Entity{PartitionKey: pk, RowKey: rk}))
	}
}

// explain finds out how the two tables differ. Entities that the target had before may stay, and so may
// their properties in merge mode: then everything of the source has to be there.
func (c *copier) explain(ctx context.Context, name string, s *tableState) error {
	d, err := c.difference(ctx, name)
	if err != nil {
		return err
	}
	if d.missing+d.differ == 0 && (s.Existing || d.more == 0) {
		fmt.Fprintf(c.out, "table %s  %s, all at the target; it was not empty before, and holds %s as well\n",
			name, counted(s.Count, "entity"), counted(d.more, "other"))
		return nil
	}
	return fmt.Errorf("the target differs: %s missing, %s different, %s extra\n  %s\n"+
		"Another program may have changed one of the two meanwhile. Delete the journal %s and copy again",
		data.Grouped(d.missing), data.Grouped(d.differ), data.Grouped(d.more), strings.Join(d.examples, "\n  "),
		c.journal.path)
}

// key identifies an entity.
type key struct{ partition, row string }

// difference compares entity by entity, in any order.
func (c *copier) difference(ctx context.Context, name string) (d difference, err error) {
	seed := maphash.MakeSeed()
	wanted := map[key][]uint64{}
	err = c.from.each(ctx, name, func(e *edm.Entity) { wanted[key{e.PartitionKey, e.RowKey}] = digests(seed, e) })
	if err != nil {
		return d, err
	}
	err = c.to.each(ctx, name, func(e *edm.Entity) {
		k := key{e.PartitionKey, e.RowKey}
		want, ok := wanted[k]
		delete(wanted, k)
		switch {
		case !ok:
			d.more++
		case !agree(want, digests(seed, e), c.o.mode == mergeMode):
			d.differ++
			d.example("different:", k.partition, k.row)
		}
	})
	d.missing = len(wanted)
	for k := range wanted {
		d.example("missing:", k.partition, k.row)
	}
	return d, err
}

// digests returns a digest of each property.
func digests(seed maphash.Seed, e *edm.Entity) []uint64 {
	return lists.Map(e.Properties, func(p edm.Property) uint64 { return maphash.Bytes(seed, appendProperty(nil, &p)) })
}

// agree reports whether an entity has all the properties that are wanted, and, unless there may be, no more.
func agree(want, have []uint64, more bool) bool {
	if len(have) != len(want) && !more {
		return false
	}
	return !slices.ContainsFunc(want, func(w uint64) bool { return !slices.Contains(have, w) })
}
