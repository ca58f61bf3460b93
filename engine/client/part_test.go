package client_test

import (
	"strings"
	"testing"

	"rowkey/engine/client"
)

func TestAHelperCutsATextIntoPieces(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"the-first", "{{$part pair , 0}}", "000123"},
		{"the-second", "{{$part pair , 1}}", "Sales"},
		{"of-what-an-item-holds", "{{$part \"a; b\" ; 1}}", "b"},
		{"one-too-many", "{{$part pair , 2}}", "has no piece 2"},
		{"before-the-first", "{{$part pair , -1}}", "from 0"},
		{"without-a-separator", "{{$part pair \"\" 0}}", "from 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, &echo{}, "@pair = 000123,Sales\n###\nGET /A?x="+tc.text+"\n", client.Options{})
			x, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if x.Problem != nil {
				got = x.Problem.Message
			} else {
				got = x.Wire[0].Request.URL
			}
			if !strings.Contains(got, tc.want) {
				t.Errorf("got %q, want %q in it", got, tc.want)
			}
		})
	}
}
