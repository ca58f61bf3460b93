// The settings of the sandbox: each with one sentence, a mark if it was changed, and what is wrong with what was typed.
import { html, nothing, render, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { notKept } from "../../ui/draft-status.ts";
import { type Key, num, t, tn } from "../../ui/i18n.ts";
import { hasPrices, keepPrices, type Prices, readPrices } from "../../ui/prices.ts";
import type { Trouble } from "../../ui/storage.ts";
import {
  changesOf,
  isWithin,
  keepSandbox,
  RANGE,
  type SandboxSettings,
  type Setting,
  usualOf,
} from "../data/sandbox-settings.ts";
import type { Data, Tabs } from "../workspace/workspace.ts";

/** Groups of settings; those of a cluster are there when it is on. */
const GROUPS: readonly [title: Key, settings: readonly Setting[]][] = [
  ["sandbox.pages", ["pageReads", "partitionBoundary", "unordered"]],
  ["sandbox.nodes", ["cluster", "nodes", "target", "account", "capacity", "warm"]],
  ["sandbox.time", ["deleteDelay", "seed"]],
  ["sandbox.who", ["signatures"]],
];
const OF_CLUSTER: readonly Setting[] = ["nodes", "target", "account", "capacity", "warm"];
const UNITS: Readonly<Partial<Record<Setting, Key>>> = {
  pageReads: "sandbox.unit.entities",
  target: "sandbox.unit.rate",
  account: "sandbox.unit.rate",
  capacity: "sandbox.unit.rate",
  deleteDelay: "sandbox.unit.seconds",
};
const PRICES: readonly (keyof Prices & ("transactions" | "stored"))[] = ["transactions", "stored"];

export class SandboxView {
  private readonly wrong = new Map<Setting, string>(); // what was typed and cannot be
  private trouble: Trouble | null = null;

  constructor(
    private readonly workspace: Data & Tabs,
    private readonly element: HTMLElement,
  ) {}

  draw(): void {
    const { settings } = this.workspace.store;
    const changed = Object.keys(changesOf(settings, this.usual)).length;
    render(
      html`<p class="set-lead"><b>${t("sandbox.what")}</b> ${t("sandbox.what.text")}</p>
      ${GROUPS.map(
        ([title, list]) =>
          html`<section class="set-group"><h2>${t(title)}</h2>${list
            .filter((name) => settings.cluster || !OF_CLUSTER.includes(name))
            .map((name) => this.setting(name))}</section>`,
      )}${this.prices()}${notKept(this.trouble)}
      <p class="side-foot"><span role="status">${changed ? tn("sandbox.changed", changed) : t("sandbox.same")}</span>${
        changed
          ? html`<span class="set-end">${button(t("sandbox.usual"), () => this.undo(), {
              kind: "small",
              icon: "reset",
            })}</span>`
          : nothing
      }</p>`,
      this.element,
    );
  }

  private get usual(): SandboxSettings {
    return usualOf(this.workspace.document.sample.options);
  }

  private setting(name: Setting): TemplateResult {
    const { settings } = this.workspace.store;
    const changed = settings[name] !== this.usual[name];
    const wrong = this.wrong.get(name);
    return html`<div class="set" ?data-sub=${OF_CLUSTER.includes(name)}><div class="set-h"><h3
      id=${`set-${name}`}>${t(`sandbox.${name}`)}</h3>${
        changed ? html`<span class="set-tag">${t("sandbox.tag")}</span>` : nothing
      }</div><div class="set-in">${RANGE[name] ? this.number(name) : this.toggle(name)}</div><p id=${`say-${name}`}>${t(
        `sandbox.${name}.text`,
      )}${wrong === undefined ? nothing : html` <b class="bad" role="alert">${wrong}</b>`}</p></div>`;
  }

  private number(name: Setting): TemplateResult {
    const value = this.workspace.store.settings[name];
    const unit = UNITS[name];
    return html`<input class="in" type="text" inputmode="numeric" autocomplete="off" aria-labelledby=${`set-${name}`}
      aria-describedby=${`say-${name}`} aria-invalid=${this.wrong.has(name) ? "true" : nothing}
        placeholder=${name === "seed" ? t("sandbox.seed.any") : nothing}
          .value=${typeof value === "number" ? (name === "seed" ? String(value) : num(value)) : ""}
            @change=${(e: Event) => this.enter(name, (e.target as HTMLInputElement).value)}>${
              unit ? html` <span class="muted">${t(unit)}</span>` : nothing
            }`;
  }

  private toggle(name: Setting): TemplateResult {
    const on = this.workspace.store.settings[name] === true;
    return html`<label class="switch"><input type="checkbox" role="switch" aria-labelledby=${`set-${name}`}
      aria-describedby=${`say-${name}`}
      .checked=${on} @change=${(e: Event) => this.change(name, (e.target as HTMLInputElement).checked)}><span>${t(
        on ? "sandbox.on" : "sandbox.off",
      )}</span></label>`;
  }

  /** Takes a number that was typed, or says what is wrong with it; the value of before stays in force. */
  private enter(name: Setting, text: string): void {
    const range = RANGE[name];
    const typed = text.replaceAll(/[\s,.'_]/g, "");
    if (name === "seed" && !typed) return this.change(name, null);
    const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
    if (range && isWithin(value, range)) return this.change(name, value);
    this.wrong.set(
      name,
      t("sandbox.wrong", { typed: text.slice(0, 20), least: num(range?.[0] ?? 0), most: num(range?.[1] ?? 0) }),
    );
    this.draw();
  }

  private change(name: Setting, value: number | boolean | null): void {
    this.wrong.delete(name);
    this.take({ ...this.workspace.store.settings, [name]: value });
  }

  private undo(): void {
    this.wrong.clear();
    this.take(this.usual);
  }

  private take(settings: SandboxSettings): void {
    const { workspace } = this;
    workspace.store.settings = settings;
    const { id, sample } = workspace.document;
    this.trouble = sample.link ? null : keepSandbox(id, settings, sample.options); // of a link nothing is kept
    this.draw();
  }

  /** Prices are those of the reader, for all documents. */
  private prices(): TemplateResult {
    const prices = readPrices();
    const enter = (name: keyof Prices, e: Event) => {
      const value = (e.target as HTMLInputElement).valueAsNumber;
      if (Number.isFinite(value) && value >= 0) this.trouble = keepPrices({ ...prices, [name]: value });
      this.draw();
    };
    return html`<section class="set-group"><h2>${t("sandbox.prices")}</h2>${PRICES.map(
      (
        name,
      ) => html`<div class="set"><div class="set-h"><h3 id=${`set-price-${name}`}>${t(`price.${name}`)}</h3></div><div
      class="set-in"><input
        class="in" type="number" min="0" step="any" aria-labelledby=${`set-price-${name}`} placeholder="–"
        .value=${hasPrices() ? String(prices[name]) : ""} @change=${(e: Event) => enter(name, e)}></div></div>`,
    )}<p class="set-note">${t("sandbox.prices.text")}</p></section>`;
  }
}
