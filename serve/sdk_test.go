package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// TestOfficialClient runs the tests of this file against a server that keeps its data and one that
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
