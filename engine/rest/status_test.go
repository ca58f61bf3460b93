package rest_test

import (
	"testing"

	"rowkey/engine/rest"
)

func TestOnlyStatusesOfTheServicesHaveAText(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{202: "Accepted", 412: "Precondition Failed",
		413: "Request Entity Too Large", 299: "", 0: ""} {
		if got := rest.StatusText(status); got != want {
			t.Errorf("StatusText(%d) = %q, want %q", status, got, want)
		}
	}
}
