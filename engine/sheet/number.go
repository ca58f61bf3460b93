package sheet

import (
	"strconv"
	"strings"
)

// magnitude returns the exponent of ten that a word or a letter after a number means, "" if it means none.
func magnitude(word string) string {
	switch word {
	case "":
		return "e0"
	case "thousand", "k", "K":
		return "e3"
	case "million", "M":
		return "e6"
	case "billion", "B", "bn":
		return "e9"
	}
	return ""
}

// readNumber reads digits with a decimal point, without a sign. Its value is in the range of a sheet.
func readNumber(text string) (float64, bool) {
	return readExponent(text, "")
}

// readExponent reads a number times a power of ten, such as "e6". The product is the float nearest to it.
func readExponent(text, exponent string) (float64, bool) {
	text = strings.ReplaceAll(text, "_", "") // 1_000_000
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text+exponent, 64)
	return n, err == nil && inRange(n)
}

// inRange reports whether a sheet may hold a number.
func inRange(n float64) bool { return n == 0 || n >= Smallest && n <= Greatest }

// readQuantity reads a number and perhaps a magnitude, such as "1.5 million" or "5k".
func readQuantity(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	end := strings.LastIndexAny(text, "0123456789.") + 1
	e := magnitude(strings.TrimSpace(text[end:]))
	n, ok := readExponent(text[:end], e)
	return n, ok && e != ""
}

// readRate reads "40/s", "3 million/day", "40 per second" or "5 %".
func readRate(text string) (Rate, bool) {
	if n, ok := readShare(text); ok {
		return Rate{n, Percent}, true
	}
	number, per, _ := strings.Cut(strings.Replace(text, " per ", "/", 1), "/")
	n, ok := readQuantity(number)
	unit, times := unitOf(strings.TrimSpace(per))
	if unit == "d" {
		unit = "day"
	}
	return Rate{n, unit}, ok && times == 1 && perSeconds[unit] > 0
}

// unitOf returns the unit of a length of time that a word means, and how many of these it is: "h" and 1 for "hours",
// "d" and 365 for "year". A word that means none is left as it is.
func unitOf(word string) (unit string, times float64) {
	one := strings.TrimSuffix(word, "s")
	switch {
	case one == "year" || one == "yr" || one == "y":
		return "d", 365
	case spanSeconds[one] > 0:
		return one, 1
	case wholePeriods[one] != "":
		return wholePeriods[one], 1
	}
	return word, 1
}

// readShare reads a percentage.
func readShare(text string) (float64, bool) {
	number, ok := strings.CutSuffix(text, Percent)
	n, right := readNumber(strings.TrimSpace(number))
	return n, ok && right
}

// ParseRate reads how often something happens, such as "40/s".
func ParseRate(text string) (Rate, bool) {
	r, ok := readRate(text)
	return r, ok && r.N > 0 && r.Per != Percent
}

// ParseSpan reads a length of time above 0, such as "90d".
func ParseSpan(text string) (Span, bool) {
	s, ok := readSpan(text)
	return s, ok && s.N > 0
}

// String returns the length as the text form has it.
func (s Span) String() string { return s.text() }

// readSpan reads a length of time, such as "90d", "90 days" or "1 year".
func readSpan(text string) (Span, bool) {
	i := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if i < 0 {
		return Span{}, false
	}
	n, ok := readNumber(text[:i])
	unit, times := unitOf(strings.TrimSpace(text[i:]))
	s := Span{n * times, unit}
	return s, ok && inRange(s.N) && spanSeconds[unit] > 0
}

// readWidth reads a length of time, a percentage or a number.
func readWidth(text string) (Width, bool) {
	if s, ok := readSpan(text); ok {
		return Width(s), true
	}
	if n, ok := readShare(text); ok {
		return Width{n, Percent}, true
	}
	n, ok := readQuantity(text)
	return Width{N: n}, ok
}

// number writes a number in full.
func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// quantity writes a number with million or billion if three decimals are enough.
func quantity(n float64) string {
	whole := int64(n)
	switch {
	case n != float64(whole) || whole < 1e6 || whole%1000 != 0:
	case whole >= 1e9 && whole%1e6 == 0:
		return thousandths(whole/1e6) + " billion"
	case whole < 1e9:
		return thousandths(whole/1000) + " million"
	}
	return number(n)
}

// thousandths writes n/1000.
func thousandths(n int64) string {
	text := strconv.FormatInt(n/1000, 10)
	if rest := n % 1000; rest > 0 {
		text += "." + strings.TrimRight(strconv.FormatInt(1000+rest, 10)[1:], "0")
	}
	return text
}

func share(n float64) string { return number(n) + " " + Percent }

func (r Rate) text() string {
	if r.Per == Percent {
		return share(r.N)
	}
	return quantity(r.N) + "/" + r.Per
}

func (a Amount) text() string {
	if a.Per == "" {
		return quantity(a.N)
	}
	return Rate(a).text()
}

func (s Span) text() string { return number(s.N) + s.Unit }

func (w Width) text() string {
	if w.Unit == Percent {
		return share(w.N)
	}
	return number(w.N) + w.Unit
}

func (f Fresh) text() string {
	if f.Now {
		return "now"
	}
	return f.Span.text()
}
