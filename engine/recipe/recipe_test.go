package recipe_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/recipe"
)

const readings = `{"count":1000,"seed":7,"partition":"dev-{device:4}","row":"{At:-}",
"attributes":{"device":{"range":[1,50],"zipf":true},"At":{"time":["2026-11-01","2026-11-08"]},
 "Celsius":{"range":[150,300]},"Battery":{"range":[0,100]},"Serial":{"number":6},
 "Id":{"guid":true},"Ok":{"pick":["true","false"],"weights":[9,1]}},
"properties":{"At":{"type":"DateTime"},"Celsius":{"type":"Double","decimals":1},"Battery":{"type":"Int32"},
 "Serial":{"type":"Int64"},"Id":{"type":"Guid"},"Ok":{"type":"Boolean"}}}`

func made(t *testing.T, text string) []edm.Entity {
	t.Helper()
	r, err := recipe.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]edm.Entity, r.Count())
	for i := range list {
		if list[i], err = r.Make(i); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func TestARecipeMakesEntitiesWithTypes(t *testing.T) {
	list := made(t, readings)
	want := map[string]edm.Type{"At": edm.TypeDateTime, "Celsius": edm.TypeDouble, "Battery": edm.TypeInt32,
		"Serial": edm.TypeInt64, "Id": edm.TypeGUID, "Ok": edm.TypeBoolean}
	for name, typ := range want {
		v, ok := list[0].Get(name)
		if !ok || v.Type() != typ {
			t.Errorf("%s has type %s, want %s", name, v.Type(), typ)
		}
	}
	for _, e := range list {
		if v, _ := e.Get("Celsius"); v.Float() < 15 || v.Float() > 30 {
			t.Fatalf("Celsius = %v, want 15.0 to 30.0", v.Float())
		}
	}
}

func TestARecipeMakesTheSameEntitiesInAnyOrder(t *testing.T) {
	all := made(t, readings)
	r, _ := recipe.Parse(readings)
	for _, i := range []int{999, 0, 500} {
		if e, _ := r.Make(i); !reflect.DeepEqual(e, all[i]) {
			t.Errorf("entity %d differs when it is made alone", i)
		}
	}
	if other := made(t, strings.Replace(readings, `"seed":7`, `"seed":8`, 1)); reflect.DeepEqual(other[0], all[0]) {
		t.Error("another seed makes the same entity")
	}
}

func TestTimeKeysSortByTimeAndInvertedOnesBackwards(t *testing.T) {
	list := made(t, readings)
	rows := make([]string, len(list))
	for i, e := range list {
		rows[len(rows)-1-i] = e.RowKey
	}
	if !slices.IsSorted(rows) || len(slices.Compact(rows)) != len(list) {
		t.Error("inverted times do not sort the latest first, or are not unique")
	}
	forward := made(t, strings.Replace(readings, "{At:-}", "{At}", 1))
	if !slices.IsSortedFunc(forward, func(a, b edm.Entity) int { return strings.Compare(a.RowKey, b.RowKey) }) {
		t.Error("times do not sort as text")
	}
}

func TestAKeyNamesThePeriodOfATime(t *testing.T) {
	for _, e := range made(t, strings.Replace(readings, `"dev-{device:4}"`, `"{At:day}"`, 1)) {
		at, _ := e.Get("At")
		if e.PartitionKey != at.Time().Format("20060102") {
			t.Fatalf("the day of %s is %s", at.Time(), e.PartitionKey)
		}
	}
}

func TestZipfTakesTheFirstValueTwiceAsOftenAsTheSecond(t *testing.T) {
	count := func(text string) []int {
		n := map[string]int{}
		for _, e := range made(t, text) {
			n[e.PartitionKey]++
		}
		return []int{n["dev-0001"], n["dev-0002"], n["dev-0050"]}
	}
	if n := count(readings); n[0] < 190 || n[0] > 260 || n[1] < 85 || n[1] > 140 || n[2] > 15 {
		t.Errorf("zipf: %v of 1,000 for the first, second and last of 50, want about 222, 111 and 4", n)
	}
	if n := count(strings.Replace(readings, `,"zipf":true`, "", 1)); n[0] > 40 || n[2] < 5 {
		t.Errorf("uniform: %d and %d of 1,000 for the first and last of 50, want about 20", n[0], n[2])
	}
}

func TestARecipeSaysWhatIsWrongWithIt(t *testing.T) {
	tests := map[string][3]string{ // what is replaced, by what, what the error says
		"too many":         {`"count":1000`, `"count":100001`, "count must be from 1 to 100000"},
		"unknown in a key": {"dev-{device:4}", "{town}", `has no "town". It has device, At`},
		"brace":            {"dev-{device:4}", "dev-{device", `has a "{" without its "}"`},
		"slash in a key":   {"dev-{device:4}", "a/b", "none of them is / \\ #"},
		"no such type":     {`"Int32"`, `"Number"`, "Battery"},
		"not of the type":  {`"Id":{"guid":true}`, `"Id":{"words":"last"}`, "is not a value of Id"},
		"time backwards":   {`"2026-11-08"`, `"2026-10-08"`, "the earlier one first"},
		"not a time":       {"dev-{device:4}", "{device:day}", "not a time"},
		"zipf of a guid":   {`"guid":true`, `"guid":true,"zipf":true`, "zipf needs"},
		"unknown property": {`"properties":{`, `"properties":{"Town":{"type":"String"},`, "no attribute of that name"},
	}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		c := tests[name]
		r, err := recipe.Parse(strings.Replace(readings, c[0], c[1], 1))
		if err == nil {
			_, err = r.Make(0)
		}
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: error = %v, want %q in it", name, err, c[2])
		}
	}
}

func TestAWorkloadHasNoGUIDs(t *testing.T) {
	text := `{"count":1,"attributes":{"at":{"guid":true}}}`
	if _, err := recipe.ParseEntities(text, 1); err == nil || !strings.Contains(err.Error(), "needs one of pick") {
		t.Errorf("error = %v, want the kinds of a workload", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(readings)
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := recipe.Parse(text); err == nil {
			_, _ = r.Make(0)
			_, _ = r.Make(r.Count() - 1)
		}
	})
}
