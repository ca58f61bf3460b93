package main

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// guard keeps pages of other sites away. A browser on this machine reaches every loopback port for
// whatever page it shows; what such a page cannot do is choose the names that it sends.
type guard struct {
	hosts []string // names beside those of loopback, in small letters
	cross *http.CrossOriginProtection
	mode  authMode
	all   bool // pages of every origin may call
}

func newGuard(o *options) *guard {
	g := &guard{cross: http.NewCrossOriginProtection(), mode: o.auth, all: o.origins.all}
	for _, h := range o.hosts {
		g.hosts = append(g.hosts, strings.ToLower(h))
	}
	for _, origin := range o.origins.list {
		_ = g.cross.AddTrustedOrigin(origin) // parseOrigins has checked it
	}
	return g
}

// protect refuses what a foreign page may have sent. addr is that of the listener.
func (g *guard) protect(addr string, next http.Handler) http.Handler {
	own, _, _ := net.SplitHostPort(addr)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != addr && !g.knows(r.Host, own) {
			refuse(w, fmt.Sprintf("this server does not answer for the host %q: -hosts names more", r.Host))
			return
		}
		if !g.all && g.writable(r) && g.cross.Check(r) != nil {
			refuse(w, fmt.Sprintf("a page of %s may not write here without a signature: -cors names whose pages may",
				r.Header.Get("Origin")))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func refuse(w http.ResponseWriter, why string) { http.Error(w, why, http.StatusForbidden) }

// knows says whether clients may call this machine by that name. With a name of its own an attacker's
// page could first lead to his server and then, once his DNS says so, to this one. That cannot be
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

// writable says whether a request can change something without a signature.
func (g *guard) writable(r *http.Request) bool {
	if isControl(r) {
		return true
	}
	switch g.mode {
	case authOff:
		return true
	case authTrust:
		return r.Header.Get("Authorization") == "" && !strings.Contains(r.URL.RawQuery, "sig=")
	}
	return false
}
