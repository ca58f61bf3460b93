package plan

// check returns what breaks a rule in a design.
func (m *Model) check(d *Design) []Problem { return nil }
