package storage_test

import (
	"strings"
	"testing"

	"rowkey/engine/linear"
	"rowkey/engine/rest"
)

// Finding 17: Put Blob copied its body four times, and so did its siblings.
func TestABodyIsCopiedOnlyIntoTheStore(t *testing.T) {
	api := withContainer(t)
	want(t, send(t, api, blobs, "PUT", "/files/log", "", "x-ms-blob-type: AppendBlob"), 201, "")
	const size, spare = 4 << 20, 256 << 10
	body := []byte(strings.Repeat("x", size))
	for path, field := range map[string]string{
		"/files/a":                             "x-ms-blob-type: BlockBlob",
		"/files/a?comp=block&blockid=AAAA":     "x-ms-version: 2020-12-06",
		"/files/log?comp=appendblock":          "x-ms-version: 2022-11-02",
		"/files/b?comp=block&blockid=AAAABBBB": "x-ms-version: 2015-02-21",
	} {
		n := linear.Allocated(func() { want(t, sendBytes(t, api, "PUT", path, body, field), 201, "") })
		if n > size+spare {
			t.Errorf("PUT %s of %d KiB allocates %d KiB", path, size>>10, n>>10)
		}
	}
}

func TestABlobIsReadWithoutACopy(t *testing.T) {
	api := withContainer(t)
	body := []byte(strings.Repeat("0123456789abcdef", 4<<16))
	want(t, sendBytes(t, api, "PUT", "/files/a", body, "x-ms-blob-type: BlockBlob"), 201, "")
	for _, c := range []struct {
		field  string
		status int
		text   string
	}{
		{"x-ms-version: 2020-12-06", 200, string(body)},
		{"x-ms-range: bytes=1-1048576", 206, string(body[1 : 1<<20+1])},
		{"x-ms-range: bytes=5-9", 206, "56789"},
	} {
		var r *rest.Response
		if n := linear.Allocated(func() { r = send(t, api, blobs, "GET", "/files/a", "", c.field) }); n > 64<<10 {
			t.Errorf("GET with %s allocates %d KiB", c.field, n>>10)
		}
		if r.Status != c.status || r.Text() != c.text || r.Size() != len(c.text) || string(r.Bytes()) != c.text {
			t.Errorf("GET with %s = %d and %d bytes, want %d and %d", c.field, r.Status, r.Size(), c.status, len(c.text))
		}
	}
}
