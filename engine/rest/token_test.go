package rest_test

import (
	"testing"

	"rowkey/engine/rest"
)

func TestTokenIsWrittenAsTheServiceWritesIt(t *testing.T) {
	t.Parallel()
	tests := []struct{ key, token string }{ // from recorded traffic, except the last two
		{"pkey", "1!8!cGtleQ--"},
		{"r2", "1!4!cjI-"},
		{"LIST_226", "1!12!TElTVF8yMjY-"},
		{"zzza2\x0101d7caa5dc9d7fab", "1!32!enp6YTIBMDFkN2NhYTVkYzlkN2ZhYg--"},
		{"", "1!0!"},
		{"日本", "1!8!5pel5pys"},
	}
	for _, tt := range tests {
		if got := rest.Token(tt.key); got != tt.token {
			t.Errorf("Token(%q) = %q, want %q", tt.key, got, tt.token)
		}
		if got, err := rest.ParseToken(tt.token); err != nil || got != tt.key {
			t.Errorf("ParseToken(%q) = %q, %v, want %q", tt.token, got, err, tt.key)
		}
	}
}

func TestParseTokenRefuses(t *testing.T) {
	t.Parallel()
	for _, token := range []string{
		"", "pkey", "1!", "1!8", "2!8!cGtleQ--", "1!7!cGtleQ--", "1!08!cGtleQ--", "1!4!====", "1!4!cj!-", "1!4!__8-",
		"1!8!cGtleR--", "1!8!A00\r\r\r\r0",
	} {
		if key, err := rest.ParseToken(token); err == nil {
			t.Errorf("ParseToken(%q) = %q, want an error", token, key)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "pkey", "1!8!cGtleQ--", "zzza2\x0101d7", "日本", "1!0!", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if key, err := rest.ParseToken(s); err == nil && rest.Token(key) != s {
			t.Errorf("ParseToken(%q) = %q, which is written %q", s, key, rest.Token(key))
		}
		if key, err := rest.ParseToken(rest.Token(s)); err == nil && key != s {
			t.Errorf("ParseToken(Token(%q)) = %q", s, key)
		}
	})
}
