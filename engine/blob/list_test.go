package blob_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"rowkey/engine/blob"
)

var listSeed = flag.Uint64("seed", 0, "of the model test; 0 takes a new one")

// ENG-L3: by prefix, in the order of names.
func TestListWalksTheTree(t *testing.T) {
	t.Parallel()
	c := open(t).create(t, "files")
	for _, name := range []string{
		"/usr/bin/ls", "/usr/bin/cat", "/usr/lib64/libc.so", "/etc/hosts", "/etc/init.d/iptables", "readme",
	} {
		put(t, c.Blob(name), "")
	}
	for _, q := range []struct {
		prefix, delimiter, from string
		top                     int
		want, next              string
	}{
		{"", "", "", 9, "/etc/hosts /etc/init.d/iptables /usr/bin/cat /usr/bin/ls /usr/lib64/libc.so readme", ""},
		{"", "/", "", 9, "/ readme", ""},
		{"/", "/", "", 9, "/etc/ /usr/", ""},
		{"/etc/", "/", "", 9, "/etc/hosts /etc/init.d/", ""},
		{"/usr/b", "/", "", 9, "/usr/bin/", ""},
		{"/", "/", "", 1, "/etc/", "/usr/"},
		{"/", "/", "/usr/", 1, "/usr/", ""},
		{"", "/", "readme", 1, "readme", ""},
		{"", "bin/", "", 9, "/etc/hosts /etc/init.d/iptables /usr/bin/ /usr/lib64/libc.so readme", ""},
		{"x", "/", "", 9, "", ""},
	} {
		page, next, err := c.List(t.Context(), blob.ListQuery{Prefix: q.prefix, Delimiter: q.delimiter, From: q.from,
			Top: q.top})
		if got := lines(page); err != nil || got != q.want || next != q.next {
			t.Errorf("List(%q, %q, %q, %d) = %q, next %q, %v; want %q, next %q",
				q.prefix, q.delimiter, q.from, q.top, got, next, err, q.want, q.next)
		}
	}
}

func TestListShowsWaitingBlobsOnDemand(t *testing.T) {
	t.Parallel()
	c := open(t).create(t, "files")
	put(t, c.Blob("a"), "")
	wait(t, c.Blob("b"), "MQ==", "x")
	wait(t, c.Blob("d/e"), "MQ==", "x")
	for _, q := range []struct {
		waiting bool
		want    string
	}{{false, "a"}, {true, "a b d/"}} {
		page, _, err := c.List(t.Context(), blob.ListQuery{Delimiter: "/", Top: 9, Waiting: q.waiting})
		if got := lines(page); err != nil || got != q.want {
			t.Errorf("List with waiting blobs %v = %q, %v, want %q", q.waiting, got, err, q.want)
		}
	}
}

// TestListBehavesLikeASortedSlice walks random trees page by page.
func TestListBehavesLikeASortedSlice(t *testing.T) {
	t.Parallel()
	seed := *listSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		c := open(t).create(t, "files")
		var names []string
		for range r.IntN(40) {
			name := word(r)
			put(t, c.Blob(name), "")
			names = append(names, name)
		}
		for range 20 {
			prefix, delimiter := word(r)[:r.IntN(2)], []string{"", "/", "ab"}[r.IntN(3)]
			want := expected(names, prefix, delimiter)
			got := walkPages(t, c, blob.ListQuery{Prefix: prefix, Delimiter: delimiter, Top: 1 + r.IntN(5)})
			if !slices.Equal(got, want) {
				t.Fatalf("List(%q, %q) of %q = %q, want %q (seed %d)", prefix, delimiter, names, got, want, seed)
			}
		}
	}
}

func word(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(6) {
		b.WriteString([]string{"a", "b", "/", "\uffff", "\U00010000"}[min(r.IntN(8), 4)])
	}
	return b.String()
}

func expected(names []string, prefix, delimiter string) []string {
	var all []string
	for _, name := range names {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if i := strings.Index(name[len(prefix):], delimiter); delimiter != "" && i >= 0 {
			name = name[:len(prefix)+i+len(delimiter)]
		}
		all = append(all, name)
	}
	slices.SortFunc(all, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	return slices.Compact(all)
}

func walkPages(t *testing.T, c blob.Container, q blob.ListQuery) []string {
	t.Helper()
	var all []string
	for {
		page, next, err := c.List(t.Context(), q)
		if err != nil || len(page) > q.Top || next != "" && len(page) < q.Top {
			t.Fatalf("List: %d lines, next %q, %v, want at most %d", len(page), next, err, q.Top)
		}
		for _, l := range page {
			all = append(all, l.Prefix+l.Blob.Name)
		}
		if next == "" {
			return all
		}
		q.From = next
	}
}
