package load_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/cluster"
	"rowkey/engine/load"
	"rowkey/engine/script"
)

var start = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// spread sends each request to one of so many partitions, and notes when.
type spread struct {
	partitions int
	times      []time.Time
	fail       error // at the second request
}

func (s *spread) Partition(i int, at time.Time) (string, error) {
	s.times = append(s.times, at)
	if i == 1 && s.fail != nil {
		return "", s.fail
	}
	return "p" + strconv.Itoa(i%s.partitions), nil
}

// run puts a load on a cluster whose partitions take 500 entities a second.
func run(ctx context.Context, rate, seconds int, retry script.RetryPolicy, s *spread) (*load.Report, error) {
	c := cluster.New(clock.At(start), cluster.Options{Target: 500})
	return load.Run(ctx, c, load.Job{
		Spec: script.LoadSpec{Rate: rate, Seconds: seconds}, Retry: retry, Start: start, Source: s,
		Request: cluster.Load{Account: "a", Table: "T", Entities: 1, Ghost: true},
	})
}

func TestALoadBelowItsTargetsIsServedAtOnce(t *testing.T) {
	t.Parallel()
	s := &spread{partitions: 4}
	r, err := run(t.Context(), 1000, 2, script.RetryPolicy{}, s)
	if err != nil {
		t.Fatal(err)
	}
	if r.Sent != 2000 || r.Accepted != 2000 || r.Throttled != 0 || r.Failed != 0 || r.PartitionCount != 4 ||
		r.ThrottledPercent() != "0" {
		t.Errorf("report: %+v", r)
	}
	if last := s.times[len(s.times)-1]; !s.times[0].Equal(start) || last.Sub(start) != 2*time.Second-time.Millisecond {
		t.Errorf("the requests are sent from %v to %v", s.times[0], last)
	}
}

func TestAHotPartitionRefusesWhatIsAboveItsTarget(t *testing.T) {
	t.Parallel()
	r, err := run(t.Context(), 1000, 4, script.RetryPolicy{}, &spread{partitions: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed == 0 || r.Failed != r.Throttled || r.Accepted+r.Failed != r.Sent || string(r.Hottest) != "100" {
		t.Errorf("report: %+v", r)
	}
	if p := r.Partitions[0]; p.Name != "p0" || p.Sent != 4000 || p.Throttled != r.Throttled || p.Peak != 1000 {
		t.Errorf("partition: %+v", p)
	}
}

func TestRepeatedAttemptsAreServedLater(t *testing.T) {
	t.Parallel()
	alone, err := run(t.Context(), 1000, 2, script.RetryPolicy{}, &spread{partitions: 1})
	if err != nil {
		t.Fatal(err)
	}
	again, err := run(t.Context(), 1000, 2, script.RetryPolicy{Most: 5, Wait: time.Second}, &spread{partitions: 1})
	if err != nil {
		t.Fatal(err)
	}
	if again.Failed >= alone.Failed || again.End <= alone.End || again.P99 <= alone.P99 {
		t.Errorf("with repetitions %d fail in %v, without %d in %v", again.Failed, again.End, alone.Failed, alone.End)
	}
}

func TestALoadEndsWithItsSourceAndItsContext(t *testing.T) {
	t.Parallel()
	broken := errors.New("no key")
	_, err := run(t.Context(), 10, 1, script.RetryPolicy{}, &spread{partitions: 1, fail: broken})
	if !errors.Is(err, broken) {
		t.Errorf("Run = %v, want the error of the source", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, 10, 1, script.RetryPolicy{}, &spread{partitions: 1}); !errors.Is(err, load.ErrStopped) {
		t.Errorf("Run = %v, want ErrStopped", err)
	}
}
