package blob_test

import (
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/catalog"
)

func TestContainerChangesItsVersionWithMetadataAndPoliciesAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.create(t, "photos")
	before, err := c.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	put(t, c.Blob("a"), "x")
	if after, err := c.Info(t.Context()); err != nil || !after.Modified.Equal(before.Modified) {
		t.Errorf("Put of a blob changed the container to %v, %v", after.Modified, err)
	}
	m := catalog.Metadata{{Name: "a", Value: "b"}}
	it, err := c.SetMetadata(t.Context(), m, blob.Conditions{IfMatch: `"` + blob.ETag(before.Modified) + `"`})
	if err != nil || !it.Modified.After(before.Modified) {
		t.Fatalf("SetMetadata: modified %v, %v", it.Modified, err)
	}
	it, err = c.SetPolicies(t.Context(), "<p/>", "blob", blob.Conditions{})
	if err != nil || it.Policies != "<p/>" || it.Public != "blob" || len(it.Metadata) != 1 {
		t.Errorf("SetPolicies = %v, %v, want policies beside metadata", it, err)
	}
	_, err = c.SetMetadata(t.Context(), nil, blob.Conditions{IfMatch: `"` + blob.ETag(before.Modified) + `"`})
	if apierr.Of(err) != apierr.ConditionNotMet {
		t.Errorf("SetMetadata with the first ETag: %v, want ConditionNotMet", err)
	}
}

func TestDeleteContainerRemovesItsBlobs(t *testing.T) {
	t.Parallel()
	s := open(t)
	c, other := s.create(t, "photos"), s.create(t, "photos2")
	put(t, c.Blob("a"), "x")
	put(t, other.Blob("a"), "y")
	if err := c.Blob("b").PutBlock(t.Context(), id(1), "z", ""); err != nil {
		t.Fatal(err)
	}
	err := c.Delete(t.Context(), blob.Conditions{IfUnmodifiedSince: epoch.Add(-time.Hour)})
	if apierr.Of(err) != apierr.ConditionNotMet {
		t.Errorf("Delete of a younger container: %v, want ConditionNotMet", err)
	}
	if err := c.Delete(t.Context(), blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.db); n != 4 {
		t.Errorf("%d keys are left in the store, want 4: a busy name, a container, its blob and the bytes", n)
	}
	if _, err := c.Create(t.Context(), nil, ""); apierr.Of(err) != apierr.ContainerBeingDeleted {
		t.Errorf("Create at once: %v, want ContainerBeingDeleted", err)
	}
	s.clock.Advance(30 * time.Second)
	page, _, err := s.create(t, "photos").List(t.Context(), blob.ListQuery{Top: 10})
	if err != nil || len(page) != 0 {
		t.Errorf("the container made again holds %s, %v", lines(page), err)
	}
}

// TestALargeContainerIsDeletedAtOnceAndClearedInSmallSteps deletes a container of many blobs, of many
// bytes and of many blocks that wait.
func TestALargeContainerIsDeletedAtOnceAndClearedInSmallSteps(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(c blob.Container, i int){
		"blobs": func(c blob.Container, i int) { put(t, c.Blob(id(i)), "old") },
		"pieces": func(c blob.Container, i int) {
			none := blob.AppendConditions{Position: -1, MaxSize: -1}
			if _, _, err := c.Blob("a").AppendBlock(t.Context(), "old", none, blob.Conditions{}); err != nil {
				t.Error(err)
			}
		},
		"blocks": func(c blob.Container, i int) {
			if err := c.Blob("b").PutBlock(t.Context(), id(i), "old", ""); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			s.db.Step = 10
			other := s.create(t, "photos2")
			put(t, other.Blob("a"), "kept")
			for range 2 { // the second leaves its blobs beside those of the first
				deleteOnce(t, s, fill)
			}
			c := s.create(t, "photos")
			put(t, c.Blob("a"), "new")
			for more := true; more; more = sweep(t, s.db) {
				page, _, err := c.List(t.Context(), blob.ListQuery{Top: 10, Waiting: true})
				stats, e := s.Stats(t.Context(), "acct")
				if err != nil || e != nil || lines(page) != "a" || read(t, c.Blob("a")) != "new" || stats[0].Blobs != 1 {
					t.Fatalf("the container holds %s, %v, %v, %v, want the new blob", lines(page), stats, err, e)
				}
			}
			if n := stored(t, s.db); n != 6 || read(t, other.Blob("a")) != "kept" {
				t.Errorf("%d keys are left, want 6: two containers with a blob each, and their bytes", n)
			}
		})
	}
}

func deleteOnce(t *testing.T, s sandbox, fill func(c blob.Container, i int)) {
	t.Helper()
	c := s.create(t, "photos")
	if _, err := c.Blob("a").Put(t.Context(), blob.Upload{Type: blob.Append}, "", blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	for i := range 35 {
		fill(c, i)
	}
	before := stored(t, s.db)
	if err := c.Delete(t.Context(), blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.db); n < before-10 || n > before+3 {
		t.Errorf("%d keys have become %d, want few less", before, n)
	}
	if _, err := c.Blob("a").Properties(t.Context(), blob.Conditions{}); apierr.Of(err) != apierr.ContainerNotFound {
		t.Errorf("Properties of a blob in a deleted container: %v, want ContainerNotFound", err)
	}
	s.clock.Advance(30 * time.Second)
	sweep(t, s.db)
}

func TestContainerNames(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, want := range map[string]apierr.Code{
		"photos": "", "$root": "", "$web": "", "$logs": apierr.InvalidResourceName,
		"$blobchangefeed": apierr.InvalidResourceName, "$coffee": apierr.InvalidResourceName,
		"Photos": apierr.InvalidResourceName, "ab": apierr.OutOfRangeInput,
	} {
		if _, err := s.Container("acct", name).Create(t.Context(), nil, ""); apierr.Of(err) != want {
			t.Errorf("Create(%q): code = %q, want %q", name, apierr.Of(err), want)
		}
	}
	_, err := s.Container("acct", "photos").Create(t.Context(), nil, "")
	if apierr.Of(err) != apierr.ContainerAlreadyExists {
		t.Errorf("Create(photos) twice: %v, want ContainerAlreadyExists", err)
	}
}

func TestRequestsToAContainerOrBlobThatIsMissing(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx, none := t.Context(), blob.Conditions{}
	for want, c := range map[apierr.Code]blob.Container{
		apierr.ContainerNotFound: s.Container("acct", "nope"), apierr.BlobNotFound: s.create(t, "photos"),
	} {
		b := c.Blob("a")
		for name, call := range map[string]func() error{
			"Get":         func() error { _, _, err := b.Get(ctx, nil, none); return err },
			"Properties":  func() error { _, err := b.Properties(ctx, none); return err },
			"SetMetadata": func() error { _, err := b.SetMetadata(ctx, nil, none); return err },
			"SetContent":  func() error { _, err := b.SetContent(ctx, blob.Content{}, none); return err },
			"Delete":      func() error { return b.Delete(ctx, none) },
			"BlockList":   func() error { _, _, _, err := b.BlockList(ctx, ""); return err },
			"AppendBlock": func() error {
				_, _, err := b.AppendBlock(ctx, "x", blob.AppendConditions{Position: -1, MaxSize: -1}, none)
				return err
			},
		} {
			if got := apierr.Of(call()); got != want {
				t.Errorf("%s: code = %q, want %q", name, got, want)
			}
		}
	}
	b := s.Container("acct", "nope").Blob("a")
	for name, call := range map[string]func() error{
		"Put":          func() error { _, err := b.Put(ctx, blob.Upload{Type: blob.Block}, "", none); return err },
		"PutBlock":     func() error { return b.PutBlock(ctx, id(1), "x", "") },
		"PutBlockList": func() error { _, err := b.PutBlockList(ctx, nil, blob.Upload{}, none); return err },
		"List": func() error {
			_, _, err := s.Container("acct", "nope").List(ctx, blob.ListQuery{Top: 1})
			return err
		},
	} {
		if got := apierr.Of(call()); got != apierr.ContainerNotFound {
			t.Errorf("%s: code = %q, want ContainerNotFound", name, got)
		}
	}
}
