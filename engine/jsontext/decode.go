package jsontext

import (
	"fmt"
	"strconv"
)

// Object is the members of one JSON object. Its methods return the zero value for a member that is
// absent or null; Err reports the first member of another type.
type Object struct {
	members map[string]string
	missing string // a member that [Read] needs
	err     error
}

// ReadObject reads an object; white space is an object without members. Errors: text that is not a JSON
// object.
func ReadObject(s string) (*Object, error) {
	o := &Object{members: map[string]string{}}
	if SkipSpace(s, 0) == len(s) {
		return o, nil
	}
	if at := Error(s); at >= 0 {
		return nil, fmt.Errorf("the text is not JSON at byte %d", at)
	}
	if s[SkipSpace(s, 0)] != '{' {
		return nil, fmt.Errorf("the text is not a JSON object")
	}
	Each(s, 0, func(name string, from, to int) bool {
		o.members[name] = s[from:to]
		return true
	})
	return o, nil
}

// Err returns why a member could not be read.
func (o *Object) Err() error { return o.err }

// Has reports whether a member is there and not null.
func (o *Object) Has(name string) bool {
	text, ok := o.members[name]
	return ok && text != "null"
}

// member returns the text of a member that begins with c, or whatever c is if that is 0.
func (o *Object) member(name string, c byte, kind string) (string, bool) {
	if !o.Has(name) {
		return "", false
	}
	text := o.members[name]
	if c != 0 && text[0] != c {
		o.wrong(name, kind)
		return "", false
	}
	return text, true
}

func (o *Object) wrong(name, kind string) {
	if o.err == nil {
		o.err = fmt.Errorf("%s is not %s", name, kind)
	}
}

// Raw returns a value as it is written.
func (o *Object) Raw(name string) Raw {
	text, _ := o.member(name, 0, "")
	return Raw(text)
}

// Text returns a string.
func (o *Object) Text(name string) string {
	if text, ok := o.member(name, '"', "a string"); ok {
		return Unquote(text)
	}
	return ""
}

// Name returns a string, or a number as it is written.
func (o *Object) Name(name string) string {
	if text, ok := o.member(name, 0, ""); ok && text[0] != '"' {
		return text
	}
	return o.Text(name)
}

// Int returns an integer.
func (o *Object) Int(name string) int64 {
	text, ok := o.member(name, 0, "")
	n, err := strconv.ParseInt(text, 10, 64)
	if ok && err != nil {
		o.wrong(name, "a whole number")
	}
	return n
}

// Uint returns an integer that is not negative.
func (o *Object) Uint(name string) uint64 {
	text, ok := o.member(name, 0, "")
	n, err := strconv.ParseUint(text, 10, 64)
	if ok && err != nil {
		o.wrong(name, "a whole number from 0 on")
	}
	return n
}

// Bool returns a boolean.
func (o *Object) Bool(name string) bool {
	text, ok := o.member(name, 0, "")
	if ok && text != "true" && text != "false" {
		o.wrong(name, "true or false")
	}
	return text == "true"
}

// Ints returns a list of integers, nil if it is absent.
func (o *Object) Ints(name string) []int {
	text, ok := o.member(name, '[', "a list")
	if !ok {
		return nil
	}
	list := []int{}
	Each(text, 0, func(_ string, from, to int) bool {
		n, err := strconv.Atoi(text[from:to])
		if err != nil {
			o.wrong(name, "a list of whole numbers")
		}
		list = append(list, n)
		return true
	})
	return list
}

// Strings returns a list of strings, nil if it is absent.
func (o *Object) Strings(name string) []string {
	var list []string
	if text, ok := o.member(name, '[', "a list"); ok {
		Each(text, 0, func(_ string, from, to int) bool {
			if text[from] != '"' {
				o.wrong(name, "a list of strings")
				return false
			}
			list = append(list, Unquote(text[from:to]))
			return true
		})
	}
	return list
}

// Texts returns an object whose members are strings.
func (o *Object) Texts(name string) map[string]string {
	m := map[string]string{}
	if text, ok := o.member(name, '{', "an object"); ok {
		Each(text, 0, func(key string, from, to int) bool {
			if text[from] != '"' {
				o.wrong(name, "an object of strings")
				return false
			}
			m[key] = Unquote(text[from:to])
			return true
		})
	}
	return m
}

// Object returns a nested object.
func (o *Object) Object(name string) *Object {
	nested := &Object{members: map[string]string{}}
	if text, ok := o.member(name, '{', "an object"); ok {
		Each(text, 0, func(key string, from, to int) bool {
			nested.members[key] = text[from:to]
			return true
		})
	}
	return nested
}
