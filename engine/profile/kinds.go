package profile

import (
	"math"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// kinds is a set of types, the narrowest first. Every value can be a text.
type kinds uint16

const (
	boolKind kinds = 1 << iota
	intKind
	longKind
	doubleKind
	timeKind
	guidKind
	binaryKind
	textKind

	numberKinds = intKind | longKind | doubleKind
	anyKind     = boolKind | numberKinds | timeKind | guidKind | textKind // a binary is one if the file says so
	allKinds    = anyKind | binaryKind
)

// kindNames are the types of a sheet in the order of their bits.
var kindNames = [...]string{sheet.Bool, sheet.Int, sheet.Long, sheet.Double, sheet.Time, sheet.GUID, sheet.Binary,
	sheet.Text}

// narrowest returns the narrowest type of a set.
func (k kinds) narrowest() kinds { return k & -k }

// names returns the types of a set, the narrowest first.
func (k kinds) names() []string {
	list := []string{}
	for i, name := range kindNames {
		if k&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}

// named returns the type of a sheet with that name, 0 if there is none.
func named(name string) kinds {
	for i, n := range kindNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// kindsNamed returns the types that values of a type of the service fit, such as "Edm.Int32"; "Edm." may be missing.
func kindsNamed(name string) (kinds, bool) {
	t, ok := edm.ParseType("Edm." + strings.TrimPrefix(name, "Edm."))
	return map[edm.Type]kinds{
		edm.TypeString: textKind, edm.TypeBinary: binaryKind, edm.TypeBoolean: boolKind | textKind,
		edm.TypeDateTime: timeKind | textKind, edm.TypeDouble: doubleKind | textKind, edm.TypeGUID: guidKind | textKind,
		edm.TypeInt32: intKind | longKind | textKind, edm.TypeInt64: longKind | textKind,
	}[t], ok
}

// reading is what a text is: types that it fits, and a number that orders it among those of its type.
type reading struct {
	kinds  kinds
	order  float64
	digits int  // of an integer
	unit   int  // of a time: the position of its finest unit in sheet.TimeUnits
	comma  bool // a number with a decimal comma, if it is one
}

// read returns which of some types a text fits. Texts of digits are not numbers if they begin with a zero, as codes
// do, or have more than 18 digits.
func read(s string, left kinds) reading {
	r := reading{kinds: textKind | left&binaryKind}
	if left&numberKinds != 0 {
		r.number(s)
	}
	if r.kinds&numberKinds != 0 {
		return r
	}
	switch {
	case left&boolKind != 0 && (strings.EqualFold(s, "true") || strings.EqualFold(s, "false")):
		r.kinds |= boolKind
	case left&doubleKind != 0 && isNotFinite(s):
		r.kinds |= doubleKind
		r.order = math.NaN()
	case left&doubleKind != 0 && strings.Contains(s, ","):
		r.decimalComma(s)
	case left&timeKind != 0 && len(s) >= 10 && s[4] == '-':
		if v, err := edm.ParseDateTime(isoTime(s)); err == nil {
			r.kinds |= timeKind
			r.order, r.unit = float64(v.Int()), unitOf(v.Int())
		}
	case left&guidKind != 0 && len(s) == 36:
		if _, err := edm.GUID(s); err == nil {
			r.kinds |= guidKind
		}
	}
	return r
}

// number reads a number; an integer fits the wider types as well.
func (r *reading) number(s string) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || digits[0] != '.' && (digits[0] < '0' || digits[0] > '9') {
		return
	}
	n, whole := int64(0), len(digits) <= 18
	for i := 0; i < len(digits) && whole; i++ {
		c := digits[i]
		whole = '0' <= c && c <= '9'
		n = 10*n + int64(c-'0')
	}
	if !whole {
		r.double(s, digits)
		return
	}
	if digits[0] == '0' && len(digits) > 1 {
		return
	}
	if len(s) > len(digits) {
		n = -n
	}
	r.kinds |= longKind | doubleKind
	if n == int64(int32(n)) {
		r.kinds |= intKind
	}
	r.order, r.digits = float64(n), len(digits)
}

func (r *reading) double(s, digits string) {
	if digits[0] == '0' && len(digits) > 1 && digits[1] >= '0' && digits[1] <= '9' ||
		strings.Trim(digits, "0123456789") == "" ||
		strings.Trim(digits, "0123456789.eE+-") != "" {
		return
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		r.kinds |= doubleKind
		r.order = f
	}
}

// isNotFinite reports whether a text is one of the doubles that are no numbers, as the service writes them.
func isNotFinite(s string) bool { return s == "NaN" || s == "Infinity" || s == "-Infinity" }

// finer are the ticks of 100 ns in units of time, and their position in sheet.TimeUnits.
var finer = [...]struct {
	ticks int64
	unit  int
}{{86_400e7, 2}, {3600e7, 3}, {60e7, 4}, {1e7, 5}, {1, 6}}

// unitOf returns the position of the finest unit that a time has in sheet.TimeUnits.
func unitOf(ticks int64) int {
	for _, f := range finer {
		if ticks%f.ticks == 0 {
			return f.unit
		}
	}
	return 0
}

// isoTime writes a time as databases do, 2024-05-01 10:00:00.123 +02, in the form of ISO 8601. Other texts stay as
// they are.
func isoTime(s string) string {
	if len(s) < len("2024-05-01 10:00") || s[10] != ' ' && s[10] != 'T' {
		return s
	}
	clock := strings.TrimSuffix(strings.TrimSuffix(s[11:], "UTC"), "Z")
	at := strings.IndexAny(clock, "+-")
	if at < 0 {
		return s[:10] + "T" + strings.TrimSuffix(clock, " ") + "Z"
	}
	zone := strings.Replace(clock[at:], ":", "", 1)
	switch len(zone) {
	case len("+02"):
		zone += ":00"
	case len("+0200"):
		zone = zone[:3] + ":" + zone[3:]
	}
	return s[:10] + "T" + strings.TrimSuffix(clock[:at], " ") + zone
}

// decimalComma reads a number as many countries write it: 1.234,56. It may be a text with a comma as well, so it is a
// number only where a reader says so.
func (r *reading) decimalComma(s string) {
	whole, fraction, _ := strings.Cut(s, ",")
	grouped := strings.TrimLeft(whole, "+-")
	for _, sign := range thousands {
		grouped = strings.ReplaceAll(grouped, sign, ".")
	}
	groups := strings.Split(grouped, ".")
	for i, g := range groups {
		if g == "" || strings.Trim(g, digits) != "" || i > 0 && len(g) != 3 || len(groups) > 1 && len(g) > 3 {
			return
		}
	}
	if fraction == "" || strings.Trim(fraction, digits) != "" || len(whole)-len(strings.TrimLeft(whole, "+-")) > 1 {
		return
	}
	n, err := strconv.ParseFloat(strings.Join(groups, "")+"."+fraction, 64)
	if err != nil {
		return
	}
	if strings.HasPrefix(whole, "-") {
		n = -n
	}
	r.kinds |= doubleKind
	r.order, r.comma = n, true
}

const digits = "0123456789"

// thousands are signs between groups of three digits.
var thousands = [...]string{" ", "\u00a0", "\u202f"}
