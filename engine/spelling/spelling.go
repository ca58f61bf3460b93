// Package spelling finds the word that a mistyped one was probably meant to be. Not here: which words there are.
package spelling

import "strings"

// maxWord is the longest word that is looked up, in bytes, and maxKnown the most words to compare
// with.
const (
	maxWord  = 40
	maxKnown = 200
)

// Nearest returns the known word that a mistyped one was probably meant to be, "" if none is near.
func Nearest(word string, known []string) string {
	if len(word) > maxWord || len(known) > maxKnown {
		return ""
	}
	best, least := "", max(1, (1+len(word))/3)
	for _, k := range known {
		d := distance(strings.ToLower(word), strings.ToLower(k))
		if d < least || d == least && best == "" {
			best, least = k, d
		}
	}
	return best
}

// distance returns how many letters have to be inserted, removed, replaced or swapped with their
// neighbour to turn a into b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
