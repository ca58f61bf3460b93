package main

import (
	"bytes"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"rowkey/engine/control"
)

// declarer writes declarations. A type is declared once, after the type that first mentions it.
type declarer struct {
	out     bytes.Buffer
	sources sources
	queue   []reflect.Type
	queued  map[reflect.Type]bool
}

// declarations returns the text of the file. Errors: a package of the engine that cannot be read, a Go
// type without a form in JSON.
func declarations(root string) ([]byte, error) {
	d := &declarer{sources: sources{root: root, packages: map[string]*source{}}, queued: map[reflect.Type]bool{}}
	d.out.WriteString(head())
	if err := d.calls(); err != nil {
		return nil, err
	}
	d.need(reflect.TypeFor[control.Refusal]())
	for i := 0; i < len(d.queue); i++ {
		if err := d.declare(d.queue[i]); err != nil {
			return nil, err
		}
	}
	return d.out.Bytes(), nil
}

// calls writes which requests there are.
func (d *declarer) calls() error {
	d.out.WriteString("\n/** The control requests: what is sent, and what is answered. */\nexport interface Calls {\n")
	for _, c := range control.Calls() {
		request, err := d.typeOf(indirect(c.Request))
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		answer, err := d.typeOf(indirect(c.Answer))
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		if nullable[c.Name] {
			answer += " | null"
		}
		fmt.Fprintf(&d.out, "  %q: { request: %s; answer: %s };\n", c.Name, request, answer)
	}
	d.out.WriteString("}\n")
	return nil
}

// need has a type declared, and returns its name.
func (d *declarer) need(t reflect.Type) string {
	if !d.queued[t] {
		d.queued[t] = true
		d.queue = append(d.queue, t)
	}
	if name := renamed[t.String()]; name != "" {
		return name
	}
	return t.Name()
}

func (d *declarer) declare(t reflect.Type) error {
	src, err := d.sources.of(t.PkgPath())
	if err != nil {
		return err
	}
	name := d.need(t)
	d.out.WriteString("\n" + docComment(src.docs[t.Name()]))
	if t.Kind() == reflect.String {
		fmt.Fprintf(&d.out, "export type %s = %s;\n", name, union(src.values[t.Name()]))
		return nil
	}
	fmt.Fprintf(&d.out, "export interface %s {\n", name)
	if err := d.members(t, name, nil); err != nil {
		return err
	}
	d.out.WriteString("}\n")
	return nil
}

// members writes the fields of a struct as package jsontext does: those of an embedded one among them,
// but for names that the outer one has as well.
func (d *declarer) members(t reflect.Type, name string, taken map[string]bool) error {
	src, err := d.sources.of(t.PkgPath())
	if err != nil {
		return err
	}
	own := map[string]bool{}
	for f := range fieldsOf(t) {
		own[f.Tag.Get("json")] = true
	}
	for f := range fieldsOf(t) {
		tag, optional := strings.CutSuffix(f.Tag.Get("json"), ",omitempty")
		mark, is := "", f.Type
		if optional {
			mark, is = "?", indirect(is)
		}
		switch {
		case tag == "" && f.Anonymous:
			if err := d.members(indirect(f.Type), name, own); err != nil {
				return err
			}
		case tag != "" && tag != "-" && !taken[tag]:
			typ, err := d.member(name+"."+tag, is)
			if err != nil {
				return err
			}
			fmt.Fprintf(&d.out, "  %s%s: %s;%s\n", tag, mark, typ, lineComment(src.comments[t.Name()+"."+f.Name]))
		}
	}
	return nil
}

func (d *declarer) member(name string, t reflect.Type) (string, error) {
	if typ := fields[name]; typ != "" {
		return typ, nil
	}
	typ, err := d.typeOf(t)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return typ, nil
}

// typeOf returns the TypeScript of a Go type, as package jsontext reads and writes its values.
func (d *declarer) typeOf(t reflect.Type) (string, error) {
	if typ := written[t.String()]; typ != "" {
		return typ, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean", nil
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint64, reflect.Float64:
		return "number", nil
	case reflect.String:
		if t.PkgPath() != "" {
			return d.need(t), nil
		}
		return "string", nil
	case reflect.Struct:
		return d.need(t), nil
	case reflect.Pointer:
		typ, err := d.typeOf(t.Elem())
		return typ + " | null", err
	case reflect.Slice:
		typ, err := d.typeOf(t.Elem())
		if strings.Contains(typ, " ") && !strings.HasPrefix(typ, "[") {
			typ = "(" + typ + ")"
		}
		return typ + "[]", err
	case reflect.Map:
		typ, err := d.typeOf(t.Elem())
		return "Record<string, " + typ + ">", err
	case reflect.Array:
		typ, err := d.typeOf(t.Elem())
		return "[" + strings.TrimSuffix(strings.Repeat(typ+", ", t.Len()), ", ") + "]", err
	}
	return "", fmt.Errorf("%s has no form in JSON", t)
}

// fieldsOf visits the fields of a struct.
func fieldsOf(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// union is the type of a few strings.
func union(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return strings.Join(quoted, " | ")
}

func docComment(text string) string {
	if text == "" {
		return ""
	}
	return "/** " + text + " */\n"
}

func lineComment(text string) string {
	if text == "" {
		return ""
	}
	return " // " + text
}
