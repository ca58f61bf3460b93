package jsontext_test

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rowkey/engine/jsontext"
)

func TestErrorFindsTheFirstWrongByte(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{`{}`, -1}, {` [1, -2.5e+3 , "a\"\u00e9", true,false,null,{"a":[]}] `, -1}, {`"x"`, -1}, {`0`, -1}, {`-0.1`, -1},
		{``, 0}, {`{`, 1}, {`{"a"}`, 4}, {`{"a":}`, 5}, {`{"a":1,}`, 7}, {`[1,]`, 3}, {`[1 2]`, 3}, {`{a:1}`, 1}, {`'a'`, 0},
		{`01`, 0}, {`-`, 0}, {`1.`, 1}, {`1e`, 1}, {`.5`, 0}, {`+1`, 0}, {`tru`, 0}, {`nul`, 0}, {`"a`, 2}, {`"\x"`, 1},
		{`"\u12g4"`, 1},
		{"\"a\nb\"", 2}, {`{} {}`, 3}, {`[1]x`, 3}, {`{"a":1 "b":2}`, 7}, {strings.Repeat("[", 2000), 1000},
	}
	for _, test := range tests {
		t.Run(test.text[:min(len(test.text), 20)], func(t *testing.T) {
			if got := jsontext.Error(test.text); got != test.want {
				t.Errorf("Error = %d, want %d", got, test.want)
			}
		})
	}
}

func TestUnquote(t *testing.T) {
	for text, want := range map[string]string{
		`""`: "", `"a"`: "a", `"\"\\\/\b\f\n\r\t"`: "\"\\/\b\f\n\r\t", `"\u00e9\u20AC"`: "é€", `"\ud83d\ude00!"`: "😀!",
		`"\ud83d"`: "\ufffd", `"\ud83dx"`: "\ufffdx", `"\ude00\ud83d"`: "\ufffd\ufffd", `"é"`: "é",
	} {
		if got := jsontext.Unquote(text); got != want {
			t.Errorf("Unquote(%s) = %q, want %q", text, got, want)
		}
	}
}

func TestMember(t *testing.T) {
	tests := []struct {
		name, text, member, want string
		ok                       bool
	}{
		{"the-first-of-two", `{"a":1,"a":2}`, "a", "1", true},
		{"nested-text-as-it-is", `{"x":0,"a":{"b": [1, 2]}}`, "a", `{"b": [1, 2]}`, true},
		{"an-escaped-name", `{"\u0061":1}`, "a", "1", true},
		{"absent", `{"b":1}`, "a", "", false},
		{"no-object", `["a"]`, "a", "", false},
		{"before-the-error", `{"a":1,`, "a", "1", true},
		{"nothing", ``, "a", "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := jsontext.Member(test.text, test.member); got != test.want || ok != test.ok {
				t.Errorf("Member = %q, %v, want %q, %v", got, ok, test.want, test.ok)
			}
		})
	}
}

type inner struct {
	A      int    `json:"a"`
	Shared string `json:"shared"`
}

type outer struct {
	*inner
	Shared  bool         `json:"shared"`
	List    []string     `json:"list"`
	Pair    [2]any       `json:"pair"`
	Most    uint64       `json:"most"`
	Nothing *inner       `json:"nothing"`
	Hidden  int          `json:"-"`
	Raw     jsontext.Raw `json:"raw"`
	None    jsontext.Raw `json:"none"`
	Empty   []string     `json:"empty,omitempty"`
	Full    []string     `json:"full,omitempty"`
	hidden  int
}

func TestAppend(t *testing.T) {
	got := string(jsontext.Append(nil, outer{inner: &inner{A: -1, Shared: "no"}, Shared: true,
		Pair: [2]any{1, "<é\x01\n\"\\\xff>"},
		Most: 1<<64 - 1, Raw: `{"x": 1}`, Hidden: 1, hidden: 2, Full: []string{"a"}}))
	want := `{"a":-1,"shared":true,"list":[],"pair":[1,"<é\u0001\n\"\\` + "\ufffd" +
		`>"],"most":18446744073709551615,"nothing":null,"raw":{"x": 1},"none":null,"full":["a"]}`
	if got != want {
		t.Errorf("Append =\n%s, want\n%s", got, want)
	}
}

func TestAppendWritesFloatsThatReadBackTheSame(t *testing.T) {
	list := []float64{0, 1, -0.5, 1.0 / 3, 4.5e9, 1e15, 1e22, 5e-324, math.MaxFloat64, math.NaN(), math.Inf(-1)}
	got := string(jsontext.Append(nil, list))
	var back []float64
	err := json.Unmarshal([]byte(strings.ReplaceAll(got, ",null", "")), &back)
	if err != nil || !slices.Equal(back, list[:9]) {
		t.Errorf("Append = %s, which reads as %v, %v", got, back, err)
	}
}

func TestObject(t *testing.T) {
	o, err := jsontext.ReadObject(`{"text":"a\n","int":-5,"uint":18446744073709551615,"bool":true,"ints":[1,2],` +
		`"texts":{"a":"b"},"object":{"x":1},"null":null,"id":7}`)
	if err != nil {
		t.Fatal(err)
	}
	got := []any{o.Text("text"), o.Int("int"), o.Uint("uint"), o.Bool("bool"), o.Ints("ints"), o.Texts("texts"),
		o.Object("object").Int("x"),
		o.Has("null"), o.Has("absent"), o.Text("null"), o.Ints("absent"), o.Name("id"), o.Name("text")}
	want := []any{"a\n", int64(-5), uint64(1<<64 - 1), true, []int{1, 2}, map[string]string{"a": "b"}, int64(1), false,
		false, "", []int(nil), "7", "a\n"}
	if !reflect.DeepEqual(got, want) || o.Err() != nil {
		t.Errorf("members = %v, %v, want %v", got, o.Err(), want)
	}
}

func TestObjectReportsWhatItCannotRead(t *testing.T) {
	tests := []struct {
		name, text string
		read       func(o *jsontext.Object)
		want       string
	}{
		{"no-json", `{"a":`, nil, "the text is not JSON at byte 5"},
		{"no-object", `[1]`, nil, "the text is not a JSON object"},
		{"a-number-for-a-text", `{"a":1}`, func(o *jsontext.Object) { o.Text("a") }, "a is not a string"},
		{"a-text-for-a-number", `{"a":"1"}`, func(o *jsontext.Object) { o.Int("a") }, "a is not a whole number"},
		{"a-negative-number", `{"a":-1}`, func(o *jsontext.Object) { o.Uint("a") }, "a is not a whole number from 0 on"},
		{"a-number-for-a-boolean", `{"a":1}`, func(o *jsontext.Object) { o.Bool("a") }, "a is not true or false"},
		{"an-object-for-a-list", `{"a":{}}`, func(o *jsontext.Object) { o.Ints("a") }, "a is not a list"},
		{"a-list-of-texts", `{"a":["1"]}`, func(o *jsontext.Object) { o.Ints("a") }, "a is not a list of whole numbers"},
		{"an-object-of-numbers", `{"a":{"b":1}}`, func(o *jsontext.Object) { o.Texts("a") }, "a is not an object of strings"},
		{"a-text-for-an-object", `{"a":"b"}`, func(o *jsontext.Object) { o.Object("a") }, "a is not an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, err := jsontext.ReadObject(test.text)
			if err == nil {
				test.read(o)
				err = o.Err()
			}
			if err == nil || err.Error() != test.want {
				t.Errorf("error = %v, want %s", err, test.want)
			}
		})
	}
}

type options struct {
	Strict *bool  `json:"strict,omitempty"`
	Most   uint64 `json:"most,omitempty"`
}

type file struct {
	Text string `json:"text"`
}

type request struct {
	file
	At      int               `json:"at,omitempty"`
	Lines   []int             `json:"lines,omitempty"`
	Names   []string          `json:"names,omitempty"`
	Files   map[string]string `json:"files,omitempty"`
	Form    jsontext.Raw      `json:"form,omitempty"`
	Options options           `json:"options,omitempty"`
	Other   *options          `json:"other,omitempty"`
}

func TestRead(t *testing.T) {
	no := false
	tests := []struct {
		name, text string
		want       request
	}{
		{"what-is-needed-alone", `{"text":"a\n"}`, request{file: file{"a\n"}, At: 1}},
		{"null-is-absent", `{"text":"","at":null,"names":null,"other":null}`, request{At: 1}},
		{"all", `{"text":"","at":-5,"lines":[1,2],"names":["x"],"files":{"a":"b"},"form":{"x": 1},` +
			`"options":{"strict":false,"most":18446744073709551615},"other":{}}`,
			request{At: -5, Lines: []int{1, 2}, Names: []string{"x"}, Files: map[string]string{"a": "b"}, Form: `{"x": 1}`,
				Options: options{&no, 1<<64 - 1}, Other: &options{}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := request{At: 1}
			if err := jsontext.Read(test.text, &got); err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("Read = %+v, %v, want %+v", got, err, test.want)
			}
		})
	}
}

func TestReadReportsWhatItCannotRead(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no-json", `{"a":`, "the text is not JSON at byte 5"},
		{"nothing", ``, "text is missing"},
		{"null-for-what-is-needed", `{"text":null}`, "text is missing"},
		{"unknown", `{"text":"","b":1,"a":1}`, `"a" is not known`},
		{"unknown-before-missing", `{"txt":""}`, `"txt" is not known`},
		{"another-type-before-missing", `{"at":"1"}`, "at is not a whole number"},
		{"unknown-inside", `{"text":"","options":{"text":1}}`, `"text" is not known`},
		{"without-a-name", `{"text":"","":1}`, `"" is not known`},
		{"another-type", `{"text":1}`, "text is not a string"},
		{"another-type-before-unknown", `{"text":"","at":"1","a":1}`, "at is not a whole number"},
		{"another-type-inside", `{"text":"","options":{"most":-1}}`, "most is not a whole number from 0 on"},
		{"another-type-behind-a-pointer", `{"text":"","other":{"strict":1}}`, "strict is not true or false"},
		{"no-list", `{"text":"","lines":{}}`, "lines is not a list"},
		{"a-list-of-others", `{"text":"","names":[1]}`, "names is not a list of strings"},
		{"an-object-of-others", `{"text":"","files":{"a":1}}`, "files is not an object of strings"},
		{"no-object", `{"text":"","options":[]}`, "options is not an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := jsontext.Read(test.text, new(request)); err == nil || err.Error() != test.want {
				t.Errorf("error = %v, want %s", err, test.want)
			}
		})
	}
}

// FuzzError compares with encoding/json, which agrees on what JSON is.
func FuzzError(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e3,"\u00e9\n"],"b":null}`, `{"a":1,}`, `"\ud83d\ude00"`, `01`, `[`, "\"\\u00\x110\"", `"\u00Af"`, "\xff",
		`"` + "\xff" + `"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		valid := jsontext.Error(s) < 0
		if strings.Count(s, "[")+strings.Count(s, "{") < 1000 && valid != json.Valid([]byte(s)) {
			t.Fatalf("Error(%q) = %d, but json.Valid = %v", s, jsontext.Error(s), !valid)
		}
		var want string
		text := strings.TrimSpace(s)
		if valid && utf8.ValidString(s) && strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &want) == nil {
			if got := jsontext.Unquote(text); got != want {
				t.Errorf("Unquote(%q) = %q, want %q", text, got, want)
			}
			if back := string(jsontext.AppendString(nil, want)); json.Unmarshal([]byte(back), &text) != nil || text != want {
				t.Errorf("AppendString(%q) = %s", want, back)
			}
		}
	})
}
