package datacentre_test

import (
	"math"
	"testing"

	"rowkey/engine/datacentre"
)

// An oracle calculates each partition for itself, second by second: the model must come to the same, although it
// calculates partitions together that are asked alike. Ranges are taken from the model.
type oracle struct {
	p       datacentre.Parameters
	l       datacentre.Load
	shares  func(second int) []float64 // requests a second of each partition, first attempts
	units   float64
	waiting [][][]float64 // second, attempt, partition
	totals  datacentre.Totals
}

// tick calculates a second in which ranges begin at starts and are served by servers.
func (o *oracle) tick(second int, starts, servers []int, moving map[int]bool) {
	first := o.shares(second)
	n, tries := len(first), int(o.l.Retry.Tries)
	if o.l.Retry.Policy == datacentre.NoRetry {
		tries = 0
	}
	for len(o.waiting) <= second+1 {
		o.waiting = append(o.waiting, make([][]float64, tries+1))
	}
	due := o.waiting[second]
	load, admitted, asked := make([]float64, int(o.p.Servers)), make([]float64, n), make([]float64, n)
	server := serverOf(starts, servers, n)
	for i := range n {
		asked[i] = first[i]
		for _, list := range due {
			if list != nil {
				asked[i] += list[i]
			}
		}
		admitted[i] = min(asked[i], o.p.PartitionTarget/o.units)
		if !moving[i] {
			load[server[i]] += admitted[i] * o.units
		}
	}
	for i := range n {
		served := admitted[i] * min(1, o.p.ServerCapacity/max(1e-9, load[server[i]]))
		if moving[i] {
			served = 0
		}
		o.totals.Asked += first[i]
		o.totals.Served += served
		if asked[i] == 0 {
			continue
		}
		share := (asked[i] - served) / asked[i]
		o.back(second, 0, i, n, tries, first[i]*share)
		for attempt, list := range due {
			if list != nil {
				o.back(second, attempt, i, n, tries, list[i]*share)
			}
		}
	}
}

// back sends requests back a second later, for all waits of these tests are shorter than that.
func (o *oracle) back(second, attempt, i, n, tries int, amount float64) {
	if attempt == tries {
		o.totals.Failed += amount
		return
	}
	to := o.waiting[second+1]
	if to[attempt+1] == nil {
		to[attempt+1] = make([]float64, n)
	}
	to[attempt+1][i] += amount
}

func serverOf(starts, servers []int, n int) []int {
	list, r := make([]int, n), 0
	for i := range list {
		for r+1 < len(starts) && starts[r+1] <= i {
			r++
		}
		list[i] = servers[r]
	}
	return list
}

func TestPartitionsTogetherComeToTheSameAsEachForItself(t *testing.T) {
	t.Parallel()
	for _, keys := range []datacentre.Keys{
		datacentre.Even, datacentre.Time, datacentre.Inverted, datacentre.Prefix, datacentre.Tenants, datacentre.Import,
	} {
		for seed := range 4 {
			p, l := datacentre.Defaults(), loadOf(keys, 9000, 300, 90)
			p.Servers, p.PartitionTarget, p.ServerCapacity, p.SplitSeconds = 7, 400, 1500, 4
			l.Retry = datacentre.Retry{Policy: datacentre.Fixed, Wait: 300, Tries: float64(seed % 4)}
			l.Parts[0].Period, l.Parts[0].Buckets, l.Parts[0].Spread = 4, 5, float64(10*(seed%2))
			l.Parts[0].Begins, l.Parts[0].Ends, l.Seed = 10, 60, float64(seed)
			s := datacentre.New(p, l, datacentre.Options{})
			s.Prepare()
			o := &oracle{p: p, l: l, units: 1, shares: s.Shares}
			for second := range int(l.Seconds) {
				starts, servers, _ := s.Ranges()
				o.tick(second, starts, servers, s.Moving(second))
				s.Tick()
				got := s.Totals()
				for _, pair := range [][2]float64{
					{got.Asked, o.totals.Asked}, {got.Served, o.totals.Served}, {got.Failed, o.totals.Failed},
				} {
					if math.Abs(pair[0]-pair[1]) > 1e-6*(1+pair[1]) {
						t.Fatalf("%s, seed %d, second %d: %+v, want %+v", keys, seed, second, got, o.totals)
					}
				}
			}
			if r := s.Report(); r.Splits == 0 && keys != datacentre.Import && keys != datacentre.Even {
				t.Errorf("%s, seed %d: no range was split, so that shows little", keys, seed)
			}
		}
	}
}
