package resttest

import (
	"strings"
	"testing"

	"rowkey/engine/rest"
)

// Operation is one request inside a batch, with its own header lines.
func Operation(method, url, body string, header ...string) string {
	head := "Accept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\n"
	for _, line := range header {
		head += line + "\r\n"
	}
	return "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
		method + " " + url + " HTTP/1.1\r\n" + head + "\r\n" + body + "\r\n"
}

// Changeset makes a batch of one changeset as SDKs write it.
func Changeset(operations ...string) string {
	var b strings.Builder
	b.WriteString("--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n")
	for _, o := range operations {
		b.WriteString("--changeset_1\r\n" + o)
	}
	b.WriteString("--changeset_1--\r\n\r\n--batch_1--\r\n")
	return b.String()
}

// Submit sends a batch.
func Submit(t testing.TB, h rest.Handler, body string, header ...string) *rest.Response {
	t.Helper()
	return Ask(t, h, "POST", "/$batch", body, append(header, "Content-Type: multipart/mixed; boundary=batch_1")...)
}
