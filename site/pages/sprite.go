package pages

import (
	_ "embed"
	"fmt"
	"strings"
)

// spriteText holds every icon and the textures of the key line, an element in each line. Icons are 16 × 16, 1.5 px
// stroke, butt caps, mitre joins. Filled ones execute or score, outlined ones navigate or edit. There is a texture for
// each query class; the style sheets have its colour.
//
//go:embed sprite.svg
var spriteText string

// icon draws an icon of the sprite. It is always beside a word or in a labelled control.
func icon(name string) (string, error) {
	if !strings.Contains(spriteText, `<symbol id="i-`+name+`"`) {
		return "", fmt.Errorf("icon %q is not in the sprite", name)
	}
	return `<svg class="icon" aria-hidden="true"><use href="#i-` + name + `"/></svg>`, nil
}

// logo draws three partitions and one key.
func logo() string {
	return `<svg class="logo" viewBox="0 0 30 18" aria-hidden="true"><path d="M0 6h8v6H0zM10 6h12v6H10zM24 6h6v6h-6z"/>` +
		`<path class="logo-key" d="M17 0h3v18h-3z"/></svg>`
}

// sprite is on every page, once.
func sprite() string { return strings.ReplaceAll(spriteText, "\n", "") }
