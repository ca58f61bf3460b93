package race

import "rowkey/engine/lab"

// Plainly are options without pauses, and without clients that begin again at the end.
func Plainly() Options { return Options{plain: true} }

// Final is a state at the end and how many orders lead there.
type Final struct {
	State  *lab.State
	Orders float64
}

// Finals returns all states at the end.
func (x *Search) Finals() (list []Final) {
	for _, f := range x.finals {
		list = append(list, Final{f.state, f.orders})
	}
	return list
}
