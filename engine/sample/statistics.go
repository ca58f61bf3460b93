package sample

import "math"

// statistics compares the means of calls with the formulas, evaluated with the number of entities of the sample. They
// may differ by 4 standard deviations of the mean, or by one entity. Where all calls are the same, the sample itself is
// the only one drawn, and what it holds of a value deviates by the square root.
func (b *bench) statistics(ask, store int, bills []bill, q *Question) {
	r, ok := b.small.In(b.design, store, ask)
	if !ok {
		return
	}
	formulas := []float64{r.Read.Typical.V, r.Returned.Typical.V, r.Requests.Typical.V}
	for i, name := range counters[1:4] {
		mean, deviation := spread(bills, i+1)
		allowed := math.Max(1, 4*deviation/math.Sqrt(float64(len(bills))))
		s := Statistic{Counter: name, Formula: formulas[i], Mean: mean, Allowed: allowed}
		if len(b.model.Facts.Sheet.Asks[ask].Known) > 0 && deviation < 1e-9 {
			s.Allowed = math.Max(1, 4*math.Sqrt(formulas[i]))
		}
		s.Agrees = math.Abs(s.Formula-s.Mean) <= s.Allowed
		q.Statistics = append(q.Statistics, s)
	}
}

// spread returns the mean and the standard deviation of a counter.
func spread(bills []bill, counter int) (mean, deviation float64) {
	n := float64(len(bills))
	for i := range bills {
		mean += bills[i].counters()[counter] / n
	}
	for i := range bills {
		d := bills[i].counters()[counter] - mean
		deviation += d * d / math.Max(1, n-1)
	}
	return mean, math.Sqrt(deviation)
}
