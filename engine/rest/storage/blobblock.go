package storage

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

// maxAppend is the largest block of an append blob, in bytes; from bigAppendSince on it is larger.
// Source: Append Block, "Remarks".
const (
	maxAppend      = 4 << 20
	bigAppendSince = "2022-11-02"
)

// putBlock stores a block that waits to be committed.
// Source: Put Block; Put Block From URL.
func (c blocks) putBlock() *rest.Response {
	c.NoteOperation(c.fromURL("PutBlock"), "")
	if err := c.requires("blockid"); err != nil {
		return c.fail(err)
	}
	if err := c.needBytes(); err != nil {
		return copies(c).failSource(err, false)
	}
	if err := c.theBlob().PutBlock(c.Context, c.Query.Get("blockid"), c.payload(), c.cond.Lease); err != nil {
		return c.fail(err)
	}
	r := reply{status: 201}
	r.known, r.own = c.sums(true)
	r.own = append(r.own, encrypted)
	return c.send(&r)
}

// fromURL returns the name of an operation, which the reference has twice.
func (c blocks) fromURL(op string) string {
	if c.hasSource() {
		return op + "FromURL"
	}
	return op
}

// needBytes makes ready the bytes of a block, from wherever they are, and compares their checksums.
// Errors: those of fetch and checkSums, InvalidHeaderValue for a block without bytes.
// Source: live tests of the Go client, TestBlobAppendBlockEmptyBody.
func (c blocks) needBytes() error {
	if err := copies(c).fetch(); err != nil {
		return err
	}
	if c.payload() == "" {
		return apierr.InvalidHeader("Content-Length", "0")
	}
	return c.checkSums(c.md5Field())
}

// putBlockList makes a blob of its blocks.
// Source: Put Block List.
func (c blocks) putBlockList() *rest.Response {
	c.NoteOperation("PutBlockList", "")
	if err := c.checkSums(contentMD5); err != nil {
		return c.fail(err)
	}
	refs, err := c.readBlockList()
	if err != nil {
		return c.fail(err)
	}
	up, err := blobs(c).upload(false)
	if err != nil {
		return c.fail(err)
	}
	p, err := c.theBlob().PutBlockList(c.Context, refs, up, c.cond)
	if err != nil {
		return c.fail(err)
	}
	return c.sendWritten(false, p.Modified)
}

// readBlockList reads the document of Put Block List. Errors: InvalidXmlDocument, BlockListTooLong.
func (c blocks) readBlockList() ([]blob.BlockRef, error) {
	refs := make([]blob.BlockRef, 0, min(strings.Count(c.Body(), "<"), blob.MaxBlocks))
	err := c.EachElement("BlockList", func(e *xmltext.Element) error {
		from, ok := sources[e.Name]
		switch {
		case !ok:
			return apierr.New(apierr.InvalidXMLDocument)
		case len(refs) == blob.MaxBlocks:
			return apierr.New(apierr.BlockListTooLong)
		}
		refs = append(refs, blob.BlockRef{Name: strings.TrimSpace(e.Text), From: from})
		return nil
	})
	return refs, err
}

// sources are where a block is looked for, by the names of elements.
var sources = map[string]blob.Source{
	"Latest": blob.Latest, "Committed": blob.Committed, "Uncommitted": blob.Uncommitted,
}

// getBlockList answers the committed blocks, those that wait, or both.
// Source: Get Block List.
func (c blocks) getBlockList() *rest.Response {
	c.NoteOperation("GetBlockList", "")
	which := c.Query.Get("blocklisttype")
	switch which {
	case "", "committed", "uncommitted", "all":
	default:
		return c.fail(apierr.InvalidQuery("blocklisttype", which, ""))
	}
	p, committed, waiting, err := c.theBlob().BlockList(c.Context, c.cond.Lease)
	if err != nil {
		return c.fail(err)
	}
	w := xmltext.NewWriter()
	w.Open("BlockList")
	if which != "uncommitted" {
		writeBlocks(w, "CommittedBlocks", committed)
	}
	if which == "uncommitted" || which == "all" {
		writeBlocks(w, "UncommittedBlocks", waiting)
	}
	w.Close("BlockList")
	r := reply{status: 200, contentType: rest.TypeXML, body: w.B}
	if !p.Waiting {
		r.known = versionFields(p.Modified)
		r.own = []rest.Field{{Name: "x-ms-blob-content-length", Value: decimal(p.Size)}}
	}
	return c.send(&r)
}

func writeBlocks(w *xmltext.Writer, name string, list []blob.BlockInfo) {
	w.List(name, len(list), func(i int) {
		w.Open("Block")
		w.Leaf("Name", list[i].Name)
		w.Leaf("Size", decimal(list[i].Size))
		w.Close("Block")
	})
}

// appendBlock adds bytes to an append blob.
// Source: Append Block; Append Block From URL.
func (c blocks) appendBlock() *rest.Response {
	c.NoteOperation(c.fromURL("AppendBlock"), "")
	if err := c.needBytes(); err != nil {
		return copies(c).failSource(err, false)
	}
	if c.Version < bigAppendSince && len(c.payload()) > maxAppend {
		return c.fail(rest.TooLarge(maxAppend))
	}
	at, err := c.appendConditions()
	if err != nil {
		return c.fail(err)
	}
	p, offset, err := c.theBlob().AppendBlock(c.Context, c.payload(), at, c.cond)
	if err != nil {
		return c.fail(err)
	}
	return c.sendWritten(true, p.Modified, rest.Field{Name: "x-ms-blob-append-offset", Value: decimal(offset)},
		rest.Field{Name: "x-ms-blob-committed-block-count", Value: strconv.Itoa(p.Blocks)})
}

// appendConditions reads the two fields that limit an append. Errors: InvalidHeaderValue.
func (c blocks) appendConditions() (blob.AppendConditions, error) {
	at := blob.AppendConditions{Position: -1, MaxSize: -1}
	for _, f := range [...]struct {
		to   *int64
		name string
	}{{&at.Position, "x-ms-blob-condition-appendpos"}, {&at.MaxSize, "x-ms-blob-condition-maxsize"}} {
		value := c.Request.Header.Get(f.name)
		if value == "" {
			continue
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 {
			return at, apierr.InvalidHeader(f.name, value)
		}
		*f.to = n
	}
	return at, nil
}
