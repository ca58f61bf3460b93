package client

import (
	"cmp"
	"strconv"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/rest"
)

// ports of the services on a local machine.
// Source: Use the Azurite emulator, "Default ports".
var ports = map[string]rest.Service{"10000": rest.BlobService, "10001": rest.QueueService, "10002": rest.TableService}

// Address makes a request from an absolute URL: the port says which service a local address belongs to, the
// host that of any other.
func Address(method, url string) (*rest.Request, error) {
	_, tail, ok := strings.Cut(url, "://")
	if !ok {
		return nil, message.New("url-not-absolute", strconv.Quote(url))
	}
	host, _, _ := strings.Cut(tail, "/")
	host, _, _ = strings.Cut(host, "?")
	if i := strings.LastIndexByte(host, ':'); i >= 0 {
		if service, ok := ports[host[i+1:]]; ok {
			return rest.PathStyle(service, method, url)
		}
	}
	return rest.HostStyle(method, url)
}

// Bases are absolute URLs of accounts without a trailing slash. "" is the well-known one of the development account.
type Bases struct{ Table, Queue, Blob string }

// of returns the URL of the account of one service.
func (b Bases) of(s rest.Service) string {
	switch s {
	case rest.QueueService:
		return cmp.Or(b.Queue, QueueURL)
	case rest.BlobService:
		return cmp.Or(b.Blob, BlobURL)
	}
	return cmp.Or(b.Table, TableURL)
}

// copySuffix is what a script writes after the URL of an account to ask its read-only copy, whatever
// the style of that URL.
const copySuffix = "-secondary"

// address makes a request from an absolute URL: one below a base belongs to its service, [Address] knows the others.
func (b Bases) address(method, url string) (*rest.Request, error) {
	for _, s := range [...]rest.Service{rest.TableService, rest.QueueService, rest.BlobService} {
		base := b.of(s)
		below, ok := strings.CutPrefix(url, base)
		if !ok {
			continue
		}
		r := &rest.Request{Method: method, Service: s, Base: base, Account: accountOf(base)}
		if path, ok := strings.CutPrefix(below, copySuffix); ok && rest.Secondary(base) != "" {
			r.Base, r.Secondary, below = rest.Secondary(base), true, path
		}
		if below == "" || below[0] == '/' || below[0] == '?' {
			r.Path, r.Query, _ = strings.Cut(below, "?")
			return r, nil
		}
	}
	return Address(method, url)
}

// accountOf returns the last segment of the path of a base or, if it has no path, the first label of its host.
func accountOf(base string) string {
	_, base, _ = strings.Cut(base, "://")
	host, path, ok := strings.Cut(base, "/")
	if ok {
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	account, _, _ := strings.Cut(host, ".")
	return account
}

// Well-known addresses of the development account.
// Source: Use the Azurite emulator, "Well-known storage account and key".
const (
	TableURL = "http://127.0.0.1:10002/devstoreaccount1"
	QueueURL = "http://127.0.0.1:10001/devstoreaccount1"
	BlobURL  = "http://127.0.0.1:10000/devstoreaccount1"
)

// serviceOf returns the service whose account a predefined variable names.
func serviceOf(name string) (s rest.Service, ok bool) {
	switch name {
	case "table":
		return rest.TableService, true
	case "queue":
		return rest.QueueService, true
	case "blob":
		return rest.BlobService, true
	}
	return 0, false
}
