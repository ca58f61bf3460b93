// Package linear checks that the work and the memory of a parser of untrusted text grow linearly with the text. Only
// tests import it.
//
// To count steps would be best, as nothing else is the same on every machine. But a parser can be slow because of a
// search of the standard library through the whole rest of a text, which no counter in our own code sees. So work is
// the processor time of the thread, which depends less on other load than the time on the clock, and the bytes that
// were allocated, which are exact. A text is doubled three times. Then it may allocate twice eight times as many bytes,
// and use four times eight times as much processor time, which leaves room for caches, fresh pages and growing lists; a
// quadratic parser takes 64 times as much.
//
// Not here: which parsers there are (package structure), and how large a text may be.
package linear

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"rowkey/engine/lists"
)

// Shape is a text of any length: Unit is repeated between Before and After.
type Shape struct{ Before, Unit, After string }

func (s Shape) text(size int) string {
	return s.Before + strings.Repeat(s.Unit, max(size/max(len(s.Unit), 1), 1)) + s.After
}

const (
	first   = 2 << 10                // bytes of the shorter text
	times   = 8                      // three doublings
	most    = 2 * times              // as many bytes
	longest = 4 * times              // as much of the processor
	tries   = 60                     // a thread that is interrupted loses its caches; the least counts
	noise   = 300 * time.Microsecond // of a measurement
	heap    = 256 << 20              // bytes after which memory is collected all the same
	atFirst = 128 << 10              // bytes that a reader may allocate once, whatever it reads
)

// work is what one reading took.
type work struct {
	processor time.Duration // zero where the system does not tell
	allocated uint64        // bytes
}

// Check fails the test for each shape that read does not take in linear work. Read must not start goroutines.
func Check(t testing.TB, name string, read func(text string), shapes ...Shape) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection is not the work of the text that it happens to meet
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(heap))
	for _, s := range shapes {
		short, long := s.text(first), s.text(first*times)
		a, b := least(measure(read, short), measure(read, short)), measure(read, long)
		for range tries {
			if within(a, b) {
				break
			}
			runtime.GC() // the next readings use memory that was in use just now: fresh pages are slow on some machines
			a, b = least(a, measure(read, short)), least(b, measure(read, long))
		}
		if !within(a, b) {
			t.Errorf("%s: %d bytes of %.60q after %.30q take %v and %d bytes, %d times as many %v and %d bytes",
				name, first, s.Unit, s.Before, a.processor, a.allocated, times, b.processor, b.allocated)
		}
	}
}

func within(a, b work) bool {
	return b.processor <= longest*a.processor+noise && b.allocated <= most*a.allocated+atFirst
}

func least(a, b work) work { return work{min(a.processor, b.processor), min(a.allocated, b.allocated)} }

func measure(read func(string), text string) work {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processor()
	read(text)
	used := processor() - began
	runtime.ReadMemStats(&after)
	return work{used, after.TotalAlloc - before.TotalAlloc}
}

// Allocated returns how many bytes f allocates, of which some may be free again before it ends.
func Allocated(f func()) uint64 { return measure(func(string) { f() }, "").allocated }

// Signs are shapes of everything that opens, ends, separates or escapes something in one of the languages that are read
// here, and of plain text.
func Signs() []Shape {
	var all []Shape
	for _, unit := range []string{
		"(", ")", "[", "[]", "{", "}", "<", ">", "\"", "'", "''", "`", "\\", "\\\"", "\\u0041", "&", "&amp;", "%",
		"%41", "%7B", "+", "-", ",", ";", ":", "=", "/", "|", "*", "?", "!", ".", "#", "@", "$", "\n", "\r\n", "\n\n",
		"\t", " ", "\x00", "\xff", "é", "😀", "x", "9", "1 ", "a ", "a,", "a\n", "a=b&", "a=b;", "a: b\r\n", "a.b", "a/",
		"--", "---", "--b\r\n", "--b--\r\n",
		"not ", "not (", "(a eq 1) and ", "a eq 'b' or ", "a eq 1\n", "'a',", "-9L ", "X'41' ",
		"{{", "}}", "{{a}}", "{a}", "{a:day}", "{\"a\":", "{\"a\":1},", "\"a\":1,", "[1],", "1,",
		"<a>", "<a/>", "</a>", "<!--", "<!---->", "<?", "<??>", "<![CDATA[", "<![CDATA[]]>", "<a b='", "&#65;",
		"###\n", "### a\n", "# @a\n", "# @a b, c\n", "# ?? status == 200\n", "@a = b\n", "GET /a\n", "> {%\n",
		"\"\"\n", "\"a\"\"b\",",
	} {
		all = append(all, Shape{Unit: unit})
	}
	return all
}

// Inside returns shapes between a beginning and an end.
func Inside(before, after string, shapes ...Shape) []Shape {
	return lists.Map(shapes, func(s Shape) Shape { return Shape{before + s.Before, s.Unit, s.After + after} })
}
