package pages

import (
	"strings"
	"testing"
)

func TestOneItemOfTheBarIsActiveOnEveryPage(t *testing.T) {
	for path, want := range map[string]string{
		"":                    " page",
		"learn/":              "learn page",
		"learn/keys/1/":       "learn true",
		"cases/":              "cases page",
		"cases/chat/":         "cases true",
		"design/table/":       "design true",
		"help/":               "help page",
		"help/script-format/": "help true",
		"limits/":             "help true",
		"glossary/":           "help true",
		"search/":             "search page",
		NotFound:              "",
	} {
		place, _, _ := strings.Cut(path, "/")
		v := &View{Path: path, Place: place}
		var got []string
		for _, item := range append([]string{"", "search"}, barPlaces...) {
			if is := v.Current(item); is != "" {
				got = append(got, item+" "+is)
			}
		}
		if is := v.Current(helpPlaces...); is != "" {
			got = append(got, "help "+is)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("/%s: active are %q, want %q", path, got, want)
		}
	}
}

func TestPagesOfReferenceAreBelowHelp(t *testing.T) {
	for path, want := range map[string]string{"help/": "", "help/privacy/": "help", "limits/": "help", "glossary/": "help",
		"cases/": "", "cases/chat/": "cases", "learn/keys/": ""} {
		place, _, _ := strings.Cut(path, "/")
		if got := (&View{Path: path, Place: place}).Above(); got != want {
			t.Errorf("/%s is below %q, want %q", path, got, want)
		}
	}
}
