package multipart_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/multipart"
)

func TestBoundariesAreThoseOfMixedParts(t *testing.T) {
	t.Parallel()
	for contentType, want := range map[string]string{
		"multipart/mixed; boundary=b": "b", `Multipart/Mixed;charset=utf-8; Boundary="a b"`: "a b", "multipart/mixed": "",
		"application/json":           "",
		"multipart/mixed; boundary=": "", "multipart/form-data; boundary=b": "",
	} {
		if got, ok := multipart.Boundary(contentType); got != want || ok != (want != "") {
			t.Errorf("Boundary(%q) = %q, %v, want %q", contentType, got, ok, want)
		}
	}
}

// read writes the parts of a body as text: headers, a bar, and the rest.
func read(body string) string {
	var out []string
	for s := range multipart.Sections([]byte(body), "b") {
		var part string
		rest := multipart.Head(s, func(name, value string) { part += name + "=" + value + ";" })
		out = append(out, part+"|"+strings.TrimSpace(string(rest)))
	}
	return strings.Join(out, " ")
}

func TestPartsAreReadHoweverTheirLinesEnd(t *testing.T) {
	t.Parallel()
	const want = "A=1;|x B=2;|y"
	for name, body := range map[string]string{
		"as-written":          "--b\r\nA: 1\r\n\r\nx\r\n--b\r\nB: 2\r\n\r\ny\r\n--b--\r\n",
		"bare-line-feeds":     "--b\nA: 1\n\nx\n--b\nB: 2\n\ny\n--b--\n",
		"with-a-preamble":     "hello\r\n--b\r\nA:1\r\n\r\nx\r\n--b  \r\n B : 2\r\n\r\ny\r\n--b--\r\nbye",
		"without-its-end":     "--b\r\nA: 1\r\n\r\nx\r\n--b\r\nB: 2\r\n\r\ny",
		"with-a-space-at-end": "--b\r\nA: 1\r\n\r\nx\r\n--b\r\nB: 2\r\n\r\ny\r\n--b-- ",
	} {
		if got := read(body); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestSectionsEndWhenTheCallerStops(t *testing.T) {
	t.Parallel()
	n := 0
	for range multipart.Sections([]byte(strings.Repeat("--b\r\nx\r\n", 1000)), "b") {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d sections, want 3", n)
	}
}

func TestTheAddressOfARequestMayHoldSpaces(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"GET /A HTTP/1.1\r\nB: 1": "GET|/A|B: 1", "\r\nGET /A?$filter=B eq 1 HTTP/1.1\n": "GET|/A?$filter=B eq 1|",
		"GET /A": "GET|/A|", "GET": "||", "": "||",
	} {
		method, url, rest := multipart.RequestLine([]byte(line))
		if got := fmt.Sprintf("%s|%s|%s", method, url, rest); got != want {
			t.Errorf("RequestLine(%q) = %s, want %s", line, got, want)
		}
	}
}

func FuzzSections(f *testing.F) {
	f.Add("--b\r\nA: 1\r\n\r\nx\r\n--b--", "b")
	f.Add("--b\n--b", "b")
	f.Add("--b\r\nx--b\r\n--bb\r\n\n--b \t\r\ny", "b")
	f.Add("--b\r\n--b\r\r\nx", "b\r")
	f.Add("--b\n\n--b", "b\n")
	f.Fuzz(func(t *testing.T, body, boundary string) {
		var got []string
		for s := range multipart.Sections([]byte(body), boundary) {
			got = append(got, string(s))
			multipart.RequestLine(multipart.Head(s, func(string, string) {}))
		}
		if want := sections(body, boundary); !slices.Equal(got, want) {
			t.Errorf("Sections(%q, %q) = %q, want %q", body, boundary, got, want)
		}
	})
}

// sections is Sections line by line.
func sections(body, boundary string) []string {
	var all []string
	inside, section := false, ""
	for line := range strings.Lines(body) {
		text, ended := strings.CutSuffix(line, "\n")
		if ended {
			text = strings.TrimSuffix(text, "\r")
		}
		rest, ok := strings.CutPrefix(text, "--"+boundary)
		rest = strings.TrimRight(rest, " \t")
		if !ok || rest != "" && rest != "--" {
			section += line
			continue
		}
		if inside {
			all = append(all, section)
		}
		if inside, section = true, ""; rest == "--" {
			return all
		}
	}
	if inside && section != "" {
		all = append(all, section)
	}
	return all
}
