package main

// typed draws entities as a program reads that declares types: of each its type and its fields, or
// what is wrong.
func (b *Baker) typed(list []Typed, entities []Entity, title string) string {
	label := b.x.T("result.caption", "title", title)
	shown := min(len(list), gridRows)
	rows := each(list[:shown], func(i int, t Typed) string {
		var e Entity
		if i < len(entities) {
			e = entities[i]
		}
		return `<tr` + bare("data-bad", t.Error != "") + `>` + typedKey(e, "PartitionKey") + `<th scope="row" class="rk" data-label="RowKey">` +
			esc(cellText(e.Get("RowKey"))) + `</th><td data-label="` + b.t("typed.type") + `">` + b.typeName(t) + `</td><td class="ty-fields">` +
			b.typedFields(t) + `</td></tr>`
	})
	head := `<thead><tr><th scope="col" class="pk">PartitionKey</th><th scope="col" class="rk">RowKey</th><th scope="col">` + b.t("typed.type") +
		`</th><th scope="col">` + b.t("typed.fields") + `</th></tr></thead>`
	out := scroll(label, `<table class="grid" data-cards="">`+caption(label)+head+`<tbody>`+rows+`</tbody></table>`)
	if rest := len(list) - shown; rest > 0 {
		out += `<p class="grid-more quiet">` + b.t("result.more", "n", rest) + `</p>`
	}
	return out
}

func typedKey(e Entity, name string) string {
	return `<td class="pk" data-label="` + name + `">` + esc(cellText(e.Get(name))) + `</td>`
}

func (b *Baker) typeName(t Typed) string {
	if t.Type == "" {
		return ""
	}
	return `<span class="chip">` + esc(t.Type) + `</span>`
}

func (b *Baker) typedFields(t Typed) string {
	out := ""
	if t.Error != "" {
		out = `<span class="ty-bad">` + iconHTML("cross") + esc(t.Error) + `</span>`
	}
	return out + each(t.Fields, func(_ int, f [3]string) string {
		return `<span class="ty-field">` + esc(f[0]) + ` <b>` + esc(b.shortened(f[2])) + `</b> <span class="muted">` + esc(f[1]) + `</span></span>`
	})
}
