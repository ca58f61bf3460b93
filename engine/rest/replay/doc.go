// Package replay tests the wire with recorded traffic: requests that clients once sent to the real services get the
// same answers, but for the differences in testdata/known-differences.txt.
package replay
