package resttest

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

// HTTPTime is the form of a time in a header field.
const HTTPTime = "Mon, 02 Jan 2006 15:04:05 GMT"

// OwnKey is one of the two keys of the account.
var OwnKey = auth.Key("the second key of the account")

// Guard lets only signed requests to the API pass; trusting lets unsigned ones be the owner's.
func Guard(api *rest.API, trusting bool) *rest.API {
	accounts := auth.Accounts{auth.DevelopmentAccount: {auth.Key("first"), OwnKey}}
	api.SetGuard(rest.Guard{Accounts: accounts, Trusting: trusting})
	return api
}

// pairs are the decoded options of a query string.
func pairs(t testing.TB, query string) []auth.Pair {
	t.Helper()
	var all []auth.Pair
	for query != "" {
		var option string
		option, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(option, "=")
		value, err := url.QueryUnescape(value)
		if err != nil {
			t.Fatalf("the option %q: %v", option, err)
		}
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all
}

// Services are the services as a signature has them.
var Services = map[rest.Service]auth.Service{
	rest.TableService: auth.Table, rest.QueueService: auth.Queue, rest.BlobService: auth.Blob,
}

// SignedBy adds date and signature to a request as a client does.
func SignedBy(t testing.TB, r *rest.Request, key auth.Key, scheme auth.Scheme, now time.Time) *rest.Request {
	t.Helper()
	r.Header.Set("x-ms-date", now.Format(HTTPTime))
	_, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(r.Base, "http://"), "https://"), "/")
	if path != "" {
		path = "/" + path
	}
	m := auth.Message{
		Service: Services[r.Service], Method: r.Method, Account: r.Account, Path: path + r.Path,
		Options: pairs(t, r.Query), Size: len(r.Body),
	}
	for _, f := range r.Header {
		m.Header = append(m.Header, auth.Pair(f))
	}
	r.Header.Set("Authorization", key.Authorize(&m, scheme))
	return r
}

// Unquote decodes a part of a URL, and leaves what is none as it is.
func Unquote(s string) string {
	text, err := url.QueryUnescape(s)
	if err != nil {
		return s
	}
	return text
}
