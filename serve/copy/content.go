package copy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/percent"
	"rowkey/engine/rest"
)

// Types of blobs.
const (
	blockBlob  = "BlockBlob"
	appendBlob = "AppendBlob"
)

// piece is how much of a blob is moved at a time, in bytes: an append takes no more.
// Source: Append Block, "Remarks".
const piece = 4 << 20

// content is a blob to be written.
type content struct {
	name, kind string
	header     rest.Header // properties and metadata
	body       []byte      // of one that is written in one piece
}

// kept are the properties of a blob that are copied.
var kept = []string{"Content-Type", "Content-Encoding", "Content-Language", "Content-Disposition", "Cache-Control"}

// headerOf are the fields that give a blob the properties and metadata of one in a list.
func headerOf(b *item) rest.Header {
	h := b.metadata()
	for _, name := range kept {
		if value := b.property(name); value != "" {
			h = append(h, rest.Field{Name: "x-ms-blob-" + strings.ToLower(name), Value: value})
		}
	}
	return h
}

// size is how long a blob in a list is.
func size(b *item) int64 {
	n, _ := strconv.ParseInt(b.property("Content-Length"), 10, 64) // a blob without a length is empty
	return n
}

// blobPath escapes the name of a blob, in which slashes stay.
func blobPath(container, name string) string {
	return below(container) + "/" + string(percent.Append(nil, name, percent.Unreserved+"/"))
}

// read calls use for each piece of a blob.
func (p *place) read(ctx context.Context, container, name string, size int64, use func([]byte) error) error {
	for at := int64(0); at < size; at += piece {
		q := &question{service: rest.BlobService, method: "GET", path: blobPath(container, name), header: rest.Header{
			{Name: "x-ms-range", Value: fmt.Sprintf("bytes=%d-%d", at, min(at+piece, size)-1)}}}
		res, err := p.ask(ctx, q)
		if err != nil {
			return err
		}
		if int64(res.Size()) != min(piece, size-at) {
			return fmt.Errorf("%s: the blob returned %d bytes instead of %d: another program may have changed it; copy again",
				p.name, res.Size(), min(piece, size-at))
		}
		if err := use(res.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// carry copies a blob to another place, piece by piece, and returns the digest of its bytes.
func (p *place) carry(ctx context.Context, container string, b *content, size int64, to *place) (string, error) {
	hash := sha256.New()
	if size <= piece && b.kind == blockBlob {
		err := p.read(ctx, container, b.name, size, func(part []byte) error { b.body = part; return write(hash, part) })
		if err != nil {
			return "", err
		}
		return string(hash.Sum(nil)), to.putBlob(ctx, container, b)
	}
	if b.kind == appendBlob {
		if err := to.putBlob(ctx, container, b); err != nil {
			return "", err
		}
	}
	n := 0
	err := p.read(ctx, container, b.name, size, func(part []byte) error {
		n++
		return join(write(hash, part), func() error { return to.putPiece(ctx, container, b, n, part) })
	})
	if err == nil && b.kind == blockBlob {
		err = to.putList(ctx, container, b, n)
	}
	return string(hash.Sum(nil)), err
}

func join(err error, then func() error) error {
	if err != nil {
		return err
	}
	return then()
}

func write(h hash.Hash, b []byte) error {
	_, err := h.Write(b)
	return err
}

// digest reads a blob and returns the digest of its bytes.
func (p *place) digest(ctx context.Context, container string, b *item) (string, error) {
	hash := sha256.New()
	err := p.read(ctx, container, b.Name, size(b), func(part []byte) error { return write(hash, part) })
	return string(hash.Sum(nil)), err
}

// putBlob writes a blob in one piece, or begins an append blob.
// Source: Put Blob.
func (p *place) putBlob(ctx context.Context, container string, b *content) error {
	h := append(rest.Header{{Name: "x-ms-blob-type", Value: b.kind}}, b.header...)
	_, err := p.ask(ctx, &question{service: rest.BlobService, method: "PUT", path: blobPath(container, b.name),
		header: h, body: b.body})
	return err
}

// putWhole writes a blob with its bytes. Errors: a type that is not copied.
func (p *place) putWhole(ctx context.Context, container string, b *content) error {
	if b.kind != appendBlob {
		return p.putBlob(ctx, container, b)
	}
	empty := *b
	empty.body = nil
	if err := p.putBlob(ctx, container, &empty); err != nil {
		return err
	}
	n := 0
	for part := range slices.Chunk(b.body, piece) {
		n++
		if err := p.putPiece(ctx, container, &empty, n, part); err != nil {
			return err
		}
	}
	return nil
}

// putPiece writes a block, or appends one.
// Source: Put Block; Append Block. The position makes the repetition of an append harmless.
func (p *place) putPiece(ctx context.Context, container string, b *content, n int, part []byte) error {
	q := &question{service: rest.BlobService, method: "PUT", path: blobPath(container, b.name), body: part}
	q.query = "comp=block&blockid=" + string(percent.Append(nil, blockID(n), percent.Unreserved))
	if b.kind != blockBlob {
		q.query = "comp=appendblock"
		q.header = rest.Header{{Name: "x-ms-blob-condition-appendpos", Value: strconv.Itoa((n - 1) * piece)}}
	}
	_, err := p.ask(ctx, q)
	if is(err, "AppendPositionConditionNotMet") {
		return nil // an attempt whose answer was lost; what was written is compared at the end
	}
	return err
}

// blockID names a block; all of a blob have the same length.
func blockID(n int) string { return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%08d", n)) }

// putList makes a blob of its blocks.
// Source: Put Block List.
func (p *place) putList(ctx context.Context, container string, b *content, n int) error {
	var list bytes.Buffer
	list.WriteString(`<?xml version="1.0" encoding="utf-8"?><BlockList>`)
	for i := range n {
		list.WriteString("<Latest>" + blockID(i+1) + "</Latest>")
	}
	list.WriteString("</BlockList>")
	_, err := p.ask(ctx, &question{service: rest.BlobService, method: "PUT", path: blobPath(container, b.name),
		query:  "comp=blocklist",
		header: b.header, body: list.Bytes()})
	return err
}

// maxInFile is the largest blob that a file of lines holds, in bytes.
const maxInFile = 64 << 20

// blobToFile writes a blob into the target, which is a file.
func (c *copier) blobToFile(ctx context.Context, container string, b *item) (s sum, err error) {
	if size(b) > maxInFile {
		return s, fmt.Errorf("the blob is larger than %d MiB, the limit for JSON lines: copy it to a folder or a server",
			maxInFile>>20)
	}
	var body []byte
	hash := sha256.New()
	err = c.from.read(ctx, container, b.Name, size(b), func(part []byte) error {
		body = append(body, part...)
		return write(hash, part)
	})
	if err != nil {
		return s, err
	}
	from := &content{name: b.Name, kind: b.property("BlobType"), header: headerOf(b)}
	kind := from.kind
	if kind == blockBlob {
		kind = "" // as in files without types
	}
	if err := c.to.lines.write(&line{Blob: b.Name, Type: kind, Headers: mapOf(from.header), Content: body}); err != nil {
		return s, err
	}
	_, err = c.to.lines.flush() // not yet noted in the journal: a copy that goes on cuts it off
	return from.sum(string(hash.Sum(nil))), err
}
