package auth_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/auth"
)

func TestParseAccounts(t *testing.T) {
	t.Parallel()
	const secret = "c2VjcmV0"
	tests := []struct {
		name, text string
		keys       map[string]int // of each account; nil for an error
	}{
		{"one-account-with-one-key", "demo:" + secret, map[string]int{"demo": 1}},
		{"one-account-with-two-keys", "demo:" + secret + ":" + secret, map[string]int{"demo": 2}},
		{"two-accounts", "demo:" + secret + ";other1:" + secret, map[string]int{"demo": 1, "other1": 1}},
		{"a-semicolon-at-the-end", "demo:" + secret + ";", map[string]int{"demo": 1}},
		{"the-development-account", auth.DevelopmentAccount + ":" + auth.DevelopmentKey,
			map[string]int{"devstoreaccount1": 1}},
		{"nothing", "", nil},
		{"only-separators", ";;", nil},
		{"no-key", "demo", nil},
		{"an-empty-key", "demo:", nil},
		{"three-keys", "demo:" + secret + ":" + secret + ":" + secret, nil},
		{"a-key-that-is-not-base64", "demo:" + secret + "!", nil},
		{"a-short-name", "de:" + secret, nil},
		{"a-capital-letter", "Demo:" + secret, nil},
		{"a-hyphen", "demo-secondary:" + secret, nil},
		{"a-name-twice", "demo:" + secret + ";demo:" + secret, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := auth.ParseAccounts(tt.text)
			if (err != nil) != (tt.keys == nil) {
				t.Fatalf("ParseAccounts(%q): error = %v, want one: %t", tt.text, err, tt.keys == nil)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("ParseAccounts(%q): error = %v, want no key in it", tt.text, err)
			}
			if len(got) != len(tt.keys) {
				t.Errorf("ParseAccounts(%q) = %v, want %v", tt.text, got, tt.keys)
			}
			for name, n := range tt.keys {
				if len(got[name]) != n {
					t.Errorf("ParseAccounts(%q): %d keys of %s, want %d", tt.text, len(got[name]), name, n)
				}
			}
		})
	}
}

func TestKeysAreNotPrinted(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"%v", "%s", "%+v", "%#v"} {
		text := fmt.Sprintf(verb, auth.Development())
		if !strings.Contains(text, "devstoreaccount1") || !strings.Contains(text, "key") || strings.Contains(text, "0x13") ||
			strings.Contains(text, "19 188") {
			t.Errorf("Sprintf(%q) = %s, want the name and no key", verb, text)
		}
	}
}
