package datacentre_test

import (
	"testing"

	"rowkey/engine/datacentre"
)

// loadOf is a load with one table.
func loadOf(keys datacentre.Keys, rate, partitions, seconds float64) datacentre.Load {
	l, p := datacentre.DefaultLoad(), datacentre.DefaultPart()
	p.Keys, p.Rate, p.Partitions = keys, rate, partitions
	l.Parts, l.Seconds = []datacentre.Part{p}, seconds
	return l
}

func run(p datacentre.Parameters, l datacentre.Load, o datacentre.Options) *datacentre.Simulation {
	s := datacentre.New(p, l, o)
	for !s.Step(datacentre.Slice).Done {
	}
	return s
}

func benchmark(b *testing.B, rate, partitions, seconds float64) {
	for _, keys := range datacentre.Generators {
		b.Run(string(keys), func(b *testing.B) {
			for b.Loop() {
				run(datacentre.Defaults(), loadOf(keys, rate, partitions, seconds), datacentre.Options{}).Report()
			}
		})
	}
}

// Ten virtual minutes at 1,000,000 requests a second over 100,000 partitions.
func BenchmarkTenMinutes(b *testing.B) { benchmark(b, 1_000_000, 100_000, 600) }

// A virtual minute at 10,000,000 requests a second over 1,000,000 partitions.
func BenchmarkMillionPartitions(b *testing.B) { benchmark(b, 10_000_000, 1_000_000, 60) }
