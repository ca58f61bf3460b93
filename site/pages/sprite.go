package pages

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// icons are 16 × 16, 1.5 px stroke, butt caps, mitre joins. Filled ones execute or score, outlined
// ones navigate or edit.
var icons = map[string]string{
	"run":   `<path d="M4.5 2.75v10.5L13 8z" fill="currentColor" stroke="none"/>`,
	"stop":  `<path d="M4 4h8v8H4z" fill="currentColor" stroke="none"/>`,
	"undo":  `<path d="M3 6h6.25a3.75 3.75 0 0 1 0 7.5H6M6 3 3 6l3 3"/>`,
	"reset": `<path d="M4 2.5v3.25h3.25M4.2 5.6A5 5 0 1 1 3 8.5"/>`,
	"link": `<path d="m6.2 9.8 3.6-3.6M7.2 4.6l.9-.9a2.97 2.97 0 0 1 4.2 4.2l-.9.9M8.8 11.4l-.9.9a2.97 2.97 0 0 ` +
		`1-4.2-4.2l.9-.9"/>`,
	"take":   `<path d="M8 2v8M4.75 6.9 8 10.15l3.25-3.25M2.75 13.25h10.5"/>`,
	"copy":   `<path d="M5.75 5.75h7.5v7.5h-7.5zM10.25 5.5V2.75h-7.5v7.5H5.5"/>`,
	"close":  `<path d="m4 4 8 8M12 4l-8 8"/>`,
	"search": `<circle cx="7" cy="7" r="4.25"/><path d="m10.2 10.2 3.3 3.3"/>`,
	"theme": `<circle cx="8" cy="8" r="5.25"/><path d="M8 2.75a5.25 5.25 0 0 0 0 10.5z" fill="currentColor" ` +
		`stroke="none"/>`,
	"help":   `<path d="M5.75 6a2.25 2.25 0 1 1 3.2 2.05C8.3 8.4 8 8.8 8 9.6v.4M8 11.75v1.5"/>`,
	"down":   `<path d="m4 6 4 4 4-4"/>`,
	"right":  `<path d="m6 4 4 4-4 4"/>`,
	"left":   `<path d="m10 4-4 4 4 4"/>`,
	"check":  `<path d="m3 8.4 3.3 3.3L13 5"/>`,
	"cross":  `<path d="m4.25 4.25 7.5 7.5M11.75 4.25l-7.5 7.5"/>`,
	"open":   `<circle cx="8" cy="8" r="3.5"/>`,
	"redo":   `<path d="M13 6H6.75a3.75 3.75 0 0 0 0 7.5H10M10 3l3 3-3 3"/>`,
	"clock":  `<circle cx="8" cy="8" r="5.5"/><path d="M8 4.75V8l2.25 1.75"/>`,
	"twice":  `<path d="M5.75 5.75h7.5v7.5h-7.5zM10.25 5.5V2.75h-7.5v7.5H5.5M9.5 7.5v4M7.5 9.5h4"/>`,
	"bin":    `<path d="M3 4.5h10M6 4.5v-2h4v2M4.25 4.5l.5 8.75h6.5l.5-8.75"/>`,
	"filter": `<path d="M2 3.5h12M4.5 8h7M6.75 12.5h2.5"/>`,
	"sort":   `<path d="M8 3v10M4.75 9.9 8 13.15l3.25-3.25"/>`,
	"tune":   `<path d="M2.75 5h10.5M2.75 11h10.5M5.5 3v4M10.5 9v4"/>`,
	"arrow":  `<path d="M2.5 8h10M8.75 4.25 12.5 8l-3.75 3.75"/>`,
	"data":   `<path d="M2.75 3.25h10.5v9.5H2.75zM2.75 6.5h10.5M6.5 6.5v6.25"/>`,
	"log":    `<path d="M2.75 4h10.5M2.75 8h7M2.75 12h10.5"/>`,
	"map":    `<path d="M2.75 2.75h10.5v10.5H2.75zM2.75 6.25h10.5M2.75 9.75h10.5M6.25 2.75v10.5M9.75 2.75v10.5"/>`,
	"limits": `<path d="M2.5 11.5a5.5 5.5 0 0 1 11 0M8 11.5l2.75-4"/>`,
	"read": `<path d="M8 4.25C6.9 3.3 5.2 3 2.75 3v9.25c2.45 0 4.15.3 5.25 1.25 1.1-.95 2.8-1.25 5.25-1.25V3C10.8 3 ` +
		`9.1 3.3 8 4.25zM8 4.25v9.25"/>`,
	"script": `<path d="m3 4.5 3.5 3.5L3 11.5M8 12h5.25"/>`,
	"token":  `<path d="M2.5 8h7M6.5 4.75 9.75 8 6.5 11.25M13 3v10"/>`,
	"menu":   `<path d="M2.75 4.5h10.5M2.75 8h10.5M2.75 11.5h10.5"/>`,
	"solved": `<circle cx="8" cy="8" r="4.25" fill="currentColor" stroke="none"/>`,
	"par":    `<path d="M8 2.5 13.5 8 8 13.5 2.5 8z" fill="currentColor" stroke="none"/>`,
	"star": `<path d="m8 1.75 1.9 4.1 4.35.55-3.2 3.05.85 4.4L8 11.65l-3.9 2.2.85-4.4-3.2-3.05 4.35-.55z" ` +
		`fill="currentColor" stroke="none"/>`,
	"up":     `<path d="m4 10 4-4 4 4"/>`,
	"more":   `<path d="M2.5 8h2M7 8h2M11.5 8h2" stroke-width="2"/>`,
	"plus":   `<path d="M8 3v10M3 8h10"/>`,
	"list":   `<path d="M2.75 3.5h10.5v3H2.75zM2.75 9.5h10.5v3H2.75z"/>`,
	"both":   `<path d="M2.25 3.25h11.5v9.5H2.25zM8 3.25v9.5"/>`,
	"onlys":  `<path d="M2.25 3.25h11.5v9.5H2.25zM11 3.25v9.5"/>`,
	"onlyp":  `<path d="M2.25 3.25h11.5v9.5H2.25zM5 3.25v9.5"/>`,
	"edit":   `<path d="m3 13 .75-3L10.5 3.25l2.25 2.25L6 12.25z"/>`,
	"box":    `<path d="m8 1.75 5.5 3v6.5L8 14.25l-5.5-3v-6.5zM2.5 4.75 8 7.75l5.5-3M8 7.75v6.5"/>`,
	"first":  `<path d="M4 3.5v9M12 4 8 8l4 4"/>`,
	"last":   `<path d="M12 3.5v9M4 4l4 4-4 4"/>`,
	"branch": `<path d="M2.5 4.5h3l5 7h3M2.5 11.5h3l1.4-2M9.1 6.5l1.4-2h3"/>`,
	"fault":  `<path d="M9 2 4.5 9H8l-1 5 4.5-7H8z"/>`,
	"warn":   `<path d="M8 2.75 14 13.25H2zM8 6.5v3.25M8 11v1"/>`,
}

// icon draws an icon of the sprite. It is always beside a word or in a labelled control.
func icon(name string) (string, error) {
	if icons[name] == "" {
		return "", fmt.Errorf("icon %q is not in the sprite", name)
	}
	return `<svg class="icon" aria-hidden="true"><use href="#i-` + name + `"/></svg>`, nil
}

// logo draws three partitions and one key.
func logo() string {
	return `<svg class="logo" viewBox="0 0 30 18" aria-hidden="true"><path d="M0 6h8v6H0zM10 6h12v6H10zM24 6h6v6h-6z"/>` +
		`<path class="logo-key" d="M17 0h3v18h-3z"/></svg>`
}

// classes are the query classes; the style sheets have a colour and a texture for each.
var classes = []string{"partition-range", "partition-scan", "point", "row-range", "table-scan"}

// sprite holds every icon and the textures of the key line, once a page.
func sprite() string {
	var out strings.Builder
	out.WriteString(`<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>`)
	for _, name := range slices.Sorted(maps.Keys(icons)) {
		fmt.Fprintf(&out, `<symbol id="i-%s" viewBox="0 0 16 16" fill="none" stroke="currentColor" `+
			`stroke-width="1.5">%s</symbol>`,
			name, icons[name])
	}
	for _, class := range classes {
		fmt.Fprintf(&out, `<pattern id="rows-%s" data-class="%s" width="3" height="8" patternUnits="userSpaceOnUse">`+
			`<path class="rows-t" d="M0 0h3v8H0z"/><path class="rows-r" d="M0 0h1v8H0z"/></pattern>`, class, class)
	}
	out.WriteString("</defs></svg>")
	return out.String()
}
