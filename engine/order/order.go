// Package order sorts lists, and writes numbers so that their texts sort as they do. [By] does what
// slices.SortStableFunc does, in a tenth of the code: every kind of list that a program sorts gets its own copy of that
// code, and the copies made up a fortieth of what a browser had to load for the engine. Here a copy is only what moves
// the elements of a list; the numbers of elements are what is sorted.
//
// Not here: what lists are sorted by, and the order of texts in UTF-16 (package utf16text).
package order

import (
	"strings"
	"unicode/utf8"
)

// short is up to how many elements are sorted by insertion.
const short = 12

// By sorts a list in place. Elements that compare equal keep their order. It takes n log n comparisons
// and room for one and a half numbers an element.
func By[T any](list []T, compare func(a, b T) int) {
	var few [short]int // needs no memory of its own
	from := few[:0]
	for i := range list {
		from = append(from, i)
	}
	numbers(from, func(i, k int) bool { return compare(list[i], list[k]) < 0 })
	for i := range from { // each round moves the elements that take each other's places
		first, at := list[i], i
		for from[at] != i {
			list[at] = list[from[at]]
			at, from[at] = from[at], at
		}
		list[at], from[at] = first, at
	}
}

// numbers sorts the numbers of elements.
func numbers(list []int, before func(i, k int) bool) {
	if len(list) <= short {
		insertion(list, before)
		return
	}
	half := len(list) / 2
	numbers(list[:half], before)
	numbers(list[half:], before)
	merge(list, append([]int(nil), list[:half]...), before)
}

func insertion(list []int, before func(i, k int) bool) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && before(list[k], list[k-1]); k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}

// merge joins left, which was the first part of the list, with the rest of it; both are sorted.
func merge(list, left []int, before func(i, k int) bool) {
	right := list[len(left):]
	for i := range list {
		switch {
		case len(left) == 0:
			return
		case len(right) > 0 && before(right[0], left[0]):
			list[i], right = right[0], right[1:]
		default:
			list[i], left = left[0], left[1:]
		}
	}
}

// Pad puts zeros in front of a number until it has a width in characters, so that texts sort as their numbers do. A
// longer number stays as it is.
func Pad(number string, width int) string {
	return strings.Repeat("0", max(0, width-utf8.RuneCountInString(number))) + number
}
