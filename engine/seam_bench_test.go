package engine_test

import (
	"context"
	"fmt"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/engine/shape"
	recording "rowkey/engine/watch"
)

// BenchmarkServe answers requests as a page sends them: plainly, with the record of what each cost, and watched.
func BenchmarkServe(b *testing.B) {
	for _, o := range []struct {
		name string
		engine.Options
	}{
		{"plain", engine.Options{}},
		{"recorded", engine.Options{Control: true}},
		{"watched", engine.Options{Control: true, Watch: recording.New(shape.Options{}).Add}},
	} {
		b.Run(o.name, func(b *testing.B) { benchServe(b, o.Options) })
	}
}

func benchServe(b *testing.B, o engine.Options) {
	e, err := control.Open(o)
	if err != nil {
		b.Fatal(err)
	}
	fillPlain(b, e, 11_000)
	for _, r := range []struct{ name, method, path string }{
		{"point", "GET", "/Big(PartitionKey='001000',RowKey='001')"},
		{"range", "GET", "/Big()?$filter=PartitionKey%20eq%20'001000'%20and%20RowKey%20lt%20'100'"},
		{"scan", "GET", "/Big()?$filter=Age%20eq%20200"},
	} {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				req, err := control.Request(r.method, "http://127.0.0.1:10002/devstoreaccount1"+r.path)
				if err != nil {
					b.Fatal(err)
				}
				req.Header = rest.Header{{Name: "Accept", Value: "application/json;odata=nometadata"}}
				if res := e.Serve(context.Background(), req); res.Status != 200 {
					b.Fatal(res.Status, string(res.Body))
				}
			}
		})
	}
}

// fillPlain stores n entities in transactions of 100, without the control paths.
func fillPlain(b *testing.B, e *control.Handler, n int) {
	b.Helper()
	serve := func(method, path, body string) {
		req, err := control.Request(method, "http://127.0.0.1:10002/devstoreaccount1"+path)
		if err != nil {
			b.Fatal(err)
		}
		req.Header = rest.Header{{Name: "Content-Type", Value: "application/json"},
			{Name: "Accept", Value: "application/json;odata=nometadata"}}
		req.Body = []byte(body)
		if res := e.Serve(context.Background(), req); res.Status >= 300 {
			b.Fatal(res.Status, string(res.Body))
		}
	}
	serve("POST", "/Tables", `{"TableName":"Big"}`)
	for i := range n {
		body := fmt.Sprintf(`{"PartitionKey":"%06d","RowKey":"%03d","Name":"Somebody","Email":"somebody%d@contoso.com",`+
			`"Age":%d}`, i/1000*1000, i%1000, i, i%97)
		serve("POST", "/Big", body)
	}
}
