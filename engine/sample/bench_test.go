package sample_test

import (
	"context"
	"testing"

	"rowkey/engine/sample"
)

// BenchmarkVerify verifies a design with five stores by a sample of 2,000 entities.
func BenchmarkVerify(b *testing.B) {
	s := sheets(b)["shop-orders"]
	for b.Loop() {
		if _, err := sample.Verify(context.Background(), s, &s.Designs[0], sample.Most, 1); err != nil {
			b.Fatal(err)
		}
	}
}
