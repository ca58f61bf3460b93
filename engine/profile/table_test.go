package profile_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/hash"
	"rowkey/engine/profile"
)

// truth is what is known of a generated table.
type truth struct {
	rows      int
	distinct  map[string]int
	largest   map[string]int // rows with the most frequent value
	customers map[string]int // rows of each customer
}

// readings makes a table of readings as CSV: customers are skewed by zipf, a device belongs to one customer, device
// and time name a row.
func readings(rows int, seed uint64) (string, truth) {
	t := truth{rows: rows, distinct: map[string]int{}, largest: map[string]int{}, customers: map[string]int{}}
	random := hash.Sequence(seed)
	customers, devices := 20+int(random.Next()%60), 200+int(random.Next()%1500)
	var owner []int
	for range devices {
		owner = append(owner, skewed(&random, customers))
	}
	counts := map[string]map[string]int{}
	var b strings.Builder
	b.WriteString("customer,device,time,place,celsius,battery,id\n")
	for i := range rows {
		device := int(random.Next() % uint64(devices))
		if random.Next()%4 == 0 {
			device = skewed(&random, devices)
		}
		second := i / 3
		cells := map[string]string{
			"customer": fmt.Sprintf("c%04d", owner[device]), "device": strconv.Itoa(device + 1),
			"time":    fmt.Sprintf("2026-11-%02dT%02d:%02d:%02dZ", 1+second/86400, second/3600%24, second/60%60, second%60),
			"place":   fmt.Sprintf("Hall %d/North", random.Next()%9), // a slash, which keys cannot have
			"celsius": strconv.FormatFloat(15+float64(random.Next()%400)/10, 'f', 1, 64),
			"battery": strconv.Itoa(int(random.Next() % 101)), "id": fmt.Sprintf("r%d", random.Next()),
		}
		for j, name := range []string{"customer", "device", "time", "place", "celsius", "battery", "id"} {
			if counts[name] == nil {
				counts[name] = map[string]int{}
			}
			counts[name][cells[name]]++
			b.WriteString([]string{"", ","}[min(j, 1)] + cells[name])
		}
		t.customers[cells["customer"]]++
		b.WriteByte('\n')
	}
	for name, values := range counts {
		t.distinct[name] = len(values)
		for _, n := range values {
			t.largest[name] = max(t.largest[name], n)
		}
	}
	return b.String(), t
}

// skewed returns a number below n; small ones are more frequent.
func skewed(random *hash.Sequence, n int) int {
	return int(random.Next() % uint64(1+int(random.Next()%uint64(n))))
}

// profileOf reads a whole file, in slices of a size.
func profileOf(t testing.TB, name, text string, slice int) *profile.Profile {
	t.Helper()
	p, err := profile.New(name, len(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := feed(p, text, slice); err != nil {
		t.Fatal(err)
	}
	return p
}

func feed(p *profile.Profile, text string, slice int) error {
	for from := 0; from < len(text); from += slice {
		if err := p.Write([]byte(text[from:min(len(text), from+slice)])); err != nil {
			return err
		}
	}
	return p.Close()
}

func columnOf(t testing.TB, r profile.Report, name string) profile.Column {
	t.Helper()
	for _, c := range r.Columns {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no column %q", name)
	return profile.Column{}
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }
