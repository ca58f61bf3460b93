package rest_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/rest"
)

func request(b *testing.B, method, path, body string) *rest.Request {
	b.Helper()
	r, err := rest.PathStyle(rest.TableService, method, base+path)
	if err != nil {
		b.Fatal(err)
	}
	r.Header = rest.Header{
		{Name: "Accept", Value: "application/json;odata=nometadata"}, {Name: "Content-Type", Value: "application/json"},
		{Name: "Prefer", Value: "return-no-content"}, {Name: "x-ms-version", Value: "2019-02-02"},
		{Name: "User-Agent", Value: "bench"}, {Name: "x-ms-client-request-id", Value: "9f3f93ab-4147-11eb-9f9b-58961df361d1"},
	}
	r.Body = []byte(body)
	return r
}

// filled returns the API of an account whose table people has n entities of seven properties.
func filled(b *testing.B, n int) *rest.API {
	b.Helper()
	api := withTable(b)
	for i := range n {
		if r := api.Serve(context.Background(), request(b, "POST", "/people", fmt.Sprintf(wide, i))); r.Status != 204 {
			b.Fatalf("insert: %d %s", r.Status, r.Body)
		}
	}
	return api
}

func repeat(b *testing.B, api *rest.API, r *rest.Request, status int) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if answer := api.Serve(context.Background(), r); answer.Status != status {
			b.Fatalf("status = %d, want %d: %s", answer.Status, status, answer.Body)
		}
	}
}

func BenchmarkPointRead(b *testing.B) {
	api := filled(b, 10_000)
	repeat(b, api, request(b, "GET", "/people(PartitionKey='p',RowKey='005000')", ""), 200)
}

func BenchmarkUpsert(b *testing.B) {
	api := filled(b, 10_000)
	repeat(b, api, request(b, "PUT", "/people(PartitionKey='p',RowKey='005000')", fmt.Sprintf(wide, 5000)), 204)
}

func BenchmarkInsert(b *testing.B) {
	api := filled(b, 0)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		b.StopTimer()
		r := request(b, "POST", "/people", fmt.Sprintf(wide, n))
		n++
		b.StartTimer()
		if answer := api.Serve(context.Background(), r); answer.Status != 204 {
			b.Fatalf("status = %d: %s", answer.Status, answer.Body)
		}
	}
}

func BenchmarkQuery100(b *testing.B) {
	api := filled(b, 10_000)
	repeat(b, api, request(b, "GET",
		"/people()?$filter=PartitionKey%20eq%20'p'%20and%20RowKey%20ge%20'005000'%20and%20RowKey%20lt%20'005100'", ""), 200)
}

func BenchmarkBatch100(b *testing.B) {
	api := filled(b, 10_000)
	var operations []string
	for i := range 100 {
		operations = append(operations,
			operation("PUT", fmt.Sprintf("%s/people(PartitionKey='p',RowKey='%06d')", base, i), fmt.Sprintf(wide, i)))
	}
	r := request(b, "POST", "/$batch", changeset(operations...))
	r.Header.Set("Content-Type", "multipart/mixed; boundary=batch_1")
	repeat(b, api, r, 202)
}

// BenchmarkInsertBatch100 inserts a hundred entities into a new partition each time.
func BenchmarkInsertBatch100(b *testing.B) {
	api := filled(b, 0)
	const digits = "88888888"
	var operations []string
	for i := range 100 {
		entity := strings.Replace(fmt.Sprintf(wide, i), `"p"`, `"`+digits+`"`, 1)
		operations = append(operations, operation("POST", base+"/people", entity, "Prefer: return-no-content"))
	}
	body := changeset(operations...)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		r := request(b, "POST", "/$batch", strings.ReplaceAll(body, digits, fmt.Sprintf("%08d", n)))
		r.Header.Set("Content-Type", "multipart/mixed; boundary=batch_1")
		if answer := api.Serve(context.Background(), r); answer.Status != 202 ||
			!bytes.Contains(answer.Body, []byte("HTTP/1.1 204")) {
			b.Fatalf("status = %d: %s", answer.Status, answer.Body)
		}
	}
}

// BenchmarkPut64 puts 64 MiB: beside the value that is stored nothing of that size is allocated.
func BenchmarkPut64(b *testing.B) {
	api := newAPI(b)
	want(b, send(b, api, blobs, "PUT", "/files?restype=container", ""), 201, "")
	body := make([]byte, 64<<20)
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		want(b, sendBytes(b, api, "PUT", "/files/a", body, "x-ms-blob-type: BlockBlob"), 201, "")
	}
}

func BenchmarkGet64(b *testing.B) {
	api := newAPI(b)
	want(b, send(b, api, blobs, "PUT", "/files?restype=container", ""), 201, "")
	want(b, sendBytes(b, api, "PUT", "/files/a", make([]byte, 64<<20), "x-ms-blob-type: BlockBlob"), 201, "")
	b.ReportAllocs()
	b.SetBytes(64 << 20)
	for b.Loop() {
		want(b, send(b, api, blobs, "GET", "/files/a", ""), 200, "")
	}
}

// BenchmarkBlockList50000 reads the longest block list and refuses it at its end, before the store is asked: the
// container is missing.
func BenchmarkBlockList50000(b *testing.B) {
	api := newAPI(b)
	body := []byte("<BlockList>" + strings.Repeat("<Latest>QUFBQQ==</Latest>", 50_000) + "</BlockList>")
	b.ReportAllocs()
	for b.Loop() {
		want(b, sendBytes(b, api, "PUT", "/files/a?comp=blocklist", body), 404, "ContainerNotFound")
	}
}
