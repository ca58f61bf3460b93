package rest

import (
	"time"

	"rowkey/engine/auth"
)

// Sign dates a request and signs it with a key of its account. path is what is sent, where a library has
// escaped more than the request; "" is the path of the request.
// Source: Authorize with Shared Key.
func (r *Request) Sign(key auth.Key, now time.Time, path string) {
	r.Header.Set("x-ms-date", now.UTC().Format(TimeFormat))
	m := r.Message()
	if path != "" {
		m.Path = path
	}
	r.Header.Set("Authorization", key.Authorize(m, auth.SharedKey))
}
