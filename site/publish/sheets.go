package publish

import (
	"bytes"
	"html"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// sheetMarks say which pages load a style sheet besides that of every page: those that hold one of these
// texts. Scripts load a sheet when they draw what the page did not hold (site/app/ui/style-sheets.ts).
var sheetMarks = map[string][]string{
	"page":      {`class="site-foot"`},
	"search":    {`search-page"`},
	"figure":    {"<entity-figure"},
	"sequence":  {"<sequence-figure"},
	"pattern":   {`class="pattern-card"`, `class="ref-table `},
	"map":       {`class="pattern-map"`, `class="cards"`},
	"home":      {`<body class="home"`},
	"learn":     {`<body class="learn"`},
	"lesson":    {`class="lesson-bar"`},
	"play":      {"<play-ground"},
	"workloads": {"<design-bench"},
	"duel":      {`class="dd"`},
	"compare":   {"<cost-compare"},
	"batch":     {"<batch-xray"},
	"sdk":       {"<sdk-tabs"},
	"lanes":     {"<run-lanes"},
	"rounds":    {`class="ro-sum ro-all"`, `data-kind="pass"`},
	"loads":     {"<load-report"},
	"scale":     {"<scale-map"},
	"own":       {"<own-table"},
	"watch":     {"<watch-page"},
	"design":    {"<design-report", `class="ty-fields"`},
}

// sheetFiles lists app/css/sheets/*.css by their names.
func sheetFiles(site string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(site, "app/css/sheets/*.css"))
	out := map[string]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".css")
		out[name] = "app/css/sheets/" + filepath.Base(file)
	}
	return out, err
}

// LinkSheets links a finished page to the sheets that it needs; root is the way to them. They come before the scripts:
// nothing is drawn until they have come.
func (b *Bundle) LinkSheets(page []byte, root string) []byte {
	var links bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(b.Sheets)) {
		for _, mark := range sheetMarks[name] {
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
