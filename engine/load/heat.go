package load

import (
	"cmp"
	"time"

	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// heatSteps are the lengths that a column of the heat can have, in ms.
var heatSteps = [...]int{100, 200, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 1800_000, 3600_000}

// heat counts the attempts by key and time.
func (r *run) heat(l *Report, byKey []int) {
	whole := max(int(r.last/time.Millisecond)+1, r.Spec.Seconds*1000)
	step := heatSteps[len(heatSteps)-1]
	for _, s := range heatSteps {
		if (whole+s-1)/s <= maxHeatSteps {
			step = s
			break
		}
	}
	steps := min(maxHeatSteps, (whole+step-1)/step)
	l.Heat = Heat{Step: step, Target: r.c.Options().Target}
	rows := r.rows(&l.Heat, byKey)
	for i := range l.Heat.Rows {
		l.Heat.Rows[i].Cells = make([][2]int, steps)
	}
	for _, a := range r.log {
		cell := &l.Heat.Rows[rows[a.part]].Cells[min(int(a.ms)/step, steps-1)]
		cell[0] += r.Request.Entities
		if a.refused {
			cell[1] += r.Request.Entities
		}
	}
}

// rows divides the partitions into rows and returns that of each. Hot ones have a row of their own; those
// between them are joined until there are few enough rows.
func (r *run) rows(h *Heat, byKey []int) []int {
	total := r.sent()
	hot, rows := r.hot(total), make([]int, len(r.parts))
	most := 0 // entities that a row of several partitions may have
	if len(byKey) > maxHeatRows {
		most = total / maxHeatRows
	}
	for r.divide(h, byKey, hot, most, rows); len(h.Rows) > maxHeatRows; {
		most += most/8 + 1
		r.divide(h, byKey, hot, most, rows)
	}
	return rows
}

// divide makes rows with at most so many entities, but those of one partition.
func (r *run) divide(h *Heat, byKey []int, hot map[int]bool, most int, rows []int) {
	h.Rows = h.Rows[:0]
	full, filled := true, 0 // whether the row that is being filled takes no more, and what it has
	for _, i := range byKey {
		p := r.parts[i]
		if full || hot[i] || filled+p.sent > most {
			h.Rows, filled = append(h.Rows, HeatRow{Low: p.name}), 0
		}
		h.Rows[len(h.Rows)-1].High = p.name
		rows[i] = len(h.Rows) - 1
		filled += p.sent
		full = hot[i]
	}
}

// hot returns the partitions with a row of their own: those with more than a row's share of the load.
func (r *run) hot(total int) map[int]bool {
	list := lists.Places(len(r.parts), func(i int) bool { return r.parts[i].sent > total/maxHeatRows })
	order.By(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.parts[b].sent, r.parts[a].sent), cmp.Compare(a, b))
	})
	hot := map[int]bool{}
	for _, i := range list[:min(maxHotRows, len(list))] {
		hot[i] = true
	}
	return hot
}
