package sheet_test

import (
	"reflect"
	"testing"

	"rowkey/engine/sheet"
)

func TestSheetsOfAllArchetypesAndPatternsRoundTrip(t *testing.T) {
	all := files(t)
	if len(all) < 19 {
		t.Errorf("testdata has %d sheets", len(all))
	}
	for path, text := range all {
		t.Run(path, func(t *testing.T) {
			if got := sheet.Write(parse(t, text)); got != text {
				t.Errorf("Write(Parse(t)):\n%s", got)
			}
			roundTrip(t, parse(t, text))
		})
	}
}

// roundTrip writes a sheet in both forms and reads it again.
func roundTrip(t *testing.T, s *sheet.Sheet) {
	t.Helper()
	text := sheet.Write(s)
	if got := parse(t, text); !reflect.DeepEqual(got, s) {
		t.Fatalf("Parse(Write(s)) = %+v\nwant %+v\nby\n%s", got, s, text)
	}
	if again := sheet.Write(parse(t, text)); again != text {
		t.Fatalf("Write(Parse(t)):\n%s\nwant\n%s", again, text)
	}
	written := sheet.WriteJSON(s)
	got, messages := sheet.ReadJSON(written)
	if sheet.Failed(messages) || !reflect.DeepEqual(got, s) {
		t.Fatalf("ReadJSON(WriteJSON(s)) = %+v, %+v\nwant %+v\nby\n%s", got, messages, s, written)
	}
	if again := sheet.WriteJSON(got); again != written {
		t.Fatalf("WriteJSON(ReadJSON(t)):\n%s\nwant\n%s", again, written)
	}
}
