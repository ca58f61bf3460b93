package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNumbersAreWrittenAsThePageWritesThem(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1004: "1,004", 1234567: "1,234,567", -1234: "-1,234"} {
		if got := number(n); got != want {
			t.Errorf("number(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestTextsChooseThePluralOfTheirLanguage(t *testing.T) {
	polish := "{\"x.one\":\"{n} wiersz\",\"x.few\":\"{n} wiersze\",\"x.many\":\"{n} wierszy\",\"x.other\":\"{n} wiersza\"}"
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "i18n/pl.json"), polish)
	writeFile(t, filepath.Join(dir, "i18n/pl.pages.json"), "{}")
	x, err := loadTexts(os.DirFS(dir), "pl")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "1 wiersz", 3: "3 wiersze", 5: "5 wierszy", 22: "22 wiersze"} {
		if got := x.T("x", "n", n); got != want {
			t.Errorf("T(x, %d) = %s, want %s", n, got, want)
		}
	}
}

func TestTextsKeepTheFirstMistake(t *testing.T) {
	x, err := loadTexts(os.DirFS("."), lang)
	if err != nil {
		t.Fatal(err)
	}
	x.T("facts.bytes")
	x.T("no.such.key")
	if err = x.Err(); err == nil || !strings.Contains(err.Error(), `text "facts.bytes": parameter {n} is not given`) {
		t.Errorf("Err() = %v, want the missing parameter", err)
	}
}
