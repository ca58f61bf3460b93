package jsontext

import (
	"fmt"
	"reflect"
	"strconv"
)

// Decode reads one JSON value into what v points to: booleans, whole numbers, strings, slices, maps
// with string keys, pointers and structs by their tags. Members without a field are passed over,
// and null leaves a value as it is. Errors: text that is no JSON, a value of another type.
func Decode(s string, v any) error {
	if at := Error(s); at >= 0 {
		return fmt.Errorf("the text is not JSON at byte %d", at)
	}
	return decode(s, 0, reflect.ValueOf(v).Elem())
}

// decode reads the value at i, which is right.
func decode(s string, i int, v reflect.Value) error {
	i = SkipSpace(s, i)
	text := s[i:Skip(s, i)]
	if v.Type() == rawType {
		v.SetString(text)
		return nil
	}
	if text == "null" {
		return nil
	}
	ok := false
	switch kind := v.Kind(); {
	case kind == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return decode(s, i, v.Elem())
	case kind == reflect.Struct && text[0] == '{':
		return decodeStruct(text, v)
	case kind == reflect.Map && text[0] == '{':
		return decodeMap(text, v)
	case kind == reflect.Slice && text[0] == '[':
		return decodeList(text, v)
	case kind == reflect.String && text[0] == '"':
		v.SetString(Unquote(text))
		return nil
	case kind == reflect.Bool:
		ok = text == "true" || text == "false"
		v.SetBool(text == "true")
	case kind == reflect.Int || kind == reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		ok = err == nil
		v.SetInt(n)
	case kind == reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		ok = err == nil
		v.SetUint(n)
	}
	if !ok {
		return fmt.Errorf("%s is not a %s", text, v.Kind())
	}
	return nil
}

func decodeStruct(s string, v reflect.Value) (err error) {
	own := names(v.Type())
	Each(s, 0, func(name string, from, _ int) bool {
		for i, k := range own {
			if k == name && k != "" {
				if err = decode(s, from, v.Field(i)); err != nil {
					err = fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		return err == nil
	})
	return err
}

func decodeMap(s string, v reflect.Value) (err error) {
	m := reflect.MakeMap(v.Type())
	Each(s, 0, func(name string, from, _ int) bool {
		e := reflect.New(v.Type().Elem()).Elem()
		if err = decode(s, from, e); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		m.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), e)
		return err == nil
	})
	v.Set(m)
	return err
}

func decodeList(s string, v reflect.Value) (err error) {
	list := reflect.MakeSlice(v.Type(), 0, 8)
	Each(s, 0, func(_ string, from, _ int) bool {
		e := reflect.New(v.Type().Elem()).Elem()
		err = decode(s, from, e)
		list = reflect.Append(list, e)
		return err == nil
	})
	v.Set(list)
	return err
}
