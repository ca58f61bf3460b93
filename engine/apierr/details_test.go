package apierr_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"rowkey/engine/apierr"
)

func TestDetailsOfErrors(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]*apierr.Error{
		"OutOfRangeQueryParameterValue [{QueryParameterName n} {QueryParameterValue 33} {MinimumAllowed 1} " +
			"{MaximumAllowed 32}]": apierr.OutOfRange("n", "33", 1, 32),
		"InvalidQueryParameterValue [{QueryParameterName n} {QueryParameterValue x} {Reason no}]": apierr.InvalidQuery(
			"n", "x", "no"),
		"InvalidQueryParameterValue [{QueryParameterName n} {QueryParameterValue x}]": apierr.InvalidQuery(
			"n", "x", ""),
		"InvalidHeaderValue [{HeaderName n} {HeaderValue x}]": apierr.InvalidHeader(
			"n", "x"),
	} {
		if got := fmt.Sprint(err.Code, " ", err.Details); got != want {
			t.Errorf("error = %s, want %s", got, want)
		}
	}
}

func TestBoundedLeavesNoMore(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 1000)
	e := apierr.Newf(apierr.InvalidInput, "%s", long).With("Value", long).With("Name", "short")
	b := e.Bounded(100)
	for _, s := range []string{b.Message, b.Details[0].Value} {
		if len(s) > 100 || len(s) < 97 || !utf8.ValidString(s) || !strings.HasSuffix(s, "é…") {
			t.Errorf("Bounded(100) leaves %q", s)
		}
	}
	if b.Details[1].Value != "short" || e.Message != long || e.Details[0].Value != long {
		t.Errorf("Bounded changes what is short, or the error itself")
	}
}

func TestWithLeavesTheErrorAsItWas(t *testing.T) {
	t.Parallel()
	first := apierr.New(apierr.QueueNotFound).With("a", "1")
	second, third := first.With("b", "2"), first.With("c", "3")
	if len(first.Details) != 1 || second.Details[1].Name != "b" || third.Details[1].Name != "c" {
		t.Errorf("details = %v, %v, %v", first.Details, second.Details, third.Details)
	}
}
