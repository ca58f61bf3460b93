package publish

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"rowkey/site/pages"
)

// Budgets in bytes after brotli: what a reader waits for.
const (
	wasmBudget    = 1_400_000 // the engine, once
	designBudget  = 2_050_000 // the engine of the workbench and of the laboratories, once
	watchBudget   = 1_500_000 // that of the page Watch
	loaderBudget  = 3_000     // for pages of others, before compression
	scriptBudget  = 15_000    // before the first touch of a lesson
	styleBudget   = 12_500
	pageBudget    = 40_000
	clientBudget  = 70_000  // what runs readers' JavaScript, when they run some
	clientsBudget = 180_000 // what runs it if it asks for blobs
	pictureBudget = 40_000  // beside a link to a page, as it is
)

// Row is a line of the table of sizes. Limit 0 is none.
type Row struct {
	what        string
	size, limit int
}

// Sizes weighs a finished and compressed tree.
func Sizes(f Files, b *Bundle, engines map[Module]string) []Row {
	first, rest, store, picture, page, worst, style, most := 0, 0, 0, 0, 0, "", 0, ""
	for _, name := range b.First {
		first += len(f[name+".br"])
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		size := len(f[name+".br"])
		if weight := b.weight(f, name); weight > style {
			style, most = weight, name
		}
		switch {
		case path.Ext(name) == ".html" && size > page:
			page, worst = size, name
		case path.Ext(name) == pages.StoreEnding:
			store = max(store, size)
		case path.Ext(name) == ".png":
			picture = max(picture, len(f[name]))
		case name == b.Program, name == b.Blobs:
		case path.Ext(name) == ".js" && strings.HasPrefix(name, pages.AssetDir+"/"):
			rest += size
		}
	}
	return []Row{
		{"engine", len(f[engines[Engine]+".br"]), wasmBudget},
		{"engine of the workbench", len(f[engines[Workbench]+".br"]), designBudget},
		{"engine of the page Watch", len(f[engines[Watch]+".br"]), watchBudget},
		{"scripts before the first touch", first, scriptBudget},
		{"loader for other pages", len(f[Loader]), loaderBudget},
		{"official client, for readers' programs", len(f[b.Program+".br"]), clientBudget},
		{"the same with the client for blobs", len(f[b.Blobs+".br"]), clientsBudget},
		{"all other scripts", rest - first, 0},
		{"largest store that pages begin with", store, 0},
		{"largest picture beside a link", picture, pictureBudget},
		{"style sheets, " + most, style, styleBudget},
		{"largest page, " + worst, page, pageBudget},
	}
}

// weight is the size of all style sheets of a page.
func (b *Bundle) weight(f Files, page string) int {
	if path.Ext(page) != ".html" {
		return 0
	}
	sum := len(f[b.Style+".br"])
	for _, sheet := range b.Sheets {
		if bytes.Contains(f[page], []byte(sheet+`">`)) {
			sum += len(f[sheet+".br"])
		}
	}
	return sum
}

// Report writes the table of sizes; the error names what is over its budget.
func Report(rows []Row, out *strings.Builder) error {
	number := message.NewPrinter(language.English).Sprint
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	var errs []error
	for _, r := range rows {
		limit := ""
		if r.limit > 0 {
			limit = number(r.limit)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t\n", number(r.size), limit, r.what)
		if r.limit > 0 && r.size > r.limit {
			errs = append(errs, fmt.Errorf("%s: %s bytes after brotli, the budget is %s",
				r.what, number(r.size), limit))
		}
	}
	return errors.Join(append(errs, w.Flush())...)
}
