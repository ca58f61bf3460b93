package design

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/hash"
	"rowkey/engine/jsontext"
	"rowkey/engine/template"
)

// attribute is how the values of one attribute are made.
type attribute struct {
	name    string
	kind    string   // pick, number, words, range, clock, period, format; in a recipe also time and guid
	values  []string // of pick
	weights []int
	digits  int // of number
	low     int // of range and clock; of a period in seconds since 1970, of time in milliseconds
	high    int
	finest  unit     // of a period: no value tells more
	zipf    []uint64 // how often the first value comes, the first two, and so on; nil for all equally often
	format  string
	lower   bool
	longest int // of its values at most, in bytes
}

// thing is the values of one entity, in the order of the attributes.
type thing []string

// maxWeight is the largest weight of a value, and the largest share of a pattern.
const maxWeight = 1_000_000

// kinds are the members of which an attribute has exactly one.
var kinds = []string{"pick", "number", "words", "range", "clock", "format"}

// addAttribute reads an attribute of one of the kinds that are allowed.
func (w *Workload) addAttribute(name, text string, kinds []string) error {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return err
	}
	a := attribute{name: name, format: o.Text("format"), lower: o.Bool("lower"), weights: o.Ints("weights")}
	for _, k := range kinds {
		if o.Has(k) {
			a.kind = k
		}
	}
	bounds := []int{}
	switch a.kind {
	case "pick":
		a.values = texts(text, "pick")
	case "number":
		a.digits = int(o.Int("number"))
	case "words":
		if a.values = lastNames; o.Text("words") == "first" {
			a.values = firstNames
		}
	case "range", "clock":
		if bounds = o.Ints(a.kind); len(bounds) == 2 {
			a.low, a.high = bounds[0], bounds[1]
		}
	case "time":
		if w.recipe {
			a.low, a.high, err = times(o.Strings("time"))
		} else {
			err = a.readPeriod(o, texts(text, "time"))
		}
		if err != nil {
			return fmt.Errorf("attribute %q: %w", name, err)
		}
	}
	switch {
	case o.Err() != nil:
		return fmt.Errorf("attribute %q: %w", name, o.Err())
	case a.kind == "":
		return fmt.Errorf("attribute %q needs one of %s", name, strings.Join(kinds, ", "))
	case a.numeric() && (len(bounds) != 2 || a.low < 0 || a.low > a.high || a.high > math.MaxInt32),
		a.kind == "number" && (a.digits < 1 || a.digits > template.MaxWidth),
		a.kind == "pick" && len(a.values) == 0, len(a.weights) > 0 && !a.weighted():
		return fmt.Errorf("attribute %q has numbers, values or weights that are missing or out of range", name)
	}
	if o.Bool("zipf") {
		if a.zipf = zipf(a.different()); a.zipf == nil {
			return fmt.Errorf("attribute %q: zipf needs a range, pick or words of at most %d values", name, maxRanks)
		}
	}
	a.longest = w.measure(&a)
	w.attributes = append(w.attributes, a)
	if len(w.attributes) > maxAttributes {
		return fmt.Errorf("there are more than %d attributes", maxAttributes)
	}
	if w.length += a.longest; w.length > maxLength {
		return fmt.Errorf("attribute %q: with it the values of an entity can have %d bytes, and %d are allowed",
			name, w.length, maxLength)
	}
	return nil
}

// weighted reports whether each value has a weight, and one weight is not 0.
func (a *attribute) weighted() bool {
	return len(a.weights) == len(a.values) && slices.Max(a.weights) > 0 &&
		slices.Min(a.weights) >= 0 && slices.Max(a.weights) <= maxWeight
}

// numeric reports whether the attribute is stored as an Int32.
func (a *attribute) numeric() bool { return a.kind == "range" || a.kind == "clock" }

// timed reports whether the attribute is a time, which keys can name by its month, its day and so on.
func (a *attribute) timed() bool { return a.kind == "period" }

// readPeriod reads the first and the last day of a time, which keys name by its periods.
func (a *attribute) readPeriod(o *jsontext.Object, days []string) error {
	if a.kind, a.finest = "period", second; o.Has("finest") {
		a.finest = calendar.Of(o.Text("finest"))
	}
	if len(days) == 2 {
		a.low, a.high = firstSecond(days[0]), firstSecond(days[1])+calendar.SecondsOfDay-1
	}
	if a.low <= 0 || a.low > a.high || a.finest == 0 || a.finest == tick {
		return fmt.Errorf(`a time needs its first and last day, such as ["2026-11-20","2026-11-22"], and finest is one of %s`,
			strings.Join(calendar.Names[month:tick], ", "))
	}
	return nil
}

// firstSecond reads a day such as 2026-11-20, from 2002 to 2199, and returns 0 for anything else.
func firstSecond(text string) int {
	parts := strings.Split(text, "-")
	if len(parts) != 3 {
		return 0
	}
	var n [3]int
	for i, part := range parts {
		n[i], _ = strconv.Atoi(part)
	}
	days := 0
	if n[0] >= 2002 && n[0] < 2200 && n[1] >= 1 && n[1] <= 12 {
		days = calendar.DaysTo(n[0], n[1], n[2])
	}
	if year, month, day := calendar.Date(days); [3]int{year, month, day} != n {
		return 0
	}
	return days * calendar.SecondsOfDay
}

// ceiling is the greatest value of a numeric attribute, with room for what is inserted later.
func (a *attribute) ceiling() int {
	n := 10
	for n <= a.high+1 {
		n *= 10
	}
	return n - 1
}

// width is how many digits keep the values in order, for a text its length.
func (a *attribute) width() int {
	if a.numeric() {
		return len(strconv.Itoa(a.ceiling()))
	}
	return 0
}

// generate makes entity number i. Those from count on are new: their clocks show the latest time.
func (w *Workload) generate(i int) thing {
	r := hash.Sequence(w.seed + uint64(i)*0x9E3779B97F4A7C15)
	e := make(thing, len(w.attributes))
	for k := range w.attributes {
		a := &w.attributes[k]
		switch a.kind {
		case "number":
			e[k] = pad(i+1, a.digits)
		case "pick", "words":
			e[k] = a.values[a.choose(r.Next())]
		case "range":
			e[k] = strconv.Itoa(a.low + a.rank(r.Next(), a.high-a.low+1))
		case "clock", "period":
			e[k] = strconv.Itoa(w.clock(a, i))
		case "time":
			e[k] = w.moment(a, i, r.Next())
		case "guid":
			e[k] = hash.NewRandom(r.Next()).GUID()
		case "format":
			e[k] = w.fill(a, e)
		}
	}
	return e
}

// clock spreads the stored entities evenly over the time; a new one is written now.
func (w *Workload) clock(a *attribute, i int) int {
	at := a.high
	if i < w.count {
		at = a.low + i*(a.high-a.low+1)/w.count
	}
	if a.timed() {
		return a.finest.Start(at)
	}
	return at
}

// choose maps a random number to a value, by weight.
func (a *attribute) choose(n uint64) int {
	if len(a.weights) == 0 {
		return a.rank(n, len(a.values))
	}
	sum := 0
	for _, w := range a.weights {
		sum += w
	}
	at := int(n % uint64(sum))
	for i, w := range a.weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// fill puts the values of earlier attributes into a format. Braces in a value are not replaced again.
func (w *Workload) fill(a *attribute, e thing) string {
	var b strings.Builder
	for literal, name := range holes(a.format) {
		b.WriteString(literal)
		if i := w.index(name); i >= 0 && e[i] != "" {
			b.WriteString(w.attributes[i].text(e[i]))
		} else if name != "" {
			b.WriteString("{" + name + "}")
		}
	}
	if a.lower {
		return strings.ToLower(b.String())
	}
	return b.String()
}

// text writes a value as people read it, and as a key has it without a form.
func (a *attribute) text(v string) string {
	if !a.timed() {
		return v
	}
	at, _ := strconv.Atoi(v)
	return a.finest.Digits(at)
}

// holes visits the names between braces in a format, each with what comes before it. The name is "" where
// there is only a literal.
func holes(format string) iter.Seq2[string, string] {
	return func(yield func(literal, name string) bool) {
		for rest, more := format, true; more; {
			var inside string
			inside, rest, more = strings.Cut(rest, "}")
			literal, name := inside, ""
			if i := strings.LastIndexByte(inside, '{'); more && i >= 0 && i < len(inside)-1 {
				literal, name = inside[:i], inside[i+1:]
			} else if more {
				literal += "}"
			}
			if !yield(literal, name) {
				return
			}
		}
	}
}

// measure returns the length that a value has at most, in bytes.
func (w *Workload) measure(a *attribute) int {
	n := a.width()
	switch a.kind {
	case "period":
		n = calendar.TickDigits
	case "number":
		n = max(a.digits, len(strconv.Itoa(w.count+maxFresh)))
	case "time":
		n = len(moment)
	case "guid":
		n = 36
	case "pick", "words":
		for _, v := range a.values {
			n = max(n, len(v))
		}
	case "format":
		for literal, name := range holes(a.format) {
			n += len(literal) + len(name) + len("{}")
			if i := w.index(name); i >= 0 {
				n += w.attributes[i].longest
			}
		}
	}
	return n
}

var (
	lastNames = strings.Fields("Abel Berg Cole Dahl Eden Frost Gray Hart Ives Jones Klein Lang Marsh Nolan " +
		"Olsen Price Quinn Reed Smith Thorn Usher Vance Weiss Young Zorn Ames Boyd Cruz Dunn Ellis")
	firstNames = strings.Fields("Ada Ben Cleo Dan Eva Finn Gina Hugo Iris Jack Kim Liam Maya Noah Olga Paul " +
		"Rita Sam Tara Uma Vera Will Xena Yves Zoe")
)
