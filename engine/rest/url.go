package rest

import (
	"fmt"
	"strings"
)

const secondarySuffix = "-secondary"

// PathStyle makes a request from an absolute URL whose first path segment names the account, as
// local servers have it: http://127.0.0.1:10002/devstoreaccount1/people. Errors: a URL without
// scheme, host or account.
// Source: Use the Azurite emulator, "IP-style URL".
func PathStyle(s Service, method, url string) (*Request, error) {
	origin, path, query, err := splitURL(url)
	if err != nil {
		return nil, err
	}
	account, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if account == "" {
		return nil, fmt.Errorf("the URL %q names no account", url)
	}
	size := len(account) + 1
	r := &Request{Method: method, Service: s, Base: origin + path[:size], Path: path[size:], Query: query}
	r.Account, r.Secondary = strings.CutSuffix(account, secondarySuffix)
	return r, nil
}

// HostStyle makes a request from an absolute URL whose host names account and service:
// https://demo.table.core.windows.net/people. Errors: a URL without scheme, account or service.
// Source: Storage account overview, "Storage account endpoints".
func HostStyle(method, url string) (*Request, error) {
	origin, path, query, err := splitURL(url)
	if err != nil {
		return nil, err
	}
	_, host, _ := strings.Cut(origin, "://")
	account, rest, _ := strings.Cut(host, ".")
	name, _, _ := strings.Cut(rest, ".")
	service, ok := map[string]Service{"table": TableService, "queue": QueueService, "blob": BlobService}[name]
	if !ok || account == "" {
		return nil, fmt.Errorf("the host %q names no account and service", host)
	}
	r := &Request{Method: method, Service: service, Base: origin, Path: path, Query: query}
	r.Account, r.Secondary = strings.CutSuffix(account, secondarySuffix)
	return r, nil
}

// splitURL cuts an absolute URL without decoding anything. The fragment is dropped: it never
// travels.
func splitURL(url string) (origin, path, query string, err error) {
	url, _, _ = strings.Cut(url, "#")
	url, query, _ = strings.Cut(url, "?")
	scheme := strings.Index(url, "://")
	if scheme <= 0 {
		return "", "", "", fmt.Errorf("the URL %q is not absolute", url)
	}
	slash := strings.IndexByte(url[scheme+3:], '/')
	if slash < 0 {
		return url, "", query, nil
	}
	slash += scheme + 3
	return url[:slash], url[slash:], query, nil
}
