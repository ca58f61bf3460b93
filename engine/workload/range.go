package workload

import (
	"fmt"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/jsontext"
	"rowkey/engine/sheet"
)

// between reads the range of which a caller knows the ends: {"attribute":"at","span":"1h"} begins at some value,
// "last" ends now, and "one":"day" is a whole day.
func (w *Workload) between(o *jsontext.Object) (r sheet.Range, err error) {
	i := w.Entities.Index(o.Text("attribute"))
	r = sheet.Range{Attr: o.Text("attribute"), How: sheet.Between}
	width := "span"
	if o.Has("last") {
		width, r.How = "last", sheet.Last
	}
	switch {
	case r.Attr == "":
		return sheet.Range{}, nil
	case i < 0:
		return r, nil
	case !w.Entities.Attributes[i].Timed():
		r.Width = sheet.Width{N: float64(o.Int(width))}
	case o.Has("one"):
		r.How = sheet.One
		r.Width = sheet.Width{N: 1, Unit: periods[o.Text("one")]}
	default:
		span, _ := sheet.ParseSpan(o.Text(width))
		r.Width = sheet.Width(span)
	}
	if w.Entities.Attributes[i].Timed() && (r.Width.Unit == "" || r.Width.N == 0) {
		err = fmt.Errorf(`between: a time needs "span" or "last" with a number and s, min, h or d, such as "1h", `+
			`or "one" with one of %s`, strings.Join(calendar.Names[calendar.Month:calendar.Tick], ", "))
	}
	return r, err
}

// periods are the units of a time as the widths of a sheet have them.
var periods = map[string]string{
	"month": "month", "week": "week", "day": "d", "hour": "h", "minute": "min", "second": "s",
}
