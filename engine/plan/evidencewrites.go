package plan

import (
	"strconv"

	"rowkey/engine/sheet"
)

// restsOn notes the defaults that the numbers of a write rest on.
func (m *Model) restsOn(out *writing, all []write) {
	for i := range all {
		if w := &all[i]; w.Rate == (sheet.Rate{}) && (w.Verb != sheet.Insert || m.Kinds[w.kind].Amount.Per == "") {
			out.of.all("default:/does/" + strconv.Itoa(w.index) + "/rate")
		}
	}
}

// peakRests returns what numbers at the busiest time rest on.
func (m *Model) peakRests() (of []string) {
	if m.Peak == 0 {
		return []string{"default:/peak"}
	}
	return nil
}

// rateRests returns what the rate of a question rests on.
func (m *Model) rateRests(ask int) (of []string) {
	if m.Asks[ask].Rate == (sheet.Rate{}) {
		return []string{"default:/asks/" + strconv.Itoa(ask) + "/rate"}
	}
	return nil
}
