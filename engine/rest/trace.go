package rest

import (
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
)

// trace measures a request if it has a record: bytes, how long it takes, and one transaction and one
// round trip whatever it does. A client that sends X-Explain: 1 gets the record in a header field.
func trace(next step) step {
	return func(x Exchange) *Response {
		c := x.Core()
		if c.Record == nil {
			return next(x)
		}
		c.Record.BytesIn, c.Record.Transactions, c.Record.Roundtrips = len(c.Request.Body), 1, 1
		r := next(x)
		c.Record.BytesOut = r.Size()
		c.Record.Latency += explain.Latency(c.Record)
		if c.Fields.Explain == "1" {
			r.Header.Set("X-Explain", string(appendRecord(nil, c.Record)))
		}
		return r
	}
}

// appendRecord writes a record as JSON in ASCII: values of header fields are bytes to browsers.
// Changes are left out; they can be as large as a batch.
func appendRecord(b []byte, r *explain.Record) []byte {
	b = append(b, '{')
	b = AppendMember(b, "op", r.Op)
	b = AppendMember(b, "table", r.Table)
	b = appendPlan(append(b, `"plan":`...), r.Plan)
	b = append(b, ',')
	b = jsontext.AppendMembers(b, r.Counts)
	b = append(b, `,"code":`...)
	b = edm.AppendString(b, string(r.Code))
	return append(b, '}')
}

func appendPlan(b []byte, p *explain.Plan) []byte {
	if p == nil {
		return append(b, "null"...)
	}
	whole := p.Whole()
	p = &whole
	b = append(b, '{')
	b = AppendMember(b, "class", p.Class.String())
	b = AppendMember(b, "reason", string(p.Reason))
	b = appendKey(append(b, `"low":`...), p.Low)
	b = appendKey(append(b, `,"high":`...), p.High)
	b = append(b, ',')
	b = AppendMember(b, "used", p.Used)
	b = append(b, `"rest":`...)
	b = edm.AppendString(b, p.Rest)
	return append(b, '}')
}

func appendKey(b []byte, k *explain.Key) []byte {
	if k == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	b = AppendMember(b, "partition", k.Partition)
	b = append(b, `"row":`...)
	b = edm.AppendString(b, k.Row)
	return append(b, '}')
}

// AppendMember writes a string member in ASCII and a comma.
func AppendMember(b []byte, name, value string) []byte {
	b = edm.AppendString(b, name)
	b = append(b, ':')
	b = edm.AppendString(b, value)
	return append(b, ',')
}
