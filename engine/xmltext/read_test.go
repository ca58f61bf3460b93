package xmltext_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/xmltext"
)

// read writes what Each gives, as name=text with the children in brackets.
func read(document string) (string, error) {
	var all []string
	err := xmltext.Each(context.Background(), document, "r", func(e *xmltext.Element) error {
		all = append(all, outline(e))
		return nil
	})
	return strings.Join(all, " "), err
}

func outline(e *xmltext.Element) string {
	s := e.Name + "=" + e.Text
	for i := range e.Children {
		s += "[" + outline(&e.Children[i]) + "]"
	}
	return s
}

func TestChildrenOfTheRootAreRead(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		"<r/>":                      "",
		"<r> x </r>":                "",
		"<r><a>1</a><b/></r>":       "a=1 b=",
		"<x:r><x:a y='z'>1</a></r>": "a=1",
		"\ufeff<?xml version='1.0'?>\n<!-- - --> <r >\n<a>1</a>\n</r >\n<!---->": "a=1",
		"<r><a>1<b>2</b>3<!--4-->5<?6?><![CDATA[<7&]]></a></r>":                  "a=135<7&[b=2]",
		"<r><a>&lt;&amp;&#65;&#x42;&quot;</a></r>":                               `a=<&AB"`,
	} {
		if got, err := read(document); got != want || err != nil {
			t.Errorf("Each(%q) = %q, %v, want %q", document, got, err, want)
		}
	}
}

// The position is that of the text or the name that a reader on the side of the service has come to.
func TestARefusedDocumentSaysWhere(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		"":                                "1:1",
		"<s/>":                            "1:5",
		"<r>":                             "1:4",
		"<r>\n<a>":                        "2:4",
		"<r>\n<a>é😀\x01</a></r>":          "2:7",
		"<r><a><![CDATA[ab\x02]]>":        "1:18",
		"<r><a>&nbsp;</a></r>":            "1:7",
		"<r><a></b></r>":                  "1:7",
		"<r/><r/>":                        "1:5",
		"<!DOCTYPE r><r/>":                "1:1",
		"<r><!--":                         "1:4",
		"<r>" + strings.Repeat("<a>", 17): "1:55",
		"<r><a>\xff</a></r>":              "1:1",
	} {
		_, err := read(document)
		syntax, ok := errors.AsType[*xmltext.SyntaxError](err)
		if !ok {
			t.Errorf("Each(%q) = %v, want a SyntaxError", document, err)
			continue
		}
		if got := fmt.Sprintf("%d:%d", syntax.Line, syntax.Position); got != want || syntax.Reason == "" {
			t.Errorf("Each(%q) = %s %q, want %s", document, got, syntax.Reason, want)
		}
	}
}

func TestARefusedElementSaysWhatComesAfterIt(t *testing.T) {
	t.Parallel()
	err := xmltext.Each(context.Background(), "<r>\n<a><b>1</b></a></r>", "r", func(e *xmltext.Element) error {
		return e.Child("b").Refuse("too small")
	})
	syntax, ok := errors.AsType[*xmltext.SyntaxError](err)
	if !ok || syntax.Line != 2 || syntax.Position != 14 || syntax.Reason != "too small" {
		t.Errorf("Each = %+v, want 2:14 too small", err)
	}
}

func TestReadingStops(t *testing.T) {
	t.Parallel()
	document := "<r>" + strings.Repeat("<a/>", 1000) + "</r>"
	enough := errors.New("enough")
	ctx, cancel := context.WithCancel(context.Background())
	for name, tt := range map[string]struct {
		stop func() error
		want error
	}{
		"at-an-error":            {func() error { return enough }, enough},
		"when-the-client-leaves": {func() error { cancel(); return nil }, context.Canceled},
	} {
		n := 0
		err := xmltext.Each(ctx, document, "r", func(*xmltext.Element) error {
			if n++; n == 10 {
				return tt.stop()
			}
			return nil
		})
		if n != 10 || !errors.Is(err, tt.want) {
			t.Errorf("%s: %d elements and %v, want 10 and %v", name, n, err, tt.want)
		}
		if name == "when-the-client-leaves" {
			ctx, cancel = context.WithCancel(context.Background())
		}
	}
	cancel()
}

// One child holds few elements in every document of the services, however many children the root has.
func TestAChildOfManyElementsIsRefused(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("<b/>", 127)
	if _, err := read("<r>" + strings.Repeat("<a>"+many+"</a>", 100) + "</r>"); err != nil {
		t.Errorf("127 elements in each child: %v", err)
	}
	if _, err := read("<r><a>" + many + "<b/></a></r>"); err == nil {
		t.Error("128 elements in a child are read")
	}
}
