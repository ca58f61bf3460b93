package datacentre

import (
	"cmp"
	"math"
	"strconv"

	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/units"
)

// Report is the result of a run, or of its seconds so far.
type Report struct {
	Seconds    int            `json:"seconds"` // that were calculated
	Partitions int            `json:"partitions"`
	Of         float64        `json:"of"` // partitions of the design, of which each of the model can be several
	Tables     []TableReport  `json:"tables"`
	Totals     Totals         `json:"totals"`
	Throughput float64        `json:"throughput"` // requests a second that were served
	Latency    Latency        `json:"latency"`
	Billed     float64        `json:"billed"` // transactions: what was refused with 503 is not billed
	Cost       float64        `json:"cost"`   // of them at the price given
	Month      float64        `json:"month"`  // cost of 30 days of this
	Parameters Parameters     `json:"parameters"`
	Heat       HeatMap        `json:"heat"`
	Servers    []ServerColumn `json:"servers"` // by column of the map
	Busiest    []Busy         `json:"busiest"` // partitions of the map, those with the highest peak first
	Events     []Event        `json:"events"`  // of the time of the map
	Splits     int            `json:"splits"`  // in all
	Offloads   int            `json:"offloads"`
	Merges     int            `json:"merges"`
	Ranges     int            `json:"ranges"` // at the end
}

// TableReport is a part of the load as it was laid out: partitions from From to below To.
type TableReport struct {
	Table   string   `json:"table"`
	Keys    Keys     `json:"keys"`
	From    int      `json:"from"`
	To      int      `json:"to"`
	Low     string   `json:"low"`  // first PartitionKey
	High    string   `json:"high"` // last one
	What    []string `json:"what"` // questions and writes of a sheet
	Read    float64  `json:"read"` // entities that a request reads on average
	Written float64  `json:"written"`
}

// ServerColumn is how busy servers were: percent of what each can take, in the order of their numbers.
type ServerColumn struct {
	Begins int          `json:"begins"` // second
	Load   jsontext.Raw `json:"load"`
}

// Busy is one of the busiest partitions, or the first of some with the same load.
type Busy struct {
	Table   string  `json:"table"`
	Key     string  `json:"key"`
	Alike   int     `json:"alike"`   // partitions with the same load
	Server  int     `json:"server"`  // that serves it at the end, from 1
	Peak    float64 `json:"peak"`    // most requests of a second, with repetitions
	Units   float64 `json:"units"`   // entities of that second, which the target is about
	Refused float64 `json:"refused"` // percent of the attempts of its row
	Row     int     `json:"row"`     // of the map
}

// Event is a change of what servers serve.
type Event struct {
	Second int       `json:"second"`
	Kind   EventKind `json:"kind"`
	Table  string    `json:"table"`
	Key    string    `json:"key"` // first PartitionKey of the range; of a split, where it was cut
	At     int       `json:"at"`  // its number
	From   int       `json:"from"`
	To     int       `json:"to"`    // servers, from 1; the same if nothing moved
	Lower  bool      `json:"lower"` // of a split: what is before the key has moved, not what is from it on
}

// mostBusy is how many of the busiest partitions a report has.
const mostBusy = 20

// Report returns the results of the run so far.
func (s *Simulation) Report() *Report {
	counted := s.balancer.events.counted
	r := &Report{
		Seconds: s.second, Partitions: s.partitions, Totals: s.Totals(), Latency: s.percentiles(), Parameters: s.parameters,
		Splits: counted[Split], Offloads: counted[Offload], Merges: counted[Merge], Ranges: len(s.balancer.ranges),
		Tables: []TableReport{}, Busiest: []Busy{}, Events: []Event{}, Servers: []ServerColumn{},
	}
	for _, b := range s.blocks {
		r.Tables = append(r.Tables, b.report())
		r.Of += b.total()
	}
	seconds := math.Max(1, float64(s.second))
	r.Throughput = round(r.Totals.Served / seconds)
	r.Billed = r.Totals.Served
	r.Cost = r.Billed / 10_000 * s.load.Price
	r.Month = r.Cost / seconds * units.Month
	r.Heat = s.heatMap()
	s.serverColumns(r)
	s.busiest(r)
	s.listEvents(r)
	return r
}

func (b *block) report() TableReport {
	t := TableReport{
		Table: b.Table, Keys: b.Keys, From: b.lo, To: b.hi, Low: b.keys.name(0), High: b.keys.name(b.keys.n - 1),
		What: []string{}, Read: b.read, Written: b.written,
	}
	if b.place != nil {
		for _, a := range b.place.Asks {
			t.What = append(t.What, a.What)
		}
	}
	return t
}

// blockAt returns the block that a partition is in.
func (s *Simulation) blockAt(partition int) *block {
	for _, b := range s.blocks {
		if partition < b.hi {
			return b
		}
	}
	return s.blocks[len(s.blocks)-1]
}

func (s *Simulation) serverColumns(r *Report) {
	n := len(s.balancer.servers)
	for column := range s.heat.columns {
		seconds := s.past(column)
		if seconds == 0 {
			return
		}
		text := []byte{'['}
		for i, load := range s.heat.servers[column*n : (column+1)*n] {
			if i > 0 {
				text = append(text, ',')
			}
			text = strconv.AppendInt(text, int64(math.Round(float64(load)*100/float64(seconds))), 10)
		}
		begins := s.heat.window.Begins + column*s.heat.step
		r.Servers = append(r.Servers, ServerColumn{begins, jsontext.Raw(append(text, ']'))})
	}
}

// past returns how many seconds of a column are over.
func (s *Simulation) past(column int) int {
	begins := s.heat.window.Begins + column*s.heat.step
	return max(0, min(s.heat.long(column), s.second-begins))
}

// busiest lists the partitions with the highest peaks.
func (s *Simulation) busiest(r *Report) {
	rows := lists.Places(len(s.heat.rows), func(i int) bool { return s.heat.rows[i].peak > 0 })
	order.By(rows, func(a, b int) int { return cmp.Compare(s.heat.rows[b].units(), s.heat.rows[a].units()) })
	for _, i := range rows[:min(mostBusy, len(rows))] {
		row, asked, refused := &s.heat.rows[i], 0.0, 0.0
		for column := range s.heat.columns {
			asked += float64(s.heat.asked[i*s.heat.columns+column])
			refused += float64(s.heat.refused[i*s.heat.columns+column])
		}
		b := row.block
		r.Busiest = append(r.Busiest, Busy{
			Table: b.Table, Key: b.keys.name(row.busy - b.lo), Alike: row.alike,
			Server: s.balancer.serverOf(row.busy) + 1,
			Peak:   round(row.peak), Units: round(row.units()), Refused: round(100 * refused / math.Max(1e-9, asked)), Row: i,
		})
	}
}

// units returns the entities a second that the peak of a partition counts.
func (r *heatRow) units() float64 { return r.peak * r.block.units }

// round leaves four digits, or whole numbers above that: more would say more than a model knows.
func round(n float64) float64 {
	if math.Abs(n) >= 1000 {
		return math.Round(n)
	}
	if n == 0 {
		return 0
	}
	scale := math.Pow10(3 - int(math.Floor(math.Log10(math.Abs(n)))))
	return math.Round(n*scale) / scale
}

func (s *Simulation) listEvents(r *Report) {
	w := s.heat.window
	for _, e := range s.balancer.events.list {
		if e.second < w.Begins || e.second >= w.Ends || e.at < w.From || e.at >= w.To {
			continue
		}
		b := s.blockAt(e.at)
		key := b.keys.name(e.at - b.lo)
		r.Events = append(r.Events, Event{e.second, e.kind, b.Table, key, e.at, e.from + 1, e.to + 1, e.lower})
	}
}
