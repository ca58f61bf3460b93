package load

import (
	"time"

	"rowkey/engine/hash"
	"rowkey/engine/script"
)

// pause is how long a client waits before it repeats a request. Doubled waits are up to a fifth
// longer or shorter, as client libraries do it: clients that were refused together do not come back
// together.
func pause(p script.RetryPolicy, request, attempt int) time.Duration {
	if p.Fixed {
		return p.Delay(attempt)
	}
	seed := hash.Sequence(uint64(request)<<8 | uint64(attempt))
	spread := seed.Next() % 401 // 0 to 0.4 in thousandths
	return min(p.Delay(attempt)/1000*time.Duration(800+spread), script.LongestWait)
}

// retry is an attempt that is to be made.
type retry struct {
	at               time.Duration
	request, attempt int
}

func (a retry) before(b retry) bool {
	return a.at < b.at || a.at == b.at && a.request < b.request
}

// retryQueue is a heap of attempts, the earliest first.
type retryQueue []retry

func (h *retryQueue) push(a retry) {
	*h = append(*h, a)
	for i := len(*h) - 1; i > 0 && (*h)[i].before((*h)[(i-1)/2]); i = (i - 1) / 2 {
		(*h)[i], (*h)[(i-1)/2] = (*h)[(i-1)/2], (*h)[i]
	}
}

func (h *retryQueue) pop() retry {
	first, end := (*h)[0], len(*h)-1
	(*h)[0] = (*h)[end]
	*h = (*h)[:end]
	for i := 0; ; {
		child := 2*i + 1
		if child+1 < end && (*h)[child+1].before((*h)[child]) {
			child++
		}
		if child >= end || !(*h)[child].before((*h)[i]) {
			return first
		}
		(*h)[i], (*h)[child] = (*h)[child], (*h)[i]
		i = child
	}
}
