package copy

import (
	"context"
	"testing"

	"rowkey/engine/rest"
)

// replies answers with one status after the other, the last one for ever. 0 is no answer.
type replies struct {
	statuses []int
	asked    int
}

// Serve answers with the next status.
func (r *replies) Serve(context.Context, *rest.Request) *rest.Response {
	status := r.statuses[min(r.asked, len(r.statuses)-1)]
	r.asked++
	if status == 0 {
		return &rest.Response{Status: 502, Body: []byte(`{"error":{"code":"NoAnswer","message":"connection refused"}}`)}
	}
	return &rest.Response{Status: status}
}

func TestAServerThatNeverAnswersIsGivenUpSoon(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		statuses []int
		most     int // requests
		fails    bool
	}{
		{"that does not run", []int{0}, absentTries + 1, true},
		{"that is being started", []int{0, 0, 200}, 3, false},
		{"that was busy", []int{503, 503, 503, 503, 503, 200}, 6, false},
		{"that is restarted", []int{503, 0, 0, 0, 0, 200}, 6, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := &replies{statuses: tt.statuses}
			p := inProcess(r, "a server", "demo")
			p.policy.tries = 10
			_, err := p.ask(t.Context(), &question{service: rest.TableService, method: "GET", path: "/Tables"})
			if (err != nil) != tt.fails || r.asked > tt.most {
				t.Errorf("ask = %v after %d requests, want at most %d", err, r.asked, tt.most)
			}
		})
	}
}
