package pages

import "testing"

func TestRelativeLeavesNoWayOutOfTheSite(t *testing.T) {
	for target, want := range map[string]string{
		"/": "../../", "/learn/#x": "../../learn/#x", "#x": "#x", "https://example.org/": "https://example.org/",
	} {
		if got, err := relative("../../", target); err != nil || got != want {
			t.Errorf("relative(%q) = %q, %v, want %q", target, got, err, want)
		}
	}
	for _, target := range []string{"//example.org/x", "http://example.org", "learn/", "javascript:x", ""} {
		if got, err := relative("../", target); err == nil {
			t.Errorf("relative(%q) = %q, want an error", target, got)
		}
	}
}
