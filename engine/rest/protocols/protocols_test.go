package protocols_test

import (
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
	"rowkey/engine/rest/protocols"
)

func TestRefuseSpeaksAsTheServiceDoes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	tests := []struct {
		name    string
		service rest.Service
		code    apierr.Code
		status  int
		body    string
	}{
		{"a-busy-table-service", rest.TableService, apierr.ServerBusy, 503,
			`{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US",` +
				`"value":"The server is busy.\nRequestId:one\nTime:2026-01-05T08:00:00.0000000Z"}}}`},
		{"a-table-service-that-takes-too-long", rest.TableService, apierr.OperationTimedOut, 500,
			`"code":"OperationTimedOut"`},
		{"a-busy-queue-service", rest.QueueService, apierr.ServerBusy, 503,
			"<Error><Code>ServerBusy</Code><Message>The server is busy.\nRequestId:one\n"},
		{"a-busy-blob-service", rest.BlobService, apierr.ServerBusy, 503, "<Code>ServerBusy</Code>"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := &rest.Request{Method: "GET", Service: test.service, Path: "/people()"}
			r.Header.Set("Accept", "application/json;odata=nometadata")
			got := protocols.Refuse(r, test.code, now, "one")
			if got.Status != test.status || !strings.Contains(string(got.Body), test.body) {
				t.Errorf("Refuse = %d %s, want %d with %s", got.Status, got.Body, test.status, test.body)
			}
			if id := got.Header.Get("x-ms-request-id"); id != "one" {
				t.Errorf("x-ms-request-id = %q, want one", id)
			}
		})
	}
}
