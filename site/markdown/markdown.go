// Package markdown turns one page of prose into HTML. It knows the house dialect: a paragraph that
// is only a link to a script is a runnable cell, one of several such links compares them, one of images
// of scripts is a table of what their requests cost, one that is only an image of an .entity or a
// .sequence file is a figure, block quotes with a bold first word are call-outs, adjacent code blocks in several
// languages are tabs. It opens no files and runs nothing: it gets everything outside the text through the functions
// of [Source]. Raw HTML is an error, so that a page holds only markup made here.
package markdown

import (
	"bytes"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"go.abhg.dev/goldmark/frontmatter"
)

// Source is a text and its surroundings. A nil function means that the text must not need it.
type Source struct {
	Name string // for messages: "content/help/format/en.md"
	Text []byte

	Open    func(name string) (string, error)          // a file of the same folder
	Cell    func(name, caption string) (string, error) // the HTML of a runnable script; caption is plain text
	Compare func(scripts []Script) (string, error)     // the HTML of scripts that are compared
	Measure func(scripts []Script) (string, error)     // a table of what the requests of scripts cost
	HTTP    func(script string) (string, error)        // the highlighted lines of a script that is only shown
	Span    func(kind, text string) (string, error)    // a code span "kind:text"; kinds are class and filter
	Link    func(target string) (string, error)        // the href of a link target as written
	T       func(key string, args ...any) string       // interface texts
}

// Page is a rendered text: the part before the first level 2 heading, then one section for each heading.
type Page struct {
	Meta     map[string]any // front matter
	Sections []Section      // the first has no heading
}

// Section is a heading and what follows it.
type Section struct {
	ID    string // anchor of the heading, "" for the first section
	Title string // plain text of the heading
	Head  string // HTML of the heading
	Body  string // HTML up to the first level 3 heading
	Subs  []Section
}

// HTML returns the section with its subsections.
func (s Section) HTML() string {
	out := s.Head + s.Body
	for _, sub := range s.Subs {
		out += sub.HTML()
	}
	return out
}

// Error is a mistake in a text.
type Error struct {
	Name string
	Line int // from 1
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Msg) }

// Render parses a text and renders it. Errors are of type [*Error] where a line is known.
func Render(src Source) (Page, error) {
	if err := validUTF8(src); err != nil {
		return Page{}, err
	}
	b := &builder{src: src.withDefaults()}
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.CJK,
			&frontmatter.Extender{Formats: []frontmatter.Format{frontmatter.YAML}}),
		goldmark.WithParserOptions(
			parser.WithHeadingAttribute(), parser.WithAutoHeadingID(),
			parser.WithASTTransformers(util.Prioritized(b, 500))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(b, 100))))
	ctx := parser.NewContext(parser.WithIDs(&ids{map[string]bool{}}))
	doc := md.Parser().Parse(text.NewReader(src.Text), parser.WithContext(ctx))
	meta, err := b.meta(ctx)
	if err != nil {
		return Page{}, err
	}
	page := Page{Meta: meta}
	if b.err != nil {
		return Page{}, b.err
	}
	if err := b.sections(md.Renderer(), doc, &page); err != nil {
		return Page{}, err
	}
	return page, b.err
}

// validUTF8 refuses texts that goldmark cannot read.
func validUTF8(src Source) error {
	line := 1
	for text := src.Text; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			return &Error{src.Name, line, "not UTF-8: save the file as UTF-8"}
		}
		if r == '\n' {
			line++
		}
		text = text[size:]
	}
	return nil
}

// Inline renders one line of text without its paragraph, for front matter values.
func Inline(src Source) (string, error) {
	page, err := Render(src)
	if err != nil {
		return "", err
	}
	out := []byte(page.Sections[0].HTML())
	out = bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(out), []byte("<p>")), []byte("</p>"))
	if len(page.Sections) > 1 || bytes.Contains(out, []byte("<p>")) {
		return "", &Error{src.Name, 1, "want one line of text"}
	}
	return string(out), nil
}

// builder carries the state of one Render through parsing and rendering.
type builder struct {
	src     Source
	err     error  // the first mistake
	heading string // plain text of the heading above the node being rendered
	tabs    int    // tab groups so far, for unique names
}

// fail keeps the first mistake; line is that of the block around n.
func (b *builder) fail(n ast.Node, format string, args ...any) {
	if b.err == nil {
		b.err = &Error{b.src.Name, b.line(n), fmt.Sprintf(format, args...)}
	}
}

// wrap keeps an error that came from outside.
func (b *builder) wrap(n ast.Node, err error) {
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("%s:%d: %w", b.src.Name, b.line(n), err)
	}
}

func (b *builder) line(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if n.Type() != ast.TypeInline && n.Lines() != nil && n.Lines().Len() > 0 {
			return 1 + bytes.Count(b.src.Text[:n.Lines().At(0).Start], []byte("\n"))
		}
	}
	return 1
}

// meta decodes the front matter; a text without one has an empty map.
func (b *builder) meta(ctx parser.Context) (map[string]any, error) {
	meta := map[string]any{}
	data := frontmatter.Get(ctx)
	if data == nil {
		return meta, nil
	}
	if err := data.Decode(&meta); err != nil {
		return nil, &Error{b.src.Name, 1, "front matter: " + err.Error()}
	}
	return meta, nil
}

func (s Source) withDefaults() Source {
	missing := fmt.Errorf("not possible in this text")
	scripts := func([]Script) (string, error) { return "", missing }
	span := func(string, string) (string, error) { return "", missing }
	orElse(&s.Open, func(string) (string, error) { return "", missing })
	orElse(&s.Cell, span)
	orElse(&s.Compare, scripts)
	orElse(&s.Measure, scripts)
	orElse(&s.HTTP, func(script string) (string, error) { return escape(script), nil })
	orElse(&s.Span, span)
	orElse(&s.Link, func(target string) (string, error) { return target, nil })
	orElse(&s.T, func(key string, _ ...any) string { return key })
	return s
}

// orElse gives a function that is nil another value.
func orElse[F any](f *F, other F) {
	if reflect.ValueOf(*f).IsNil() {
		*f = other
	}
}

// Meta reads the front matter alone.
func Meta(name string, source []byte) (map[string]any, error) {
	b := &builder{src: Source{Name: name, Text: source}}
	p := parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(&frontmatter.Parser{Formats: []frontmatter.Format{frontmatter.YAML}}, 0),
		util.Prioritized(parser.NewParagraphParser(), 1000)))
	ctx := parser.NewContext()
	p.Parse(text.NewReader(source), parser.WithContext(ctx))
	return b.meta(ctx)
}
