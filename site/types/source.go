package main

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// source is what the text of a package says beyond its types.
type source struct {
	docs     map[string]string   // first sentence about a type
	comments map[string]string   // at the end of the line of a field: "Type.Field"
	values   map[string][]string // of the constants of a type, in their order
}

// sources reads packages of the module, each once.
type sources struct {
	root     string
	packages map[string]*source
}

// of returns what the package with that import path says.
func (s *sources) of(path string) (*source, error) {
	if src := s.packages[path]; src != nil {
		return src, nil
	}
	_, below, _ := strings.Cut(path, "/")
	files, err := filepath.Glob(filepath.Join(s.root, below, "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("there is no source of %s: %w", path, os.ErrNotExist)
	}
	src := &source{docs: map[string]string{}, comments: map[string]string{}, values: map[string][]string{}}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		src.read(file)
	}
	s.packages[path] = src
	return src, nil
}

func (s *source) read(file *ast.File) {
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.readType(spec, firstOf(spec.Doc, d.Doc))
			case *ast.ValueSpec:
				s.readConstant(spec)
			}
		}
	}
}

func (s *source) readType(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	s.docs[spec.Name.Name] = firstSentence(doc.Text())
	t, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range t.Fields.List {
		for _, name := range f.Names {
			s.comments[spec.Name.Name+"."+name.Name] = strings.TrimSpace(f.Comment.Text())
		}
	}
}

// readConstant notes the value of a constant that names its type.
func (s *source) readConstant(spec *ast.ValueSpec) {
	typ, ok := spec.Type.(*ast.Ident)
	if !ok {
		return
	}
	for _, v := range spec.Values {
		if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			value, _ := strconv.Unquote(lit.Value) // the parser has read it
			s.values[typ.Name] = append(s.values[typ.Name], value)
		}
	}
}

func firstOf(a, b *ast.CommentGroup) *ast.CommentGroup {
	if a != nil {
		return a
	}
	return b
}

// firstSentence returns the beginning of a doc comment, on one line.
func firstSentence(text string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	line := strings.Join(strings.Fields(paragraph), " ")
	sentence, _, found := strings.Cut(line, ". ")
	if found {
		sentence += "."
	}
	var p comment.Parser
	return strings.TrimSpace(string((&comment.Printer{TextWidth: -1}).Text(p.Parse(sentence))))
}
