package rest

import (
	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

const (
	firstVersion = "2009-09-19"
	echoSince    = "2019-02-02" // first version that returns x-ms-client-request-id
)

// version checks x-ms-version; everything after it may compare versions as text.
// Source: Versioning for the Azure Storage services.
func version(next step) step {
	return func(x Exchange) *Response {
		c := x.Core()
		c.Version = c.Fields.Version
		if c.Version == "" {
			c.Version = signedVersion(c.Query)
		}
		if !validVersion(c.Version) {
			return x.Fail(AtVersion, apierr.InvalidHeader("x-ms-version", c.Version))
		}
		return next(x)
	}
}

// signedVersion returns the version of a shared access signature, which holds for a request that
// names none, or the default.
// Source: Versioning for the Azure Storage services, "Requests via a shared access signature".
func signedVersion(query Params) string {
	if version, ok := query.Lookup("sv"); ok {
		return version
	}
	return auth.DefaultVersion
}

// validVersion reports whether v is a date that is not before the first version. Later dates than
// the newest version pass: clients are updated faster than this list would be.
func validVersion(v string) bool {
	if len(v) != len(firstVersion) {
		return false
	}
	for i := 0; i < len(v); i++ {
		if isDash := i == 4 || i == 7; isDash != (v[i] == '-') || !isDash && (v[i] < '0' || v[i] > '9') {
			return false
		}
	}
	return v >= firstVersion && v[5:7] <= "12" && v[8:] <= "31"
}
