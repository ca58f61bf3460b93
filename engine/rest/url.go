package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/auth"
	"rowkey/engine/message"
	"rowkey/engine/percent"
)

// secondarySuffix ends the name of an account whose read-only copy is asked.
const secondarySuffix = "-secondary"

// hostLabels are the services as host names have them.
var hostLabels = map[string]Service{"table": TableService, "queue": QueueService, "blob": BlobService}

// Locate makes a request to a service from an absolute URL: in host style if the host names an
// account of that service, in path style otherwise. Errors: those of either.
func Locate(s Service, method, url string) (*Request, error) {
	origin, _, _, err := splitURL(url)
	if err != nil {
		return nil, err
	}
	if _, named, ok := hostAccount(origin); ok && named == s {
		return HostStyle(method, url)
	}
	return PathStyle(s, method, url)
}

// PathStyle makes a request from an absolute URL whose first path segment names the account, as
// local servers have it: http://127.0.0.1:10002/devstoreaccount1/people. Errors: a URL without
// scheme, host or account, or with a name that no account can have.
// Source: Use the Azurite emulator, "IP-style URL".
func PathStyle(s Service, method, url string) (*Request, error) {
	origin, path, query, err := splitURL(url)
	if err != nil {
		return nil, err
	}
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	size := min(len(segment)+1, len(path))
	r := &Request{Method: method, Service: s, Base: url[:len(origin)+size], Path: path[size:], Query: query}
	return r.of(segment)
}

// HostStyle makes a request from an absolute URL whose host names account and service:
// https://demo.table.core.windows.net/people. Errors: a URL without scheme, account or service, or
// with a name that no account can have.
// Source: Storage account overview, "Storage account endpoints".
func HostStyle(method, url string) (*Request, error) {
	origin, path, query, err := splitURL(url)
	if err != nil {
		return nil, err
	}
	account, service, ok := hostAccount(origin)
	if !ok {
		_, host, _ := strings.Cut(origin, "://")
		return nil, message.New("host-without-account", strconv.Quote(host))
	}
	r := &Request{Method: method, Service: service, Base: origin, Path: path, Query: query}
	return r.of(account)
}

// hostAccount cuts the first two labels off a host; ok is false unless the second one is a service.
// Letter case does not matter in a host.
func hostAccount(origin string) (account string, s Service, ok bool) {
	_, host, _ := strings.Cut(origin, "://")
	account, domain, _ := strings.Cut(strings.ToLower(host), ".")
	label, _, more := strings.Cut(domain, ".")
	s, ok = hostLabels[label]
	return account, s, ok && more
}

// of completes a request with the name of an account or of its copy.
func (r *Request) of(name string) (*Request, error) {
	r.Account, r.Secondary = strings.CutSuffix(name, secondarySuffix)
	if !auth.ValidAccount(r.Account) {
		return nil, message.New("url-without-account", strconv.Quote(r.Base))
	}
	return r, nil
}

// Secondary returns the URL of the read-only copy of the account at base, "" if base is neither in
// path style nor in host style: a suffix may change the name of an account, never the domain.
// Source: Azure Storage redundancy, "Read access to data in the secondary region".
func Secondary(base string) string {
	origin, path, _, err := splitURL(base)
	switch {
	case err != nil:
		return ""
	case strings.Trim(path, "/") != "":
		return strings.TrimRight(base, "/") + secondarySuffix
	}
	if _, _, ok := hostAccount(origin); !ok {
		return ""
	}
	account, domain, _ := strings.Cut(origin, ".")
	return account + secondarySuffix + "." + domain
}

// splitURL cuts an absolute URL without decoding anything. The fragment is dropped: it is never
// sent.
func splitURL(url string) (origin, path, query string, err error) {
	url, _, _ = strings.Cut(url, "#")
	url, query, _ = strings.Cut(url, "?")
	scheme := strings.Index(url, "://")
	if scheme <= 0 {
		return "", "", "", message.New("url-not-absolute", strconv.Quote(url))
	}
	slash := strings.IndexByte(url[scheme+3:], '/')
	if slash < 0 {
		return url, "", query, nil
	}
	slash += scheme + 3
	return url[:slash], url[slash:], query, nil
}

// Params are the decoded options of a query string, in their order.
type Params []auth.Pair

// maxParams is how many options a query string may have: many times as many as mean something. An option takes
// many times as much memory as it has bytes in a query string.
const maxParams = 256

// readParams decodes a query string. The result is false, and has the options before it, if an option
// cannot be decoded, or there are too many.
func readParams(query string) (all Params, ok bool) {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(pair, "=")
		name, nameOK := percent.DecodeQuery(name)
		value, valueOK := percent.DecodeQuery(value)
		if !nameOK || !valueOK || len(all) == maxParams {
			return all, false
		}
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all, true
}

// Get returns the value of an option, "" if it is absent. Of an option that is given twice the first value
// counts.
func (p Params) Get(name string) string {
	value, _ := p.Lookup(name)
	return value
}

// Lookup returns the value of an option as Get does, and whether it is there.
func (p Params) Lookup(name string) (string, bool) { return auth.Lookup(p, name) }
