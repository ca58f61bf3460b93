// The steps of one run as a picture: a column for each step, a line for each lane, and below them the value they are
// about.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { LabLane, LabStep } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import { type Box, crashAt, crashes, type LaneLayout, layoutSteps, sizeOf } from "./lane-layout.ts";
import { type Stretch, subjectOf, trackOf } from "./value-track.ts";

const TOP = 28; // above the first lane, for what it holds
const ROW = 68;
const BOX = 40; // height
const TRACK = 22; // height of the value
const LETTER = 7; // width

export interface LaneFigure {
  steps: readonly LabStep[];
  lanes: readonly LabLane[];
  at: number; // step that is shown
  go: (step: number) => void;
}

/** The picture; what it says is in the sentence and in the table of the steps as well. */
export function laneFigure(f: LaneFigure): TemplateResult {
  const layout = layoutSteps(f.steps, f.lanes);
  const place = subjectOf(f.steps);
  const track = place ? trackOf(f.steps, place) : [];
  const wide = sizeOf(f.steps.length) !== "s";
  const height = TOP + f.lanes.length * ROW + (place ? TRACK + 14 : 0);
  return html`<div class="lf-figure"><div class="lf-names" aria-hidden="true">${f.lanes.map(
    ({ name }) => html`<span><span class="client">${name}</span></span>`,
  )}${
    place
      ? html`<span class="lf-place"><span class="rk">${place.row || place.partition || place.store}</span></span>`
      : nothing
  }</div>
    <div class="lf-scroll" tabindex=${wide ? 0 : nothing} role=${wide ? "group" : nothing}
    aria-label=${wide ? t("lab.picture") : nothing}><svg class="lf" data-size=${sizeOf(f.steps.length)} height=${height}
      role="img" aria-label=${label(f)}>${f.lanes.map((l, i) =>
        lifeLine(i, l.name),
      )}${ties(layout)}${layout.boxes.map((b) => column(b, f))}${
        place ? values(track, f, place.row) : nothing
      }</svg></div></div>`;
}

/** Methods that are longer than a box. */
const SHORT: Readonly<Record<string, string>> = { DELETE: "DEL", OPTIONS: "OPT" };

const yOf = (lane: number): number => TOP + Math.max(0, lane) * ROW;
const pc = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

function label({ steps, lanes }: LaneFigure): string {
  const lost = steps.find((s) => s.overwrites > 0);
  const all = t("lab.figure", { n: steps.length, lanes: lanes.map((l) => l.name).join(", ") });
  return lost ? `${all} ${t("lab.overwrites", { n: lost.n, other: lost.overwrites })}.` : all;
}

function lifeLine(i: number, name: string): TemplateResult {
  const y = yOf(i) + BOX / 2;
  return svg`<line class="lf-life" x1="0" x2="100%" y1=${y} y2=${y}></line><text class="lf-name" x="0"
    y=${yOf(i) - 4}>${name}</text>`;
}

/** What connects steps: a value that a lane holds, a write that is lost, a lane that is away. */
function ties({ held, lost, away }: LaneLayout): TemplateResult[] {
  return [
    ...away.map(
      (a) =>
        svg`<rect class="lf-away" x=${pc(a.from)} width=${pc(Math.max(0, a.to - a.from))} y=${yOf(a.lane) + BOX / 2 - 3}
          height="6"></rect>`,
    ),
    ...held.map((h) => {
      const y = yOf(h.lane) - 12;
      return svg`<rect class="lf-held" x=${pc(h.from)} width=${pc(h.to - h.from)} y=${y} height="5"></rect><line
        class="lf-hold" x1=${pc(
          h.from,
        )} x2=${pc(h.from)} y1=${y} y2=${y + 12}></line><line class="lf-hold" x1=${pc(h.to)} x2=${pc(h.to)} y1=${y}
          y2=${y + 12}></line><text class="lf-old" x=${pc(
            (h.from + h.to) / 2,
          )} y=${y - 4}>${t("lab.holds", { n: h.step })}</text>`;
    }),
    ...lost.map(({ from, to }) => {
      const down = from.lane > to.lane;
      return svg`<line class="lf-lost" x1=${pc(from.middle)} x2=${pc(to.middle)} y1=${yOf(from.lane) + (down ? 0 : BOX)}
        y2=${yOf(to.lane) + (down ? BOX : 0)}></line>`;
    }),
  ];
}

function column(b: Box, { at, go, lanes }: LaneFigure): TemplateResult {
  const { step } = b;
  if (step.kind === "pause") return pause(b, lanes.length, step.n === at);
  const y = yOf(b.lane);
  const now = step.n === at;
  return svg`<g class="lf-step" ?data-now=${now} ?data-bad=${step.overwrites > 0 || step.status >= 400}
    @click=${() => go(step.n)}><rect class="lf-box" data-kind=${
      step.kind === "restart" ? "restart" : step.writes.length ? "write" : "read"
    } ?data-lost=${!step.applied || step.fault === "lost"} x=${pc(b.from)} width=${pc(b.width)} y=${y}
      height=${BOX}></rect><text class="lf-n" x=${pc(b.middle)} y=${y + 16}>${step.n}<tspan class="lf-t"
  dx=".4em">${step.kind === "restart" ? t("lab.restart") : (SHORT[step.method] ?? step.method)}</tspan></text><text
    class="lf-t" x=${pc(b.middle)} y=${y + 31}>${step.status >= 400 ? step.status : b.label}</text>${
      crashes(step) ? svg`<text class="lf-crash" x=${pc(crashAt(b))} y=${y + BOX / 2 + 8}>×</text>` : nothing
    }${frame(b, y, now)}</g>`;
}

const frame = (b: Box, y: number, now: boolean) =>
  now ? svg`<rect class="lf-now" x=${pc(b.from)} width=${pc(b.width)} y=${y - 3} height=${BOX + 6}></rect>` : nothing;

function pause(b: Box, lanes: number, now: boolean): TemplateResult {
  const foot = TOP + lanes * ROW - 8;
  return svg`<g class="lf-step" ?data-now=${now}><line class="lf-pause" x1=${pc(b.middle)} x2=${pc(b.middle)} y1="0"
    y2=${foot - 14}></line><text class="lf-n" x=${pc(b.middle)} y=${foot}>${b.step.n}</text></g>`;
}

/** The value below the lanes, with the version that each write makes. */
function values(track: readonly Stretch[], { steps, lanes, at }: LaneFigure, row: string): TemplateResult {
  const y = TOP + lanes.length * ROW;
  const column = 1 / Math.max(1, steps.length);
  return svg`<text class="lf-name" x="0" y=${y - 4}>${row}</text>${track.map((s) => {
    const from = s.from ? (s.from - 0.5) * column : 0;
    const to = s.to === steps.length ? 1 : (s.to + 0.5) * column;
    const words = fit(s.version ? s.value || "–" : t("lab.nothing"), to - from);
    return svg`<g class="lf-value" ?data-now=${s.from <= at && at <= s.to} ?data-none=${!s.version}><rect x=${pc(from)}
      width=${pc(to - from)} y=${y} height=${TRACK}></rect><text x=${pc(from)} dx="6" y=${y + 15}>${words}${
        s.version && fits(words, to - from) ? svg`<tspan class="lf-version" dx=".7em">v${s.version}</tspan>` : nothing
      }</text></g>`;
  })}`;
}

/** The letters for which a share of the least width of a picture has room. */
const room = (share: number): number => Math.max(3, Math.floor((share * 540 - 12) / LETTER));

const fit = (words: string, share: number): string =>
  words.length > room(share) ? `${words.slice(0, room(share) - 1)}…` : words;

const fits = (words: string, share: number): boolean => words.length + 4 <= room(share);
