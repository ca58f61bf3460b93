package script_test

import (
	"testing"

	"rowkey/engine/script"
)

func TestOnlyDecimalNumbersAreNumbers(t *testing.T) {
	for _, text := range []string{"0", "-1", "1.5", ".5", "1.", "-.5", "1e5", "1E-5", "1.25e+3", "00"} {
		if !script.IsNumber(text) {
			t.Errorf("%q is no number", text)
		}
	}
	for _, text := range []string{"", "-", ".", "1-2", "--1", "1.2.3", "1.2.3e5", "e5", ".e5", "1e", "1e5.5", "0x10", "1_000", "inf", "NaN", "1 ", "١"} {
		if script.IsNumber(text) {
			t.Errorf("%q is a number", text)
		}
	}
}
