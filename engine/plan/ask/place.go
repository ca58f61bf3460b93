package ask

import (
	"math"

	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// Place returns where a value that keys can order is among others: a time in ticks of 100 nanoseconds since the year 1,
// a whole number as it is, and a decimal number in hundredths.
func Place(v edm.Value) int64 {
	switch v.Type() {
	case edm.TypeDateTime:
		return clock.Ticks(v.Time())
	case edm.TypeDouble:
		return int64(math.Round(v.Float() * Hundredths))
	}
	return v.Int()
}

// Hundredths are the places that there are for each whole step of a decimal number.
const Hundredths = 100

// valueAt returns the value of a type at a place.
func valueAt(t sheet.Type, place int64) edm.Value {
	switch t.Name {
	case sheet.Int:
		return edm.Int32(int32(place))
	case sheet.Long:
		return edm.Int64(place)
	case sheet.Double:
		return edm.Double(float64(place) / Hundredths)
	}
	return edm.DateTime(clock.FromTicks(place))
}

// IsOrdered reports whether values of a type have a [Place].
func IsOrdered(t sheet.Type) bool {
	return t.Name == sheet.Time || t.Name == sheet.Int || t.Name == sheet.Long || t.Name == sheet.Double
}
