package design_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/design"
)

// BenchmarkJudge judges one design with one to four copies. It runs while a reader waits.
func BenchmarkJudge(b *testing.B) {
	copies := []string{"{dept}|{id}", "{dept}|email_{email}", "name_{dept}|{lastName}_{id}", "all|{day:3}_{id}|Days"}
	for _, size := range []struct{ count, copies int }{{2000, 1}, {2000, 4}, {10_000, 4}} {
		b.Run(strconv.Itoa(size.count)+"-in-"+strconv.Itoa(size.copies), func(b *testing.B) {
			w, err := design.ParseWorkload(strings.Replace(staff, `"count":500`, `"count":`+strconv.Itoa(size.count), 1))
			if err != nil {
				b.Fatal(err)
			}
			var list []design.Copy
			for _, keys := range copies[:size.copies] {
				list = append(list, copyOf(b, keys))
			}
			for b.Loop() {
				if _, err := design.Judge(context.Background(), w, list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
