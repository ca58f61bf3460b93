package propose

import "slices"

// titles are the rules in the order in which a title names them: what is special about a design comes first.
var titles = []Rule{LogFiles, DataSeries, WideParts, InBlob, Ready, IndexList, LogTail, TimeKey, Grid, Buckets,
	TablePer, TableEach, NearCopy, FarCopy, Guarded, Sharded, Sparse, WithParent,
	CopyAcross, Compound, Constant, Workflow}

// patterns returns the rules that a design follows, in the order of a title.
func (t *trial) patterns() []Rule {
	var list []Rule
	bases := map[int]*form{}
	for _, f := range t.forms {
		b := bases[f.kind]
		if list = append(list, f.rules...); b == nil {
			for _, o := range bases {
				if o.sharesWith(f) {
					list = append(list, WithParent)
				}
			}
			bases[f.kind] = f
			continue
		}
		if list = append(list, FarCopy); b.sharesWith(f) && !f.apart() {
			list[len(list)-1] = NearCopy
		}
	}
	for i := range t.measure.Writes {
		if t.measure.Writes[i].Guarded {
			list = append(list, Guarded)
		}
	}
	if t.measure.Workflows > 0 {
		list = append(list, Workflow)
	}
	return slices.DeleteFunc(slices.Clone(titles), func(r Rule) bool { return !slices.Contains(list, r) })
}

// special returns the first pattern of a design, which a counter-proposal avoids.
func (t *trial) special() Rule { return append(t.patterns(), "")[0] }
