package client

import (
	"errors"
	"strings"
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/load"
	"rowkey/engine/message"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/trail"
)

// loadSource makes the requests of a load, as far as the cluster looks at them.
type loadSource struct {
	s     *executor
	block *script.Block
	key   script.Template // of the PartitionKey, nil if the whole request has to be made to find it
	json  bool            // the key is taken out of JSON
	at    time.Time       // when the request that is being made is sent
	sent  []string        // partitions of the first requests
}

// loadJob looks at the first request of a load, which is made as a whole.
func (e *executor) loadJob(u script.Unit, spec *script.LoadSpec) (load.Job, *loadSource, *Problem) {
	l := &loadSource{s: e, at: e.o.Now()}
	job := load.Job{Spec: *spec, Retry: e.sender.networkOf(u).retry, Start: l.at, Source: l}
	for i := u.First; i <= u.Last; i++ {
		b := &e.script.Blocks[i]
		if b.Request == nil || u.First != u.Last && !b.InBatch() {
			continue
		}
		if l.block == nil {
			l.block = b
		}
		if job.Request.Entities++; b.Batch != "" {
			job.Request.Entities += max(1, b.Meta.Loop) - 1
		}
	}
	l.key = keyTemplate(l.block.Request, &l.json)
	out, req, p := l.request(0)
	if p != nil {
		return job, l, p
	}
	path := percent.DecodeTolerant(req.Path)
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "(")
	if req.Service != rest.TableService || name == "" || strings.HasPrefix(name, "$") {
		return job, l, l.problem(message.New("load-not-to-table"))
	}
	job.Request.Account, job.Request.Table, job.Request.Ghost = req.Account, name, true
	job.Latency = latencyOf(out, job.Request.Entities)
	return job, l, nil
}

// latencyOf returns what of a request for some entities takes time.
func latencyOf(out *outgoing, entities int) explain.Record {
	r := explain.Record{Counts: explain.Counts{BytesIn: len(out.body) * entities}}
	if out.method == "GET" {
		r.Read, r.BytesOut = 1, 1024 // the targets are about entities of 1 KiB
	} else {
		r.Changes = make([]explain.Change, entities)
	}
	return r
}

// Partition returns the PartitionKey of request number i. Errors: a *[Problem].
func (l *loadSource) Partition(i int, at time.Time) (string, error) {
	l.at = at
	name, p := l.partition(i)
	if p != nil {
		return "", p
	}
	if len(l.sent) < trail.MostSent && i == len(l.sent) {
		l.sent = append(l.sent, name)
	}
	return name, nil
}

// problemOf returns what ended a load, for people.
func (l *loadSource) problemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if errors.Is(err, load.ErrTooLarge) {
		return l.problem(message.New("load-too-many-attempts"))
	}
	return l.problem(message.Of(err))
}

func (l *loadSource) problem(text message.Text) *Problem {
	return problemOf(l.block.Line, text)
}

// request makes request number i.
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
	l.s.text.resolved = 0
	if l.key == nil {
		return l.keyOfRequest(i)
	}
	text, p := l.s.text.expand(l.key, scope{index: i, client: l.s.laneOf(l.block)})
	switch {
	case p != nil:
	case !l.json && strings.ContainsAny(text, "%'"):
		text = odata.Unescape(percent.DecodeTolerant(text))
	case l.json && strings.Contains(text, `\`):
		text = jsontext.Unquote(`"` + text + `"`)
	}
	return text, p
}

// keyOfRequest looks for the key in a request that is made as a whole.
func (l *loadSource) keyOfRequest(i int) (string, *Problem) {
	out, req, p := l.request(i)
	if p != nil {
		return "", p
	}
	_, inBody := jsontext.Member(out.body, "PartitionKey")
	if !inBody && !strings.Contains(req.Path, "PartitionKey=") {
		return "", l.problem(message.New("load-without-key"))
	}
	return script.KeyOf(req.Path, out.body).Partition, nil
}

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
