package client

import (
	"strings"

	"rowkey/engine/script"
)

// keyTemplate cuts the PartitionKey out of a request, so that a load need not make all the rest of
// it each time. It returns nil if the text does not show where the key is.
func keyTemplate(r *script.Request, json *bool) script.Template {
	for _, mark := range [...]string{"PartitionKey='", "PartitionKey eq '"} {
		if t := quoted(r.Target, mark, '\''); t != nil {
			return t
		}
	}
	*json = true
	for _, mark := range [...]string{`"PartitionKey": "`, `"PartitionKey":"`, `"PartitionKey" : "`} {
		if t := quoted(r.Body, mark, '"'); t != nil {
			return t
		}
	}
	return nil
}

// quoted returns what is between a mark and the next quote, nil if the two are not in
// literal text. A quote that is doubled or escaped makes the key unclear as well.
func quoted(t script.Template, mark string, quote byte) script.Template {
	for i, p := range t {
		at := strings.Index(p.Text, mark)
		if p.Ref != nil || at < 0 {
			continue
		}
		key := script.Template{}
		rest := script.Piece{Text: p.Text[at+len(mark):]}
		for j := i; ; {
			if end := strings.IndexByte(rest.Text, quote); rest.Ref == nil && end >= 0 {
				doubled := strings.HasPrefix(rest.Text[end+1:], string(quote)) || strings.HasSuffix(rest.Text[:end], `\`)
				if doubled {
					return nil
				}
				return append(key, script.Piece{Text: rest.Text[:end]})
			}
			key = append(key, rest)
			if j++; j == len(t) {
				return nil
			}
			rest = t[j]
		}
	}
	return nil
}
