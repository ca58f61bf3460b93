package client_test

import (
	"context"
	"sync"
	"testing"

	"rowkey/engine/client"
)

// With -race this finds what is shared; without, the runtime does as often as not.
func TestRunsThatContinueTheSameOneMayRunAtOnce(t *testing.T) {
	run := counting(t, "300")
	first := run(client.Options{Blocks: []int{0}})
	drain(t, first)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			all := drain(t, run(client.Options{Blocks: []int{0}, Continue: first}))
			if got := urls(all[len(all)-1:]); got != "/Count?n=599" {
				t.Errorf("the last request is %s, want /Count?n=599", got)
			}
		})
	}
	wg.Wait()
}

func TestASessionCanBeUsedByMany(t *testing.T) {
	s := start(t, &echo{}, "# @loop for 50\nGET /A\n", client.Options{})
	done := make(chan int)
	for range 4 {
		go func() {
			n := 0
			for {
				if _, err := s.Next(context.Background()); err != nil {
					done <- n
					return
				}
				_ = s.Counters()
				n++
			}
		}()
	}
	if sum := <-done + <-done + <-done + <-done; sum != 50 {
		t.Errorf("%d steps were made, want 50", sum)
	}
}
