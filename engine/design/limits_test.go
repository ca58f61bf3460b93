package design_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/design"
)

const known = `{"name":"p","known":["id"]}`

func TestWorkloadsThatGrowWithoutBoundAreRefused(t *testing.T) {
	t.Parallel()
	nested := `"a0":{"pick":["12345678"]}`
	for i := 1; i <= 40; i++ {
		nested += fmt.Sprintf(`,"a%d":{"format":"{a%d}{a%d}"}`, i, i-1, i-1)
	}
	many := `"a":{"pick":[""]}`
	for i := range 101 {
		many += fmt.Sprintf(`,"a%d":{"pick":[""]}`, i)
	}
	for name, attributes := range map[string]string{
		"formats-that-double":   nested,
		"a-format-that-repeats": `"a":{"pick":["12345678"]},"b":{"format":"` + strings.Repeat("{a}", 1000) + `"}`,
		"a-long-value":          `"a":{"pick":["` + strings.Repeat("x", 5000) + `"]}`,
		"a-long-format":         `"a":{"format":"` + strings.Repeat("x", 5000) + `"}`,
		"many-attributes":       many,
	} {
		if _, err := design.ParseWorkload(workload(attributes, known)); err == nil || len(err.Error()) > 200 {
			t.Errorf("%s: ParseWorkload = %v, want why it is refused", name, err)
		}
	}
}

func TestDesignThatStoresTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	text := strings.Replace(workload(`"a":{"pick":["`+strings.Repeat("x", 1500)+`"]}`, known), "40", "20000", 1)
	w, err := design.ParseWorkload(text)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []bool{1: true, 2: false} {
		var copies []design.Copy
		for i := range n {
			copies = append(copies, copyOf(t, fmt.Sprintf("{id}|%d", i)))
		}
		if n == 0 {
			continue
		}
		_, err := design.Judge(context.Background(), w, copies)
		bad := (*design.Problem)(nil)
		if (err == nil) != want || err != nil && (!errors.As(err, &bad) || !strings.Contains(bad.Error(), "fewer copies")) {
			t.Errorf("%d copies: Judge = %v", n, err)
		}
	}
}

func TestFormatsTakeValuesAsTheyAre(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"{a}-{b}":      "{b}-x",
		"{a":           "{a",
		"a}{b}}":       "a}x}",
		"{{b}}":        "{x}",
		"{}{b}{c}":     "{}x{c}",
		"{late}":       "{late}",
		"no holes":     "no holes",
		"":             "",
		"{b}{b}{{b}x}": "xx{xx}",
	} {
		text := workload(`"a":{"pick":["{b}"]},"b":{"pick":["x"]},"f":{"format":"`+format+`"},"late":{"pick":["y"]}`, known)
		w, err := design.ParseWorkload(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := design.Judge(context.Background(), w, []design.Copy{copyOf(t, "p{f}|{id}")})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.HottestPartition; got != "p"+want {
			t.Errorf("%q became %q, want %q", format, strings.TrimPrefix(got, "p"), want)
		}
	}
}

// Decimals and lowercase are forms of package plan alone.
func TestFormsThatTheBenchDoesNotWriteAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{price:8.2}": "`{price:8.2}`", "{name:low}": "`{name:low}`", "{name:x}": "`{name:x}`", "{name": "its \"}\"", "name}": "its \"{\"",
	} {
		if _, err := design.ParseTemplate(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseTemplate(%q) = %v", text, err)
		}
	}
	if _, err := design.ParseTemplate("{name:3<}_{at:-hour}"); err != nil {
		t.Errorf("ParseTemplate = %v", err)
	}
}
