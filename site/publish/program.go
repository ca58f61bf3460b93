package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"rowkey/site/pages"

	"github.com/evanw/esbuild/pkg/api"
)

// ClosedPolicy is the policy of the page that readers' JavaScript runs below. That page is loaded into a frame
// without an origin. It may evaluate code, which no other page may, and loads nothing: its worker comes as text, in a
// message.
const ClosedPolicy = "default-src 'none'; script-src " + inlineHashes + " 'unsafe-eval' blob:; worker-src blob:; " +
	"base-uri 'none'; form-action 'none'"

// asInNode lists the modules of the official client that do less in a browser than in Node: they refuse to sign, or
// need a document. The worker gets those for Node, without which a program for Node would have to be changed.
var asInNode = map[string]string{
	"tablesNamedCredentialPolicy.js": "node_modules/@azure/data-tables/dist/esm/tablesNamedCredentialPolicy.js",
	"accountConnectionString.js":     "node_modules/@azure/data-tables/dist/esm/utils/accountConnectionString.js",
	"computeHMACSHA256.js":           "app/program/hmac.ts",
	"core-xml":                       "node_modules/@azure/core-xml/dist/esm/index.js",
}

// forPrograms puts those modules in the place of the ones for browsers.
func forPrograms(site string) api.Plugin {
	return api.Plugin{Name: "as in Node", Setup: func(b api.PluginBuild) {
		filter := `^@azure/core-xml$|/(tablesNamedCredentialPolicy|accountConnectionString|computeHMACSHA256)\.js$`
		b.OnResolve(api.OnResolveOptions{Filter: filter}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			file := asInNode[a.Path[strings.LastIndexByte(a.Path, '/')+1:]]
			return api.OnResolveResult{Path: filepath.Join(site, file)}, nil
		})
	}}
}

// programs adds what runs the JavaScript of readers: the worker with the official clients, and the closed page.
func (b *Bundle) programs(site string) error {
	program, err := script(site, "app/program.ts", forPrograms(site))
	if err != nil {
		return err
	}
	blobs, err := script(site, "app/program-blobs.ts", forPrograms(site))
	if err != nil {
		return err
	}
	frame, err := script(site, "app/closed.ts")
	if err != nil {
		return err
	}
	page := `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` +
		ClosedPolicy + `"><title>JavaScript</title><script>` + strings.TrimSpace(string(frame)) + "</script></html>\n"
	b.Program = b.asset("program", ".js", program)
	b.Blobs = b.asset("program-blobs", ".js", blobs)
	b.Closed = b.asset("closed", ".html", []byte(page))
	return nil
}

// asset adds a file whose name holds a hash of what is in it.
func (b *Bundle) asset(name, ending string, data []byte) string {
	sum := sha256.Sum256(data)
	file := pages.AssetPath(name, hex.EncodeToString(sum[:4]), ending)
	b.Files[file] = data
	return file
}

// script builds an entry point into one file that is not a module.
func script(site, entry string, plugins ...api.Plugin) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: site,
		EntryPoints:   []string{entry},
		Bundle:        true,
		External:      []string{"fs", "path"}, // which the client for blobs asks for in Node
		Format:        api.FormatIIFE,
		Engines:       browsers,
		Plugins:       plugins,
		Charset:       api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone,

		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
	})
	if len(result.Errors) > 0 {
		return nil, messages(result.Errors)
	}
	return result.OutputFiles[0].Contents, nil
}
