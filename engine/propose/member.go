package propose

// Member names a member of the cost of a design.
type Member string

// The members, in the order in which balanced designs are compared.
const (
	None          Member = ""              // none, or none that differs
	Unanswered    Member = "unanswered"    // questions that no store answers, and writes that find nothing
	Broken        Member = "broken"        // budgets that do not hold; what must count three times
	Excess        Member = "excess"        // by how much, as the sum of log2(actual / limit) in tenths
	Waiting       Member = "waiting"       // of all questions in a second, and of writes that read first, in bands
	MonthCost     Member = "month"         // transactions and storage, in bands
	Amplification Member = "amplification" // in bands
	Workflows     Member = "workflows"
	Scattered     Member = "scattered"  // questions that read a range of partitions, or a whole table
	Headroom      Member = "headroom"   // of the busiest partition, in bands
	Simplicity    Member = "simplicity" // stores, tables, segments, and work of the client
	Unusual       Member = "unusual"    // orders that nobody asks for, and bases that their identity does not find
	Periods       Member = "periods"    // digits of periods: the longer period comes first
)

// Members are all of them.
var Members = []Member{Unanswered, Broken, Excess, Waiting, MonthCost, Amplification, Workflows, Scattered, Headroom,
	Simplicity, Unusual, Periods}

// orders are the presets.
var orders = map[string][]Member{
	"balanced": Members,
	"cheapest": {Unanswered, Broken, Excess, MonthCost, Waiting, Amplification, Workflows, Scattered, Headroom, Simplicity,
		Unusual, Periods},
	"simplest": {Unanswered, Broken, Excess, Simplicity, Waiting, MonthCost, Amplification, Workflows, Scattered, Headroom,
		Unusual, Periods},
}

// Numbers are the members of a cost.
type Numbers struct {
	Unanswered, Broken, Excess              int
	Waiting, Month, Amplification, Headroom int // in bands
	Workflows, Scattered                    int
	Simplicity, Unusual, PeriodDigits       int
}

// of returns a member.
func (n *Numbers) of(m Member) int {
	switch m {
	case Unanswered:
		return n.Unanswered
	case Broken:
		return n.Broken
	case Excess:
		return n.Excess
	case Waiting:
		return n.Waiting
	case MonthCost:
		return n.Month
	case Amplification:
		return n.Amplification
	case Workflows:
		return n.Workflows
	case Scattered:
		return n.Scattered
	case Headroom:
		return n.Headroom
	case Simplicity:
		return n.Simplicity
	case Unusual:
		return n.Unusual
	}
	return n.PeriodDigits
}
