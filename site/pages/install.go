package pages

import "encoding/json"

// What makes the site installable: a manifest, and two icons that it names. They are at the root.
const (
	ManifestName = "manifest.webmanifest"
	iconName     = "icon.svg"
	maskableName = "icon-maskable.svg"
)

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// Install returns the manifest and its icons.
func Install(x *Texts) (map[string][]byte, error) {
	icons := []manifestIcon{
		{iconName, "any", "image/svg+xml", "any"},
		{maskableName, "any", "image/svg+xml", "maskable"},
	}
	text, err := json.Marshal(map[string]any{
		"name": "Rowkey", "short_name": "Rowkey", "description": x.T("install.description"), "lang": x.Lang,
		"id": "./", "start_url": "./play/", "scope": "./", "display": "standalone",
		"background_color": "#ffffff", "theme_color": "#ffffff", "icons": icons,
		"shortcuts": []map[string]string{
			{"name": x.T("nav.play"), "url": "./play/"},
			{"name": x.T("nav.learn"), "url": "./learn/"},
		},
	})
	return map[string][]byte{ManifestName: text, iconName: []byte(iconOf(6)), maskableName: []byte(iconOf(12))}, err
}

// iconOf draws the mark on a ground that any theme bears; half is the space at each side of its 30 × 18 units.
func iconOf(half int) string {
	box := map[int]string{6: "-6 -12 42 42", 12: "-12 -18 54 54"}[half]
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="` + box + `">` +
		`<path fill="#0f1217" d="M-12-18h54v54h-54z"/>` +
		`<path fill="#b9bfcb" d="M0 6h8v6H0zM10 6h12v6H10zM24 6h6v6h-6z"/>` +
		`<path fill="#9db7ff" d="M17 0h3v18h-3z"/></svg>` + "\n"
}
