package client

import (
	"strconv"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/rest"
)

// ports of the services on a local machine.
// Source: Use the Azurite emulator, "Default ports".
var ports = map[string]rest.Service{
	"10000": rest.BlobService, "10001": rest.QueueService, "10002": rest.TableService,
}

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
