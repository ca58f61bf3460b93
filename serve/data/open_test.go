package data

import (
	"strings"
	"testing"
	"time"
)

func TestOpeningReportsProgressOnceASecond(t *testing.T) {
	now := time.Unix(0, 0)
	var out strings.Builder
	tell := progress(&out, "data", func() time.Time { return now })
	for i := range 30 {
		now = now.Add(100 * time.Millisecond)
		tell(int64(i), 30, 10_000*i)
	}
	want := "serve: opening data: 30 %, 90,000 keys\nserve: opening data: 63 %, 190,000 keys\n" +
		"serve: opening data: 96 %, 290,000 keys\n"
	if out.String() != want {
		t.Errorf("progress wrote\n%s\nwant\n%s", out.String(), want)
	}
}
