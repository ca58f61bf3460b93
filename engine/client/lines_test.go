package client_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"rowkey/engine/client"
)

func TestATextIsWrittenAndCutInLines(t *testing.T) {
	const text = `@log = {{$repeat 3 "Error;a" "\n"}}

###
# @loop each {{log}} split \n
GET /{{$part $item ; 1}}{{$index}}
`
	s := start(t, &echo{}, text, client.Options{})
	var got []string
	for {
		x, err := s.Next(t.Context())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || x.Problem != nil {
			t.Fatal(err, x)
		}
		got = append(got, x.Wire[0].Request.URL[strings.LastIndexByte(x.Wire[0].Request.URL, '/'):])
	}
	if paths := strings.Join(got, " "); paths != "/a0 /a1 /a2" {
		t.Errorf("requests %s, want three lines", paths)
	}
}
