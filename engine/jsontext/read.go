package jsontext

import (
	"fmt"
	"reflect"
	"strings"
)

// Read reads an object into the struct that v points to, by the names in the tags of its fields. A member that is
// absent or null leaves its field as it is, if the tag says ",omitempty"; a pointer tells whether it was there.
// Fields are booleans, integers, strings, lists of integers or strings, objects of strings, [Raw], and structs;
// those of an embedded struct are members of the outer one. Errors: those of [ReadObject], a member that is
// missing, unknown or of another type.
func Read(s string, v any) error {
	o, err := ReadObject(s)
	if err != nil {
		return err
	}
	return o.into(reflect.ValueOf(v).Elem())
}

// into reads a struct, and refuses what is left of the members.
func (o *Object) into(v reflect.Value) error {
	o.fields(v)
	first := ""
	for name := range o.members {
		if first == "" || name < first {
			first = name
		}
	}
	switch {
	case o.err != nil:
	case len(o.members) > 0:
		o.err = fmt.Errorf("%q is not known", first)
	case o.missing != "":
		o.err = fmt.Errorf("%s is missing", o.missing)
	}
	return o.err
}

// fields reads the fields of a struct, and takes their members away.
func (o *Object) fields(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, optional := strings.CutSuffix(nameOf(f), ",omitempty")
		if f.Anonymous {
			o.fields(v.Field(i))
			continue
		}
		switch {
		case o.Has(name):
			o.value(name, v.Field(i))
		case !optional:
			o.missing = name
		}
		delete(o.members, name)
	}
}

// value reads a member that is there.
func (o *Object) value(name string, v reflect.Value) {
	switch to := v.Addr().Interface().(type) {
	case *Raw:
		*to = o.Raw(name)
		return
	case *[]int:
		*to = o.Ints(name)
		return
	case *[]string:
		*to = o.Strings(name)
		return
	case *map[string]string:
		*to = o.Texts(name)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		o.value(name, v.Elem())
	case reflect.Struct:
		if nested := o.Object(name); o.err == nil {
			o.err = nested.into(v)
		}
	case reflect.Bool:
		v.SetBool(o.Bool(name))
	case reflect.Int:
		v.SetInt(o.Int(name))
	case reflect.Uint, reflect.Uint64:
		v.SetUint(o.Uint(name))
	case reflect.String:
		v.SetString(o.Text(name))
	}
}
