package main

import (
	"fmt"
	"regexp"
	"strconv"
)

// Limits of an entity group transaction.
// Source: Performing entity group transactions, "Requirements".
const (
	mostOperations = 100
	mostBytes      = 4 << 20
)

// A transaction of more than manyOperations is shown by its first ones.
const (
	manyOperations  = 12
	firstOperations = 5
)

// transactionLens shows the operations of an entity group transaction and what became of each.
func (b *Baker) transactionLens(x Exchange) string {
	failed := x.failed()
	verdict := iconHTML("check") + `<span><b>` + b.t("batch.committed") + `</b> ` +
		b.t("batch.committed.text") + `</span>`
	said := ""
	if failed != nil {
		verdict = iconHTML("undo") + `<span>` + b.rolledBack(x) + `</span>`
		if failed.Message != "" {
			said = `<p class="bx-said"><span class="muted">` + b.t("batch.said") + `</span> <q>` +
				marked(failed.Message) + `</q></p>`
		}
	}
	return fmt.Sprintf(`<batch-xray data-ok="%t"><p class="bx-verdict">%s</p><ol class="bx-ops">%s</ol>%s`+
		`<ul class="bx-meters">%s</ul></batch-xray>`,
		failed == nil, verdict, b.operations(x.Ops), said, b.meters(x))
}

// operations lists them; of many, the first ones, the last and one that failed. A request that is
// refused as a whole fails all of them.
func (b *Baker) operations(ops []Op) string {
	out, hidden := "", 0
	for i, o := range ops {
		if len(ops) > manyOperations && i >= firstOperations && i < len(ops)-1 && (o.State != "failed" || i > 0 && ops[i-1].State == "failed") {
			hidden++
			continue
		}
		if hidden > 0 {
			out += `<li data-state="undone"><i></i><i></i><span>` + b.x.HTML("batch.more", "n", hidden) + `</span></li>`
		}
		out, hidden = out+b.operation(i, o), 0
	}
	return out
}

// rolledBack names the outer answer where it surprises: it says only that the batch was read.
func (b *Baker) rolledBack(x Exchange) string {
	outer := x.last().Response
	if outer.Status == 0 || outer.Status >= 400 {
		return `<b>` + b.t("batch.refused") + `</b>`
	}
	return `<b>` + b.t("batch.rolledback") + `</b> ` + b.x.HTML("batch.rolledback.text",
		"status", Raw(fmt.Sprintf(`<b>%d %s</b>`, outer.Status, esc(outer.Reason))))
}

func (b *Baker) operation(i int, o Op) string {
	result := fmt.Sprintf(`<b class="status">%d</b> %s`, o.Status, b.t("batch.done"))
	switch o.State {
	case "failed":
		result = fmt.Sprintf(`<b class="status" data-kind="4xx">%d</b> %s`, o.Status, esc(o.Code))
	case "undone":
		result = b.t("batch.undone")
	}
	return fmt.Sprintf(`<li data-state="%s"><span class="bx-i">%d</span><span class="bx-m">%s</span>`+
		`<span class="bx-t"><span class="pk">%s</span> <span class="rk">%s</span></span>`+
		`<span class="bx-r">%s</span></li>`,
		esc(o.State), i, esc(o.Method), esc(o.Key.Partition), esc(o.Key.Row), result)
}

var operationIndex = regexp.MustCompile(`^(\d+:)(.*)$`)

// marked highlights the number before the colon: the index of the operation that failed.
func marked(message string) string {
	first := firstLine(message)
	if m := operationIndex.FindStringSubmatch(first); m != nil {
		return `<mark>` + m[1] + `</mark>` + esc(m[2])
	}
	return esc(first)
}

func (b *Baker) meters(x Exchange) string {
	size, billed := 0, false
	if x.Record != nil {
		size, billed = x.Record.BytesIn, x.Record.Transactions == 1
	}
	out := b.meter(b.x.T("batch.operations", "n", len(x.Ops)), float64(len(x.Ops))/mostOperations) +
		b.meter(b.x.T("batch.bytes", "n", sizeText(size)), float64(size)/mostBytes)
	partitions, keys := map[string]bool{}, map[string]bool{}
	for _, o := range x.Ops {
		partitions[o.Key.Partition] = true
		keys[strconv.Quote(o.Target)+strconv.Quote(o.Key.Partition)+strconv.Quote(o.Key.Row)] = true
	}
	return out + b.met("batch.partition", len(partitions) == 1) +
		b.met("batch.entities", len(keys) == len(x.Ops)) + b.met("batch.billed", billed)
}

func (b *Baker) meter(text string, share float64) string {
	return `<li><span>` + esc(text) + `</span>` + bar(share) + `</li>`
}

func (b *Baker) met(key string, ok bool) string {
	if !ok {
		return ""
	}
	return `<li><span>` + b.t(key) + `</span>` + iconHTML("check") + `</li>`
}
