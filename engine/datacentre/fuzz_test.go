package datacentre_test

import (
	"testing"

	"rowkey/engine/datacentre"
)

// FuzzRead runs whatever request can be read: none ends in a panic, and nothing gets lost.
func FuzzRead(f *testing.F) {
	f.Add(`{"load":{"seconds":9,"parts":[{"keys":"prefix","partitions":7,"buckets":9,"rate":1e5,"period":2}]},` +
		`"window":{"from":2,"to":5}}`)
	f.Add(`{"load":{"seconds":40,"retry":{"policy":"fixed","wait":10,"tries":9},"parts":[{"keys":"import","begins":3,` +
		`"ends":3},{"keys":"tenants","largest":100}]}}`)
	f.Add(`{"parameters":{"servers":1,"window":60,"changes":0},"load":{"parts":[{"spread":100,"skew":3,` +
		`"keys":"tenants","partitions":1}]}}`)
	f.Add(`{"window":{"table":"Main","low":"a"},"rows":1,"columns":1,"load":{"parts":[{"keys":"inverted","cold":true}]}}`)
	f.Add(`{"load":{"parts":[{"rate":-0,"partitions":2e6}]}}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, text string) {
		q, messages := datacentre.Read(text)
		messages = append(messages, datacentre.Check(&q.Parameters, &q.Load)...)
		if len(messages) > 0 || len(q.Find()) > 0 {
			return
		}
		partitions := 0.0
		for _, p := range q.Load.Parts {
			partitions += p.Partitions * p.Buckets
		}
		if q.Load.Seconds*partitions > 1e7 {
			return // right, but too long for this
		}
		s := run(q.Parameters, q.Load, q.Options)
		s.Report()
		if n := s.Totals(); n.Served+n.Failed+n.Waiting < 0.999*n.Asked-1 || n.Served+n.Failed+n.Waiting > 1.001*n.Asked+1 {
			t.Errorf("%+v", n)
		}
	})
}
