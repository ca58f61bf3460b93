package catalog_test

import (
	"strings"
	"testing"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
)

func TestCheckName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]apierr.Code{
		"abc":                         "",
		"1-2-3":                       "",
		strings.Repeat("x", 63):       "",
		"ab":                          apierr.OutOfRangeInput,
		"":                            apierr.OutOfRangeInput,
		strings.Repeat("x", 64):       apierr.OutOfRangeInput,
		"Abc":                         apierr.InvalidResourceName,
		"a_c":                         apierr.InvalidResourceName,
		"a--c":                        apierr.InvalidResourceName,
		"-abc":                        apierr.InvalidResourceName,
		"abc-":                        apierr.InvalidResourceName,
		"啊齄丂狛狜":                       apierr.InvalidResourceName,
		"bo\u212a":                    apierr.InvalidResourceName,
		"$root":                       apierr.InvalidResourceName,
		"abc/messages":                apierr.InvalidResourceName,
		strings.Repeat("x", 62) + "-": apierr.InvalidResourceName,
	} {
		if got := apierr.Of(catalog.CheckName(name)); got != want {
			t.Errorf("CheckName(%q): code = %q, want %q", name, got, want)
		}
	}
}

func TestMetadataValidate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m    catalog.Metadata
		want apierr.Code
	}{
		"none":                   {nil, ""},
		"names-like-in-programs": {catalog.Metadata{{"_a1", "x"}, {"Lol", ""}}, ""},
		"no-name":                {catalog.Metadata{{"", "x"}}, apierr.EmptyMetadataKey},
		"a-hyphen":               {catalog.Metadata{{"my-key", "x"}}, apierr.InvalidMetadata},
		"a-digit-first":          {catalog.Metadata{{"1a", "x"}}, apierr.InvalidMetadata},
		"just-small-enough":      {catalog.Metadata{{"ab", strings.Repeat("x", catalog.MaxMetadata-2)}}, ""},
		"one-byte-too-large": {catalog.Metadata{{"ab", strings.Repeat("x", catalog.MaxMetadata-1)}},
			apierr.MetadataTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			if got := apierr.Of(c.m.Validate()); got != c.want {
				t.Errorf("Validate: code = %q, want %q", got, c.want)
			}
		})
	}
}

func TestMetadataEqual(t *testing.T) {
	t.Parallel()
	a := catalog.Metadata{{"x", "1"}, {"y", "2"}}
	for name, c := range map[string]struct {
		b    catalog.Metadata
		want bool
	}{
		"the-same":            {catalog.Metadata{{"x", "1"}, {"y", "2"}}, true},
		"another-order":       {catalog.Metadata{{"y", "2"}, {"x", "1"}}, true},
		"another-letter-case": {catalog.Metadata{{"X", "1"}, {"y", "2"}}, true},
		"another-value":       {catalog.Metadata{{"x", "1"}, {"y", "3"}}, false},
		"fewer":               {catalog.Metadata{{"x", "1"}}, false},
		"none":                {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := a.Equal(c.b); got != c.want {
				t.Errorf("Equal(%v) = %v, want %v", c.b, got, c.want)
			}
		})
	}
}
