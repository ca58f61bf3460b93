// What can be done about a refusal: a sentence, its buttons, and the two versions that a condition is about.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { t } from "../ui/i18n.ts";
import { differences } from "./differences.ts";
import { shortened } from "./entities.ts";
import type { Repair, Versions } from "./view.ts";

export function repairView(repair: Repair | null): TemplateResult | typeof nothing {
  if (!repair || repair.line) return nothing;
  const { text, ways, versions } = repair;
  return html`${text ? html`<p class="said">${text}</p>` : nothing}${versions ? both(versions) : nothing}${
    ways.length ? html`<p class="actions">${ways.map((w) => button(w.label, w.go))}</p>` : nothing
  }`;
}

function both({ read, now }: Versions): TemplateResult {
  const label = t("versions.label");
  const rows = differences({ before: read, after: now });
  return html`${read ? nothing : html`<p class="quiet">${t("versions.unknown")}</p>`}<div class="grid-scroll"
    tabindex="0" role="group"
    aria-label=${label}><table class="changes"><caption class="vh">${label}</caption><thead><tr><th scope="col">${t(
      "changes.property",
    )}</th><th scope="col">${t("versions.read")}</th><th
    scope="col">${t("versions.now")}</th></tr></thead><tbody>${rows.map(
      (d) => html`<tr><th scope="row">${d.property}</th><td>${value(d.before)}</td><td>${value(d.after)}</td></tr>`,
    )}</tbody></table></div>`;
}

const value = (text: string | null): unknown => (text === null ? nothing : shortened(text));
