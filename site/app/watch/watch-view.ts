// How the page "Watch" is laid out: what is recorded, the recording, and what is open beside it.

import { html, nothing, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import { button } from "../ui/buttons.ts";
import { t, tn } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import { billOf, hasPrices, keepPrices, pricesOf } from "../ui/prices.ts";
import { activeOf } from "./arrange.ts";
import { bakedLead } from "./baked.ts";
import { comparison } from "./compare-view.ts";
import { chooseFile, logSums } from "./file-view.ts";
import { emptyMachine } from "./machine-view.ts";
import { openShape } from "./open-view.ts";
import type { View } from "./recording-page.ts";
import { bar, findings, from, type Hands, shapesTable, sum, sums } from "./recording-view.ts";
import { WatchPage } from "./watch-page.ts";
import { clock } from "./words.ts";

const MONTH = 30 * 24 * 3600; // seconds

/** Begins the page in the place of what it was built with. */
export function openWatch(host: HTMLElement): Promise<void> {
  return new WatchPage(host, view).begin();
}

function view(page: WatchPage): TemplateResult {
  return html`${toolBar(page)}${
    page.from === "machine" && page.machine && page.empty
      ? emptyMachine(page.machine, page.watched.recording, {
          copy: (text) => void page.copy(text),
          tab: () => void page.take("tab"),
        })
      : page.from === "file" && !page.watched.calls
        ? chooseFile(page.file, (file) => void page.read(file))
        : page.view === "compare" && page.before
          ? html`<div class="w-all" id="shapes">${tabs(page)}${comparison(
              page.before,
              page.watched,
              button(t("watch.swap"), () => page.swap(), { kind: "small" }),
            )}</div>`
          : html`<div class="watch-split" data-open=${page.open ? "" : nothing}>${main(page)}${side(page)}</div>`
  }`;
}

function toolBar(page: WatchPage): TemplateResult {
  const none = !page.watched.calls;
  return html`<div class="w-bar" role="group" aria-label=${t("watch.recording.of")}><h1
    class="w-title">${t("watch.title")}</h1>${sources(page)}${
      page.from === "tab" ? programs(page) : address(page)
    }<span class="w-run">${
      page.from === "file"
        ? nothing
        : page.from === "machine"
          ? recorder(page)
          : page.running
            ? button(t("watch.stop"), () => void page.stop(), { icon: "stop", kind: "primary" })
            : button(t("watch.run"), () => void page.run(), { icon: "run", kind: "primary", keys: "Mod+Enter" })
    }</span>${state(page)}<span class="w-end">${button(t("watch.clear"), () => void page.clear(), {
      icon: "reset",
      kind: "quiet",
      disabled: none,
    })}${button(t("watch.keep"), () => page.keep(), { icon: "both", kind: "quiet", disabled: none })}${button(
      t("watch.copy"),
      () => void page.copyMarkdown(),
      { icon: "copy", kind: "quiet", disabled: none },
    )}</span></div>`;
}

const SOURCES = ["tab", "machine", "file"] as const;

function sources(page: WatchPage): TemplateResult {
  return html`<fieldset class="tabs w-source"><legend class="vh">${t("watch.source")}</legend>${SOURCES.map(
    (of) => html`<label><input type="radio" name="watch-source" value=${of} .checked=${page.from === of}
      @change=${() => void page.take(of)}><span>${t(`watch.${of}`)}</span></label>`,
  )}</fieldset>`;
}

function address({ from, file, machine }: WatchPage): TemplateResult | typeof nothing {
  if (from === "file") return file ? html`<span class="w-at" translate="no">${file.name}</span>` : nothing;
  const at = machine?.state?.table.replace(/^\w+:\/\//, "").replace(/\/.*/, "");
  return at ? html`<code class="w-at" translate="no">${at}</code>` : nothing;
}

function recorder(page: WatchPage): TemplateResult | typeof nothing {
  if (page.machine?.door !== "open") return nothing;
  return page.watched.recording
    ? button(t("watch.stop"), () => void page.record(false), { icon: "stop", kind: "primary" })
    : button(t("watch.record"), () => void page.record(true), { icon: "solved", kind: "primary" });
}

function programs(page: WatchPage): TemplateResult {
  return html`<label class="select w-program"><span class="vh">${t("watch.program")}</span><select
    ?disabled=${page.running} @change=${(e: Event) =>
      void page.choose((e.target as HTMLSelectElement).value)}>${page.programs.map(
      (p) => html`<option value=${p.key} .selected=${p.key === page.program.key}>${p.title}</option>`,
    )}</select></label>${
      page.written.changed && page.view === "program" && !page.running
        ? button(t("lesson.over"), () => page.written.startOver(), { kind: "quiet", icon: "reset" })
        : nothing
    }`;
}

/** Speaks once, at the start and at the end; the seconds change without a word. */
function state(page: WatchPage): TemplateResult {
  const { watched, baked, note } = page;
  const running = page.running || watched.recording;
  const words = running ? t("watch.recording") : note || (baked ? t("watch.baked") : "");
  return html`<span class="w-live">${running ? busy() : nothing}<span role="status">${words}</span>${
    running || (watched.elapsed && !note && !baked && page.from !== "file")
      ? html` <b>${clock(watched.elapsed)}</b>`
      : nothing
  }</span>`;
}

function main(page: WatchPage): TemplateResult {
  const { watched } = page;
  return html`<div class="w-main">${
    page.baked || watched.calls || page.from !== "tab" ? nothing : html`<p class="w-lead">${page.program.about}</p>`
  }${page.baked ? bakedLead(page.programs[0]?.about ?? "") : nothing}${
    page.from === "file" && page.file
      ? logSums(
          page.file,
          watched.shapes.reduce((n, s) => n + s.refused, 0),
        )
      : sums(watched, month(page))
  }${bar(watched)}${findings(watched, page, hands(page), {
    none: t(page.from === "file" ? "watch.file.quiet" : "watch.none"),
    recording: page.running || watched.recording,
  })}<section class="w-part" id="shapes"
    aria-label=${t("watch.shapes")}>${tabs(page)}${body(page)}</section></div>`;
}

function body(page: WatchPage): unknown {
  if (page.view === "program") return html`<div class="w-code">${page.editor}${page.console.element}</div>`;
  if (page.view === "data") return html`<div class="w-data">${page.data.element}</div>`;
  const told = page.watched.calls && page.from !== "file"; // a log has other numbers
  return html`${shapesTable(page.watched, page, hands(page))}${told ? from(page.watched) : nothing}`;
}

function tabs(page: WatchPage): TemplateResult {
  const list: readonly (readonly [View, string])[] = [
    ["shapes", tn("watch.shapes.n", page.watched.shapes.length)],
    ...(page.from === "tab" ? ([["program", t("watch.view.program")]] as const) : []),
    ...(page.from === "file" ? [] : ([["data", t("watch.view.data")]] as const)),
    ...(page.before ? ([["compare", t("watch.view.compare")]] as const) : []),
  ];
  return html`<div class="w-part-head"><fieldset class="tabs"><legend class="vh">${t("watch.view")}</legend>${list.map(
    ([key, word]) => html`<label><input type="radio" name="watch-view" value=${key} .checked=${page.view === key}
      @change=${() => void page.show(key)}><span>${word}</span></label>`,
  )}</fieldset>${
    page.view === "shapes"
      ? html`<label class="search w-filter">${icon("search")}<span class="vh">${t("watch.filter")}</span><input
          type="search" placeholder=${t("watch.filter.hint")} .value=${page.filter} @input=${(e: Event) =>
            page.search((e.target as HTMLInputElement).value)}></label>`
      : nothing
  }</div>`;
}

function hands(page: WatchPage): Hands {
  return {
    open: (o) => page.choosen(o),
    sort: (by) => page.sort(by),
    filter: (text) => page.search(text),
    more: () => page.more(),
    hold: (on) => page.hold(on),
  };
}

/** What a month costs if the program goes on as it was recorded, at the reader's price. */
function month(page: WatchPage): TemplateResult | typeof nothing {
  const { sums: counts } = page.watched;
  const elapsed = activeOf(page.watched);
  if (elapsed < 1000) return nothing;
  const transactions = Math.round((counts.transactions / elapsed) * 1000 * MONTH);
  const priced = hasPrices();
  const cost = billOf({ ...page.prices, times: 1 }, { transactions, bytes: 0 }).transactions;
  const enter = (e: Event) => {
    page.prices = pricesOf({ ...page.prices, transactions: (e.target as HTMLInputElement).valueAsNumber });
    keepPrices(page.prices);
    page.draw();
  };
  const form = html`<details class="w-price"><summary>${t("price.button")}</summary><label>${t(
    "price.transactions",
  )} <input type="number" min="0" step="any" .value=${
    priced ? String(page.prices.transactions) : ""
  } @change=${enter}></label><p class="muted">${t("price.note")}</p></details>`;
  return sum(
    t("watch.month"),
    round(priced ? cost : transactions),
    html`${priced ? t("watch.month.price", { n: round(transactions) }) : nothing} ${form}`,
  );
}

/** A large number in a few letters: "101M". */
function round(n: number): string {
  const short = { notation: "compact", maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(document.documentElement.lang, short).format(n);
}

function side(page: WatchPage): TemplateResult | typeof nothing {
  const { open, watched } = page;
  if (!open || !watched.shapes[open.shape]) return nothing;
  return html`<section class="w-open" id="w-open" aria-labelledby="open-h" tabindex="-1">${openShape(
    watched,
    open,
    page.extra(open.shape),
    {
      close: () => page.choosen(null),
      script: () => void page.asScript(),
      sheet: () => void page.toSheet(),
      made: page.made,
    },
    home.href,
  )}</section>`;
}
