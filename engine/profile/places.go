package profile

// shownPlaces is how many lines of the file are named for one thing.
const shownPlaces = 8

// Places are the lines of a file that have something wrong.
type Places struct {
	Count int   `json:"count"`
	Lines []int `json:"lines"` // the first 8
}

func (p *Places) add(line int) {
	if p.Count++; len(p.Lines) < shownPlaces {
		p.Lines = append(p.Lines, line)
	}
}
