package main

import (
	"strings"
	"testing"
)

func TestABlockWithoutARequestShowsWhatItMeasured(t *testing.T) {
	b := &Baker{x: echo(t)}
	asked := Exchange{State: "sent", Checks: []Check{{Query: "run elapsed", Got: "8044", Pass: true}}}
	if out := b.statusOf(asked); !strings.Contains(out, "output.measured") {
		t.Errorf("the status is %s", out)
	}
	if out := b.resultLens(outputView{x: asked}); !strings.Contains(out, "result.measured") {
		t.Errorf("the result is %s", out)
	}
	if out := b.statusOf(Exchange{State: "sent"}); !strings.Contains(out, "output.notsent") {
		t.Errorf("the status of a request that was not sent is %s", out)
	}
}
