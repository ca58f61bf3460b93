package copy

import (
	"testing"

	"rowkey/engine/linear"
	"rowkey/engine/rest"
)

// What a place says, or what somebody writes to name one: see package linear for what is counted.
func TestEveryReaderTakesLinearWork(t *testing.T) {
	for name, r := range map[string]struct {
		read   func(string)
		inside [][2]string
	}{
		"parseConnection": {func(s string) { _, _ = parseConnection(s) },
			[][2]string{{"AccountName=a;AccountKey=", ""}, {"TableEndpoint=", ";AccountKey=a"}}},
		"isConnection": {func(s string) { isConnection(s) }, nil},
		"parseAddress": {func(s string) { _, _ = parseAddress(s, "") },
			[][2]string{{"http://127.0.0.1:10002/", ""}, {"https://a.table.core.windows.net/?sig=", ""}}},
		"readPage": {func(s string) { _, _ = readPage([]byte(s)) },
			[][2]string{{`{"value":[`, `]}`}, {`{"value":[{"A":"`, `"}]}`}}},
		"hasKey": {func(s string) { hasKey([]byte(s)) }, [][2]string{{`{"PartitionKey":"`, `"}`}}},
		"partsOf": {func(s string) { partsOf("multipart/mixed; boundary=b", []byte(s)) },
			[][2]string{{"--b\r\n", ""}, {"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n", ""}}},
		"failing": {func(s string) { failing(s) }, nil},
		"refused": {func(s string) { new(place).refused("a", &rest.Response{Status: 400, Body: []byte(s)}) },
			[][2]string{{`{"odata.error":{"message":{"value":"`, `"}}}`}, {"<Error><Message>", "</Message></Error>"}}},
	} {
		linear.Check(t, name, r.read, linear.Signs()...)
		for _, around := range r.inside {
			linear.Check(t, name, r.read, linear.Inside(around[0], around[1], linear.Signs()...)...)
		}
		nested := "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
		linear.Check(t, name, r.read, linear.Shape{Unit: nested}, linear.Shape{Unit: nested, After: "--b--"})
	}
}
