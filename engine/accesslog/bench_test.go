package accesslog_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/engine/accesslog"
	"rowkey/engine/shape"
)

// traffic are requests that a program repeats with other values: what Azure calls them, and what of their addresses
// comes after the account; {n} is a number.
var traffic = []struct{ op, uri, condition, shape string }{
	{"QueryEntity", "Orders(PartitionKey='customer-{n}',RowKey='order-{n}')", "",
		"orders get PartitionKey = ? and RowKey = ?"},
	{"QueryEntity", "Customers(PartitionKey='{n}',RowKey='profile')?$select=Name,Email", "",
		"customers get PartitionKey = ? and RowKey = ? select Email, Name"},
	{"QueryEntities", "Orders()?$filter=PartitionKey%20eq%20%27customer-{n}%27", "", "orders query PartitionKey = ?"},
	{"QueryEntities", "Orders()?$filter=PartitionKey%20eq%20'customer-{n}'%20and%20RowKey%20ge%20'order-{n}'&$top=50", "",
		"orders query PartitionKey = ? and RowKey >= ? top ?"},
	{"QueryEntities", "Customers()?$filter=Email%20eq%20%27someone{n}@example.com%27&$select=Name", "",
		"customers query Email = ? select Name"},
	{"QueryEntities", "Orders()?$filter=Total%20gt%20{n}.5%20and%20Day%20lt%20datetime%272026-11-28T14:03:02Z%27", "",
		"orders query Day < ? and Total > ?"},
	{"InsertEntity", "Orders", "", "orders insert"},
	{"MergeEntity", "Orders(PartitionKey='customer-{n}',RowKey='order-{n}')",
		`If-Match=W/"datetime'2026-11-28T14%3A03%3A02Z'"`, "orders merge If-Match: ETag"},
	{"UpdateEntity", "Stock(PartitionKey='shop',RowKey='item-{n}')", "If-Match=*", "stock replace If-Match: *"},
	{"EntityGroupTransaction", "$batch", "", "transaction"},
}

// made is a log in CSV of so many requests, with the columns that readers look at and as many others; sent is how many
// it has of each shape.
func made(lines int) (text []byte, sent map[string]int) {
	var b bytes.Buffer
	sent = map[string]int{}
	r := rand.New(rand.NewPCG(1, 2))
	b.WriteString("TenantId,TimeGenerated [UTC],AccountName,Location,Protocol,OperationName,AuthenticationType," +
		"StatusCode,StatusText,DurationMs,Uri,CallerIpAddress,CorrelationId,OperationVersion,UserAgentHeader,ServiceType," +
		"OperationCount,RequestBodySize,ResponseBodySize,Etag,ConditionsUsed,Type\n")
	at := time.Date(2026, 11, 28, 14, 0, 0, 0, time.UTC)
	for range lines {
		at = at.Add(time.Duration(r.IntN(7)) * time.Millisecond)
		q := traffic[r.IntN(len(traffic))]
		sent[q.shape]++
		uri := "https://shop.table.core.windows.net:443/" + strings.ReplaceAll(q.uri, "{n}", fmt.Sprint(r.IntN(1e6)))
		fmt.Fprintf(&b, "4f3c2a10-0000-4000-8000-2b1d6c9e7f55,%q,shop,westeurope,HTTPS,%s,AccountKey,200,Success,5,%q,"+
			"10.0.0.%d:4711,0f1e2d3c-0000-4000-8000-%012d,2019-02-02,\"azsdk-net-Data.Tables/12.8.0 (.NET 8.0.1; Linux)\","+
			"table,0,%d,%d,,%q,StorageTableLogs\n", at.Format("1/2/2006, 3:04:05.000 PM"), q.op, uri, r.IntN(20), r.IntN(1e6),
			r.IntN(2000), r.IntN(9000), strings.ReplaceAll(q.condition, `"`, `""`))
	}
	return bytes.ReplaceAll(b.Bytes(), []byte(`\"\"`), []byte(`""`)), sent
}

// The log is longer than what is read of it at a time, so a text that is kept without a copy would be another's.
func TestALogHasTheShapesOfWhatWasSentAsOften(t *testing.T) {
	t.Parallel()
	const lines = 3000
	agents := []string{"azsdk-net-Data.Tables/12.8.0 (.NET 8.0.1; Linux)"}
	text, want := made(lines)
	var all shape.Collector
	sum, err := accesslog.Read(bytes.NewReader(text), func(e *accesslog.Entry) { e.CountIn(&all) })
	got := map[string]int{}
	for _, s := range all.Sums().Stats {
		got[s.Shape.String()] += s.Calls
		if !strings.EqualFold(s.Name, s.Table) || !slices.Equal(s.Agents, agents) {
			t.Errorf("%s: table %q, sent by %q, want %q and %q", s, s.Name, s.Agents, s.Table, agents)
		}
		for _, kept := range s.Samples() {
			if !bytes.Contains(text, []byte(":443/"+kept.Target+`"`)) {
				t.Errorf("%s: a sample is %q, which was not sent", s, kept.Target)
			}
		}
	}
	if err != nil || sum.Requests != lines || sum.Skipped != 0 || !maps.Equal(got, want) {
		t.Errorf("%+v, %v\n%v\nwant\n%v", sum, err, got, want)
	}
}

func BenchmarkALogIsReadToShapes(b *testing.B) {
	const lines = 20_000
	text, _ := made(lines)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var all shape.Collector
		sum, err := accesslog.Read(bytes.NewReader(text), func(e *accesslog.Entry) { e.CountIn(&all) })
		if err != nil || sum.Requests != lines {
			b.Fatal(sum, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/line")
}
