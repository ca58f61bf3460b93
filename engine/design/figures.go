package design

import "rowkey/engine/order"

// Figures are the numbers of a call that budgets limit.
type Figures struct {
	Read         int `json:"read"`
	Returned     int `json:"returned"`
	Requests     int `json:"requests"`
	Roundtrips   int `json:"roundtrips"`
	Transactions int `json:"transactions"`
}

// fields are the names by which budgets and assertions call the numbers.
var fields = []string{"read", "returned", "requests", "roundtrips", "transactions"}

// Field returns a number by its name, 0 for an unknown name.
func (f *Figures) Field(name string) int {
	if p := f.field(name); p != nil {
		return *p
	}
	return 0
}

func (f *Figures) field(name string) *int {
	switch name {
	case "read":
		return &f.Read
	case "returned":
		return &f.Returned
	case "requests":
		return &f.Requests
	case "roundtrips":
		return &f.Roundtrips
	case "transactions":
		return &f.Transactions
	}
	return nil
}

// trial is the calls of a pattern and what each costs.
type trial struct {
	calls []call
	bills []bill
}

// weight is how many calls there are.
func (t *trial) weight() (n int) {
	for i := range t.calls {
		n += t.calls[i].weight
	}
	return n
}

// sum adds a number of all calls.
func (t *trial) sum(field string) (n int) {
	for i := range t.bills {
		f := t.bills[i].figures()
		n += t.calls[i].weight * f.Field(field)
	}
	return n
}

// within returns the smallest value of a number that percent of the calls do not exceed.
func (t *trial) within(field string, percent int) int {
	list := make([]int, len(t.bills))
	values := make([]int, len(t.bills))
	for i := range list {
		f := t.bills[i].figures()
		list[i], values[i] = i, f.Field(field)
	}
	order.By(list, func(i, j int) int { return values[i] - values[j] })
	left := (t.weight()*percent + 99) / 100
	for _, i := range list {
		if left -= t.calls[i].weight; left <= 0 {
			return values[i]
		}
	}
	return 0
}

// figures returns the mean of each number, what 99 of 100 calls do not exceed, and the largest.
func (t *trial) figures() (typical, p99, largest Figures) {
	n := max(1, t.weight())
	for _, name := range fields {
		*typical.field(name) = (t.sum(name) + n/2) / n
		*p99.field(name) = t.within(name, 99)
		*largest.field(name) = t.within(name, 100)
	}
	return typical, p99, largest
}
