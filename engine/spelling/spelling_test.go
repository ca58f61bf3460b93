package spelling_test

import (
	"strings"
	"testing"

	"rowkey/engine/spelling"
)

func TestTheNearestWordIsTheOneThatWasMeant(t *testing.T) {
	known := []string{"customer", "device", "at", "model"}
	for _, c := range []struct{ word, want string }{
		{"customr", "customer"}, {"CUSTOMER", "customer"}, {"deivce", "device"}, {"modle", "model"}, {"ta", "at"},
		{"humidity", ""},
		{strings.Repeat("customer", 6), ""},
	} {
		if got := spelling.Nearest(c.word, known); got != c.want {
			t.Errorf("Nearest(%s) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestAnotherWordIsTakenForNone(t *testing.T) {
	for word, known := range map[string]string{"one": "int", "not": "int", "created": "greatest", "skewed": "signed"} {
		if got := spelling.Nearest(word, []string{known}); got != "" {
			t.Errorf("Nearest(%s) = %q, want none", word, got)
		}
	}
}
