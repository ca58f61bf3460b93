package copy

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"rowkey/engine/lists"
	"rowkey/engine/rest"
)

// copyContainers copies the containers that are wanted, with their blobs.
func (c *copier) copyContainers(ctx context.Context) error {
	if len(c.o.blobs) == 0 {
		return nil
	}
	all, err := c.from.list(ctx, rest.BlobService, "/", "comp=list&include=metadata", c.o.blobs)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return c.none("container", c.o.blobs)
	}
	for _, one := range all {
		state := c.journal.Blobs[one.Name]
		if state == nil {
			state = &tableState{}
			c.journal.Blobs[one.Name] = state
		}
		if state.Done {
			fmt.Fprintf(c.out, "container %s  already copied: %s; %s\n", one.Name, counted(state.Count, "blob"), asItWas)
			continue
		}
		if err := c.copyContainer(ctx, &one, state); err != nil {
			return fmt.Errorf("container %s: %w", one.Name, err)
		}
	}
	return nil
}

// copyContainer copies the blobs of a container, a page of its list after the other.
func (c *copier) copyContainer(ctx context.Context, one *item, state *tableState) error {
	if err := c.beginContainer(ctx, one, state); err != nil {
		return err
	}
	if err := c.moveBlobs(ctx, one, state); err != nil {
		return err
	}
	how := "each read back and equal"
	if c.to.lines != nil {
		how = "written"
	}
	fmt.Fprintf(c.out, "container %s  %s, %s; checksum %s\n", one.Name, counted(state.Count, "blob"), how, state.Sum)
	return nil
}

// moveBlobs copies page after page of the list.
func (c *copier) moveBlobs(ctx context.Context, one *item, state *tableState) error {
	c.progress = startProgress(c.notes, "container "+one.Name, state.Count, 0)
	defer c.progress.finish()
	var pages marks
	for !state.Done {
		const query = "restype=container&comp=list&include=metadata&maxresults=100"
		blobs, next, err := c.from.listPage(ctx, rest.BlobService, below(one.Name), query, state.Next)
		if err != nil {
			return err
		}
		if err := pages.next(next, len(blobs)); err != nil {
			return fmt.Errorf("%s: %w", c.from.name, err)
		}
		if err := c.copyBlobs(ctx, one.Name, blobs, state); err != nil {
			return err
		}
		state.Next, state.Done = next, next == ""
		if err := c.mark(); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) beginContainer(ctx context.Context, one *item, state *tableState) error {
	switch {
	case c.to.lines == nil:
		return c.to.createContainer(ctx, one.Name, one.metadata())
	case state.Next == "":
		return c.to.lines.write(&line{Container: one.Name, Headers: mapOf(one.metadata())})
	}
	return nil
}

// copyBlobs copies the blobs of a page, several at a time; to a file one after the other.
func (c *copier) copyBlobs(ctx context.Context, container string, blobs []item, state *tableState) error {
	var mu sync.Mutex // guards state
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(c.o.parallel)
	if c.to.lines != nil {
		group.SetLimit(1)
	}
	for _, b := range blobs {
		kind := b.property("BlobType")
		if kind != blockBlob && kind != appendBlob {
			c.leave(fmt.Sprintf("not copied: %s/%s is a %s, and only block blobs and append blobs can be copied", container,
				strings.ReplaceAll(b.Name, "\n", " "), firstLine(cmp.Or(kind, "blob of unknown type"))))
			continue
		}
		group.Go(func() error {
			s, err := c.copyBlob(ctx, container, &b)
			if err != nil {
				return fmt.Errorf("blob %q: %w", b.Name, err)
			}
			mu.Lock()
			defer mu.Unlock()
			state.Count++
			state.Sum.plus(s)
			c.progress.add(1)
			return nil
		})
	}
	return group.Wait()
}

// leave notes what is not copied. A copy that goes on may meet it again.
func (c *copier) leave(line string) { c.journal.Left = lists.Add(c.journal.Left, line) }

// copyBlob copies a blob and reads it back.
func (c *copier) copyBlob(ctx context.Context, container string, b *item) (s sum, err error) {
	if c.to.lines != nil {
		return c.blobToFile(ctx, container, b)
	}
	from := &content{name: b.Name, kind: b.property("BlobType"), header: headerOf(b)}
	digest, err := c.from.carry(ctx, container, from, size(b), c.to)
	if err != nil {
		return s, err
	}
	there, err := c.to.digest(ctx, container, b)
	if err != nil {
		return s, err
	}
	if there != digest {
		return s, fmt.Errorf("the blob at %s differs from what was sent: another program may have changed it; copy again",
			c.to.name)
	}
	return from.sum(digest), nil
}

// createContainer creates a container that only its owner may read, or takes one that is there.
func (p *place) createContainer(ctx context.Context, name string, metadata rest.Header) error {
	_, err := p.ask(ctx, &question{service: rest.BlobService, method: "PUT", path: below(name),
		query: "restype=container", header: metadata})
	if is(err, "ContainerAlreadyExists") {
		return nil
	}
	return err
}

// sum is the checksum of a blob with its name, properties and metadata.
func (b *content) sum(digest string) (s sum) {
	h := slices.Clone(b.header)
	slices.SortFunc(h, func(x, y rest.Field) int { return cmp.Compare(x.Name, y.Name) })
	text := appendText(appendText(appendText(nil, b.name), b.kind), digest)
	for _, f := range h {
		text = appendText(appendText(text, f.Name), f.Value)
	}
	s.addBytes(text)
	return s
}
