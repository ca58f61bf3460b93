package conn

import "testing"

// FuzzFraming: however the bytes come in, the requests are the same.
func FuzzFraming(f *testing.F) {
	f.Add("PUT / HTTP/1.1\r\nX-MS-meta-A: b\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n", uint8(3))
	f.Add("PUT / HTTP/1.1\nx-ms-meta-a:b\nTransfer-Encoding: chunked\n\n3;x\r\nabc\r\n0\r\nTrailer: a\r\n\r\n"+
		"GET / HTTP/1.1\r\n\r\n", uint8(1))
	f.Fuzz(func(t *testing.T, text string, step uint8) {
		var once, often framing
		want := heads(&once, []byte(text))
		var got []string
		for b := []byte(text); len(b) > 0; {
			n := min(int(step)+1, len(b))
			got = append(got, heads(&often, b[:n])...)
			b = b[n:]
		}
		if len(got) != len(want) || once.in != often.in || once.body != often.body {
			t.Fatalf("%q in steps of %d: %q, at once %q", text, step, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q in steps of %d: %q, at once %q", text, step, got, want)
			}
		}
	})
}

// heads returns the names in each head, one after the other.
func heads(f *framing, b []byte) []string {
	var all []string
	for len(b) > 0 {
		var whole bool
		if b, whole = f.follow(b); whole {
			text := ""
			for _, name := range f.names {
				text += name + "\n"
			}
			all, f.names = append(all, text), nil
		}
	}
	return all
}
