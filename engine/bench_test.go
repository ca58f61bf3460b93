package engine_test

import (
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// BenchmarkFixture fills a table as a lesson's fixture does: 1,000 entities, 100 a transaction.
func BenchmarkFixture(b *testing.B) {
	text := "POST /Tables\n\n{\"TableName\": \"Big\"}\n"
	for k := range 10 {
		text += "###\n# @batch b" + string(rune('0'+k)) + "\n# @loop for 100\nPOST /Big\n\n" +
			`{"PartitionKey": "P` + string(rune('0'+k)) +
			`", "RowKey": "{{$pad $index 6}}", "Age": {{$randomInt 20 60}}, "Name": "{{$pick $index Ann Bob Cid}}"}` + "\n"
	}
	for b.Loop() {
		e := open(b)
		run := client.Start(script.Parse("fixture.http", text, nil), e, client.Options{})
		for {
			x, err := run.Next(b.Context())
			if err != nil {
				break
			}
			if x.Stopped {
				b.Fatal(x.Code, x.Problem)
			}
		}
	}
}

// BenchmarkJudge judges a read of one entity in a table of 10,000.
func BenchmarkJudge(b *testing.B) {
	e := open(b)
	fill(b, e, 10_000)
	id, _ := play(b, e, "GET /Big(PartitionKey='001000',RowKey='001')\n", nil)
	check := map[string]any{"session": id, "check": "GET /Big(PartitionKey='001000',RowKey='001')\n\n# ?? status == 200\n"}
	for b.Loop() {
		ok(b, e, "POST", "/-/judge", check, nil)
	}
}
