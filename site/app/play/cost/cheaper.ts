// What would read less, below the plan of a query: each way with its number, which the engine has counted; one click
// tries it.
import { html, nothing, render, svg, type TemplateResult } from "lit";
import { badge } from "../../answer/query-badge.ts";
import { root } from "../../engine/page-data.ts";
import type { Advice, Cheaper, ClassName, Exchange, Narrower } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { bytes, filled, num, t, tn } from "../../ui/i18n.ts";
import { kebab } from "../../ui/query-classes.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import type { Data, Screen, Script } from "../workspace/workspace.ts";
import { MOST_COPIES } from "./cheaper-copy.ts";
import { tableFor } from "./cheaper-table.ts";
import { blocksOf, optionsOf, READING } from "./cheaper-text.ts";
import { sameBlock } from "./next-page.ts";

export async function showCheaper(workspace: Data & Script & Screen, x: Exchange, row: HTMLElement): Promise<void> {
  const { top } = optionsOf(x);
  const wasted = (x.record?.read ?? 0) > (x.record?.returned ?? 0);
  const [report, narrower] = await Promise.all([
    // the store was reset meanwhile
    wasted ? workspace.control.cheaper(x.record?.id ?? 0, top).catch(() => null) : null,
    narrowerOf(workspace, x),
    needSheet("log"),
  ]);
  if (!report?.advice.length && !narrower) return;
  new Ways(workspace, x, report, narrower, row).draw();
}

class Ways {
  private said = ""; // how the copy comes along

  constructor(
    private readonly workspace: Data & Script & Screen,
    private readonly x: Exchange,
    private readonly report: Cheaper | null, // of what is read
    private readonly narrower: Narrower | null, // of what is sent
    private readonly row: HTMLElement,
  ) {}

  draw(): void {
    const [first, ...others] = this.report?.advice ?? [];
    this.row.hidden = false;
    render(
      html`<dt>${t("cheaper")}</dt><dd class="cheaper">${first ? [this.scale(first), this.way(first)] : nothing}${
        others.length
          ? html`<details class="cheap-more"><summary>${tn("cheaper.others", others.length)}</summary>${others.map(
              (a) => html`<div>${this.scale(a, false)}${this.way(a)}</div>`,
            )}</details>`
          : nothing
      }${this.narrower ? narrowerView(this.workspace, this.x, this.narrower) : nothing}<p class="muted cheap-note"
      role="status">${this.said || t("cheaper.counted")}</p></dd>`,
      this.row,
    );
  }

  /** Now and then on one scale. */
  private scale(a: Advice, now = true): TemplateResult {
    const read = this.report?.read ?? 0;
    const plan = this.x.record?.plan;
    return html`<table class="cheap"><caption class="vh">${t("cheaper.caption")}</caption><tbody>${
      now && plan ? line(t("cheaper.now"), plan.class, read, read) : nothing
    }${line(t("cheaper.then"), a.class, a.read, read)}</tbody></table>`;
  }

  private way(a: Advice): TemplateResult {
    const [card, lesson] = READING[a.kind];
    const many = a.copy !== null && a.copy.entities > MOST_COPIES;
    return html`<p>${this.text(a)}</p>${
      many ? html`<p class="muted">${t("cheaper.many", { n: num(MOST_COPIES) })}</p>` : nothing
    }<p class="actions">${button(t(a.copy ? "cheaper.copy" : "cheaper.try"), () => void this.tryIt(a), {
      icon: "run",
      kind: "small",
      disabled: many,
    })}${card ? html`<a href=${`${root}patterns/${card}/`}>${t("cheaper.card")}</a>` : nothing}${
      lesson ? html`<a href=${`${root}learn/${lesson}/`}>${t("cheaper.lesson")}</a>` : nothing
    }</p>`;
  }

  private text(a: Advice): unknown {
    const codes: Record<string, unknown> = {
      names: a.names.map(
        (n, i) =>
          html`${i ? ", " : nothing}<code
            class=${a.copy ? nothing : a.kind.startsWith("partition") ? "pk" : "rk"}>${n}</code>`,
      ),
      requests: tn("cheaper.requests", a.filters.length),
      key: a.copy
        ? html`<code class="pk">${a.copy.example.partition}</code> <code class="rk">${a.copy.example.row}</code>`
        : nothing,
      entities: a.copy ? tn("data.entities", a.copy.entities) : nothing,
    };
    return filled(t(`cheaper.${a.kind}`), codes);
  }

  private async tryIt(a: Advice): Promise<void> {
    const { x, workspace } = this;
    const made = await tableFor(workspace, a, x.record?.table ?? "", (text) => this.say(text));
    if (!made) return;
    await workspace.pane.runAdded(blocksOf(a, made, t("cheaper.title", { title: x.title || made }), optionsOf(x)));
  }

  private say(text: string): void {
    this.said = text;
    this.draw();
  }
}

function line(word: string, name: ClassName, read: number, of: number): TemplateResult {
  const width = `${Math.max(0.5, (100 * read) / Math.max(of, 1)).toFixed(2)}%`;
  return html`<tr data-class=${kebab(name)}><th scope="row">${word}</th><td>${badge(name)}</td><td
    class="cheap-bar"><svg class="cheap-line" aria-hidden="true">${svg`<rect
    width=${width} height="100%" fill=${`url(#rows-${kebab(name)})`}></rect>`}</svg></td><td
      class="num"><b>${num(read)}</b> ${t("reads.read")}</td></tr>`;
}

/** Asks the engine; null if there is nothing to say. */
async function narrowerOf(data: Data, x: Exchange): Promise<Narrower | null> {
  const request = x.wire[0]?.request;
  if (!request || x.status !== 200) return null;
  return data.control.narrower(request.url, acceptOf(x)).catch(() => null);
}

function acceptOf(x: Exchange): string {
  return x.wire[0]?.request.headers.find(([name]) => name.toLowerCase() === "accept")?.[1] ?? "";
}

function narrowerView(workspace: Script & Screen, x: Exchange, n: Narrower): TemplateResult {
  const codes: Record<string, unknown> = {
    names: html`<code>${n.without.join(", ")}</code>`,
    share: num(Math.round((100 * (n.before - n.after)) / n.before)),
    before: bytes(n.before),
    after: html`<b>${bytes(n.after)}</b>`,
  };
  const text = filled(t("cheaper.select"), codes);
  return html`<div class="cheap-select"><p>${text}</p><p class="actions">${button(
    t("cheaper.try"),
    () => void tryIt(workspace, x, n),
    { icon: "run", kind: "small" },
  )}</p></div>`;
}

async function tryIt(workspace: Script & Screen, x: Exchange, n: Narrower): Promise<void> {
  const title = t("cheaper.title", { title: x.title || (x.record?.table ?? "") });
  await workspace.pane.runAdded(`${sameBlock(x, title, [`$select=${n.select.join(",")}`])}\nAccept: ${acceptOf(x)}`);
}
