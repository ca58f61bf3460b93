package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	blobsas "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
	queuesas "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/sas"

	"rowkey/engine/auth"
)

// TestOfficialClient runs the tests of tables against a server that keeps its data and one that
// does not.
func TestOfficialClient(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(t *testing.T, flags ...string){
		"reads-what-it-wrote":   clientReadsWhatItWrote,
		"follows-pages":         clientFollowsPages,
		"submits-a-transaction": clientSubmitsATransaction,
		"meets-conflicts":       clientMeetsConflicts,
		"lists-tables":          clientListsTables,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
			t.Run("in-a-file", func(t *testing.T) { test(t, "-data", t.TempDir()) })
		})
	}
}

// newTable returns the official client of a new table of a running server.
func newTable(t *testing.T, flags ...string) (*aztables.ServiceClient, *aztables.Client) {
	t.Helper()
	service := official(t, start(t, flags...)["table"])
	client := service.NewClient("people")
	if _, err := client.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return service, client
}

// person returns an entity with every type of property that the client knows.
func person(pk, rk string, age int) []byte {
	b, err := json.Marshal(aztables.EDMEntity{
		Entity: aztables.Entity{PartitionKey: pk, RowKey: rk},
		Properties: map[string]any{
			"Age": int32(age), "Visits": aztables.EDMInt64(1 << 40), "Score": 1.5, "Active": true, "Name": "Zoë O'Neil",
			"Photo": aztables.EDMBinary("\x00\x01"), "Id": aztables.EDMGUID("c9da6455-213d-42c9-9a79-3e9149a57833"),
		},
	})
	if err != nil {
		panic(err)
	}
	return b
}

// wantCode fails the test unless err carries the status and the code of the service.
func wantCode(t *testing.T, err error, status int, code string) {
	t.Helper()
	var re *azcore.ResponseError
	if !errors.As(err, &re) || re.StatusCode != status || re.ErrorCode != code {
		t.Errorf("error = %v, want %d %s", err, status, code)
	}
}

func clientReadsWhatItWrote(t *testing.T, flags ...string) {
	_, client := newTable(t, flags...)
	if _, err := client.AddEntity(t.Context(), person("Sales", "1", 34), nil); err != nil {
		t.Fatal(err)
	}
	res, err := client.GetEntity(t.Context(), "Sales", "1", nil)
	if err != nil {
		t.Fatal(err)
	}
	var got aztables.EDMEntity
	if err := json.Unmarshal(res.Value, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"Age": int32(34), "Visits": aztables.EDMInt64(1 << 40), "Score": 1.5, "Active": true,
		"Name": "Zoë O'Neil"}
	for name, value := range want {
		if got.Properties[name] != value {
			t.Errorf("%s = %v (%T), want %v (%T)", name, got.Properties[name], got.Properties[name], value, value)
		}
	}
	if res.ETag == "" || got.ETag != string(res.ETag) {
		t.Errorf("ETag of header = %q, of entity = %q, want the same, not empty", res.ETag, got.ETag)
	}
}

func clientFollowsPages(t *testing.T, flags ...string) {
	_, client := newTable(t, flags...)
	for i := range 25 {
		if _, err := client.AddEntity(t.Context(), person("Sales", fmt.Sprintf("%03d", i), i), nil); err != nil {
			t.Fatal(err)
		}
	}
	pager := client.NewListEntitiesPager(&aztables.ListEntitiesOptions{
		Filter: to.Ptr("PartitionKey eq 'Sales' and Age ge 5"), Top: to.Ptr(int32(8)), Select: to.Ptr("RowKey,Age"),
	})
	var sizes []int
	for pager.More() {
		page, err := pager.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(page.Entities))
	}
	if fmt.Sprint(sizes) != "[8 8 4]" {
		t.Errorf("pages = %v, want [8 8 4]", sizes)
	}
}

func clientSubmitsATransaction(t *testing.T, flags ...string) {
	_, client := newTable(t, flags...)
	actions := []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeAdd, Entity: person("Sales", "1", 1)},
		{ActionType: aztables.TransactionTypeInsertReplace, Entity: person("Sales", "2", 2)},
		{ActionType: aztables.TransactionTypeInsertMerge, Entity: person("Sales", "3", 3)},
	}
	if _, err := client.SubmitTransaction(t.Context(), actions, nil); err != nil {
		t.Fatal(err)
	}
	again := []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeAdd, Entity: person("Sales", "4", 4)},
		{ActionType: aztables.TransactionTypeAdd, Entity: person("Sales", "1", 1)},
	}
	_, err := client.SubmitTransaction(t.Context(), again, nil)
	// The client gives the whole answer as its text and leaves the code to the reader.
	if err == nil || !strings.Contains(err.Error(), `"code":"EntityAlreadyExists"`) ||
		!strings.Contains(err.Error(), `"value":"1:`) {
		t.Errorf("SubmitTransaction(dup) = %v, want EntityAlreadyExists of operation 1", err)
	}
	_, err = client.GetEntity(t.Context(), "Sales", "4", nil)
	wantCode(t, err, 404, "ResourceNotFound")
}

func clientMeetsConflicts(t *testing.T, flags ...string) {
	service, client := newTable(t, flags...)
	ctx := context.Background()
	added, err := client.AddEntity(ctx, person("Sales", "1", 34), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.AddEntity(ctx, person("Sales", "1", 34), nil)
	wantCode(t, err, 409, "EntityAlreadyExists")
	change := &aztables.UpdateEntityOptions{IfMatch: &added.ETag, UpdateMode: aztables.UpdateModeMerge}
	if _, err = client.UpdateEntity(ctx, person("Sales", "1", 35), change); err != nil {
		t.Fatal(err)
	}
	_, err = client.UpdateEntity(ctx, person("Sales", "1", 36), change)
	wantCode(t, err, 412, "UpdateConditionNotSatisfied")
	_, err = client.DeleteEntity(ctx, "Sales", "1", &aztables.DeleteEntityOptions{IfMatch: &added.ETag})
	wantCode(t, err, 412, "UpdateConditionNotSatisfied")
	if _, err = client.DeleteEntity(ctx, "Sales", "1", nil); err != nil {
		t.Fatal(err)
	}
	_, err = client.GetEntity(ctx, "Sales", "1", nil)
	wantCode(t, err, 404, "ResourceNotFound")
	_, err = client.CreateTable(ctx, nil)
	wantCode(t, err, 409, "TableAlreadyExists")
	if _, err = service.DeleteTable(ctx, "people", nil); err != nil {
		t.Fatal(err)
	}
	_, err = client.AddEntity(ctx, person("Sales", "1", 34), nil)
	wantCode(t, err, 404, "TableNotFound")
}

func clientListsTables(t *testing.T, flags ...string) {
	service, _ := newTable(t, flags...)
	for _, name := range []string{"Zebra", "apple"} {
		if _, err := service.CreateTable(t.Context(), name, nil); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	pager := service.NewListTablesPager(&aztables.ListTablesOptions{Top: to.Ptr(int32(2))})
	for pager.More() {
		page, err := pager.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range page.Tables {
			names = append(names, *table.Name)
		}
	}
	if fmt.Sprint(names) != "[apple people Zebra]" {
		t.Errorf("tables = %v, want [apple people Zebra]", names)
	}
}

// TestOfficialStorageClients does the same with the clients of queues and blobs.
func TestOfficialStorageClients(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs the clients for Go of queues and blobs")
	}
	t.Parallel()
	for name, test := range map[string]func(t *testing.T, urls map[string]string){
		"receives-what-it-sent":       queueReceivesWhatItSent,
		"lists-queues":                queueIsListed,
		"keeps-to-a-queue-signature":  queueKeepsToASignature,
		"downloads-what-it-uploaded":  blobComesBack,
		"puts-a-blob-together":        blobIsPutTogether,
		"appends-where-it-expects-to": blobGrows,
		"lists-blobs":                 blobsAreListed,
		"meets-conditions-of-blobs":   blobMeetsConditions,
		"holds-a-lease":               blobIsLeased,
		"copies-a-blob":               blobIsCopied,
		"keeps-to-a-blob-signature":   blobKeepsToASignature,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, start(t))
			t.Run("in-a-file", func(t *testing.T) { test(t, start(t, "-data", t.TempDir())) })
		})
	}
}

// need returns what a call returned, by a function that ends the test if the call failed: need(f())(t).
func need[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// newQueue returns the official clients of the service and of a new queue.
func newQueue(t *testing.T, urls map[string]string) (*azqueue.ServiceClient, *azqueue.QueueClient) {
	t.Helper()
	cred := need(azqueue.NewSharedKeyCredential(auth.DevelopmentAccount, auth.DevelopmentKey))(t)
	service := need(azqueue.NewServiceClientWithSharedKeyCredential(urls["queue"], cred, nil))(t)
	queue := service.NewQueueClient("jobs")
	need(queue.Create(t.Context(), &azqueue.CreateOptions{Metadata: map[string]*string{"owner": to.Ptr("ann")}}))(t)
	return service, queue
}

func queueReceivesWhatItSent(t *testing.T, urls map[string]string) {
	service, queue := newQueue(t, urls)
	ctx := t.Context()
	need(queue.EnqueueMessage(ctx, "&lt;b&gt;Zoë", nil))(t)
	seen := need(queue.PeekMessage(ctx, nil))(t)
	if got := *seen.Messages[0].MessageText; got != "&lt;b&gt;Zoë" {
		t.Errorf("text = %q, want what was sent", got)
	}
	hidden := &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr(int32(60))}
	first := need(queue.DequeueMessage(ctx, hidden))(t).Messages[0]
	if left := need(queue.DequeueMessage(ctx, nil))(t); len(left.Messages) != 0 {
		t.Errorf("%d messages are visible, want none", len(left.Messages))
	}
	changed := need(queue.UpdateMessage(ctx, *first.MessageID, *first.PopReceipt, "again",
		&azqueue.UpdateMessageOptions{VisibilityTimeout: to.Ptr(int32(0))}))(t)
	_, err := queue.DeleteMessage(ctx, *first.MessageID, *first.PopReceipt, nil)
	wantCode(t, err, 400, "PopReceiptMismatch")
	if *changed.PopReceipt == *first.PopReceipt {
		t.Error("the receipt is the old one")
	}
	all := &azqueue.DequeueMessagesOptions{NumberOfMessages: to.Ptr(int32(32))}
	again := need(queue.DequeueMessages(ctx, all))(t).Messages[0]
	if *again.MessageText != "again" || *again.DequeueCount != 2 {
		t.Errorf("message = %q, %d times, want again, 2 times", *again.MessageText, *again.DequeueCount)
	}
	need(queue.DeleteMessage(ctx, *again.MessageID, *again.PopReceipt, nil))(t)
	props := need(queue.GetProperties(ctx, nil))(t)
	if *props.ApproximateMessagesCount != 0 {
		t.Errorf("messages = %d, want 0", *props.ApproximateMessagesCount)
	}
	_, err = service.NewQueueClient("nowhere").EnqueueMessage(ctx, "x", nil)
	wantCode(t, err, 404, "QueueNotFound")
	_, err = service.CreateQueue(ctx, "BAD_NAME", nil)
	wantCode(t, err, 400, "InvalidResourceName")
}

func queueIsListed(t *testing.T, urls map[string]string) {
	service, _ := newQueue(t, urls)
	for i := range 4 {
		need(service.CreateQueue(t.Context(), fmt.Sprintf("more%d", i), nil))(t)
	}
	pager := service.NewListQueuesPager(&azqueue.ListQueuesOptions{
		MaxResults: to.Ptr(int32(2)), Include: azqueue.ListQueuesInclude{Metadata: true},
	})
	var pages []string
	for pager.More() {
		page := need(pager.NextPage(t.Context()))(t)
		for _, q := range page.Queues {
			owner := ""
			if v := q.Metadata["owner"]; v != nil {
				owner = " of " + *v
			}
			pages = append(pages, *q.Name+owner)
		}
		pages = append(pages, "|")
	}
	if got, want := strings.Join(pages, " "), "jobs of ann more0 | more1 more2 | more3 |"; got != want {
		t.Errorf("queues = %s, want %s", got, want)
	}
}

func queueKeepsToASignature(t *testing.T, urls map[string]string) {
	newQueue(t, urls)
	cred := need(azqueue.NewSharedKeyCredential(auth.DevelopmentAccount, auth.DevelopmentKey))(t)
	// GetSASURL of the client makes a signature that is good over https only.
	token := need(queuesas.QueueSignatureValues{
		QueueName: "jobs", Protocol: queuesas.ProtocolHTTPSandHTTP, ExpiryTime: time.Now().UTC().Add(time.Hour),
		Permissions: (&queuesas.QueuePermissions{Add: true}).String(),
	}.SignWithSharedKey(cred))(t)
	adder := need(azqueue.NewQueueClientWithNoCredential(urls["queue"]+"/jobs?"+token.Encode(), nil))(t)
	need(adder.EnqueueMessage(t.Context(), "x", nil))(t)
	_, err := adder.DequeueMessage(t.Context(), nil)
	wantCode(t, err, 403, "AuthorizationPermissionMismatch")
}

// newContainer returns the official clients of the service and of a new container.
func newContainer(t *testing.T, urls map[string]string) (*azblob.Client, *container.Client) {
	t.Helper()
	cred := need(azblob.NewSharedKeyCredential(auth.DevelopmentAccount, auth.DevelopmentKey))(t)
	service := need(azblob.NewClientWithSharedKeyCredential(urls["blob"], cred, nil))(t)
	need(service.CreateContainer(t.Context(), "files", nil))(t)
	return service, service.ServiceClient().NewContainerClient("files")
}

func blobComesBack(t *testing.T, urls map[string]string) {
	service, files := newContainer(t, urls)
	ctx := t.Context()
	const name = "a folder/ä & b.txt"
	up := need(service.UploadBuffer(ctx, "files", name, []byte("Zoë was here"), &azblob.UploadBufferOptions{
		HTTPHeaders: &blob.HTTPHeaders{BlobContentType: to.Ptr("text/plain"), BlobCacheControl: to.Ptr("no-cache")},
		Metadata:    map[string]*string{"author": to.Ptr("zoe")},
	}))(t)
	props := need(files.NewBlobClient(name).GetProperties(ctx, nil))(t)
	if *props.ContentType != "text/plain" || *props.CacheControl != "no-cache" || *props.ETag != *up.ETag ||
		*props.Metadata["Author"] != "zoe" {
		t.Errorf("properties = %+v, want those that were sent", props)
	}
	if got := textOf(t, files, name, blob.HTTPRange{}); got != "Zoë was here" {
		t.Errorf("blob = %q, want what was sent", got)
	}
	if got := textOf(t, files, name, blob.HTTPRange{Offset: 5, Count: 3}); got != "was" {
		t.Errorf("range = %q, want was", got)
	}
	_, err := files.NewBlobClient("none").DownloadStream(ctx, nil)
	wantCode(t, err, 404, "BlobNotFound")
	_, err = service.UploadBuffer(ctx, "nowhere", "a", nil, nil)
	wantCode(t, err, 404, "ContainerNotFound")
	_, err = service.CreateContainer(ctx, "files", nil)
	wantCode(t, err, 409, "ContainerAlreadyExists")
	need(service.DeleteContainer(ctx, "files", nil))(t)
	_, err = files.GetProperties(ctx, nil)
	wantCode(t, err, 404, "ContainerNotFound")
}

// textOf downloads a range of a blob.
func textOf(t *testing.T, files *container.Client, name string, part blob.HTTPRange) string {
	t.Helper()
	res := need(files.NewBlobClient(name).DownloadStream(t.Context(), &blob.DownloadStreamOptions{Range: part}))(t)
	defer res.Body.Close()
	return string(need(io.ReadAll(res.Body))(t))
}

func blobIsPutTogether(t *testing.T, urls map[string]string) {
	service, files := newContainer(t, urls)
	body := bytes.Repeat([]byte("0123456789abcdef"), 200_000)
	need(service.UploadStream(t.Context(), "files", "large", bytes.NewReader(body),
		&azblob.UploadStreamOptions{BlockSize: 1 << 20, Concurrency: 3}))(t)
	got := make([]byte, len(body))
	need(service.DownloadBuffer(t.Context(), "files", "large", got,
		&azblob.DownloadBufferOptions{BlockSize: 1 << 20, Concurrency: 3}))(t)
	if !bytes.Equal(got, body) {
		t.Error("the large blob came back changed")
	}
	list := need(files.NewBlockBlobClient("large").GetBlockList(t.Context(), blockblob.BlockListTypeAll, nil))(t)
	if n := len(list.CommittedBlocks); n != 4 {
		t.Errorf("blocks = %d, want 4", n)
	}
}

func blobGrows(t *testing.T, urls map[string]string) {
	_, files := newContainer(t, urls)
	log := files.NewAppendBlobClient("log")
	need(log.Create(t.Context(), nil))(t)
	for _, line := range []string{"one\n", "two\n"} {
		need(log.AppendBlock(t.Context(), streaming.NopCloser(strings.NewReader(line)), nil))(t)
	}
	_, err := log.AppendBlock(t.Context(), streaming.NopCloser(strings.NewReader("x")), &appendblob.AppendBlockOptions{
		AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{AppendPosition: to.Ptr(int64(4))},
	})
	wantCode(t, err, 412, "AppendPositionConditionNotMet")
	if got := textOf(t, files, "log", blob.HTTPRange{}); got != "one\ntwo\n" {
		t.Errorf("log = %q, want two lines", got)
	}
}

func blobsAreListed(t *testing.T, urls map[string]string) {
	service, files := newContainer(t, urls)
	for _, name := range []string{"a/1", "a/2", "b/1", "c"} {
		need(service.UploadBuffer(t.Context(), "files", name, nil, nil))(t)
	}
	var names []string
	flat := files.NewListBlobsFlatPager(&container.ListBlobsFlatOptions{MaxResults: to.Ptr(int32(3))})
	for flat.More() {
		for _, b := range need(flat.NextPage(t.Context()))(t).Segment.BlobItems {
			names = append(names, *b.Name)
		}
		names = append(names, "|")
	}
	folders := files.NewListBlobsHierarchyPager("/", nil)
	for folders.More() {
		segment := need(folders.NextPage(t.Context()))(t).Segment
		for _, p := range segment.BlobPrefixes {
			names = append(names, *p.Name)
		}
		for _, b := range segment.BlobItems {
			names = append(names, *b.Name)
		}
	}
	if got, want := strings.Join(names, " "), "a/1 a/2 b/1 | c | a/ b/ c"; got != want {
		t.Errorf("blobs = %s, want %s", got, want)
	}
}

func blobMeetsConditions(t *testing.T, urls map[string]string) {
	_, files := newContainer(t, urls)
	b := files.NewBlockBlobClient("a")
	upload := func(text string, c blob.ModifiedAccessConditions) (blockblob.UploadResponse, error) {
		return b.Upload(t.Context(), streaming.NopCloser(strings.NewReader(text)), &blockblob.UploadOptions{
			AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &c},
		})
	}
	first := need(upload("1", blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)}))(t)
	_, err := upload("2", blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)})
	wantCode(t, err, 409, "BlobAlreadyExists")
	need(upload("2", blob.ModifiedAccessConditions{IfMatch: first.ETag}))(t)
	_, err = upload("3", blob.ModifiedAccessConditions{IfMatch: first.ETag})
	wantCode(t, err, 412, "ConditionNotMet")
	if got := textOf(t, files, "a", blob.HTTPRange{}); got != "2" {
		t.Errorf("blob = %q, want 2", got)
	}
	_, err = b.CreateSnapshot(t.Context(), nil)
	wantCode(t, err, 501, "NotImplemented")
}

func blobIsLeased(t *testing.T, urls map[string]string) {
	service, files := newContainer(t, urls)
	need(service.UploadBuffer(t.Context(), "files", "lock", []byte("1"), nil))(t)
	held := need(lease.NewBlobClient(files.NewBlobClient("lock"), nil))(t)
	need(held.AcquireLease(t.Context(), 15, nil))(t)
	other := need(lease.NewBlobClient(files.NewBlobClient("lock"), nil))(t)
	_, err := other.AcquireLease(t.Context(), -1, nil)
	wantCode(t, err, 409, "LeaseAlreadyPresent")
	_, err = service.DeleteBlob(t.Context(), "files", "lock", nil)
	wantCode(t, err, 412, "LeaseIdMissing")
	need(held.RenewLease(t.Context(), nil))(t)
	need(held.ReleaseLease(t.Context(), nil))(t)
	need(service.DeleteBlob(t.Context(), "files", "lock", nil))(t)
}

func blobIsCopied(t *testing.T, urls map[string]string) {
	service, files := newContainer(t, urls)
	need(service.UploadBuffer(t.Context(), "files", "a b", []byte("text"), nil))(t)
	done := need(files.NewBlobClient("copy").StartCopyFromURL(t.Context(), files.NewBlobClient("a b").URL(), nil))(t)
	if *done.CopyStatus != blob.CopyStatusTypeSuccess {
		t.Errorf("status = %s, want success", *done.CopyStatus)
	}
	if got := textOf(t, files, "copy", blob.HTTPRange{}); got != "text" {
		t.Errorf("copy = %q, want text", got)
	}
	_, err := files.NewBlobClient("copy").AbortCopyFromURL(t.Context(), *done.CopyID, nil)
	wantCode(t, err, 409, "NoPendingCopyOperation")
}

func blobKeepsToASignature(t *testing.T, urls map[string]string) {
	service, files := newContainer(t, urls)
	need(service.UploadBuffer(t.Context(), "files", "a", []byte("secret"), nil))(t)
	may := blobsas.ContainerPermissions{Read: true, List: true}
	url := need(files.GetSASURL(may, time.Now().Add(time.Hour), nil))(t)
	reader := need(container.NewClientWithNoCredential(url, nil))(t)
	if got := textOf(t, reader, "a", blob.HTTPRange{}); got != "secret" {
		t.Errorf("blob = %q, want secret", got)
	}
	_, err := reader.NewBlobClient("a").Delete(t.Context(), nil)
	wantCode(t, err, 403, "AuthorizationPermissionMismatch")
}
