package course_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rowkey/site/course"
)

func TestALoadOfAPageIsRun(t *testing.T) {
	t.Parallel()
	load := map[string]any{
		"seconds": 60, "parameters": map[string]any{"servers": 10},
		"parts": []any{map[string]any{"table": "Log", "keys": "time", "rate": 5000, "partitions": 4, "period": 15}},
	}
	raw, err := course.RunLoad(load, 16, 12)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Seconds int
		Heat    struct{ Columns int }
		Totals  struct{ Asked, Refused float64 }
	}
	err = json.Unmarshal(raw, &r)
	if err != nil || r.Seconds != 60 || r.Heat.Columns != 12 || r.Totals.Asked < 299_999 || r.Totals.Refused == 0 {
		t.Errorf("the report has %+v, %v", r, err)
	}
}

func TestAMistakeInALoadStopsTheBuildWithItsPlace(t *testing.T) {
	t.Parallel()
	load := map[string]any{"parts": []any{map[string]any{"keys": "times"}}}
	_, err := course.RunLoad(load, 16, 12)
	if err == nil || !strings.Contains(err.Error(), "/load/parts/0/keys: notOneOf times even time") {
		t.Errorf("RunLoad = %v, want the place and what there is", err)
	}
}
