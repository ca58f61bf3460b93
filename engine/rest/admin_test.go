package rest_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/rest"
)

const bom = "\ufeff"

const freshProperties = bom +
	`<?xml version="1.0" encoding="utf-8"?><StorageServiceProperties><Logging><Version>1.0</Version>` +
	`<Read>false</Read><Write>false</Write><Delete>false</Delete>` +
	`<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></Logging>` +
	`<HourMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>` +
	`<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></HourMetrics>` +
	`<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy>` +
	`<Enabled>false</Enabled></RetentionPolicy></MinuteMetrics><Cors /></StorageServiceProperties>`

const propertiesPath = "/?restype=service&comp=properties"

func TestServiceProperties(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	get := func() string { return string(ask(t, api, "GET", propertiesPath, "").Body) }
	if got := get(); got != freshProperties {
		t.Errorf("a fresh account has\n%s, want\n%s", got, freshProperties)
	}
	minute := `<MinuteMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>false</IncludeAPIs>` +
		`<RetentionPolicy><Enabled>true</Enabled><Days>365</Days></RetentionPolicy></MinuteMetrics>`
	body := "<?xml version='1.0'?>\n<!-- c --><StorageServiceProperties>\n" + minute + "</StorageServiceProperties>\n"
	want(t, ask(t, api, "PUT", propertiesPath, body), 202, "")
	before, after, _ := strings.Cut(freshProperties, "<MinuteMetrics>")
	_, after, _ = strings.Cut(after, "</MinuteMetrics>")
	if got := get(); got != before+minute+after {
		t.Errorf("after setting one section: %s", got)
	}
	want(t, ask(t, api, "PUT", propertiesPath, freshProperties), 202, "")
	if got := get(); got != freshProperties {
		t.Errorf("after setting what was read first: %s", got)
	}
}

func TestServicePropertiesThatAreRefused(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	one := rule("*", "GET", "*", "*")
	tests := []struct{ name, body string }{
		{"nothing", ""},
		{"no-xml", "hello"},
		{"another-document", "<Properties/>"},
		{"an-open-element", "<StorageServiceProperties><Cors>"},
		{"crossed-elements", "<StorageServiceProperties><Cors></StorageServiceProperties></Cors>"},
		{"an-unknown-section", "<StorageServiceProperties><Coffee/></StorageServiceProperties>"},
		{"366-days", strings.Replace(freshProperties, "<Days>7", "<Days>366", 1)},
		{"no-days", strings.Replace(freshProperties, "<Days>7", "<Days>0", 1)},
		{"metrics-without-apis", strings.Replace(freshProperties, "<IncludeAPIs>true</IncludeAPIs>", "", 1)},
		{"logging-without-read", strings.Replace(freshProperties, "<Read>false</Read>", "", 1)},
		{"six-rules", cors(one, one, one, one, one, one)},
		{"a-rule-without-origins", cors(rule("", "GET", "*", "*"))},
		{"a-rule-with-a-negative-age", strings.Replace(cors(one), "60", "-1", 1)},
		{"a-rule-without-a-list-of-headers", strings.Replace(cors(one), "<AllowedHeaders>*</AllowedHeaders>", "", 1)},
		{"a-rule-without-exposed-headers", strings.Replace(cors(one), "<ExposedHeaders>*</ExposedHeaders>", "", 1)},
		{"an-unknown-method", cors(rule("*", "GET,FOO", "*", "*"))},
		{"a-method-in-lower-case", cors(rule("*", "get", "*", "*"))},
		{"65-headers", cors(rule("*", "GET", strings.Repeat("a,", 64)+"a", "*"))},
		{"three-prefixes", cors(rule("*", "GET", "a*,b*,c*", "*"))},
		{"a-long-header", cors(rule("*", "GET", "*", strings.Repeat("a", 257)))},
		{"lists-above-2-KiB", cors(rule(strings.Repeat("https://contoso.com,", 103), "GET", "*", "*"))},
		{"an-unknown-entity", cors(rule("&nbsp;", "GET", "*", "*"))},
		{"a-document-type", "<!DOCTYPE x><StorageServiceProperties/>"},
		{"two-documents", "<StorageServiceProperties/><StorageServiceProperties/>"},
		{"too-deep", strings.Repeat("<StorageServiceProperties>", 100)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, api, "PUT", propertiesPath, tt.body)
			want(t, r, 400, "<m:code>InvalidXmlDocument</m:code>")
			if got := r.Header.Get("x-ms-error-code"); got != "InvalidXmlDocument" {
				t.Errorf("x-ms-error-code = %q", got)
			}
		})
	}
	if got := string(ask(t, api, "GET", propertiesPath, "").Body); got != freshProperties {
		t.Errorf("a refused document has changed the properties: %s", got)
	}
}

func TestAsManyHeadersAsARuleMayNameAreTaken(t *testing.T) {
	t.Parallel()
	list := strings.Repeat("a,", 64) + "b*,c*"
	want(t, ask(t, newAPI(t), "PUT", propertiesPath, cors(rule("*", "GET,HEAD,MERGE", list, ""))), 202, "")
}

// Wire 16.
func TestServicePropertiesTakeTruthValuesInAnyCase(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	mixed := strings.NewReplacer(">true<", ">True<", ">false<", ">FALSE<").Replace
	want(t, ask(t, api, "PUT", propertiesPath, mixed(freshProperties)), 202, "")
	if got := string(ask(t, api, "GET", propertiesPath, "").Body); got != freshProperties {
		t.Errorf("truth values come back as\n%s, want\n%s", got, freshProperties)
	}
	const more = "<DeleteRetentionPolicy><Enabled>true</Enabled><Days>7</Days>" +
		"<AllowPermanentDelete>false</AllowPermanentDelete></DeleteRetentionPolicy>" +
		"<StaticWebsite><Enabled>true</Enabled><IndexDocument>TRUE</IndexDocument></StaticWebsite>"
	document := "<StorageServiceProperties>" + more + "</StorageServiceProperties>"
	want(t, send(t, api, blobs, "PUT", propertiesPath, mixed(document)), 202, "")
	if got := string(send(t, api, blobs, "GET", propertiesPath, "").Body); !strings.Contains(got, more) {
		t.Errorf("truth values of the blob service come back as\n%s, want\n%s", got, more)
	}
	for _, name := range []string{"Enabled", "AllowPermanentDelete"} {
		bad := strings.Replace(document, "<"+name+">true<", "<"+name+">yes<", 1)
		bad = strings.Replace(bad, "<"+name+">false<", "<"+name+">yes<", 1)
		want(t, send(t, api, blobs, "PUT", propertiesPath, bad), 400, "InvalidXmlDocument")
	}
}

func TestRequestsToTheAccount(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	tests := []struct {
		name, method, path string
		status             int
		text               string
	}{
		{"stats-at-the-primary", "GET", "/?restype=service&comp=stats", 400, "InvalidQueryParameterValue"},
		{"stats-at-the-secondary", "GET", "-secondary/?restype=service&comp=stats", 200,
			"<Status>live</Status><LastSyncTime>Mon, 05 Jan 2026 08:00:00 GMT<"},
		{"something-else", "GET", "/?restype=service&comp=coffee", 400, "InvalidQueryParameterValue"},
		{"another-kind-of-resource", "GET", "/?restype=container&comp=properties", 400, "InvalidQueryParameterValue"},
		{"a-method-of-nobody", "DELETE", propertiesPath, 405, "UnsupportedHttpVerb"},
		{"no-table-and-no-question", "GET", "", 400, "InvalidUri"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := rest.PathStyle(rest.TableService, tt.method, base+tt.path)
			if err != nil {
				t.Fatal(err)
			}
			want(t, api.Serve(context.Background(), r), tt.status, tt.text)
		})
	}
}

func TestAccessPolicies(t *testing.T) {
	t.Parallel()
	xml := func(inner string) string {
		return bom + `<?xml version="1.0" encoding="utf-8"?>` + inner
	}
	tests := []struct{ name, body, want string }{
		{"none", "", "<SignedIdentifiers />"},
		{"an-empty-list", "<?xml version='1.0' encoding='utf-8'?>\n<SignedIdentifiers />", "<SignedIdentifiers />"},
		{"an-identifier-alone",
			"<SignedIdentifiers><SignedIdentifier><Id>empty</Id><AccessPolicy /></SignedIdentifier></SignedIdentifiers>",
			"<SignedIdentifiers><SignedIdentifier><Id>empty</Id></SignedIdentifier></SignedIdentifiers>"},
		{"children-in-any-order",
			"<SignedIdentifiers><SignedIdentifier><AccessPolicy><Permission>raud</Permission>" +
				"<Expiry>2024-01-01T00:00:00Z</Expiry><Start>2011-10-11</Start></AccessPolicy>" +
				"<Id>a&amp;b</Id></SignedIdentifier></SignedIdentifiers>",
			"<SignedIdentifiers><SignedIdentifier><Id>a&amp;b</Id>" +
				"<AccessPolicy><Start>2011-10-11T00:00:00.0000000Z</Start><Expiry>2024-01-01T00:00:00.0000000Z</Expiry>" +
				"<Permission>raud</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := withTable(t)
			r := ask(t, api, "PUT", "/people?comp=acl", tt.body, "Accept: application/xml")
			want(t, r, 204, "")
			if got := string(ask(t, api, "GET", "/people?comp=acl", "").Body); got != xml(tt.want) {
				t.Errorf("policies = %s, want %s", got, xml(tt.want))
			}
		})
	}
}

func TestAccessPoliciesThatAreRefused(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	identifier := func(inner string) string {
		return "<SignedIdentifiers><SignedIdentifier>" + inner + "</SignedIdentifier></SignedIdentifiers>"
	}
	six := "<SignedIdentifiers>"
	for _, id := range []string{"0", "1", "2", "3", "4", "5"} {
		six += "<SignedIdentifier><Id>" + id + "</Id></SignedIdentifier>"
	}
	tests := []struct {
		name, path, body, accept string
		status                   int
		code                     string
	}{
		{"six", "/people", six + "</SignedIdentifiers>", "application/xml", 400, "InvalidXmlDocument"},
		{"one-twice", "/people",
			strings.Replace(identifier("<Id>a</Id>"), "</SignedIdentifiers>",
				"<SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>", 1),
			"application/xml", 400, "InvalidXmlDocument"},
		{"no-id", "/people", identifier("<AccessPolicy/>"), "application/xml", 400, "InvalidXmlDocument"},
		{"a-long-id", "/people", identifier("<Id>" + strings.Repeat("x", 65) + "</Id>"), "application/xml", 400,
			"InvalidXmlDocument"},
		{"a-time-with-three-digits", "/people",
			identifier("<Id>a</Id><AccessPolicy><Start>2020-06-22T14:22:13.000Z</Start></AccessPolicy>"),
			"application/xml", 400, "InvalidXmlDocument"},
		{"a-permission-that-tables-do-not-have", "/people",
			identifier("<Id>a</Id><AccessPolicy><Permission>rp</Permission></AccessPolicy>"),
			"application/xml", 400, "InvalidXmlDocument"},
		{"a-permission-twice", "/people", identifier("<Id>a</Id><AccessPolicy><Permission>rr</Permission></AccessPolicy>"),
			"application/xml", 400, "InvalidXmlDocument"},
		{"no-xml-asked-for", "/people", "", "*/*", 415, "MediaTypeNotSupported"},
		{"no-table", "/nobody", "", "application/xml", 404, "TableNotFound"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want(t, ask(t, api, "PUT", tt.path+"?comp=acl", tt.body, "Accept: "+tt.accept), tt.status, "<m:code>"+tt.code)
		})
	}
	want(t, ask(t, api, "GET", "/nobody?comp=acl", ""), 404, "<m:code>TableNotFound")
	want(t, ask(t, api, "DELETE", "/people?comp=acl", ""), 405, "<m:code>UnsupportedHttpVerb")
	want(t, ask(t, api, "GET", "/people?comp=coffee", ""), 400, "<m:code>InvalidQueryParameterValue")
}

func TestAccessPoliciesGoWithTheTable(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	body := "<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>"
	want(t, ask(t, api, "PUT", "/people?comp=acl", body, "Accept: application/xml"), 204, "")
	want(t, ask(t, api, "DELETE", "/Tables('people')", ""), 204, "")
	want(t, ask(t, api, "POST", "/Tables", `{"TableName":"people"}`), 201, "")
	want(t, ask(t, api, "GET", "/people?comp=acl", ""), 200, "<SignedIdentifiers />")
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	want(t, ask(t, api, "PUT", propertiesPath, cors(
		rule("https://a.example", "GET,PUT", "x-ms-*, Accept", ""), rule("*", "DELETE", "*", ""),
		rule("https://c.example, https://*.contoso.com", "MERGE", "*", ""))), 202, "")
	tests := []struct {
		name, origin, method, headers string
		status                        int
		fields                        string
	}{
		{"an-origin-that-is-named", "https://a.example", "PUT", "X-MS-Version, accept", 200,
			"Access-Control-Allow-Origin: https://a.example\nAccess-Control-Allow-Credentials: true\n" +
				"Access-Control-Allow-Methods: PUT\nAccess-Control-Allow-Headers: X-MS-Version, accept\n" +
				"Access-Control-Max-Age: 60\n"},
		{"any-origin", "https://b.example", "DELETE", "", 200,
			"Access-Control-Allow-Origin: *\nAccess-Control-Allow-Methods: DELETE\nAccess-Control-Max-Age: 60\n"},
		{"a-name-below-a-domain", "https://app.contoso.com", "MERGE", "", 200,
			"Access-Control-Allow-Origin: https://app.contoso.com\nAccess-Control-Allow-Credentials: true\n"},
		{"a-name-further-below-a-domain", "https://a.b.contoso.com", "MERGE", "", 200,
			"Access-Control-Allow-Origin: https://a.b.contoso.com\n"},
		{"no-name-below-a-domain", "https://.contoso.com", "MERGE", "", 403, "x-ms-error-code: CorsPreflightFailure\n"},
		{"the-domain-itself", "https://contoso.com", "MERGE", "", 403, "x-ms-error-code: CorsPreflightFailure\n"},
		{"a-domain-that-ends-alike", "https://evilcontoso.com", "MERGE", "", 403, "x-ms-error-code: CorsPreflightFailure\n"},
		{"a-domain-that-goes-on", "https://app.contoso.com.evil.example", "MERGE", "", 403,
			"x-ms-error-code: CorsPreflightFailure\n"},
		{"a-name-below-by-another-scheme", "http://app.contoso.com", "MERGE", "", 403,
			"x-ms-error-code: CorsPreflightFailure\n"},
		{"a-name-below-with-a-port", "https://app.contoso.com:8443", "MERGE", "", 403,
			"x-ms-error-code: CorsPreflightFailure\n"},
		{"another-method", "https://a.example", "POST", "", 403, "x-ms-error-code: CorsPreflightFailure\n"},
		{"another-header", "https://a.example", "GET", "If-Match", 403, "x-ms-error-code: CorsPreflightFailure\n"},
		{"another-origin", "https://b.example", "GET", "", 403, "x-ms-error-code: CorsPreflightFailure\n"},
		{"no-method", "https://a.example", "", "", 400, "x-ms-error-code: InvalidHeaderValue\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, api, "OPTIONS", "/nobody", "", "Origin: "+tt.origin,
				"Access-Control-Request-Method: "+tt.method, "Access-Control-Request-Headers: "+tt.headers)
			want(t, r, tt.status, "")
			if got := lines(r.Header); !strings.Contains(got, tt.fields) {
				t.Errorf("fields =\n%s, want in them\n%s", got, tt.fields)
			}
		})
	}
}

func TestAnswersToPagesOfOtherOrigins(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	if got := ask(t, api, "GET", "/people", "", "Origin: https://a.example"); got.Header.Get("Vary") != "" {
		t.Errorf("without rules: Vary = %q", got.Header.Get("Vary"))
	}
	want(t, ask(t, api, "PUT", propertiesPath, cors(
		rule("https://a.example", "GET", "", "ETag"), rule("*", "POST", "", "*"))), 202, "")
	tests := []struct{ name, method, origin, allowed, vary, exposed string }{
		{"no-origin", "GET", "", "", "Origin", ""},
		{"an-origin-that-is-named", "GET", "https://a.example", "https://a.example", "Origin", "ETag"},
		{"another-origin", "GET", "https://b.example", "", "Origin", ""},
		{"any-origin", "POST", "https://b.example", "*", "", "x-ms-version,X-Content-Type-Options,Date"},
		{"a-write-without-origin", "POST", "", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, api, tt.method, "/people", "{}", "Origin: "+tt.origin)
			h := r.Header
			if h.Get("Access-Control-Allow-Origin") != tt.allowed || h.Get("Vary") != tt.vary ||
				!strings.Contains(h.Get("Access-Control-Expose-Headers"), tt.exposed) {
				t.Errorf("fields =\n%s", lines(h))
			}
		})
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add(freshProperties)
	f.Add(cors(rule("*", "GET", "*", "*")))
	f.Add("<SignedIdentifiers><SignedIdentifier><Id>&#x41;</Id></SignedIdentifier></SignedIdentifiers>")
	f.Add("<a><!--")
	f.Add("<?")
	f.Add("</")
	api := withTable(f)
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{propertiesPath, "/people?comp=acl"} {
			r := ask(t, api, "PUT", path, body, "Accept: application/xml")
			if r.Status != 400 && r.Status >= 300 {
				t.Fatalf("PUT %s %q: status = %d, body %s", path, body, r.Status, r.Body)
			}
			first := ask(t, api, "GET", path, "").Body
			if r := ask(t, api, "PUT", path, string(first), "Accept: application/xml"); r.Status >= 300 {
				t.Fatalf("what was read is refused: %s", first)
			}
			if again := ask(t, api, "GET", path, "").Body; string(again) != string(first) {
				t.Fatalf("read %s, wrote that, read %s", first, again)
			}
		}
	})
}
