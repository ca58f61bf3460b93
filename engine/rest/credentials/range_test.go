package credentials_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/auth"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
)

// withDepartments returns a guarded API whose table people holds ten entities in each of three
// partitions.
func withDepartments(t testing.TB) *rest.API {
	t.Helper()
	api := withTable(t)
	for _, pk := range []string{"IT", "Marketing", "Sales"} {
		for i := range 10 {
			body := fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%d","Age":%d}`, pk, i, 20+i)
			want(t, ask(t, api, "POST", "/people", body, "Prefer: return-no-content"), 204, "")
		}
	}
	return guard(api, false)
}

// metered sends a read and returns the answer with what it cost.
func metered(t testing.TB, api *rest.API, path string) (*rest.Response, *explain.Record) {
	t.Helper()
	rec := new(explain.Record)
	r := newRequest(t, rest.TableService, "GET", path, "", "Accept: application/json;odata=nometadata")
	return api.Serve(explain.NewContext(t.Context(), rec), r), rec
}

func TestQueriesAreNarrowedToTheRangeAndReadNothingElse(t *testing.T) {
	t.Parallel()
	api := withDepartments(t)
	tests := []struct {
		name, filter string
		token        auth.Token
		read, found  int
		class        explain.Class
	}{
		{"the-whole-table", "", auth.Token{}, 30, 30, explain.TableScan},
		{"one-partition", "", auth.Token{StartPartition: "Sales", EndPartition: "Sales"}, 10, 10, explain.PartitionScan},
		{"rows-of-one-partition", "",
			auth.Token{StartPartition: "Sales", StartRow: "2", EndPartition: "Sales", EndRow: "4"}, 3, 3, explain.RowRange},
		{"a-filter-inside", "Age%20ge%2023",
			auth.Token{StartPartition: "Sales", StartRow: "2", EndPartition: "Sales", EndRow: "4"}, 3, 2, explain.RowRange},
		{"a-filter-outside", "PartitionKey%20eq%20'IT'", auth.Token{StartPartition: "Sales", EndPartition: "Sales"}, 0, 0,
			explain.PartitionRange},
		{"from-a-row-to-a-row-of-another-partition", "",
			auth.Token{StartPartition: "IT", StartRow: "8", EndPartition: "Sales", EndRow: "0"}, 13, 13, explain.PartitionRange},
		{"from-a-partition-on", "", auth.Token{StartPartition: "Marketing"}, 20, 20, explain.PartitionRange},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.token.Permissions = "r"
			r, rec := metered(t, api, withToken("/people()?$filter="+tt.filter, tokenFor(tt.token)))
			want(t, r, 200, "")
			if rec.Read != tt.read || rec.Returned != tt.found || rec.Plan == nil || rec.Plan.Class != tt.class {
				t.Errorf("read %d, returned %d, plan %+v, want %d, %d, %s", rec.Read, rec.Returned, rec.Plan, tt.read, tt.found,
					tt.class)
			}
			if found := strings.Count(string(r.Body), `"RowKey"`); found != tt.found {
				t.Errorf("the answer holds %d entities, want %d", found, tt.found)
			}
		})
	}
}

func TestATokenForAPageLeadsNowhereOutside(t *testing.T) {
	t.Parallel()
	api := withDepartments(t)
	token := tokenFor(auth.Token{Permissions: "r", StartPartition: "Marketing", EndPartition: "Marketing"})
	for partition, found := range map[string]int{"": 10, "IT": 10, "Marketing": 10, "Sales": 0} {
		path := withToken("/people()?NextPartitionKey="+rest.Token(partition)+"&NextRowKey="+rest.Token("0"), token)
		r, rec := metered(t, api, path)
		want(t, r, 200, "")
		if rec.Read != found || strings.Contains(string(r.Body), `"IT"`) || strings.Contains(string(r.Body), `"Sales"`) {
			t.Errorf("from partition %q: read %d, want %d of Marketing alone", partition, rec.Read, found)
		}
	}
}

func TestAPointOutsideCostsNoRead(t *testing.T) {
	t.Parallel()
	api := withDepartments(t)
	token := tokenFor(auth.Token{Permissions: "r", StartPartition: "Sales", EndPartition: "Sales"})
	r, rec := metered(t, api, withToken("/people(PartitionKey='IT',RowKey='1')", token))
	want(t, r, 404, "ResourceNotFound")
	if rec.Op != "GetEntity" || rec.Table != "people" || rec.Read != 0 || rec.Code != "ResourceNotFound" {
		t.Errorf("record = %+v, want GetEntity of people that read nothing", rec)
	}
	if r.Header.Get("Cache-Control") != "no-cache" {
		t.Error("an entity outside of the range can be told from one that does not exist: Cache-Control is missing")
	}
}

func TestBatchesAreCheckedPartByPart(t *testing.T) {
	t.Parallel()
	insert := func(pk, rk string) string {
		return operation("POST", base+"/people", fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%s"}`, pk, rk),
			"Prefer: return-no-content")
	}
	entity := base + "/people(PartitionKey='Sales',RowKey='1')"
	sales := auth.Token{Permissions: "raud", StartPartition: "Sales", StartRow: "0", EndPartition: "Sales", EndRow: "b"}
	only := func(letters string) auth.Token { return auth.Token{Permissions: letters} }
	account := func(services, types, letters string) string {
		return auth.Token{Services: services, ResourceTypes: types, Permissions: letters,
			Expiry: "2027-01-01"}.SignAccount(ownKey, account1)
	}
	tests := []struct {
		name, token, body string
		status            int
		inner, message    string // of the part, and how its error begins
	}{
		{"all-inside", tokenFor(sales), changeset(insert("Sales", "a1"), insert("Sales", "b")), 202, "204 No Content", ""},
		{"one-outside", tokenFor(sales), changeset(insert("Sales", "a1"), insert("Sales", "c")), 202, "403 Forbidden",
			"1:This request is not authorized to perform this operation."},
		{"another-partition", tokenFor(sales), changeset(insert("IT", "a1")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation."},
		{"a-letter-is-missing", tokenFor(only("a")),
			changeset(insert("Sales", "a1"), operation("DELETE", entity, "", "If-Match: *")), 202, "403 Forbidden",
			"1:This request is not authorized to perform this operation using this permission."},
		{"an-upsert-needs-two", tokenFor(only("u")), changeset(operation("PUT", entity, "{}")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation using this permission."},
		{"a-merge-needs-one", tokenFor(only("u")), changeset(operation("MERGE", entity, "{}", "If-Match: *")), 202,
			"204 No Content", ""},
		{"another-table", tokenFor(only("raud")),
			changeset(operation("POST", base+"/others", `{"PartitionKey":"a","RowKey":"b"}`)), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation."},
		{"a-token-in-a-part-counts-for-nothing", tokenFor(only("r")),
			changeset(operation("DELETE", entity+"?"+tokenFor(only("d")), "", "If-Match: *")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation using this permission."},
		{"a-read-inside", tokenFor(sales), single(operation("GET", entity, "")), 202, "200 OK", ""},
		{"a-read-outside", tokenFor(sales), single(operation("GET", base+"/people(PartitionKey='IT',RowKey='1')", "")), 202,
			"404 Not Found", "The specified resource does not exist."},
		{"a-list-of-tables", tokenFor(sales), single(operation("GET", base+"/Tables", "")), 202, "403 Forbidden",
			"This request is not authorized to perform this operation."},
		{"policies", tokenFor(sales), single(operation("GET", base+"/people?comp=acl", "")), 202, "403 Forbidden", ""},
		{"for-the-account", account("t", "o", "a"), changeset(insert("Sales", "a1")), 202, "204 No Content", ""},
		{"for-containers-alone", account("t", "sc", "a"), changeset(insert("Sales", "a1")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation using this resource type."},
		{"for-another-service", account("q", "sco", "a"), changeset(insert("Sales", "a1")), 403, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := withDepartments(t)
			r := ask(t, api, "POST", "/$batch?"+tt.token, tt.body, "Content-Type: multipart/mixed; boundary=batch_1")
			want(t, r, tt.status, "")
			if tt.inner != "" && !strings.Contains(string(r.Body), "HTTP/1.1 "+tt.inner) ||
				!strings.Contains(string(r.Body), `"value":"`+tt.message) && tt.message != "" {
				t.Errorf("answer =\n%s, want %s with %q", r.Body, tt.inner, tt.message)
			}
			all := signedBy(t, newRequest(t, rest.TableService, "GET", "/people()", "", "Accept: application/json"), ownKey,
				auth.SharedKey, api.Clock.Now())
			if n, refused := strings.Count(string(api.Serve(t.Context(), all).Body),
				`"RowKey"`), strings.Contains(string(r.Body), "403"); refused && n != 30 {
				t.Errorf("the table holds %d entities after a refusal, want 30", n)
			}
		})
	}
}

// single makes a batch of one operation without a changeset.
func single(operation string) string {
	return "--batch_1\r\n" + operation + "--batch_1--\r\n"
}
