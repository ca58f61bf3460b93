package edm_test

import (
	"testing"
	"time"

	"rowkey/engine/edm"
)

// employee has seven properties, like those of the lessons.
func employee() edm.Entity {
	return edm.Entity{
		PartitionKey: "Sales", RowKey: "000123", Timestamp: time.Date(2026, 1, 5, 8, 0, 0, 100, time.UTC),
		Properties: []edm.Property{
			{Name: "FirstName", Value: edm.String("Don")},
			{Name: "LastName", Value: edm.String("Hall")},
			{Name: "Email", Value: edm.String("donh@contoso.com")},
			{Name: "Age", Value: edm.Int32(34)},
			{Name: "Salary", Value: edm.Int64(54000)},
			{Name: "Hired", Value: edm.DateTime(time.Date(2014, 8, 22, 0, 0, 0, 0, time.UTC))},
			{Name: "Active", Value: edm.Boolean(true)},
		},
	}
}

func BenchmarkLookup(b *testing.B) {
	e := employee()
	r := rowOf(&e)
	for _, name := range []string{"PartitionKey", "FirstName", "Active", "Missing"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Lookup(name)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	e := employee()
	r := rowOf(&e)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = r.Decode()
	}
}

func BenchmarkAppendRow(b *testing.B) {
	e := employee()
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = edm.AppendRow(buf[:0], &e)
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	e := employee()
	f := edm.Format{Metadata: edm.MinimalMetadata, ETag: `W/"datetime'2026-01-05T08%3A00%3A00.0000001Z'"`}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = edm.AppendJSON(buf[:0], &e, &f)
	}
}

func BenchmarkParseJSON(b *testing.B) {
	e := employee()
	body := edm.AppendJSON(nil, &e, &edm.Format{Metadata: edm.MinimalMetadata})
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		_, _ = edm.ParseJSON(body)
	}
}
