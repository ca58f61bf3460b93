package recipe

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
	"rowkey/engine/order"
	"rowkey/engine/template"
)

// Attribute is how the values of one attribute are made.
type Attribute struct {
	Name    string
	Kind    string   // pick, number, words, range, clock, period, format; in a recipe also time and guid
	Values  []string // of pick and words
	Weights []int    // of pick, nil for all equally often
	Low     int      // of range and clock; of a period in seconds since 1970, of time in milliseconds
	High    int
	Finest  calendar.Unit // of a period: no value tells more
	Longest int           // of its values at most, in bytes
	digits  int           // of number
	zipf    []uint64      // how often the first value comes, the first two, and so on; nil for all equally often
	format  string
	lower   bool
}

// thing is the values of one entity, in the order of the attributes.
type thing []string

// MaxWeight is the largest weight of a value.
const MaxWeight = 1_000_000

// kinds are the members of which an attribute has exactly one.
var kinds = []string{"pick", "number", "words", "range", "clock", "format"}

// addAttribute reads an attribute of one of the kinds that are allowed.
func (w *Entities) addAttribute(name, text string, kinds []string) error {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return err
	}
	a := Attribute{Name: name, format: o.Text("format"), lower: o.Bool("lower"), Weights: o.Ints("weights")}
	for _, k := range kinds {
		if o.Has(k) {
			a.Kind = k
		}
	}
	bounds := []int{}
	switch a.Kind {
	case "pick":
		a.Values = o.Strings("pick")
	case "number":
		a.digits = int(o.Int("number"))
	case "words":
		if a.Values = lastNames; o.Text("words") == "first" {
			a.Values = firstNames
		}
	case "range", "clock":
		if bounds = o.Ints(a.Kind); len(bounds) == 2 {
			a.Low, a.High = bounds[0], bounds[1]
		}
	case "time":
		if w.recipe {
			a.Low, a.High, err = times(o.Strings("time"))
		} else {
			err = a.readPeriod(o, o.Strings("time"))
		}
		if err != nil {
			return fmt.Errorf("attribute %q: %w", name, err)
		}
	}
	switch {
	case o.Err() != nil:
		return fmt.Errorf("attribute %q: %w", name, o.Err())
	case a.Kind == "":
		return fmt.Errorf("attribute %q needs one of %s", name, strings.Join(kinds, ", "))
	case a.Numeric() && (len(bounds) != 2 || a.Low < 0 || a.Low > a.High || a.High > math.MaxInt32),
		a.Kind == "number" && (a.digits < 1 || a.digits > template.MaxWidth),
		a.Kind == "pick" && len(a.Values) == 0, len(a.Weights) > 0 && !a.weighted():
		return fmt.Errorf("attribute %q has numbers, values or weights that are missing or out of range", name)
	}
	if o.Bool("zipf") {
		if a.zipf = zipf(a.different()); a.zipf == nil {
			return fmt.Errorf("attribute %q: zipf needs a range, pick or words of at most %d values", name, maxRanks)
		}
	}
	a.Longest = w.measure(&a)
	w.Attributes = append(w.Attributes, a)
	if len(w.Attributes) > maxAttributes {
		return fmt.Errorf("there are more than %d attributes", maxAttributes)
	}
	if w.length += a.Longest; w.length > maxLength {
		return fmt.Errorf("attribute %q: with it the values of an entity can have %d bytes, and %d are allowed",
			name, w.length, maxLength)
	}
	return nil
}

// weighted reports whether each value has a weight, and one weight is not 0.
func (a *Attribute) weighted() bool {
	return len(a.Weights) == len(a.Values) && slices.Max(a.Weights) > 0 &&
		slices.Min(a.Weights) >= 0 && slices.Max(a.Weights) <= MaxWeight
}

// Numeric reports whether the attribute is stored as an Int32.
func (a *Attribute) Numeric() bool { return a.Kind == "range" || a.Kind == "clock" }

// Timed reports whether the attribute is a time, which keys can name by its month, its day and so on.
func (a *Attribute) Timed() bool { return a.Kind == "period" }

// readPeriod reads the first and the last day of a time, which keys name by its periods.
func (a *Attribute) readPeriod(o *jsontext.Object, days []string) error {
	if a.Kind, a.Finest = "period", calendar.Second; o.Has("finest") {
		a.Finest = calendar.Of(o.Text("finest"))
	}
	if len(days) == 2 {
		a.Low, a.High = firstSecond(days[0]), firstSecond(days[1])+calendar.SecondsOfDay-1
	}
	if a.Low <= 0 || a.Low > a.High || a.Finest == 0 || a.Finest == calendar.Tick {
		return fmt.Errorf(`a time needs its first and last day, such as ["2026-11-20","2026-11-22"], and finest is one of %s`,
			strings.Join(calendar.Names[calendar.Month:calendar.Tick], ", "))
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
func (a *Attribute) ceiling() int {
	n := 10
	for n <= a.High+1 {
		n *= 10
	}
	return n - 1
}

// generate makes entity number i.
func (w *Entities) generate(i int) thing {
	r := hash.Sequence(w.seed + uint64(i)*0x9E3779B97F4A7C15)
	e := make(thing, len(w.Attributes))
	for k := range w.Attributes {
		a := &w.Attributes[k]
		switch a.Kind {
		case "number":
			e[k] = order.Pad(strconv.Itoa(i+1), a.digits)
		case "pick", "words":
			e[k] = a.Values[a.choose(r.Next())]
		case "range":
			e[k] = strconv.Itoa(a.Low + a.rank(r.Next(), a.High-a.Low+1))
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

// clock spreads the entities evenly over the time.
func (w *Entities) clock(a *Attribute, i int) int {
	at := a.Low + i*(a.High-a.Low+1)/w.Count
	if a.Timed() {
		return a.Finest.Start(at)
	}
	return at
}

// choose maps a random number to a value, by weight.
func (a *Attribute) choose(n uint64) int {
	if len(a.Weights) == 0 {
		return a.rank(n, len(a.Values))
	}
	sum := 0
	for _, w := range a.Weights {
		sum += w
	}
	at := int(n % uint64(sum))
	for i, w := range a.Weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// fill puts the values of earlier attributes into a format. Braces in a value are not replaced again.
func (w *Entities) fill(a *Attribute, e thing) string {
	var b strings.Builder
	for literal, name := range holes(a.format) {
		b.WriteString(literal)
		if i := w.Index(name); i >= 0 && e[i] != "" {
			b.WriteString(w.Attributes[i].text(e[i]))
		} else if name != "" {
			b.WriteString("{" + name + "}")
		}
	}
	if a.lower {
		return strings.ToLower(b.String())
	}
	return b.String()
}

// Of returns the names that a format replaces by values.
func (a *Attribute) Of() (list []string) {
	for _, name := range holes(a.format) {
		if name != "" {
			list = append(list, name)
		}
	}
	return list
}

// text writes a value as people read it, and as a key has it without a form.
func (a *Attribute) text(v string) string {
	if !a.Timed() {
		return v
	}
	at, _ := strconv.Atoi(v)
	return a.Finest.Digits(at)
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
func (w *Entities) measure(a *Attribute) int {
	n := 0
	if a.Numeric() {
		n = len(strconv.Itoa(a.ceiling()))
	}
	switch a.Kind {
	case "period":
		n = calendar.TickDigits
	case "number":
		n = max(a.digits, len(strconv.Itoa(w.Count)))
	case "time":
		n = len(moment)
	case "guid":
		n = 36
	case "pick", "words":
		for _, v := range a.Values {
			n = max(n, len(v))
		}
	case "format":
		for literal, name := range holes(a.format) {
			if n += len(literal); name == "" {
				continue
			}
			if i := w.Index(name); i >= 0 {
				n += w.Attributes[i].Longest
			} else {
				n += len(name) + len("{}")
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
