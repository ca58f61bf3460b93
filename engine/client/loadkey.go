package client

import (
	"strings"

	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// loadSource makes the requests of a load, as far as a cluster sees them.
type loadSource struct {
	s       *Session
	block   *script.Block
	key     script.Template // of the PartitionKey, nil if the whole request has to be made to find it
	json    bool            // the key is taken out of JSON
	load    cluster.Load
	latency explain.Record // what one request does
	retry   script.RetryPolicy
}

// source looks at the first request of a load, which is made as a whole.
func (s *Session) source(u script.Unit) (*loadSource, *Problem) {
	l := &loadSource{s: s, retry: s.networkOf(u).retry}
	for i := u.First; i <= u.Last; i++ {
		b := &s.script.Blocks[i]
		if b.Request == nil || u.First != u.Last && !b.InBatch() {
			continue
		}
		if l.block == nil {
			l.block = b
		}
		if l.load.Entities++; b.Batch != "" {
			l.load.Entities += max(1, b.Meta.Loop) - 1
		}
	}
	l.key = keyTemplate(l.block.Request, &l.json)
	out, req, p := l.request(0)
	if p != nil {
		return nil, p
	}
	path := script.Unescape(req.Path)
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "(")
	if req.Service != rest.TableService || name == "" || strings.HasPrefix(name, "$") {
		return nil, l.problem("a load goes to the entities of a table.")
	}
	l.load.Account, l.load.Table, l.load.Ghost = req.Account, name, true
	l.latency.BytesIn = len(out.body) * l.load.Entities
	if out.method == "GET" {
		l.latency.Read, l.latency.BytesOut = 1, 1024 // the targets speak of entities of 1 KiB
	} else {
		l.latency.Changes = make([]explain.Change, l.load.Entities)
	}
	return l, nil
}

func (l *loadSource) problem(text string) *Problem {
	return &Problem{Line: l.block.Line, Message: text}
}

// Request makes request number i.
func (l *loadSource) request(i int) (*outgoing, *rest.Request, *Problem) {
	out, p := l.s.build(l.block.Request, scope{index: i, client: l.s.laneOf(l.block)})
	if p != nil {
		return nil, nil, p
	}
	req, err := l.s.o.Bases.address(out.method, out.url)
	if err != nil {
		return nil, nil, noAddress(l.block.Line, err)
	}
	return out, req, nil
}

// partition returns the PartitionKey of request number i.
func (l *loadSource) partition(i int) (string, *Problem) {
	l.s.resolved = 0
	if l.key == nil {
		return l.found(i)
	}
	text, p := l.s.expand(l.key, scope{index: i, client: l.s.laneOf(l.block)})
	switch {
	case p != nil:
	case !l.json && strings.ContainsAny(text, "%'"):
		text = strings.ReplaceAll(script.Unescape(text), "''", "'")
	case l.json && strings.Contains(text, `\`):
		text = jsontext.Unquote(`"` + text + `"`)
	}
	return text, p
}

// found looks for the key in a request that is made as a whole.
func (l *loadSource) found(i int) (string, *Problem) {
	out, req, p := l.request(i)
	if p != nil {
		return "", p
	}
	_, inBody := jsontext.Member(out.body, "PartitionKey")
	if !inBody && !strings.Contains(req.Path, "PartitionKey=") {
		return "", l.problem("a load needs a PartitionKey in its address, its filter or its body.")
	}
	return script.KeyOf(req.Path, out.body).Partition, nil
}

// keyTemplate cuts the PartitionKey out of a request, so that a load need not make all the rest of
// it each time. It returns nil if the text does not show where the key stands.
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

// quoted returns what stands between a mark and the next quote, nil if the two do not stand in
// literal text. A quote that is written as two, or escaped, makes the key unclear as well.
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
