package odata_test

import (
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

const benchFilter = "PartitionKey eq 'Sales' and (Age ge 30 and Age lt 40 or LastName eq 'Hall')"

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = odata.Parse(benchFilter)
	}
}

func BenchmarkMatchRow(b *testing.B) {
	e := entity(b, `{"PartitionKey":"Sales","RowKey":"000123","FirstName":"Don","LastName":"Hall",
		"Email":"donh@contoso.com","Age":44,"Salary@odata.type":"Edm.Int64","Salary":"54000",
		"Hired@odata.type":"Edm.DateTime","Hired":"2014-08-22T00:00:00Z","Active":true}`)
	row := edm.Row(edm.AppendRow(nil, &e))
	x := parse(b, benchFilter)
	b.ReportAllocs()
	for b.Loop() {
		odata.Match(x, row.Lookup)
	}
}

func BenchmarkTokens(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		odata.Tokens(benchFilter)
	}
}
