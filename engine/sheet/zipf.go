package sheet

import (
	"math"
	"sort"
)

// summed is up to which rank a sum of Zipf is exact.
const summed = 4096

// zipfSum returns 1^-s + 2^-s + ... + n^-s. Above 4,096 it continues with an integral and its first corrections; the
// relative error is below 1e-13.
// Source: Euler-Maclaurin formula.
func zipfSum(n, s float64) float64 {
	sum := 0.0
	for k := math.Min(n, summed); k >= 1; k-- { // the small ones first, which loses less
		sum += math.Pow(k, -s)
	}
	if n <= summed {
		return sum
	}
	f := func(x float64) float64 { return math.Pow(x, -s) }
	slope := func(x float64) float64 { return -s * math.Pow(x, -s-1) }
	return sum + zipfIntegral(summed, n, s) + (f(n)-f(summed))/2 + (slope(n)-slope(summed))/12
}

// zipfIntegral is the integral of x^-s from a to b.
func zipfIntegral(a, b, s float64) float64 {
	if math.Abs(s-1) < 1e-9 {
		return math.Log(b / a)
	}
	return (math.Pow(b, 1-s) - math.Pow(a, 1-s)) / (1 - s)
}

// zipfRank returns the last rank from which on the values have at least 99 percent of the calls, if they are asked for
// as often as they occur.
func zipfRank(n, s float64) float64 {
	spare := zipfSum(n, s) / 100
	before := sort.Search(int(math.Min(n, math.MaxInt32))-1, func(i int) bool { return zipfSum(float64(i+1), s) > spare })
	return float64(before) + 1
}
