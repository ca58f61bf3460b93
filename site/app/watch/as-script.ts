// A shape as a script of the playground: its samples, the cheaper form, and the rows of its tables. Pure.
import { stepsText } from "../answer/lint-text.ts";
import type { Entity, Watched, WatchedShape } from "../engine/types.ts";
import { lineOf, rowOf } from "../share/data.ts";
import { nameOf } from "./arrange.ts";
import { readable } from "./open-view.ts";

export interface ScriptWords {
  sent: string; // above what was sent
  cheaper: string;
}

/** Returns the script of a shape; "" if nothing that was sent can be sent again without its body. */
export function scriptOf(w: Watched, place: number, words: ScriptWords): string {
  const s = w.shapes[place];
  if (!s) return "";
  const reads = s.class ? s.samples : [];
  const targets = [...new Set(reads.map((x) => x.target).filter((x) => x && !x.endsWith("…")))];
  const blocks = targets.map((target, i) =>
    blockOf(target, targets.length > 1 ? `${words.sent} ${i + 1}` : words.sent),
  );
  const form = w.findings.find((f) => f.shapes[0] === place && f.form.length)?.form ?? [];
  const parts = [...blocks, ...(form.length ? [stepsText(form, words.cheaper)] : [])];
  return parts.length ? `# ${oneLine(nameOf(s))}\n\n${parts.join("\n\n")}\n` : "";
}

function blockOf(target: string, title: string): string {
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const options = query ? query.split("&").map((o, i) => `    ${i ? "&" : "?"}${optionOf(o)}`) : [];
  return [`### ${title}`, `GET {{table}}/${path}`, ...options].join("\n");
}

/** An option as a person writes it; what means something to a script stays encoded. */
function optionOf(option: string): string {
  const plain = readable(option);
  return /[\r\n&#%+]|\{\{/.test(plain) ? option : plain;
}

const oneLine = (s: string): string => s.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");

/** The tables of a shape and of what was found about it. */
export function tablesOf(w: Watched, place: number): string[] {
  const about = w.findings.filter((f) => f.shapes.includes(place)).flatMap((f) => f.shapes);
  const shapes: WatchedShape[] = [place, ...about].flatMap((i) => w.shapes[i] ?? []);
  return [...new Set(shapes.map((s) => s.table).filter(Boolean))];
}

/** Rows as lines of a link. */
export function linesOf(table: string, entities: readonly Entity[]): string {
  if (!/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(table)) return "";
  const rows = entities.flatMap((e) => rowOf(JSON.stringify(e)) ?? []);
  return rows.length ? rows.map((r) => lineOf(table, r)).join("") : lineOf(table);
}
