package plan

import (
	"strconv"

	"rowkey/engine/sheet"
)

// peakDefaults returns what numbers at the busiest time rest on.
func (m *Model) peakDefaults() (of []string) {
	if m.Facts.Sheet.Peak == 0 {
		return []string{"default:/peak"}
	}
	return nil
}

// rateDefaults returns what the rate of a question rests on.
func (m *Model) rateDefaults(ask int) (of []string) {
	if m.Facts.Sheet.Asks[ask].Rate == (sheet.Rate{}) {
		return []string{"default:/asks/" + strconv.Itoa(ask) + "/rate"}
	}
	return nil
}
