package clock_test

import (
	"testing"
	"time"

	"rowkey/engine/clock"
)

func TestTicksCountFromTheirEpochs(t *testing.T) {
	t.Parallel()
	unix := time.Unix(0, 0).UTC()
	if got := clock.Ticks(unix); got != 621_355_968_000_000_000 { // .NET: DateTime.UnixEpoch.Ticks
		t.Errorf("Ticks(1970) = %d", got)
	}
	if got := clock.FileTime(unix); got != 116_444_736_000_000_000 { // Windows: RtlTimeToSecondsSince1970
		t.Errorf("FileTime(1970) = %d", got)
	}
	for _, want := range []time.Time{
		unix, time.Date(1, 1, 1, 0, 0, 0, 100, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999_999_900, time.UTC),
	} {
		if got := clock.FromTicks(clock.Ticks(want)); !got.Equal(want) {
			t.Errorf("FromTicks(Ticks(%v)) = %v", want, got)
		}
	}
}
