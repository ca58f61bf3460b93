package pages

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/site/course"
)

func TestNumbersAreWrittenAsThePageWritesThem(t *testing.T) {
	x, err := LoadTexts(os.DirFS(".."), course.Lang)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1004: "1,004", 1234567: "1,234,567", -1234: "-1,234"} {
		if got := x.Number(n); got != want {
			t.Errorf("Number(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestTextsChooseThePluralOfTheirLanguage(t *testing.T) {
	polish := "{\"x.one\":\"{n} wiersz\",\"x.few\":\"{n} wiersze\",\"x.many\":\"{n} wierszy\",\"x.other\":\"{n} wiersza\"}"
	files := fstest.MapFS{"i18n/pl.json": {Data: []byte(polish)}, "i18n/pl.first.json": {Data: []byte("{}")},
		"i18n/pl.pages.json": {Data: []byte("{}")}}
	x, err := LoadTexts(files, "pl")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "1 wiersz", 3: "3 wiersze", 5: "5 wierszy", 22: "22 wiersze"} {
		if got := x.T("x", "n", n); got != want {
			t.Errorf("T(x, %d) = %s, want %s", n, got, want)
		}
	}
}

func TestWordsBesideNumbersHaveTheFormsOfTheirLanguage(t *testing.T) {
	text := "{n} z {of, plural, one {{of} wiersza} few {{of} wierszy} many {{of} wierszy} other {{of} wiersza}}"
	none := &fstest.MapFile{Data: []byte("{}")}
	files := fstest.MapFS{"i18n/pl.json": {Data: []byte(`{"x":"` + text + `"}`)},
		"i18n/pl.first.json": none, "i18n/pl.pages.json": none}
	x, err := LoadTexts(files, "pl")
	if err != nil {
		t.Fatal(err)
	}
	for of, want := range map[any]string{1: "2 z 1 wiersza", 3: "2 z 3 wierszy", "1,004": "2 z 1,004 wierszy"} {
		if got := x.T("x", "n", 2, "of", of); got != want {
			t.Errorf("T(x, %v) = %s, want %s", of, got, want)
		}
	}
}

func TestTextsKeepTheFirstMistake(t *testing.T) {
	x, err := LoadTexts(os.DirFS(".."), course.Lang)
	if err != nil {
		t.Fatal(err)
	}
	x.T("facts.bytes")
	x.T("no.such.key")
	if err = x.Err(); err == nil || !strings.Contains(err.Error(), `text "facts.bytes": parameter {n} is not given`) {
		t.Errorf("Err() = %v, want the missing parameter", err)
	}
}
