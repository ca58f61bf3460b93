package apierr_test

import (
	"fmt"
	"testing"

	"rowkey/engine/apierr"
)

func TestDetailsOfErrors(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]*apierr.Error{
		"OutOfRangeQueryParameterValue [{QueryParameterName n} {QueryParameterValue 33} {MinimumAllowed 1} {MaximumAllowed 32}]": apierr.OutOfRange("n", "33", 1, 32),
		"InvalidQueryParameterValue [{QueryParameterName n} {QueryParameterValue x} {Reason no}]":                                apierr.InvalidQuery("n", "x", "no"),
		"InvalidQueryParameterValue [{QueryParameterName n} {QueryParameterValue x}]":                                            apierr.InvalidQuery("n", "x", ""),
		"InvalidHeaderValue [{HeaderName n} {HeaderValue x}]":                                                                    apierr.InvalidHeader("n", "x"),
	} {
		if got := fmt.Sprint(err.Code, " ", err.Details); got != want {
			t.Errorf("error = %s, want %s", got, want)
		}
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
