package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// inlineHashes is a placeholder in the policy of a page until its inline scripts are minified.
const inlineHashes = "'sha256-inline'"

// escapedHashes is how a template writes it; only minifying takes the escapes back.
const escapedHashes = "&#39;sha256-inline&#39;"

// Policy is the content security policy of every page: nothing from elsewhere, no inline styles, and
// no inline scripts but those whose hashes it names.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' " + inlineHashes +
	"; style-src 'self'; img-src 'self' data:; object-src 'none'; worker-src 'self'; base-uri 'none'; form-action 'self'"

// addScriptHashes fills the hashes of the inline scripts into the policy of a finished page.
func addScriptHashes(name string, page []byte) ([]byte, error) {
	var hashes []string
	err := elements(page, func(tag string, attrs map[string]string, text []byte) error {
		switch {
		case attrs["style"] != "":
			return fmt.Errorf("%s: <%s>: the policy of the page forbids style attributes", name, tag)
		case tag == "style":
			return fmt.Errorf("%s: a <style> element: the policy of the page forbids it", name)
		case tag == "script" && attrs["src"] == "" && isScript(attrs["type"]):
			sum := sha256.Sum256(text)
			hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	page = bytes.Replace(page, []byte(escapedHashes), []byte(inlineHashes), 1)
	if !bytes.Contains(page, []byte(inlineHashes)) {
		return nil, fmt.Errorf("%s: the page has no Content-Security-Policy", name)
	}
	with := strings.Join(hashes, " ")
	if with == "" {
		return bytes.Replace(page, []byte(" "+inlineHashes), nil, 1), nil
	}
	return bytes.Replace(page, []byte(inlineHashes), []byte(with), 1), nil
}

// AddScriptHashes writes the policy of every page.
func (f Files) AddScriptHashes() error {
	return f.each(func(name string, data []byte) ([]byte, error) {
		if path.Ext(name) != ".html" {
			return data, nil
		}
		return addScriptHashes(name, data)
	})
}

// isScript is true for the types that browsers execute.
func isScript(typ string) bool { return typ == "" || typ == "module" || typ == "text/javascript" }

// elements visits every start tag of a page; text is the raw text of scripts and styles.
func elements(page []byte, visit func(tag string, attrs map[string]string, text []byte) error) error {
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			tag, attrs := readTag(z)
			var text []byte
			if (tag == "script" || tag == "style") && z.Next() == html.TextToken {
				text = bytes.Clone(z.Raw())
			}
			if err := visit(tag, attrs, text); err != nil {
				return err
			}
		}
	}
}

func readTag(z *html.Tokenizer) (string, map[string]string) {
	name, more := z.TagName()
	tag, attrs := string(name), map[string]string{}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		attrs[string(key)] = string(value)
	}
	return tag, attrs
}
