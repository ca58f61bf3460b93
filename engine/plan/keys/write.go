package keys

import (
	"math"
	"strconv"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Values says what the attributes of an entity are. It is asked for attributes that are no identity of a kind with
// attributes; the assumed identity of a kind without is a text.
type Values func(ref sheet.Ref) edm.Value

// Write makes the text of a template: a table name, a PartitionKey or a RowKey.
func (t *Template) Write(f *facts.Facts, of Values) string {
	var b strings.Builder
	for i := range t.Segments {
		b.WriteString(t.Segments[i].Write(f, of))
	}
	return b.String()
}

// Write writes a segment. The parts of an identity have _ between them.
func (s *Segment) Write(f *facts.Facts, of Values) string {
	if s.Form == template.Literal {
		return s.Text
	}
	if s.Form == template.Band {
		return s.band(f, of(f.Canonical(s.Ref)))
	}
	parts := lists.Map(f.NameOf(s.Ref).Refs, func(ref sheet.Ref) string { return s.write(of(ref), f.Finest(ref)) })
	return strings.Join(parts, "_")
}

// write brings a value into the form of a segment. Buckets are made of the text of the value.
func (s *Segment) write(v edm.Value, finest string) string {
	switch s.Form {
	case template.Padded:
		if v.Type() == edm.TypeString {
			return order.Pad(escape(v.Text()), s.N)
		}
		return order.Pad(strconv.FormatInt(v.Int(), 10), s.N)
	case template.Decimal:
		return order.Pad(strconv.FormatFloat(math.Round(Number(v)*math.Pow10(s.Decimals)), 'f', 0, 64), s.N)
	case template.Inverted:
		return inverted(v)
	case template.Bucket:
		return order.Pad(strconv.Itoa(int(hash.Text(TextOf(v, finest))%uint32(s.N))), len(strconv.Itoa(s.N-1)))
	case template.Beginning:
		return escape(template.FirstOf(TextOf(v, finest), s.N))
	case template.Lower:
		return escape(strings.ToLower(TextOf(v, finest)))
	case template.Period:
		return period(v, s.Unit)
	case template.PeriodDown:
		return strings.Map(func(r rune) rune { return '0' + '9' - r }, period(v, s.Unit))
	}
	return escape(TextOf(v, finest))
}

// band writes the band that a number is in.
func (s *Segment) band(f *facts.Facts, v edm.Value) string {
	low, high := f.Ends(s.Ref)
	n := math.Floor((Number(v) - low) / (high - low) * float64(s.N))
	return order.Pad(strconv.Itoa(int(math.Max(0, math.Min(n, float64(s.N-1))))), len(strconv.Itoa(s.N-1)))
}

// TextOf writes a value as it is: a time in its finest unit.
func TextOf(v edm.Value, finest string) string {
	switch v.Type() {
	case edm.TypeInt32, edm.TypeInt64:
		return strconv.FormatInt(v.Int(), 10)
	case edm.TypeDouble:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case edm.TypeBoolean:
		return strconv.FormatBool(v.Bool())
	case edm.TypeDateTime:
		return period(v, finest)
	case edm.TypeBinary:
		return hex(v.Text())
	}
	return v.Text()
}

// period writes the period that a time is in.
func period(v edm.Value, unit string) string {
	if u := calendar.Of(unit); u != calendar.Tick {
		return u.Digits(int(v.Time().Unix()))
	}
	return order.Pad(strconv.FormatInt(clock.Ticks(v.Time()), 10), calendar.TickDigits)
}

// inverted subtracts a value from the greatest one of its type.
func inverted(v edm.Value) string {
	switch v.Type() {
	case edm.TypeDateTime:
		return order.Pad(strconv.FormatInt(calendar.LastTicks-clock.Ticks(v.Time()), 10), calendar.TickDigits)
	case edm.TypeInt32:
		return order.Pad(strconv.FormatInt(math.MaxInt32-v.Int(), 10), len("2147483647"))
	}
	return order.Pad(strconv.FormatInt(math.MaxInt64-v.Int(), 10), len("9223372036854775807"))
}

// Number returns a value of a number or a time as a number.
func Number(v edm.Value) float64 {
	if v.Type() == edm.TypeDouble {
		return v.Float()
	}
	return float64(v.Int())
}

// escape writes what no key can hold, and the ! that it uses for that, as ! and two hex digits. These characters come
// before all others then.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '!' || edm.ValidateKey(edm.RowKey, string(r)) != nil {
			b.WriteByte('!')
			b.WriteString(hex(string([]byte{byte(r)})))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hex writes bytes as digits in capitals.
func hex(bytes string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(bytes) {
		b.WriteByte(digits[bytes[i]>>4])
		b.WriteByte(digits[bytes[i]&15])
	}
	return b.String()
}
