// Fields of the load and of the model: a label, a value, and below it what is wrong.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { fieldId, problemAt } from "./problems.ts";
import type { ScalePage } from "./scale-page.ts";

export interface ScaleField {
  path: string; // as the engine names it
  label: string;
  value: string | number;
  unit?: string;
  size?: number;
  text?: boolean; // else a number
  set: (value: string) => void;
}

/** A field with its label beside it. */
export function field(p: ScalePage, f: ScaleField): TemplateResult {
  const wrong = problemAt(p, f.path);
  const id = fieldId(f.path);
  return html`<span class="scale-field"><label for=${id}>${f.label}</label> <input class="in${f.text ? "" : " num"}"
    id=${id} size=${f.size ?? 8} inputmode=${
      f.text ? nothing : "decimal"
    } autocomplete="off" spellcheck="false" .value=${live(String(f.value))} aria-invalid=${wrong ? "true" : nothing}
      aria-describedby=${
        wrong ? `${id}-wrong` : nothing
      } @change=${(e: Event) => f.set((e.target as HTMLInputElement).value)}>${
        f.unit ? html` <span class="muted">${f.unit}</span>` : nothing
      }${wrong ? html`<span class="scale-bad" id="${id}-wrong">${wrong}</span>` : nothing}</span>`;
}

/** A choice among words. */
export function choice(
  p: ScalePage,
  f: Omit<ScaleField, "value"> & { value: string; of: readonly (readonly [value: string, word: string])[] },
): TemplateResult {
  const id = fieldId(f.path);
  const wrong = problemAt(p, f.path);
  return html`<span class="scale-field"><label for=${id}>${f.label}</label> <select class="in" id=${id} @change=${(
    e: Event,
  ) => f.set((e.target as HTMLSelectElement).value)}>${f.of.map(
    ([value, word]) => html`<option value=${value} ?selected=${value === f.value}>${word}</option>`,
  )}</select>${wrong ? html`<span class="scale-bad">${wrong}</span>` : nothing}</span>`;
}

/** A number as it was typed: "1,000,000" and "2 000" are numbers, too; what is none is left to the engine to refuse. */
export function numberOf(text: string): number | string {
  const plain = text.replaceAll(/[\s,_’']/g, "");
  const n = Number(plain);
  return plain !== "" && Number.isFinite(n) ? n : text;
}
