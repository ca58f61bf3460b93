package server

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	firstBody = 8 << 10          // bytes that a body has room for at first
	smallBody = 64 << 10         // bytes up to which a body or an answer is not counted
	stall     = 10 * time.Second // how long a large body may send nothing
	remainder = 5 * time.Second  // how long the rest of one that is refused may take
	silence   = time.Second      // how long that may send nothing
	discarded = 64 << 20         // bytes of that rest that are read at most
)

var errTooLarge = errors.New("the body is larger than this server accepts: -max-body raises the limit")

// intake reads bodies. A body has as much memory as has arrived of it, twice that at most: a client that
// announces much and sends little gets little.
type intake struct {
	limit   int           // bytes
	timeout time.Duration // for a body to arrive, without the time in which it waits for memory
	memory  *budget
}

func newIntake(o *options, limit int) intake {
	return intake{limit, o.timeout, newBudget(bodyMemory, min(o.timeout/2, 30*time.Second))}
}

// statusOf is the status of an answer to a body that could not be read.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errTooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout
	}
	return http.StatusBadRequest
}

// isLarge reports whether a body counts against the budget, or may turn out to.
func isLarge(r *http.Request) bool { return r.ContentLength < 0 || r.ContentLength > smallBody }

// read returns a body, whose memory s holds. Errors: errTooLarge, errBusy, those of the connection.
func (in *intake) read(w http.ResponseWriter, r *http.Request, s *share) ([]byte, error) {
	a := arrival{r: r, conn: http.NewResponseController(w), share: s, size: in.limit + 1, end: time.Now().Add(in.timeout)}
	if r.ContentLength >= 0 {
		a.size = int(min(r.ContentLength, int64(a.size)))
	}
	b, err := a.within(in.limit)
	switch {
	case err != nil:
		s.release()
		drop(w, r, a.asked)
	case isLarge(r):
		_ = a.conn.SetReadDeadline(time.Time{}) // a connection has deadlines; while a request works its client is silent
	}
	return b, err
}

// drop reads the rest of a body that is refused: most clients read no answer before they have sent all, and take a
// connection that is closed meanwhile for a broken one. It does not wait long for a client that sends nothing, and
// not at all for one that still waits for permission to send. Reading from the body, asked, has given it.
func drop(w http.ResponseWriter, r *http.Request, asked bool) {
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Now().Add(silence)) // a connection has deadlines
	if !asked && r.Header.Get("Expect") != "" {
		return
	}
	part := make([]byte, firstBody)
	end := time.Now().Add(remainder)
	for n := 0; n < discarded && time.Now().Before(end); {
		_ = conn.SetReadDeadline(time.Now().Add(silence))
		some, err := r.Body.Read(part)
		if n += some; err != nil {
			return
		}
	}
}

// arrival is a body on its way.
type arrival struct {
	r     *http.Request
	conn  *http.ResponseController
	share *share
	size  int       // bytes to read at most
	end   time.Time // by when all has to be there
	asked bool      // something was read
}

// within reads a body of at most limit bytes.
func (a *arrival) within(limit int) ([]byte, error) {
	if a.r.ContentLength > int64(limit) {
		return nil, errTooLarge
	}
	b, err := a.all()
	if err == nil && len(b) > limit {
		err = errTooLarge
	}
	return b, err
}

func (a *arrival) all() ([]byte, error) {
	b := make([]byte, 0, min(a.size, firstBody))
	for len(b) < a.size {
		if len(b) == cap(b) {
			room := min(a.size, 2*cap(b))
			if err := a.reserve(room); err != nil {
				return nil, err
			}
			b = append(make([]byte, 0, room), b...)
		}
		n, err := a.next(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// next reads what has arrived, or waits for it.
func (a *arrival) next(b []byte) (int, error) {
	if isLarge(a.r) {
		soon := time.Now().Add(stall)
		if a.end.Before(soon) {
			soon = a.end
		}
		_ = a.conn.SetReadDeadline(soon) // a connection has deadlines
	}
	a.asked = true
	return a.r.Body.Read(b)
}

// reserve takes the memory for n bytes. Time that passes here does not count against the client.
// Errors: errBusy.
func (a *arrival) reserve(room int) error {
	if room <= smallBody {
		return nil
	}
	began := time.Now()
	defer func() { a.end = a.end.Add(time.Since(began)) }()
	return a.share.grow(a.r.Context(), room-int(a.share.bytes))
}
