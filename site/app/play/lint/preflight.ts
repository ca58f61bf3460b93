// Below a transaction in the script: what of the rules it keeps, while one types; and how it can be split if it breaks
// them.
import { html, nothing, render, type TemplateResult } from "lit";
import { root } from "../../engine/page-data.ts";
import type { Unit } from "../../script/units.ts";
import { button } from "../../ui/buttons.ts";
import { bytes, num, t, tn } from "../../ui/i18n.ts";
import { bar, icon } from "../../ui/icons.ts";
import type { Script } from "../workspace/workspace.ts";
import {
  canSplit,
  type Flight,
  flightOf,
  isLegal,
  MOST_BYTES,
  MOST_OPERATIONS,
  sourceOf,
  splitOf,
  splitText,
} from "./batch-check.ts";

const elements = new Map<number, HTMLElement>(); // by number of the unit, used again, so that the focus stays

/** Draws the checks of all transactions of the script. */
export function showFlights(script: Script): void {
  const { units, text } = script.pane;
  const source = sourceOf(text);
  const notes = units.flatMap((unit) => {
    const flight = flightOf(unit, source);
    if (!flight) return [];
    return [{ line: unit.lastLine, element: drawFlight(script, unit, flight), yields: isLegal(flight) }];
  });
  script.pane.annotate(notes, "preflight");
}

function drawFlight(script: Script, unit: Unit, f: Flight): HTMLElement {
  const element = elements.get(unit.n) ?? document.createElement("div");
  elements.set(unit.n, element);
  const ok = isLegal(f);
  element.className = "preflight";
  element.dataset.ok = String(ok);
  element.role = "note";
  element.ariaLabel = t("preflight.label", { name: f.name });
  render(
    html`<p><b>${t(ok ? "preflight.ready" : "preflight.bad")}</b></p><ul class="pf-meters">${meters(f)}</ul>${
      canSplit(f) ? splitter(script, unit, f) : nothing
    }`,
    element,
  );
  return element;
}

function meters(f: Flight): TemplateResult[] {
  const { length } = f.partitions;
  return [
    meter(length <= 1, length > 1 ? tn("preflight.partitions", length) : t("batch.partition")),
    meter(f.count <= MOST_OPERATIONS, t("batch.operations", { n: num(f.count) }), f.count / MOST_OPERATIONS),
    meter(f.bytes <= MOST_BYTES, t("preflight.bytes", { n: bytes(f.bytes) }), f.bytes / MOST_BYTES),
    meter(!f.twice, t(f.twice ? "preflight.twice" : "batch.entities")),
    ...(f.query ? [meter(false, t("preflight.query"))] : []),
    ...(f.unknown ? [html`<li class="muted">${tn("preflight.unknown", f.unknown)}</li>`] : []),
  ];
}

function meter(ok: boolean, text: string, share?: number): TemplateResult {
  return html`<li data-ok=${String(ok)}>${icon(ok ? "check" : "cross")}<span>${text}</span>${
    share === undefined ? nothing : bar(Math.min(1, share))
  }</li>`;
}

function splitter(script: Script, unit: Unit, f: Flight): TemplateResult {
  const groups = splitOf(f);
  const apart = f.partitions.length > 1;
  return html`<div class="splitter"><p><b>${t("preflight.split", { n: num(groups.length) })}</b> <span
    class="muted">${t(apart ? "preflight.apart" : "preflight.parts")}</span></p>
    <ol class="split-t">${groups
      .slice(0, 6)
      .map(
        (group) =>
          html`<li><span class="pk">${group[0]?.key?.partition}</span> ${tn("facts.operations", group.length)}</li>`,
      )}${
      groups.length > 6 ? html`<li class="muted">${t("batch.more", { n: num(groups.length - 6) })}</li>` : nothing
    }</ol>
    <p class="actions">${button(t("preflight.write"), () => write(script, unit, f), {
      kind: "small",
      icon: "script",
    })}<a href=${`${root}patterns/eventually-consistent-transactions/`}>${t("preflight.card")}</a></p></div>`;
}

/** Writes the parts in place of the transaction, as one edit that can be undone. */
function write(script: Script, unit: Unit, f: Flight): void {
  const lines = script.pane.text.split("\n");
  const first = unit.blocks[0]?.firstLine ?? unit.firstLine;
  const from = lines.slice(0, first - 1).join("\n").length + (first > 1 ? 1 : 0);
  const to = lines.slice(0, unit.lastLine).join("\n").length;
  const end = unit.lastLine < lines.length ? "\n" : "";
  script.pane.edit(from, to, `${splitText(f, script.pane.text)}\n${end}`);
}
