package server

import (
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/rest"
	"rowkey/engine/rest/protocols"
)

// guard keeps pages of other sites away. A browser on this machine reaches every loopback port for
// any page that it shows; but such a page cannot choose the Host and Origin that it sends.
type guard struct {
	hosts []string // names beside those of loopback, in lowercase letters
	cross *http.CrossOriginProtection
	mode  authMode
	all   bool // pages of every origin may call
	any   bool // this machine has any name
}

func newGuard(o *options) *guard {
	g := &guard{cross: http.NewCrossOriginProtection(), mode: o.auth, all: o.origins.all, any: o.anyHost}
	g.hosts = lists.Map(o.hosts, strings.ToLower)
	for _, origin := range o.origins.list {
		_ = g.cross.AddTrustedOrigin(origin) // parseOrigins has checked it
	}
	return g
}

// protect refuses what a foreign page may have sent to a service, 0 for the site. addr is that of the
// listener.
func (g *guard) protect(addr string, s rest.Service, next http.Handler) http.Handler {
	own, _, _ := net.SplitHostPort(addr)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != addr && !g.any && !g.knows(r.Host, own) {
			refuse(w, fmt.Sprintf("this server does not answer for the host %q: add it with -hosts", r.Host))
			return
		}
		if !g.all && g.foreign(r) && g.mayChange(s, r) {
			refuse(w, why(r))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// foreign reports whether a page sent a request whose origin no flag names, or may have: a browser does not tell
// every address.
func (g *guard) foreign(r *http.Request) bool {
	asked := *r
	asked.Method = http.MethodPost // Check lets safe methods pass
	return g.cross.Check(&asked) != nil || !told(r) && !trustworthy(hostName(r.Host)) && simple(r)
}

// told reports whether a browser says where a request comes from.
func told(r *http.Request) bool {
	return r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != ""
}

// trustworthy reports whether browsers send Sec-Fetch-Site to a host without TLS, also for an image or a link.
// Source: Secure Contexts, "Is origin potentially trustworthy?"; Fetch Metadata Request Headers.
func trustworthy(name string) bool {
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Is4() && addr.IsLoopback() || addr == netip.IPv6Loopback()
	}
	name = strings.ToLower(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// simple reports whether a page may send a request like this one to another site without asking first. If it has to
// ask, the request has an Origin.
// Source: Fetch, "CORS-safelisted method" and "CORS-safelisted request-header".
func simple(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return false
	}
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Ms-") {
			return false
		}
	}
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch media {
	case "", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain":
		return true
	}
	return false
}

// mayChange reports whether a request can change something without a good signature. It asks about the
// request that the engine gets: what counts as signed here is verified there.
func (g *guard) mayChange(s rest.Service, r *http.Request) bool {
	if isControl(r) || s == 0 {
		return r.Method != http.MethodGet && r.Method != http.MethodHead
	}
	req, err := headOf(s, "http", r)
	switch {
	case err != nil:
		return true
	case g.mode == authOff:
		return protocols.Changes(req)
	case g.mode == authTrust:
		return protocols.Changes(req) && !req.Signed()
	}
	return false // unsigned requests are refused
}

// why says what a request needs that foreign keeps away.
func why(r *http.Request) string {
	if told(r) {
		return fmt.Sprintf("a page of %s may not write here without a signature: add its origin with -cors",
			r.Header.Get("Origin"))
	}
	return fmt.Sprintf("a page of any site could have sent this request to %s: sign it, add a header such as "+
		"x-ms-version or Content-Type: application/json, or send it to 127.0.0.1", r.Host)
}

func refuse(w http.ResponseWriter, why string) { http.Error(w, why, http.StatusForbidden) }

// knows reports whether clients may call this machine by that name. With a name of its own an attacker's
// page could first lead to the attacker's server and then, after a change of its DNS, to this one. That cannot be
// done with an address, nor with localhost.
// Source: RFC 6761, section 6.3, "Domain Name Reservation Considerations for localhost.".
func (g *guard) knows(host, own string) bool {
	name := strings.ToLower(hostName(host))
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if name == "" {
		return false
	}
	for _, known := range append(g.hosts[:len(g.hosts):len(g.hosts)], "localhost", strings.ToLower(own)) {
		if known != "" && (name == known || strings.HasSuffix(name, "."+known)) {
			return true
		}
	}
	return false
}

// hostName cuts off the port, and the brackets of an IPv6 address.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}
