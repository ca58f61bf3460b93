package script

// trial is where a check stands that replays the script of a learner.
type trial struct {
	crash string // "before 4", "after 4"
	after string // title of the block after which something is asked
}
