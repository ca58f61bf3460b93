package replay_test

import (
	"fmt"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"time"

	"rowkey/engine/rest"
)

// storageNames lead from recorded ETags, message ids, pop receipts, markers, leases and copies to ours.
type storageNames map[string]string

// storageRequest is what the session sent, in names of ours.
func (x *exchange) storageRequest(ours storageNames) (*rest.Request, error) {
	r, err := rest.HostStyle(x.Request.Method, ours.apply(x.Request.URL))
	if err != nil {
		return nil, err
	}
	for name, value := range x.Request.Headers {
		r.Header = append(r.Header, rest.Field{Name: name, Value: ours.apply(value)})
	}
	sort.Slice(r.Header, func(i, j int) bool { return r.Header[i].Name < r.Header[j].Name })
	r.Body = []byte(text(x.Request.Body))
	return r, nil
}

func (s storageNames) apply(text string) string {
	for recorded, own := range s {
		text = strings.ReplaceAll(text, recorded, own)
		text = strings.ReplaceAll(text, url.QueryEscape(recorded), url.QueryEscape(own))
		text = strings.ReplaceAll(text, strings.ReplaceAll(recorded, "=", "%3D"), url.QueryEscape(own))
	}
	return text
}

var namePattern = regexp.MustCompile(`<(?:MessageId|PopReceipt|NextMarker|Etag)>([^<]*)<`)

// learn notes what stands at the same place of both answers.
func (s storageNames) learn(x *exchange, r *rest.Response) {
	theirs := namePattern.FindAllStringSubmatch(text(x.Response.Body), -1)
	ours := namePattern.FindAllStringSubmatch(string(r.Body), -1)
	for i := range min(len(theirs), len(ours)) {
		s.note(theirs[i][1], ours[i][1])
	}
	for _, name := range []string{"ETag", "x-ms-popreceipt", "x-ms-lease-id", "x-ms-copy-id"} {
		s.note(field(x.Response.Headers, name), r.Header.Get(name))
	}
}

func (s storageNames) note(theirs, ours string) {
	if theirs != "" && ours != "" && theirs != ours {
		s[theirs] = ours
	}
}

var (
	namesPattern = regexp.MustCompile(`<(MessageId|PopReceipt|NextMarker|Marker|Etag|Last-Modified|Creation-Time|` +
		`TimeNextVisible|CopyId|CopyCompletionTime)>[^<]+<`)
	lifePattern     = regexp.MustCompile(`<InsertionTime>([^<]*)</InsertionTime><ExpirationTime>([^<]*)<`)
	metadataPattern = regexp.MustCompile(`<Metadata>(.*?)</Metadata>`)
	pairPattern     = regexp.MustCompile(`<\w+>[^<]*</\w+>`)
	tierPattern     = regexp.MustCompile(`<AccessTier>\w+</AccessTier><AccessTierInferred>`)
)

const httpTime = "Mon, 02 Jan 2006 15:04:05 GMT"

// maskStorage hides what differs between two runs of the real service. Of the times of a message the
// length of its life stays. Pairs of metadata are sorted: recorded requests are. The access tier of an
// account is a setting of it.
func maskStorage(s string) string {
	s = lifePattern.ReplaceAllStringFunc(s, func(times string) string {
		m := lifePattern.FindStringSubmatch(times)
		a, _ := time.Parse(httpTime, m[1])
		b, _ := time.Parse(httpTime, m[2])
		if b.Year() == 9999 {
			return "<Life>for ever<"
		}
		return fmt.Sprintf("<Life>%v<", b.Sub(a))
	})
	s = metadataPattern.ReplaceAllStringFunc(s, func(pairs string) string {
		list := pairPattern.FindAllString(pairs[len("<Metadata>"):], -1)
		sort.Strings(list)
		return "<Metadata>" + strings.Join(list, "") + "</Metadata>"
	})
	s = tierPattern.ReplaceAllString(s, "<AccessTier>0</AccessTier><AccessTierInferred>")
	s = namesPattern.ReplaceAllString(s, "<$1>0<")
	return maskBody(s)
}

// present are header fields of which only the presence counts.
var present = map[string]bool{
	"etag": true, "last-modified": true, "x-ms-creation-time": true, "x-ms-popreceipt": true, "x-ms-access-tier": true,
	"x-ms-time-next-visible": true, "x-ms-delete-type-permanent": true,
	"x-ms-lease-id": true, "x-ms-copy-id": true, "x-ms-copy-completion-time": true,
}

// unrecorded are fields that the recordings leave out, or some of them.
var unrecorded = map[string]bool{
	"server": true, "date": true, "x-ms-request-id": true, "transfer-encoding": true, "content-length": true,
	"x-ms-client-request-id": true, "vary": true,
}

// storageHeaderDifference compares all fields, in both directions.
func storageHeaderDifference(got rest.Header, want map[string]string) string {
	ours, theirs := map[string]string{}, map[string]string{}
	for _, f := range got {
		ours[strings.ToLower(f.Name)] = f.Value
	}
	for name, value := range want {
		theirs[strings.ToLower(name)] = value
	}
	var names []string
	for name := range theirs {
		names = append(names, name)
	}
	for name := range ours {
		if _, ok := theirs[name]; !ok {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		a, inOurs := ours[name]
		b, inTheirs := theirs[name]
		switch {
		case unrecorded[name]:
		case inOurs != inTheirs:
			return fmt.Sprintf("%s: sent %v, want %v", name, inOurs, inTheirs)
		case !present[name] && a != b:
			return fmt.Sprintf("%s: got %q, want %q", name, a, b)
		}
	}
	return ""
}
