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
	m := HeatMap{Window: h.window, Step: h.step, Columns: h.columns, Target: s.parameters.PartitionTarget,
		Rows: []MapRow{}}
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
		Table: b.Table, From: r.lo, To: r.hi, Low: b.keys.name(r.lo - b.lo), High: b.keys.name(r.hi - 1 - b.lo),
		Hot:      round(r.units()),
		Requests: s.numbers(asked, nil, 1), Refused: s.numbers(refused, nil, 1), Peaks: peakNumbers(peaks),
		Read: s.numbers(asked, refused, b.read), Written: s.numbers(asked, refused, b.written),
	}
}

// numbers writes what is left of a list after another, times a factor, as numbers a second: whole ones, and small ones
// with two digits.
func (s *Simulation) numbers(list, less []float32, factor float64) jsontext.Raw {
	text, some := append(make([]byte, 0, 6*len(list)), '['), false
	for column, n := range list {
		if less != nil {
			n -= less[column]
		}
		if column > 0 {
			text = append(text, ',')
		}
		if n <= 0 || factor == 0 {
			text = append(text, '0')
			continue
		}
		some = true
		text = appendRate(text, float64(n)*factor/float64(max(1, s.past(column))))
	}
	if !some {
		return "[]"
	}
	return jsontext.Raw(append(text, ']'))
}

// peakNumbers writes numbers of single seconds.
func peakNumbers(list []float32) jsontext.Raw {
	text, some := []byte{'['}, false
	for column, n := range list {
		if column > 0 {
			text = append(text, ',')
		}
		some = some || n > 0
		text = appendRate(text, float64(n))
	}
	if !some {
		return "[]"
	}
	return jsontext.Raw(append(text, ']'))
}

// appendRate writes a number a second.
func appendRate(text []byte, n float64) []byte {
	if n >= 10 {
		return strconv.AppendInt(text, int64(n+0.5), 10)
	}
	cents := int64(n*100 + 0.5)
	text = append(strconv.AppendInt(text, cents/100, 10), '.')
	return append(text, byte('0'+cents/10%10), byte('0'+cents%10))
}
