// Package lists makes a list of another one, element by element, lists that have each element once, sums, and
// the places of elements.
//
// Not here: searching and comparing lists, which package slices does, and sorting them (package order).
package lists

import "slices"

// Map returns what a function makes of each element, and nil of no elements.
func Map[From, To any](list []From, of func(From) To) []To {
	if len(list) == 0 {
		return nil
	}
	out := make([]To, len(list))
	for i, v := range list {
		out[i] = of(v)
	}
	return out
}

// Add appends elements, each if the list does not have it yet.
func Add[T comparable](list []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Only returns the elements that a function keeps, and nil of none.
func Only[T any](list []T, keep func(T) bool) (out []T) {
	for _, v := range list {
		if keep(v) {
			out = append(out, v)
		}
	}
	return out
}

// Sum adds up a number of each element.
func Sum[T any, N int | float64](list []T, of func(T) N) (n N) {
	for _, v := range list {
		n += of(v)
	}
	return n
}

// Places returns the numbers below n for which a function is true, all of them for a nil function.
func Places(n int, is func(int) bool) (list []int) {
	for i := range n {
		if is == nil || is(i) {
			list = append(list, i)
		}
	}
	return list
}
