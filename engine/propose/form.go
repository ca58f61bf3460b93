package propose

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// Rule is the pattern of the guide that a form follows, by the name of its card.
type Rule string

// The rules that make forms, and what stores of a design are called by.
const (
	Compound   Rule = "compoundKey"          // what is known comes first, then an order
	Constant   Rule = "constantKey"          // one partition for all
	LogTail    Rule = "logTail"              // the newest first
	WithParent Rule = "withParent"           // in the partition of the parent
	TimeKey    Rule = "timeInPartitionKey"   // a period in the PartitionKey
	Buckets    Rule = "buckets"              // one value spread over several partitions
	Grid       Rule = "gridCells"            // the cells of a rectangle
	TablePer   Rule = "tablePerPeriod"       // old periods are dropped with their table
	TableEach  Rule = "tablePerValue"        // what is deleted by a value is dropped with its table
	NearCopy   Rule = "intraPartitionIndex"  // a copy in the same partition, in the same transaction
	FarCopy    Rule = "interPartitionIndex"  // a copy in another partition
	Sparse     Rule = "sparse"               // a copy of the few that a question always wants
	IndexList  Rule = "indexEntities"        // lists of identities
	CopyAcross Rule = "denormalization"      // values of a parent, copied into its children
	DataSeries Rule = "dataSeries"           // one entity for many points of time
	WideParts  Rule = "wideEntities"         // a series over several entities
	InBlob     Rule = "largeEntities"        // what fits into no property
	LogFiles   Rule = "logData"              // blobs that lines are appended to
	Ready      Rule = "materializedView"     // an answer kept ready
	Guarded    Rule = "uniqueKey"            // the key of a copy is what no two entities may share
	Sharded    Rule = "shardedCounter"       // an entity in several rows, so that more can add to it
	Workflow   Rule = "eventuallyConsistent" // a step of a workflow over partitions
)

// What a copy holds beside its keys.
type lean uint8

const (
	whole   lean = iota
	wanted       // what the question wants
	pointer      // what the keys of the base need
)

// form is a way to keep the entities of a kind: both keys, the period of a table, and what is kept.
type form struct {
	kind    int
	part    []part // of the PartitionKey; none for a constant
	text    string // of the PartitionKey
	place   string // the same for all kinds that can share a partition
	row     string
	rowKeys []key
	first   string // name of the key that the row begins with
	period  string // of the table, with its braces
	ask     int    // that it is made for, -1 for none
	lean    lean
	wants   []string // of the question, if that is what a copy holds
	include []string // of entities that hold what belongs to another kind
	where   []sheet.Known
	near    bool   // a sparse copy in the partitions of the base
	option  string // that makes something else of it than entities, without the bar
	rules   []Rule
	alone   bool   // it cannot be a base
	home    string // of a design of the sheet: the texts in its table and PartitionKey
	foreign bool   // a search cannot write it again
}

// key names a form among those of a kind.
func (f *form) key() string {
	include := "" // nil, unlike none, is everything
	if f.include != nil {
		include = "+" + strings.Join(f.include, ",")
	}
	where := whereText(f.where)
	if f.near {
		where += "+"
	}
	return strings.Join([]string{f.text, f.row, f.period, string('0' + rune(f.lean)), strings.Join(f.wants, ","),
		f.option, where, include}, "|")
}

// putRow sets the RowKey of a form.
func (f *form) putRow(m *plan.Model, parts []part) {
	f.row, f.rowKeys = join(m, parts), keysIn(parts)
	if len(parts) > 0 {
		f.first = parts[0].name
	}
}

func keysIn(parts []part) []key { return lists.Map(parts, func(p part) key { return p.key }) }

func whereText(list []sheet.Known) string {
	var b strings.Builder
	for _, k := range list {
		b.WriteString(" | where " + k.Attr + "=" + k.Value)
	}
	return b.String()
}

func (f *form) has(r Rule) bool { return slices.Contains(f.rules, r) }

// apart reports whether a form is sparse and has a table of its own.
func (f *form) apart() bool { return len(f.where) > 0 && !f.near }

// sharesWith reports whether two forms are in one table and write the same PartitionKeys there: shards that are apart
// add their number to theirs.
func (f *form) sharesWith(o *form) bool {
	return f.place == o.place && f.period == o.period && f.home == o.home &&
		!strings.Contains(f.option+o.option, " apart")
}

// value returns the value that the entities of a sparse form have, "" for another form.
func (f *form) value() string {
	if len(f.where) == 0 {
		return ""
	}
	return f.where[0].Value
}
