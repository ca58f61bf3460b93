package datacentre

import (
	"math"
	"strconv"

	"rowkey/engine/jsontext"
)

// HeatMap is the load by key and time.
type HeatMap struct {
	Window  Window     `json:"window"`
	Step    int        `json:"step"` // seconds of a column
	Columns int        `json:"columns"`
	Target  float64    `json:"target"` // of a partition, entities a second
	Rows    []MapRow   `json:"rows"`   // in the order of the keys
	Totals  ColumnSums `json:"totals"` // of all keys of the window
}

// MapRow is neighbouring partitions of a table, from number From to below To. Of each column it has numbers a second of
// all its partitions together; a list in which all is 0 is empty.
type MapRow struct {
	Table    string       `json:"table"`
	From     int          `json:"from"`
	To       int          `json:"to"`
	Low      string       `json:"low"`      // first PartitionKey
	High     string       `json:"high"`     // last one
	Hot      float64      `json:"hot"`      // most entities of a second that were asked of one partition
	Requests jsontext.Raw `json:"requests"` // attempts
	Refused  jsontext.Raw `json:"refused"`  // of them
	Peaks    jsontext.Raw `json:"peaks"`    // attempts on one of its partitions in the busiest second of a column
	Read     jsontext.Raw `json:"read"`     // entities
	Written  jsontext.Raw `json:"written"`
}

// ColumnSums are the sums of all rows, numbers a second of each column.
type ColumnSums struct {
	Requests []float64 `json:"requests"`
	Refused  []float64 `json:"refused"`
}

func (s *Simulation) heatMap() HeatMap {
	h := s.heat
	m := HeatMap{Window: h.window, Step: h.step, Columns: h.columns, Target: s.parameters.PartitionTarget, Rows: []MapRow{}}
	m.Totals = ColumnSums{make([]float64, h.columns), make([]float64, h.columns)}
	for i := range h.rows {
		m.Rows = append(m.Rows, s.mapRow(i, &m.Totals))
	}
	for column := range h.columns {
		m.Totals.Requests[column] = math.Round(m.Totals.Requests[column])
		m.Totals.Refused[column] = math.Round(m.Totals.Refused[column])
	}
	return m
}

// mapRow writes a row, and adds it to the sums.
func (s *Simulation) mapRow(i int, sums *ColumnSums) MapRow {
	h := s.heat
	r, b := &h.rows[i], h.rows[i].block
	from, to := i*h.columns, (i+1)*h.columns
	asked, refused, peaks := h.asked[from:to], h.refused[from:to], h.peaks[from:to]
	for column := range asked {
		if n := float64(s.past(column)); n > 0 {
			sums.Requests[column] += float64(asked[column]) / n
			sums.Refused[column] += float64(refused[column]) / n
		}
	}
	return MapRow{
		Table: b.Table, From: r.lo, To: r.hi, Low: b.keys.name(r.lo - b.lo), High: b.keys.name(r.hi - 1 - b.lo), Hot: round(r.units()),
		Requests: s.numbers(func(column int) float64 { return float64(asked[column]) }),
		Refused:  s.numbers(func(column int) float64 { return float64(refused[column]) }),
		Peaks:    s.numbers(func(column int) float64 { return float64(peaks[column]) * float64(s.past(column)) }),
		Read:     s.numbers(func(column int) float64 { return float64(asked[column]-refused[column]) * b.read }),
		Written:  s.numbers(func(column int) float64 { return float64(asked[column]-refused[column]) * b.written }),
	}
}

// numbers writes numbers a second: whole ones, and small ones with two digits.
func (s *Simulation) numbers(of func(column int) float64) jsontext.Raw {
	text, some := []byte{'['}, false
	for column := range s.heat.columns {
		if column > 0 {
			text = append(text, ',')
		}
		n := of(column) / float64(max(1, s.past(column)))
		if some = some || n > 0; n >= 10 || n <= 0 {
			text = strconv.AppendInt(text, int64(math.Round(max(0, n))), 10)
			continue
		}
		text = strconv.AppendFloat(text, math.Round(n*100)/100, 'f', -1, 64)
	}
	if !some {
		return "[]"
	}
	return jsontext.Raw(append(text, ']'))
}
