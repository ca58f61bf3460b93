package blob_test

import (
	"fmt"
	"testing"

	"rowkey/engine/blob"
)

// ENG-M3: the bytes of each container.
func TestStatsCountTheBlobsOfEachContainer(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.create(t, "empty")
	c := s.create(t, "logs")
	put(t, c.Blob("a"), "12345")
	put(t, c.Blob("b/c"), "678")
	stats, err := s.Stats(t.Context(), "acct")
	want := []blob.Stats{{Name: "empty"}, {Name: "logs", Blobs: 2, Bytes: 8}}
	if err != nil || fmt.Sprint(stats) != fmt.Sprint(want) {
		t.Errorf("Stats = %v, %v, want %v", stats, err, want)
	}
}
