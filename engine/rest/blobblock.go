package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// maxAppend is the largest block of an append blob, in bytes; from bigAppendSince on it is larger.
// Source: Append Block, "Remarks".
const (
	maxAppend      = 4 << 20
	bigAppendSince = "2022-11-02"
)

// putBlock keeps a block that waits to be committed.
// Source: Put Block.
func (c *call) putBlock() *Response {
	c.name("PutBlock", "")
	if err := c.needs("blockid"); err != nil {
		return c.failStorage(err)
	}
	if err := c.needBody(); err != nil {
		return c.failStorage(err)
	}
	if err := c.checkSums(contentMD5); err != nil {
		return c.failStorage(err)
	}
	if err := c.theBlob().PutBlock(c.ctx, c.params.get("blockid"), c.body()); err != nil {
		return c.failStorage(err)
	}
	r := storageReply{status: 201}
	r.known, r.own = c.sums(true)
	r.own = append(r.own, encrypted)
	return c.sendStorage(&r)
}

// needBody fails with InvalidHeaderValue for a block without bytes.
// Source: live tests of the Go client, TestBlobAppendBlockEmptyBody.
func (c *call) needBody() error {
	if len(c.req.Body) > 0 {
		return nil
	}
	return apierr.InvalidHeader("Content-Length", "0")
}

// putBlockList makes a blob of its blocks.
// Source: Put Block List.
func (c *call) putBlockList() *Response {
	c.name("PutBlockList", "")
	if err := c.checkSums(contentMD5); err != nil {
		return c.failStorage(err)
	}
	refs, err := readBlockList(c.body())
	if err != nil {
		return c.failStorage(err)
	}
	up, err := c.upload(false)
	if err != nil {
		return c.failStorage(err)
	}
	p, err := c.theBlob().PutBlockList(c.ctx, refs, up, c.cond)
	if err != nil {
		return c.failStorage(err)
	}
	r := storageReply{status: 201}
	r.known, r.own = c.sums(false)
	r.known, r.own = append(r.known, versionFields(p.Modified)...), append(r.own, encrypted)
	return c.sendStorage(&r)
}

// readBlockList reads the document of Put Block List. Errors: InvalidXmlDocument.
func readBlockList(document string) ([]blob.BlockRef, error) {
	root, ok := parseXML(document)
	if !ok || root.name != "BlockList" {
		return nil, apierr.New(apierr.InvalidXMLDocument)
	}
	refs := make([]blob.BlockRef, len(root.children))
	for i, e := range root.children {
		refs[i].Name = strings.TrimSpace(e.text)
		switch e.name {
		case "Latest":
			refs[i].From = blob.Latest
		case "Committed":
			refs[i].From = blob.Committed
		case "Uncommitted":
			refs[i].From = blob.Uncommitted
		default:
			return nil, apierr.New(apierr.InvalidXMLDocument)
		}
	}
	return refs, nil
}

// getBlockList answers the committed blocks, those that wait, or both.
// Source: Get Block List.
func (c *call) getBlockList() *Response {
	c.name("GetBlockList", "")
	which := c.params.get("blocklisttype")
	switch which {
	case "", "committed", "uncommitted", "all":
	default:
		return c.failStorage(apierr.InvalidQuery("blocklisttype", which, ""))
	}
	p, committed, waiting, err := c.theBlob().BlockList(c.ctx)
	if err != nil {
		return c.failStorage(err)
	}
	w := newXML()
	w.open("BlockList")
	if which != "uncommitted" {
		w.blocks("CommittedBlocks", committed)
	}
	if which == "uncommitted" || which == "all" {
		w.blocks("UncommittedBlocks", waiting)
	}
	w.close("BlockList")
	r := storageReply{status: 200, contentType: typeXML, body: w.b}
	if !p.Waiting {
		r.known = versionFields(p.Modified)
		r.own = []Field{{"x-ms-blob-content-length", decimal(p.Size)}}
	}
	return c.sendStorage(&r)
}

func (w *xmlWriter) blocks(name string, list []blob.BlockInfo) {
	w.list(name, len(list), func(i int) {
		w.open("Block")
		w.leaf("Name", list[i].Name)
		w.leaf("Size", decimal(list[i].Size))
		w.close("Block")
	})
}

// appendBlock adds bytes to an append blob.
// Source: Append Block.
func (c *call) appendBlock() *Response {
	c.name("AppendBlock", "")
	if c.version < bigAppendSince && len(c.req.Body) > maxAppend {
		return c.failStorage(tooLarge(maxAppend))
	}
	if err := c.needBody(); err != nil {
		return c.failStorage(err)
	}
	if err := c.checkSums(contentMD5); err != nil {
		return c.failStorage(err)
	}
	at, err := c.appendConditions()
	if err != nil {
		return c.failStorage(err)
	}
	p, offset, err := c.theBlob().AppendBlock(c.ctx, c.body(), at, c.cond)
	if err != nil {
		return c.failStorage(err)
	}
	r := storageReply{status: 201}
	r.known, r.own = c.sums(true)
	r.known = append(r.known, versionFields(p.Modified)...)
	r.own = append(r.own, Field{"x-ms-blob-append-offset", decimal(offset)},
		Field{"x-ms-blob-committed-block-count", strconv.Itoa(p.Blocks)}, encrypted)
	return c.sendStorage(&r)
}

// appendConditions reads the two fields that limit an append. Errors: InvalidHeaderValue.
func (c *call) appendConditions() (blob.AppendConditions, error) {
	at := blob.AppendConditions{Position: -1, MaxSize: -1}
	for _, f := range [...]struct {
		to   *int64
		name string
	}{{&at.Position, "x-ms-blob-condition-appendpos"}, {&at.MaxSize, "x-ms-blob-condition-maxsize"}} {
		value := c.req.Header.Get(f.name)
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
