package rest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"rowkey/engine/auth"
	"rowkey/engine/clock"
	"rowkey/engine/rest"
	"rowkey/engine/rest/odata"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// transport hands the requests of the official client to the API without a socket.
type transport struct{ api *rest.API }

// Do sends one request.
func (tr transport) Do(r *http.Request) (*http.Response, error) {
	req, err := rest.PathStyle(rest.TableService, r.Method, r.URL.String())
	if err != nil {
		return nil, err
	}
	req.Remote = "10.0.0.5"
	for name, values := range r.Header {
		req.Header.Set(name, values[0])
	}
	if r.Body != nil {
		if req.Body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	got := tr.api.Serve(r.Context(), req)
	h := http.Header{}
	for _, f := range got.Header {
		h.Set(f.Name, f.Value)
	}
	return &http.Response{StatusCode: got.Status, Header: h, Body: io.NopCloser(bytes.NewReader(got.Body)),
		Request: r}, nil
}

// sdkAPI returns a guarded API on real time, for the client dates its requests itself.
func sdkAPI(t *testing.T) (*rest.API, *aztables.ClientOptions) {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := clock.Follow(time.Now)
	api := rest.New(rest.Services{Table: odata.Tables(table.New(db, c, table.Options{})), Clock: c,
		Guard: rest.Guard{Accounts: auth.Development()}})
	o := &aztables.ClientOptions{ClientOptions: policy.ClientOptions{Transport: transport{api}}}
	o.Retry.MaxRetries = -1
	return api, o
}

const sdkURL = "https://127.0.0.1:10002/" + auth.DevelopmentAccount

// sdkOwner returns the client of somebody who holds the key, and that of a new table.
func sdkOwner(t *testing.T, o *aztables.ClientOptions) (*aztables.ServiceClient, *aztables.Client) {
	t.Helper()
	credential, err := aztables.NewSharedKeyCredential(auth.DevelopmentAccount, auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	service, err := aztables.NewServiceClientWithSharedKey(sdkURL, credential, o)
	if err != nil {
		t.Fatal(err)
	}
	client := service.NewClient("People")
	if _, err := client.CreateTable(t.Context(), nil); err != nil {
		t.Fatalf("the owner creates a table: %v", err)
	}
	return service, client
}

func sdkEntity(pk, rk string) []byte {
	b, err := json.Marshal(aztables.EDMEntity{Entity: aztables.Entity{PartitionKey: pk, RowKey: rk}})
	if err != nil {
		panic(err)
	}
	return b
}

// wantSDK fails unless the client got that status and code; 0 is success.
func wantSDK(t *testing.T, what string, err error, status int, code string) {
	t.Helper()
	var re *azcore.ResponseError
	switch {
	case status == 0 && err == nil:
	case status == 0 || !errors.As(err, &re) || re.StatusCode != status || re.ErrorCode != code:
		t.Errorf("%s: error = %v, want %d %s", what, err, status, code)
	}
}

func TestOfficialClientSignsWithTheKey(t *testing.T) {
	t.Parallel()
	_, o := sdkAPI(t)
	service, client := sdkOwner(t, o)
	const key = "a b+%é&=:@"
	_, err := client.AddEntity(t.Context(), sdkEntity(key, ""), nil)
	wantSDK(t, "insert", err, 0, "")
	_, err = client.GetEntity(t.Context(), key, "", nil)
	wantSDK(t, "get", err, 0, "")
	_, err = client.UpsertEntity(t.Context(), sdkEntity(key, "2"), nil)
	wantSDK(t, "upsert", err, 0, "")
	_, err = client.SubmitTransaction(t.Context(),
		[]aztables.TransactionAction{{ActionType: aztables.TransactionTypeAdd, Entity: sdkEntity(key, "3")}}, nil)
	wantSDK(t, "transaction", err, 0, "")
	filter := "PartitionKey eq '" + key + "'"
	page, err := client.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter}).NextPage(t.Context())
	wantSDK(t, "query", err, 0, "")
	if len(page.Entities) != 3 {
		t.Errorf("query: %d entities, want 3", len(page.Entities))
	}
	_, err = client.GetAccessPolicy(t.Context(), nil)
	wantSDK(t, "access policy", err, 0, "")
	_, err = service.GetProperties(t.Context(), nil)
	wantSDK(t, "properties", err, 0, "")
	wrong, err := aztables.NewSharedKeyCredential(auth.DevelopmentAccount, "c2VjcmV0")
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := aztables.NewServiceClientWithSharedKey(sdkURL, wrong, o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = stranger.CreateTable(t.Context(), "others", nil)
	wantSDK(t, "another key", err, 403, "AuthenticationFailed")
}

func TestOfficialClientMakesTokensForTheAccount(t *testing.T) {
	t.Parallel()
	_, o := sdkAPI(t)
	service, _ := sdkOwner(t, o)
	now := time.Now()
	makes := func(types aztables.AccountSASResourceTypes, p aztables.AccountSASPermissions,
		end time.Time) *aztables.ServiceClient {
		address, err := service.GetAccountSASURL(types, p, now.Add(-time.Hour), end)
		if err != nil {
			t.Fatal(err)
		}
		client, err := aztables.NewServiceClientWithNoCredential(address, o)
		if err != nil {
			t.Fatal(err)
		}
		return client
	}
	containers := aztables.AccountSASResourceTypes{Container: true}
	objects := aztables.AccountSASResourceTypes{Object: true}
	create := aztables.AccountSASPermissions{Create: true}
	_, err := makes(containers, create, now.Add(time.Hour)).CreateTable(t.Context(), "first", nil)
	wantSDK(t, "create", err, 0, "")
	_, err = makes(containers, create, now.Add(-time.Minute)).CreateTable(t.Context(), "second", nil)
	wantSDK(t, "expired", err, 403, "AuthenticationFailed")
	_, err = makes(objects, create, now.Add(time.Hour)).CreateTable(t.Context(), "second", nil)
	wantSDK(t, "another type", err, 403, "AuthorizationResourceTypeMismatch")
	_, err = makes(containers, aztables.AccountSASPermissions{Read: true}, now.Add(time.Hour)).CreateTable(t.Context(),
		"second", nil)
	wantSDK(t, "another permission", err, 403, "AuthorizationPermissionMismatch")
}

func TestOfficialClientMakesTokensForATable(t *testing.T) {
	t.Parallel()
	_, o := sdkAPI(t)
	_, owner := sdkOwner(t, o)
	for _, pk := range []string{"a", "m", "z"} {
		if _, err := owner.AddEntity(t.Context(), sdkEntity(pk, "1"), nil); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	address, err := owner.GetTableSASURL(aztables.SASPermissions{Read: true, Add: true}, now.Add(-time.Hour),
		now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	// The client leaves out the slash before the table that its own path style needs.
	address = sdkURL + "/People?" + address[strings.IndexByte(address, '?')+1:]
	client, err := aztables.NewClientWithNoCredential(address, o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.GetEntity(t.Context(), "m", "1", nil)
	wantSDK(t, "get", err, 0, "")
	_, err = client.AddEntity(t.Context(), sdkEntity("m", "2"), nil)
	wantSDK(t, "insert", err, 0, "")
	_, err = client.DeleteEntity(t.Context(), "m", "1", nil)
	wantSDK(t, "delete", err, 403, "AuthorizationPermissionMismatch")
	page, err := client.NewListEntitiesPager(nil).NextPage(t.Context())
	wantSDK(t, "query", err, 0, "")
	if len(page.Entities) != 4 {
		t.Errorf("query: %d entities, want 4", len(page.Entities))
	}
}

// The client signs a range of keys but leaves it out of the URL, so the range is added here.
func TestOfficialClientSignsRangesAsWeDo(t *testing.T) {
	t.Parallel()
	_, o := sdkAPI(t)
	_, owner := sdkOwner(t, o)
	for _, pk := range []string{"a", "m", "z"} {
		if _, err := owner.AddEntity(t.Context(), sdkEntity(pk, "1"), nil); err != nil {
			t.Fatal(err)
		}
	}
	p := aztables.SASPermissions{Read: true, StartPartitionKey: "b", StartRowKey: "0", EndPartitionKey: "m",
		EndRowKey: "9"}
	address, err := owner.GetTableSASURL(p, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	query := address[strings.IndexByte(address, '?')+1:]
	for ranged, status := range map[string]int{query + "&spk=b&srk=0&epk=m&erk=9": 0, query: 403, query +
		"&spk=b&srk=0&epk=z&erk=9": 403} {
		client, err := aztables.NewClientWithNoCredential(sdkURL+"/People?"+ranged, o)
		if err != nil {
			t.Fatal(err)
		}
		page, err := client.NewListEntitiesPager(nil).NextPage(t.Context())
		wantSDK(t, ranged, err, status, "AuthenticationFailed")
		if err == nil && len(page.Entities) != 1 {
			t.Errorf("query: %d entities, want that of m alone", len(page.Entities))
		}
	}
}
