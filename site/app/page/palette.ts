// The command palette: a field over actions, documents, lessons, cards and limits. It is a dialog, so the page behind
// it is inert, and closing it gives the focus back to where it was.
import { html, nothing, render, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import { t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { keyName } from "../ui/keys.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { cut, match } from "./fuzzy.ts";
import { type Choice, choicesHere, GROUPS, places } from "./places.ts";

interface Hit {
  choice: Choice;
  score: number;
  pieces: string[]; // odd ones are what was typed
}

const MOST = 6; // of a group
const ALL = 40; // of everything, as long as nothing is typed

let listed: Choice[] | null = null; // of the site, loaded once

/** Opens the palette with what was typed meanwhile, unless a dialog is open or the reader has given it up: then that
 * is null. */
export async function openPalette(typed: () => string | null): Promise<void> {
  const palette = new Palette();
  await needSheet("palette");
  const query = typed();
  if (query === null || document.querySelector("dialog[open]")) return;
  palette.open(query);
}

class Palette {
  private readonly dialog = document.createElement("dialog");
  private readonly here = choicesHere();
  private query = "";
  private hits: Hit[] = [];
  private chosen = 0;
  private short = false; // the list of the site is not there

  open(query: string): void {
    this.dialog.className = "palette";
    this.dialog.setAttribute("aria-label", t("palette.label"));
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.dialog.addEventListener("click", (e) => e.target === this.dialog && this.dialog.close()); // beside it
    document.body.append(this.dialog);
    this.look(query);
    this.dialog.showModal();
    const field = this.dialog.querySelector("input");
    if (field) field.value = query;
    if (!listed) void this.load();
  }

  private async load(): Promise<void> {
    listed = await places().catch(() => null);
    this.short = !listed;
    this.look(this.query);
  }

  private look(query: string): void {
    this.query = query;
    this.chosen = 0;
    const all = [...this.here, ...(listed ?? [])];
    const found = query.trim() ? hitsOf(query, all) : this.here.slice(0, ALL).map((c) => plain(c));
    this.hits = GROUPS.flatMap((g) => {
      const group = found.filter((h) => h.choice.group === g);
      return query.trim() ? group.slice(0, MOST) : group;
    });
    // not what Enter takes meanwhile
    if (query.trim() && (listed || this.short)) this.hits.push(plain(inTexts(query.trim())));
    this.draw();
  }

  private draw(): void {
    render(this.view(), this.dialog);
    this.dialog.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  private view(): TemplateResult {
    const { hits, chosen } = this;
    return html`<div class="pal-in">${icon("search")}<input aria-label=${t("palette.field")} type="text" role="combobox"
        aria-expanded="true" aria-controls="pal-list" aria-autocomplete="list"
          aria-activedescendant=${hits.length ? `pal-${chosen}` : nothing}
            placeholder=${t("palette.field")} autocomplete="off" autocapitalize="off" spellcheck="false" autofocus
              @input=${(e: Event) => this.look((e.target as HTMLInputElement).value)}
        @keydown=${(e: KeyboardEvent) => this.key(e)}><button type="button" class="icon-button"
        aria-label=${t("help.close")} @click=${() => this.dialog.close()}>${icon("close")}</button></div>
      <ul id="pal-list" role="listbox" aria-label=${t("palette.list")}>${hits.map((h, i) => [
        this.head(h, i),
        this.option(h, i),
      ])}</ul>
      ${this.titles ? nothing : html`<p class="pal-none">${t("palette.none", { q: this.query.trim() })}</p>`}
      <p class="pal-foot"><span aria-hidden="true"><kbd>↑ ↓</kbd> ${t("palette.choose")}</span><span
      aria-hidden="true"><kbd>${keyName("Enter")}</kbd> ${t("palette.do")}</span><span
        aria-hidden="true"><kbd>${keyName("Esc")}</kbd> ${t("palette.close")}</span><span class="pal-s" role="status">${
          this.short ? t("palette.short") : tn("palette.found", this.titles)
        }</span></p>`;
  }

  /** How many choices were found by their titles. */
  private get titles(): number {
    return this.hits.filter((h) => h.choice.group !== "texts").length;
  }

  /** The name of a group, above its first choice. */
  private head({ choice }: Hit, i: number): TemplateResult | typeof nothing {
    if (this.hits[i - 1]?.choice.group === choice.group) return nothing;
    return html`<li role="presentation" class="pal-g">${t(`palette.${choice.group}`)}</li>`;
  }

  private option({ choice, pieces }: Hit, i: number): TemplateResult {
    return html`<li role="option" id=${`pal-${i}`} aria-selected=${i === this.chosen ? "true" : "false"}
      @click=${() => this.take(choice)}>${icon(choice.icon)}<span>${pieces.map((p, n) =>
        n % 2 ? html`<b>${p}</b>` : p,
      )}</span><span class="pal-s">${
        choice.keys ? html`<kbd>${keyName(choice.keys)}</kbd>` : (choice.aside ?? nothing)
      }</span></li>`;
  }

  private key(e: KeyboardEvent): void {
    if (e.isComposing) return;
    const last = this.hits.length - 1;
    const to = {
      ArrowDown: this.chosen + 1,
      ArrowUp: this.chosen - 1,
      PageDown: this.chosen + 8,
      PageUp: this.chosen - 8,
    }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      const round = e.key.startsWith("Arrow") ? (to + last + 1) % (last + 1) : Math.max(0, Math.min(to, last));
      this.chosen = last < 0 ? 0 : round;
      this.draw();
    }
    const hit = this.hits[this.chosen];
    if (e.key === "Enter" && hit) {
      e.preventDefault();
      this.take(hit.choice);
    }
  }

  /** The focus is back before something is done, which may move it on. */
  private take({ href, press }: Choice): void {
    this.dialog.close();
    if (press) press();
    else if (href) location.assign(href);
  }
}

function hitsOf(query: string, all: readonly Choice[]): Hit[] {
  return all
    .flatMap((choice) => {
      const m = match(query, choice.title);
      return m ? [{ choice, score: m.score, pieces: cut(choice.title, m.marks) }] : [];
    })
    .sort((a, b) => b.score - a.score);
}

/** The palette knows titles; what is in the texts is found by the search. */
function inTexts(q: string): Choice {
  const href = new URL(`search/?q=${encodeURIComponent(q)}`, home).href;
  return { group: "texts", title: t("palette.search", { q }), icon: "search", href };
}

const plain = (choice: Choice): Hit => ({ choice, score: 0, pieces: [choice.title] });
