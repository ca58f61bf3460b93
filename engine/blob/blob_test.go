package blob_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

func TestPutReplacesTheBlobAndKeepsItsCreation(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.create(t, "photos").Blob("a")
	first, err := b.Put(t.Context(), blob.Upload{
		Type: blob.Block, Content: blob.Content{Type: "text/plain", Language: "de"},
		Metadata: blob.Metadata{{Name: "x", Value: "1"}},
	}, "hello", blob.Conditions{})
	if err != nil || first.Content.MD5 != md5Of(t, "hello") || first.Size != 5 {
		t.Fatalf("Put = %v, %v", first, err)
	}
	s.clock.Advance(time.Hour)
	put(t, b, "hi")
	p, err := b.Properties(t.Context(), blob.Conditions{})
	if err != nil || !p.Created.Equal(first.Created) || !p.Modified.After(first.Modified) {
		t.Errorf("Properties: created %v, modified %v, %v", p.Created, p.Modified, err)
	}
	if p.Content.Type != "" || len(p.Metadata) != 0 || p.Size != 2 || read(t, b) != "hi" {
		t.Errorf("Properties = %v, want nothing of the first blob", p)
	}
}

func TestGetReturnsRanges(t *testing.T) {
	t.Parallel()
	s := open(t)
	whole := s.create(t, "photos").Blob("whole")
	put(t, whole, "0123456789")
	pieces := s.Container("acct", "photos").Blob("pieces")
	var refs []blob.BlockRef
	for i, part := range []string{"012", "", "3", "456789"} {
		if err := pieces.PutBlock(t.Context(), id(i), part, ""); err != nil {
			t.Fatal(err)
		}
		refs = append(refs, blob.BlockRef{Name: id(i)})
	}
	if _, err := pieces.PutBlockList(t.Context(), refs, blob.Upload{}, blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	for _, b := range []blob.Blob{whole, pieces} {
		for first := range int64(10) {
			for last := first; last < 12; last++ {
				_, parts, err := b.Get(t.Context(), &blob.Range{First: first, Last: last}, blob.Conditions{})
				if want := "0123456789"[first:min(last+1, 10)]; err != nil || strings.Join(parts, "") != want {
					t.Errorf("Get(%d, %d) = %q, %v, want %q", first, last, parts, err, want)
				}
			}
		}
		p, _, err := b.Get(t.Context(), &blob.Range{First: 10, Last: 12}, blob.Conditions{})
		if apierr.Of(err) != apierr.InvalidRange || p.Size != 10 {
			t.Errorf("Get behind the end: size %d, %v, want InvalidRange and the size", p.Size, err)
		}
	}
}

func TestEmptyBlob(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "photos").Blob("a")
	if p := put(t, b, ""); p.Content.MD5 != "1B2M2Y8AsgTpgAmY7PhCfg==" || read(t, b) != "" {
		t.Errorf("Put of nothing: MD5 %s and bytes %q", p.Content.MD5, read(t, b))
	}
	_, _, err := b.Get(t.Context(), &blob.Range{First: 0, Last: 5}, blob.Conditions{})
	if apierr.Of(err) != apierr.InvalidRange {
		t.Errorf("Get of a range of nothing: %v, want InvalidRange", err)
	}
}

// ENG-L5: reads and writes under conditions.
func TestConditions(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.create(t, "photos").Blob("a")
	p := put(t, b, "x")
	tag := `"` + p.ETag() + `"`
	second := p.Modified.Truncate(time.Second)
	const met, stale, same = "", "ConditionNotMet", "not modified"
	for name, c := range map[string]struct {
		cond        blob.Conditions
		read, write string
	}{
		"none":                             {blob.Conditions{}, met, met},
		"if-match-of-this-version":         {blob.Conditions{IfMatch: tag}, met, met},
		"if-match-of-any-version":          {blob.Conditions{IfMatch: "*"}, met, met},
		"if-match-of-another-version":      {blob.Conditions{IfMatch: `"0x1"`}, stale, stale},
		"if-match-without-quotes":          {blob.Conditions{IfMatch: p.ETag()}, stale, stale},
		"if-none-match-of-this-version":    {blob.Conditions{IfNoneMatch: tag}, same, stale},
		"if-none-match-of-another-version": {blob.Conditions{IfNoneMatch: `"0x1"`}, met, met},
		"modified-since-before":            {blob.Conditions{IfModifiedSince: second.Add(-time.Second)}, met, met},
		"modified-since-the-same-second":   {blob.Conditions{IfModifiedSince: second}, same, stale},
		"unmodified-since-before":          {blob.Conditions{IfUnmodifiedSince: second.Add(-time.Second)}, stale, stale},
		"unmodified-since-the-same-second": {blob.Conditions{IfUnmodifiedSince: second}, met, met},
		"an-etag-beats-a-time-it-holds": {blob.Conditions{IfMatch: tag, IfUnmodifiedSince: epoch.Add(-time.Hour)}, met,
			met},
		"an-etag-beats-a-time-it-is-known": {blob.Conditions{IfNoneMatch: tag, IfModifiedSince: epoch.Add(-time.Hour)}, same,
			stale},
	} {
		t.Run(name, func(t *testing.T) {
			for _, read := range []func() error{
				func() error { _, err := b.Properties(t.Context(), c.cond); return err },
				func() error { _, _, err := b.Get(t.Context(), nil, c.cond); return err },
			} {
				if got := condition(read()); got != c.read {
					t.Errorf("read: %q, want %q", got, c.read)
				}
			}
			blank := s.Container("acct", "photos").Blob("b")
			q := put(t, blank, "y")
			cond := c.cond
			cond.IfMatch = strings.Replace(cond.IfMatch, p.ETag(), q.ETag(), 1)
			cond.IfNoneMatch = strings.Replace(cond.IfNoneMatch, p.ETag(), q.ETag(), 1)
			if got := condition(blank.Delete(t.Context(), cond)); got != c.write {
				t.Errorf("write: %q, want %q", got, c.write)
			}
		})
	}
}

// condition writes an error as tests compare it.
func condition(err error) string {
	if errors.Is(err, blob.ErrNotModified) {
		return "not modified"
	}
	return string(apierr.Of(err))
}

func TestWritesOfANewBlobUnderConditions(t *testing.T) {
	t.Parallel()
	c := open(t).create(t, "photos")
	put(t, c.Blob("old"), "x")
	for name, step := range map[string]struct {
		blob string
		cond blob.Conditions
		want apierr.Code
	}{
		"only-if-it-is-new-and-it-is":     {"new1", blob.Conditions{IfNoneMatch: "*"}, ""},
		"only-if-it-is-new-and-it-is-not": {"old", blob.Conditions{IfNoneMatch: "*"}, apierr.BlobAlreadyExists},
		"only-if-it-is-old-and-it-is-not": {"new2", blob.Conditions{IfMatch: "*"}, apierr.ConditionNotMet},
		"only-if-it-is-old-and-it-is":     {"old", blob.Conditions{IfMatch: "*"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.Blob(step.blob).Put(t.Context(), blob.Upload{Type: blob.Block}, "", step.cond)
			if apierr.Of(err) != step.want {
				t.Errorf("Put: %v, want %q", err, step.want)
			}
		})
	}
}

// ENG-L4: metadata stand beside the bytes.
func TestSetContentAndMetadataReplaceEverything(t *testing.T) {
	t.Parallel()
	b := open(t).create(t, "photos").Blob("a")
	first := put(t, b, "x")
	content := blob.Content{Type: "text/plain", CacheControl: "no-cache"}
	if _, err := b.SetContent(t.Context(), content, blob.Conditions{IfMatch: `"` + first.ETag() + `"`}); err != nil {
		t.Fatal(err)
	}
	p, err := b.SetMetadata(t.Context(), blob.Metadata{{Name: "a", Value: "b"}}, blob.Conditions{})
	if err != nil || p.Content != content || len(p.Metadata) != 1 || p.ETag() == first.ETag() {
		t.Errorf("SetMetadata = %v, %v, want both and a new version", p, err)
	}
	_, err = b.SetMetadata(t.Context(), blob.Metadata{{Name: "a-b"}}, blob.Conditions{})
	if apierr.Of(err) != apierr.InvalidMetadata {
		t.Errorf("SetMetadata(a-b): %v, want InvalidMetadata", err)
	}
}

func TestNamesOfBlobs(t *testing.T) {
	t.Parallel()
	c := open(t).create(t, "photos")
	for name, want := range map[string]apierr.Code{
		"a/b//c ?#%":                "",
		"日本":                        "",
		strings.Repeat("é", 1024):   "",
		strings.Repeat("é", 1024+1): apierr.OutOfRangeInput,
		"":                          apierr.OutOfRangeInput,
		"a\x00":                     apierr.OutOfRangeInput,
	} {
		_, err := c.Blob(name).Put(t.Context(), blob.Upload{Type: blob.Block}, "", blob.Conditions{})
		if apierr.Of(err) != want {
			t.Errorf("Put(%.20q): %v, want %q", name, err, want)
		}
	}
}

func TestSnapshotBringsBlobsBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.create(t, "photos").Blob("a")
	large := strings.Repeat("0123456789abcdef", 1<<16)
	put(t, b, large)
	var snapshot bytes.Buffer
	if err := s.db.Save(&snapshot); err != nil {
		t.Fatal(err)
	}
	put(t, b, "small")
	if err := s.db.Load(context.Background(), &snapshot, nil); err != nil {
		t.Fatal(err)
	}
	if read(t, b) != large {
		t.Error("the blob is not what it was")
	}
}
