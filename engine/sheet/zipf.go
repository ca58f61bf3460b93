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
	return sum + zipfTail(n, s)
}

// zipfTail returns the part of the sum above 4,096.
func zipfTail(n, s float64) float64 {
	f := func(x float64) float64 { return math.Pow(x, -s) }
	slope := func(x float64) float64 { return -s * math.Pow(x, -s-1) }
	return zipfIntegral(summed, n, s) + (f(n)-f(summed))/2 + (slope(n)-slope(summed))/12
}

// zipfIntegral is the integral of x^-s from a to b.
func zipfIntegral(a, b, s float64) float64 {
	if math.Abs(s-1) < 1e-9 {
		return math.Log(b / a)
	}
	return (math.Pow(b, 1-s) - math.Pow(a, 1-s)) / (1 - s)
}

// zipfRank returns the first rank of the values that have 99 percent of the calls, if they are asked for as often as
// they occur: the ranks before it have at most one percent.
func zipfRank(n, s float64) float64 {
	spare, head := zipfSum(n, s)/100, 0.0
	for k := 1.0; k <= math.Min(n, summed); k++ {
		if head += math.Pow(k, -s); head > spare {
			return k
		}
	}
	most := int(math.Min(n, math.MaxInt32)) - summed
	above := sort.Search(most, func(i int) bool { return head+zipfTail(summed+1+float64(i), s) > spare })
	return summed + 1 + float64(above)
}
