// The key line: all rows of a table in key order, as an inline picture. Positions are attributes in
// per cent, heights come from the style sheet, so there is no style attribute and it fits any width.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { ClassName, KeyLine } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { kebab } from "../ui/query-classes.ts";
import { type Band, type Bracket, type Layout, labelOf, layout } from "./key-line-layout.ts";

const NOTE_BESIDE_CUT = 0.25; // width of a bracket whose note leaves room for that of the cut

export interface KeyLineOptions {
  small?: boolean; // thin, for the head of a partition: no names, no brackets, no legend
  bare?: boolean; // no names, no notes, no legend: stands below another line
  label?: string; // replaces the generated description
  cut?: { part: string; text: string }; // where the next page begins
  legend?: boolean; // default true
}

/** Draws a table with what a request of a class read of it. */
export function keyLine(name: ClassName, line: KeyLine, options: KeyLineOptions = {}): TemplateResult {
  const l = layout(line);
  const cls = kebab(name);
  const plain = options.small || options.bare;
  // room below the line
  const under = plain ? "bracket" : l.brackets.length > 0 || options.cut !== undefined ? nothing : "none";
  const noted = (b: Bracket) => !plain && (!options.cut || b.to - b.from >= NOTE_BESIDE_CUT);
  return html`<key-line data-class=${cls} data-size=${options.small ? "small" : nothing}><svg class="kl"
    data-names=${plain ? "none" : nothing} data-under=${under}
    role="img" aria-label=${options.label ?? describe(line, l)}>${l.bands.map((b) => drawBand(b, cls, !plain))}${
      options.small ? nothing : [drawCut(l, options), l.brackets.map((b) => drawBracket(b, noted(b)))]
    }</svg>${plain || options.legend === false ? nothing : legend(l)}</key-line>`;
}

/** Says in words what the picture shows. */
export function describe(line: KeyLine, l: Layout = layout(line)): string {
  const read = line.parts.filter((p) => p.read && p.read[1] > p.read[0]).map((p) => p.name);
  const where = read.length > 3 ? tn("keyline.partitions", read.length) : read.join(", ");
  if (!read.length) return t("keyline.nothing", { table: line.table, total: num(l.total) });
  return t("keyline.label", {
    table: line.table,
    where,
    read: num(l.read),
    returned: num(l.returned),
    rest: num(l.total - l.read),
  });
}

function drawBand(b: Band, cls: string, names: boolean): TemplateResult {
  const name = names && b.name !== "" ? drawName(b) : nothing;
  const fill = `url(#rows-${cls})`;
  const read = !b.read
    ? nothing
    : b.read.whole
      ? svg`<rect class="kl-read" data-whole="" fill=${fill}></rect>`
      : svg`<rect class="kl-read" x=${pc(b.read.x)} width=${pc(b.read.width)} fill=${fill}></rect>`;
  return svg`<svg x=${pc(b.x)} width=${pc(b.width)} data-read=${b.touched ? "" : nothing}>${
    name
  }<rect class="kl-band"></rect>${read}${b.hits.map((at) => svg`<rect class="kl-hit" x=${pc(at)}></rect>`)}</svg>`;
}

function drawName(b: Band): TemplateResult {
  const label = labelOf(b);
  const count = svg`<tspan class="kl-n" dx="0.5em">${num(b.n)}</tspan>`;
  return svg`<text class="kl-name" data-tight=${b.tight ? "" : nothing} data-crowded=${
    b.crowded ? "" : nothing
  } data-left=${b.left.join(" ") || nothing} y="1.1em">${label}${count}</text>${
    b.late ? svg`<text class="kl-name kl-late" x="100%" y="1.1em" dx="-4" text-anchor="end">${label}</text>` : nothing
  }`;
}

function drawBracket(b: Bracket, noted: boolean): TemplateResult {
  const note =
    b.read === 1 ? t("keyline.readOne") : t("keyline.read", { read: num(b.read), returned: num(b.returned) });
  const [x, anchor] =
    b.to - b.from >= 0.2 ? [(b.from + b.to) / 2, "middle"] : b.from > 0.7 ? [b.to, "end"] : [b.from, "start"];
  const bracket = b.single
    ? nothing
    : svg`<rect class="kl-under" x=${pc(b.from)} width=${pc(b.to - b.from)}></rect><rect class="kl-end" x=${pc(
        b.from,
      )}></rect><rect class="kl-end" data-last="" x=${pc(b.to)}></rect>`;
  return !noted
    ? svg`${bracket}`
    : svg`${bracket}<text class="kl-note" data-pin=${b.single ? "" : nothing} x=${pc(x)}
      text-anchor=${anchor}>${note}</text>`;
}

function drawCut(l: Layout, { cut }: KeyLineOptions): TemplateResult | typeof nothing {
  const band = l.bands.find((b) => b.name === cut?.part);
  if (!cut || !band) return nothing;
  const at = band.x + band.end * band.width; // it may be in the middle of the partition
  const x = pc(at);
  const end = at > 0.7;
  return svg`<line class="kl-cut" x1=${x} x2=${x} y2="32"></line><text class="kl-note kl-next" x=${x} dx=${
    end ? -4 : 4
  } text-anchor=${end ? "end" : "start"}>${cut.text}</text>`;
}

function legend(l: Layout): TemplateResult {
  return html`<p class="kl-legend"><span><i
    class="sw-hit"></i>${t("keyline.legend.returned", { n: num(l.returned) })}</span><span><i
    class="sw-read"></i>${t("keyline.legend.read", { n: num(l.read - l.returned) })}</span><span><i
    class="sw-off"></i>${t("keyline.legend.off", { n: num(l.total - l.read) })}</span></p>`;
}

function pc(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
