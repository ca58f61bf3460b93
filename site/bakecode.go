package main

import (
	"regexp"
	"strings"
	"unicode/utf16"
)

// piece is a part of a line with a kind; kind "" is plain text. Its class is "t-" and the kind.
type piece struct{ kind, text string }

func drawPieces(pieces []piece) string {
	return each(pieces, func(_ int, p piece) string {
		if p.kind == "" {
			return esc(p.text)
		}
		return `<span class="t-` + p.kind + `">` + esc(p.text) + `</span>`
	})
}

// scriptLines cuts a script into lines of pieces, coloured by the tokens of the engine's parser.
// Offsets are UTF-16, as in the page.
func scriptLines(text string, tokens []Token) [][]piece {
	units := utf16.Encode([]rune(text))
	lines := [][]piece{nil}
	put := func(kind string, from, to int) {
		for i, part := range strings.Split(string(utf16.Decode(units[from:to])), "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			if part != "" {
				lines[len(lines)-1] = append(lines[len(lines)-1], piece{kind, part})
			}
		}
	}
	at := 0
	for _, t := range tokens {
		if t.From < at || t.To > len(units) || t.To < t.From {
			continue
		}
		put("", at, t.From)
		put(t.Kind, t.From, t.To)
		at = t.To
	}
	put("", at, len(units))
	return lines
}

// drawLines draws lines of pieces. A long target may break before its keys.
func drawLines(lines [][]piece) []string {
	out := make([]string, len(lines))
	for i, pieces := range lines {
		line := drawPieces(pieces)
		line = softOpen.ReplaceAllString(line, "$1<wbr>")
		out[i] = softComma.ReplaceAllString(line, ",<wbr>$1")
	}
	return out
}

var (
	softOpen  = regexp.MustCompile(`(<span class="t-url">[^<]*</span>\()`)
	softComma = regexp.MustCompile(`,(<span class="t-key">RowKey)`)
)

var (
	filterToken = regexp.MustCompile(`'(?:[^']|'')*'|\$[a-z]+|[A-Za-z_]\w*|\d+|\s+|(?s:.)`)
	jsonToken   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|` +
		`true|false|null|\s+|(?s:.)`)
	requestLine = regexp.MustCompile(`^(GET|POST|PUT|PATCH|MERGE|DELETE|HEAD|OPTIONS) (.*)$`)
	headerLine  = regexp.MustCompile(`^([A-Za-z][\w-]*:)(.*)$`)
	jsonLine    = regexp.MustCompile(`^\s*[{}[\]"]`)
	scalar      = regexp.MustCompile(`^-?\d|^(true|false|null)$`)
)

func isKeyName(s string) bool { return s == "PartitionKey" || s == "RowKey" }

// kindOf returns key for a literal that is compared with a key.
func kindOf(key bool) string {
	if key {
		return "key"
	}
	return "lit"
}

// filterPieces colours an OData expression.
func filterPieces(text string) []piece {
	var out []piece
	key := false
	for _, s := range filterToken.FindAllString(text, -1) {
		kind := ""
		switch {
		case s[0] == '\'', '0' <= s[0] && s[0] <= '9':
			kind = kindOf(key)
		case s[0] == '$' && len(s) > 1:
			kind = "opt"
		case isKeyName(s):
			key, kind = true, "key"
		case s == "eq", s == "ne", s == "gt", s == "ge", s == "lt", s == "le":
			kind = "op"
		case s == "and", s == "or", s == "not":
			key, kind = false, "op"
		case isLetter(s[0]):
			key = false
		}
		out = append(out, piece{kind, s})
	}
	return joinPieces(out)
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// jsonPieces colours one line of JSON; the values of PartitionKey and RowKey are keys.
func jsonPieces(line string) []piece {
	var out []piece
	key := false
	for _, s := range jsonToken.FindAllString(line, -1) {
		switch {
		case len(s) > 2 && s[0] == '"' && s[len(s)-1] == ':':
			end := strings.LastIndexByte(s, '"') + 1
			kind := ""
			if key = isKeyName(s[1 : end-1]); key {
				kind = "key"
			}
			out = append(out, piece{kind, s[:end]}, piece{"", s[end:]})
		case s[0] == '"' && len(s) > 1:
			out = append(out, piece{kindOf(key), s})
		case scalar.MatchString(s):
			out = append(out, piece{"lit", s})
		default:
			out = append(out, piece{"", s})
		}
	}
	return joinPieces(out)
}

// wirePieces colours one line of a request or an answer as it went over the wire.
func wirePieces(line string) []piece {
	if strings.HasPrefix(line, "HTTP/1.1 ") {
		return []piece{{"verb", line}}
	}
	if m := requestLine.FindStringSubmatch(line); m != nil {
		return []piece{{"verb", m[1]}, {"", " "}, {"url", m[2]}}
	}
	if jsonLine.MatchString(line) {
		return jsonPieces(line)
	}
	if m := headerLine.FindStringSubmatch(line); m != nil {
		return []piece{{"head", m[1]}, {"", m[2]}}
	}
	return []piece{{"", line}}
}

// joinPieces merges neighbours of the same kind, so that a line needs few elements.
func joinPieces(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		if n := len(out); n > 0 && out[n-1].kind == p.kind {
			out[n-1].text += p.text
			continue
		}
		out = append(out, p)
	}
	return out
}

// filterCode draws an OData expression inside a sentence.
func filterCode(text string) string { return `<code>` + drawPieces(filterPieces(text)) + `</code>` }

// filterBlock draws an OData expression that stands for itself.
func filterBlock(text string) string {
	return `<code class="filter" translate="no">` + drawPieces(filterPieces(text)) + `</code>`
}

// textSample draws wire text.
func textSample(label, text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = drawPieces(wirePieces(l))
	}
	return sample(label, lines)
}
