package publish

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// sheet is a style sheet that few pages need, see app/css/sheets.json.
type sheet struct {
	What   string   `json:"what"`   // it is for, for people
	On     []string `json:"on"`     // pages that hold one of these texts link to it; scripts load it where they draw more
	Blocks []string `json:"blocks"` // of app/css/blocks that it has, in their order
}

// sheets reads the list of style sheets.
func sheets(site string) (map[string]sheet, error) {
	name := filepath.Join(site, "app/css/sheets.json")
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list map[string]sheet
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// sheetsOf is where esbuild finds the entry points of sheets.
const sheetsOf = "sheet"

// namespaced is the name of an entry point in reports of esbuild.
func namespaced(entry string) string {
	if strings.HasPrefix(entry, sheetsOf+"/") {
		return sheetsOf + ":" + entry
	}
	return entry
}

// plugin lets esbuild build a sheet as if it were a file of imports.
func (s sheet) plugin(site string) api.Plugin {
	var code strings.Builder
	for _, b := range s.Blocks {
		fmt.Fprintf(&code, "@import \"./blocks/%s.css\" layer(blocks);\n", b)
	}
	text := code.String()
	return api.Plugin{Name: sheetsOf, Setup: func(b api.PluginBuild) {
		resolve := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: a.Path, Namespace: sheetsOf}, nil
		}
		load := func(api.OnLoadArgs) (api.OnLoadResult, error) {
			from := filepath.Join(site, "app/css")
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS, ResolveDir: from}, nil
		}
		b.OnResolve(api.OnResolveOptions{Filter: "^" + sheetsOf + "/"}, resolve)
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: sheetsOf}, load)
	}}
}

// sheets adds the style sheets that few pages need.
func (b *Bundle) sheets(site string) error {
	list, err := sheets(site)
	if err != nil {
		return err
	}
	b.on = map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		m, err := b.build(site, sheetsOf+"/"+name+".css", list[name].plugin(site))
		if err != nil {
			return err
		}
		b.Sheets[name], b.on[name] = m.name, list[name].On
	}
	return nil
}

// LinkSheets links a finished page to the sheets that it needs; root is the way to them. They come before the scripts:
// nothing is drawn until they have come.
func (b *Bundle) LinkSheets(page []byte, root string) []byte {
	var links bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(b.Sheets)) {
		for _, mark := range b.on[name] {
			if bytes.Contains(page, []byte(mark)) {
				links.WriteString(`<link rel="stylesheet" href="` + html.EscapeString(root+b.Sheets[name]) + `">` + "\n")
				break
			}
		}
	}
	script := []byte(`<script type="module"`)
	return bytes.Replace(page, script, append(links.Bytes(), script...), 1)
}

// SheetList tells scripts where the sheets are: "play=a/x.css lanes=a/y.css".
func (b *Bundle) SheetList() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(b.Sheets)) {
		list = append(list, name+"="+b.Sheets[name])
	}
	return strings.Join(list, " ")
}
