package sample_test

import (
	"context"
	"testing"

	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// An exported design holds the sheet that it was made of, and the same design.
func TestAScriptHoldsItsSheet(t *testing.T) {
	for name, s := range sheets(t) {
		for i := range s.Designs {
			text, err := sample.Script(context.Background(), s, &s.Designs[i], 1)
			if err != nil || len(text) > sheet.MaxSize {
				t.Fatalf("%s: %d bytes, %v", name, len(text), err)
			}
			again, messages := sheet.Parse(text)
			if sheet.Failed(messages) || len(again.Designs) != 1 || again.Designs[0].Name != s.Designs[i].Name || len(again.Asks) != len(s.Asks) {
				t.Errorf("%s: %+v, %+v", name, messages, again.Designs)
			}
		}
	}
}
