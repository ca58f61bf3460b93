package table

import (
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

// ETag names one version of an entity: W/"datetime'2019-05-28T22%3A36%3A03.691092Z'".
type ETag string

// Any matches every version.
const Any ETag = "*"

const (
	etagStart = `W/"datetime'`
	etagEnd   = `'"`
)

// ETagOf returns the ETag of an entity that was last written at ts.
// Source: recorded traffic; the reference calls it opaque.
func ETagOf(ts time.Time) ETag {
	var clock, buf [64]byte
	b := append(buf[:0], etagStart...)
	for _, c := range edm.AppendTime(clock[:0], ts) {
		if c == ':' {
			b = append(b, "%3A"...)
			continue
		}
		b = append(b, c)
	}
	return ETag(append(b, etagEnd...))
}

// condition is an If-Match that has been read.
type condition struct {
	any bool
	ts  time.Time
}

// parse reads the value of an If-Match.
// Errors: InvalidInput for an empty one and for what is not an ETag, ConditionNotMet for an ETag that
// this service cannot have given.
// Source: recorded traffic, the three shapes of a failing If-Match.
func (e ETag) parse() (condition, error) {
	switch {
	case e == Any:
		return condition{any: true}, nil
	case e == "":
		return condition{}, apierr.New(apierr.InvalidInput)
	case !e.quoted():
		return condition{}, apierr.Newf(apierr.InvalidInput,
			"The etag value '%s' specified in one of the request headers is not valid. "+
				"Please make sure only one etag value is specified and is valid.", string(e))
	}
	text, ok := strings.CutPrefix(string(e), etagStart)
	text, closed := strings.CutSuffix(text, etagEnd)
	v, err := edm.ParseDateTime(strings.ReplaceAll(text, "%3A", ":"))
	if !ok || !closed || err != nil {
		return condition{}, apierr.New(apierr.ConditionNotMet)
	}
	return condition{ts: v.Time()}, nil
}

// quoted reports whether e is one quoted string, weak or not.
func (e ETag) quoted() bool {
	s := strings.TrimPrefix(string(e), "W/")
	return len(s) >= 2 && strings.IndexByte(s[1:], '"') == len(s)-2 && s[0] == '"'
}

// check fails with UpdateConditionNotSatisfied unless the version of ts is the one asked for.
// Source: Update Entity2, "Remarks".
func (c condition) check(ts time.Time) error {
	if c.any || c.ts.Equal(ts) {
		return nil
	}
	return apierr.New(apierr.UpdateConditionNotMet)
}
