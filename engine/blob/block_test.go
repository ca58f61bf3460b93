package blob_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// commit puts a block list of names, each led by C for committed, U for uncommitted or L for latest.
func commit(t *testing.T, b blob.Blob, names ...string) error {
	t.Helper()
	sources := map[byte]blob.Source{'C': blob.Committed, 'U': blob.Uncommitted, 'L': blob.Latest}
	var refs []blob.BlockRef
	for _, name := range names {
		refs = append(refs, blob.BlockRef{Name: name[1:], From: sources[name[0]]})
	}
	_, err := b.PutBlockList(t.Context(), refs, blob.Upload{}, blob.Conditions{})
	return err
}

func wait(t *testing.T, b blob.Blob, name, bytes string) {
	t.Helper()
	if err := b.PutBlock(t.Context(), name, bytes, ""); err != nil {
		t.Fatal(err)
	}
}

// blocks writes both lists of a blob: committed | waiting.
func blocks(t *testing.T, b blob.Blob) string {
	t.Helper()
	_, committed, waiting, err := b.BlockList(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	write := func(list []blob.BlockInfo) string {
		var out []string
		for _, x := range list {
			out = append(out, fmt.Sprintf("%s:%d", x.Name, x.Size))
		}
		return strings.Join(out, " ")
	}
	return write(committed) + "|" + write(waiting)
}

func TestBlocksWaitUntilTheyAreCommitted(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "photos").Blob("a")
	wait(t, b, "MQ==", "one")
	wait(t, b, "Mg==", "two")
	if _, err := b.Properties(t.Context(), blob.Conditions{}); apierr.Of(err) != apierr.BlobNotFound {
		t.Errorf("Properties before the commit: %v, want BlobNotFound", err)
	}
	if got := blocks(t, b); got != "|MQ==:3 Mg==:3" {
		t.Errorf("blocks = %s", got)
	}
	if err := commit(t, b, "UMg==", "UMQ=="); err != nil || read(t, b) != "twoone" {
		t.Fatalf("commit: %v, bytes %q, want twoone", err, read(t, b))
	}
	if got := blocks(t, b); got != "Mg==:3 MQ==:3|" {
		t.Errorf("blocks = %s", got)
	}
	wait(t, b, "MQ==", "ONE")
	wait(t, b, "Mw==", "three")
	if got := read(t, b); got != "twoone" {
		t.Errorf("bytes = %q while blocks wait, want twoone", got)
	}
	if err := commit(t, b, "CMQ==", "LMQ==", "LMg==", "CMg=="); err != nil || read(t, b) != "oneONEtwotwo" {
		t.Errorf("commit of both: %v, bytes %q, want oneONEtwotwo", err, read(t, b))
	}
	for _, missing := range []string{"UMQ==", "CMw==", "LMw=="} {
		if err := commit(t, b, missing); apierr.Of(err) != apierr.InvalidBlockList {
			t.Errorf("commit(%s): %v, want InvalidBlockList", missing, err)
		}
	}
	if err := commit(t, b); err != nil || read(t, b) != "" {
		t.Errorf("commit of nothing: %v, bytes %q", err, read(t, b))
	}
}

func TestPutDropsBlocks(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "photos").Blob("a")
	wait(t, b, "MQ==", "one")
	put(t, b, "whole")
	if got := blocks(t, b); got != "|" {
		t.Errorf("blocks = %s, want none", got)
	}
	wait(t, b, "MQ==", "one")
	if err := b.Delete(t.Context(), blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := b.BlockList(t.Context(), ""); apierr.Of(err) != apierr.BlobNotFound {
		t.Errorf("BlockList after Delete: %v, want BlobNotFound", err)
	}
}

func TestNamesOfBlocks(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "photos").Blob("a")
	wait(t, b, "MQ==", "one")
	for name, want := range map[string]apierr.Code{
		"Mg==":                                  "",
		"MTI=":                                  apierr.InvalidBlobOrBlock, // two bytes, though as long in base64
		"MTIzNA==":                              apierr.InvalidBlobOrBlock,
		"not base64":                            apierr.InvalidQueryParameter,
		"":                                      apierr.InvalidQueryParameter,
		strings.Repeat("AAAA", 65/3+1) + "AA==": apierr.InvalidQueryParameter,
	} {
		if err := b.PutBlock(t.Context(), name, "x", ""); apierr.Of(err) != want {
			t.Errorf("PutBlock(%q): %v, want %q", name, err, want)
		}
	}
}

func TestNamesOfCommittedBlocksMayBeOfAnotherLength(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "photos").Blob("a")
	wait(t, b, "MQ==", "one")
	if err := commit(t, b, "UMQ=="); err != nil {
		t.Fatal(err)
	}
	wait(t, b, "MTIzNA==", "two")
	if got := blocks(t, b); got != "MQ==:3|MTIzNA==:3" {
		t.Errorf("blocks = %s", got)
	}
}

func TestTypesOfBlobsDoNotMix(t *testing.T) {
	t.Parallel()
	c := open(t).create(t, "logs")
	log, photo := c.Blob("log"), c.Blob("photo")
	if _, err := log.Put(t.Context(), blob.Upload{Type: blob.Append}, "", blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	put(t, photo, "x")
	for name, call := range map[string]func() error{
		"a-block-for-an-append-blob": func() error { return log.PutBlock(t.Context(), "MQ==", "x", "") },
		"a-list-for-an-append-blob":  func() error { return commit(t, log) },
		"the-list-of-an-append-blob": func() error { _, _, _, err := log.BlockList(t.Context(), ""); return err },
		"an-append-to-a-block-blob": func() error {
			_, _, err := photo.AppendBlock(t.Context(), "x", blob.AppendConditions{Position: -1, MaxSize: -1}, blob.Conditions{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := apierr.Of(call()); got != apierr.InvalidBlobType {
				t.Errorf("code = %q, want InvalidBlobType", got)
			}
		})
	}
}

// ENG-L2: an append blob grows at its end.
func TestAppendBlock(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "logs").Blob("log")
	if _, err := b.Put(t.Context(), blob.Upload{Type: blob.Append}, "", blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		bytes         string
		position, max int64
		want          apierr.Code
		offset        int64
	}{
		{"one", -1, -1, "", 0},
		{"two", 3, -1, "", 3},
		{"late", 3, -1, apierr.AppendPositionNotMet, 0},
		{"long", -1, 9, apierr.MaxBlobSizeNotMet, 0},
		{"end", 6, 9, "", 6},
	} {
		p, offset, err := b.AppendBlock(t.Context(), step.bytes,
			blob.AppendConditions{Position: step.position, MaxSize: step.max}, blob.Conditions{})
		if apierr.Of(err) != step.want || err == nil && (offset != step.offset || p.Size != offset+int64(len(step.bytes))) {
			t.Errorf("AppendBlock(%s) at %d, size %d, %v, want %d, %q", step.bytes, offset, p.Size, err, step.offset, step.want)
		}
	}
	p, err := b.Properties(t.Context(), blob.Conditions{})
	if err != nil || p.Blocks != 3 || p.Content.MD5 != "" || read(t, b) != "onetwoend" {
		t.Errorf("Properties = %v, %v, bytes %q", p, err, read(t, b))
	}
}
