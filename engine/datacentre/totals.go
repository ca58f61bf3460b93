package datacentre

// Totals are the requests of a run up to now.
type Totals struct {
	Asked    float64 `json:"asked"`    // requests, without repetitions
	Attempts float64 `json:"attempts"` // with them
	Served   float64 `json:"served"`   // requests that were served, if need be at a later attempt
	Refused  float64 `json:"refused"`  // attempts that got 503
	Failed   float64 `json:"failed"`   // requests that were given up
	Waiting  float64 `json:"waiting"`  // requests that will be repeated
	Read     float64 `json:"read"`     // entities that were read
	Written  float64 `json:"written"`  // and written
}

// count adds what requests that were served have read and written.
func (t *Totals) count(b *block, served float64) {
	t.Read += served * b.read
	t.Written += served * b.written
}

// Totals returns the requests so far: Asked is the sum of Served, Failed and Waiting.
func (s *Simulation) Totals() Totals {
	t := s.totals
	for i := range s.cells.list {
		if w := s.cells.list[i].waiting; w != nil {
			t.Waiting += w.total
		}
	}
	return t
}
