package sheet_test

import (
	"testing"

	"rowkey/engine/sheet"
)

// read checks what has to be true of everything that was read: without errors it can be written, read again as the same
// in both forms, and calculated with.
func read(t *testing.T, s *sheet.Sheet, messages []sheet.Message) {
	t.Helper()
	for _, m := range messages {
		if m.Code == "" {
			t.Errorf("%+v has no code", m)
		}
	}
	if sheet.Failed(messages) {
		s.EarlyAssumptions()
		return
	}
	calculate(t, s)
	text := sheet.Write(s)
	again, wrong := sheet.Parse(text)
	if sheet.Failed(wrong) || sheet.Write(again) != text {
		t.Errorf("%+v: the text\n%q\nis read as\n%q", wrong, text, sheet.Write(again))
	}
	written := sheet.WriteJSON(s)
	if len(written) > sheet.MaxSize {
		return
	}
	fromJSON, wrong := sheet.ReadJSON(written)
	if sheet.Failed(wrong) || sheet.WriteJSON(fromJSON) != written || sheet.Write(fromJSON) != text {
		t.Errorf("%+v: the JSON\n%s\nis read as\n%s", wrong, written, sheet.WriteJSON(fromJSON))
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range files(f) {
		f.Add(text)
	}
	for _, c := range textMessages {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, messages := sheet.Parse(text)
		read(t, s, messages)
	})
}

func FuzzReadJSON(f *testing.F) {
	for _, text := range files(f) {
		s, _ := sheet.Parse(text)
		f.Add(sheet.WriteJSON(s))
	}
	for _, c := range jsonMessages {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, messages := sheet.ReadJSON(text)
		read(t, s, messages)
	})
}
