// The second step of an import: what becomes of each column, and what in the file does not fit.
import { html, nothing, type TemplateResult } from "lit";
import { type EdmType, TYPES } from "../../engine/edm.ts";
import { type Column, MANY, type Made, type Reason, type Role } from "../../transfer/columns.ts";
import { withPoint } from "../../transfer/decimal-comma.ts";
import type { Choice, Choices, ImportPlan, Problem } from "../../transfer/import-plan.ts";
import { mendedName, validName } from "../../transfer/limits.ts";
import type { FileRow, TableFile } from "../../transfer/table-file.ts";
import type { Mode } from "../../transfer/transactions.ts";
import { button } from "../../ui/buttons.ts";
import { type Key, num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { renamedWords } from "../../ui/renamed-words.ts";

export interface ColumnEdits {
  role: (column: Column, role: Role) => void;
  name: (column: Column, name: string) => void;
  type: (column: Column, type: EdmType) => void;
  text: (column: Column, text: string) => void; // of one that is made
}

const ROLES: readonly Role[] = ["property", "partition", "row", "skip"];
const MADE_ROLES: Record<Made, readonly Role[]> = { text: ["skip", "partition"], number: ["skip", "row"] };
const LINES = 3; // that a problem names

/** Draws the columns of a file. */
export function columnsTable(columns: readonly Column[], file: TableFile, edits: ColumnEdits): TemplateResult {
  const rows = file.rows.length;
  return html`<div class="map-scroll"><table class="map"><caption
    class="vh">${t("import.columns")}</caption><thead><tr>${(
      ["file", "becomes", "name", "type", "first", "seen"] as const
    ).map((c) => html`<th scope="col">${t(`import.col.${c}`, { n: num(rows) })}</th>`)}</tr></thead>
    <tbody>${columns.map((c) => columnRow(c, file, edits))}</tbody></table></div>`;
}

/** What a column is called, which may be none of the file. */
export function columnWords(c: Column | undefined): string {
  return c?.made ? t(`import.made.${c.made}`, { text: c.seen.first }) : (c?.name ?? "");
}

function columnRow(c: Column, file: TableFile, edits: ColumnEdits): TemplateResult {
  const key = c.role === "partition" || c.role === "row";
  return html`<tr data-key=${key ? "" : nothing} data-out=${c.role === "skip" ? "" : nothing}><th
    scope="row">${c.made ? columnWords(c) : html`<code>${c.name}</code>`}</th>
    <td>${choice(
      t("import.role", { name: c.made ? columnWords(c) : c.name }),
      c.made ? MADE_ROLES[c.made] : ROLES,
      c.role,
      (r) => t(`import.role.${r}`),
      (r) => edits.role(c, r),
    )}</td>
    <td>${nameOf(c, key, edits)}</td><td>${typeOf(c, key, edits)}</td>
    <td class="map-v">${c.made === "text" ? madeText(c, edits) : c.seen.first.slice(0, 40)}</td><td
    class="muted">${seenIn(c, file)}</td></tr>`;
}

function madeText(c: Column, edits: ColumnEdits): TemplateResult {
  const change = (e: Event) => edits.text(c, (e.target as HTMLInputElement).value);
  return html`<input class="in" type="text" spellcheck="false" aria-label=${t("import.made.label")}
    .value=${c.seen.first} @change=${change}>`;
}

function nameOf(c: Column, key: boolean, edits: ColumnEdits): unknown {
  if (key) return html`<span class=${c.role === "row" ? "rk" : "pk"}>${c.becomes}</span>`;
  if (c.role === "skip") return nothing;
  const change = (e: Event) => edits.name(c, (e.target as HTMLInputElement).value.trim());
  return html`<input class="in" type="text" spellcheck="false" aria-label=${t("import.name", { name: c.name })}
    .value=${c.becomes} @change=${change}>`;
}

function typeOf(c: Column, key: boolean, edits: ColumnEdits): unknown {
  if (c.role === "skip") return nothing;
  if (key) return html`<span class="muted">String</span>`;
  if (c.type === null) return html`<span class="muted">${t("import.type.said")}</span>`;
  return choice(t("import.type", { name: c.name }), TYPES, c.type, String, (type) => edits.type(c, type));
}

function choice<T extends string>(
  label: string,
  all: readonly T[],
  chosen: T,
  word: (x: T) => string,
  choose: (x: T) => void,
): TemplateResult {
  const change = (e: Event) => choose(all[(e.target as HTMLSelectElement).selectedIndex] ?? chosen);
  return html`<label class="select"><span class="vh">${label}</span><select @change=${change}>${all.map(
    (x) => html`<option .selected=${x === chosen}>${word(x)}</option>`,
  )}</select></label>`;
}

/** How the values are, and why the type was guessed if that is not plain. */
function seenIn(c: Column, { rows }: TableFile): TemplateResult {
  const { filled, distinct, least, most } = c.seen;
  const range = least && least !== most ? t("import.seen.range", { least, most }) : "";
  const different =
    distinct === 1 && filled > 1
      ? t("import.seen.same", { n: num(filled) })
      : distinct < MANY
        ? tn("import.seen.distinct", distinct)
        : t("import.seen.many", { n: num(MANY) });
  const why = c.why === "all" || c.why === "said" || c.role !== "property" ? "" : reasonOf(c, c.why);
  const gaps = rows.length - filled;
  const empty = gaps > 0 ? emptyWords(c, gaps, rows) : "";
  return html`${filled ? range || different : nothing}${[why, empty]
    .filter(Boolean)
    .map((x) => html`<span class="map-why">${x}</span>`)}`;
}

/** What becomes of cells without a text. Of a key it depends on whether the line has the cell. */
function emptyWords({ role }: Column, gaps: number, rows: readonly FileRow[]): string {
  if (role !== "partition" && role !== "row") return tn("import.seen.empty", gaps);
  return rows.every((r) => r.whole) ? tn("import.seen.empty.key", gaps) : "";
}

function reasonOf(c: Column, why: Exclude<Reason, "all" | "said">): string {
  const example = { from: c.seen.first, to: withPoint(c.seen.first) };
  if (why === "mixed" && c.odd) {
    const { line, text, type } = c.odd;
    return t("import.why.odd", { line: num(line), text: text.slice(0, 40), type });
  }
  return why === "comma" && c.type === "Double" ? t("import.why.point", example) : t(`import.why.${why}`, example);
}

/** Draws which columns are called otherwise than in the file, and what values become. */
export function renamedNote(file: TableFile, columns: readonly Column[]): TemplateResult | typeof nothing {
  const notes = [...file.renamed.map(renamedWords), ...columnNotes(file, columns)];
  if (!notes.length) return nothing;
  return html`<ul class="checks">${notes.map(
    (note) => html`<li data-ok="note">${icon("warn")}<span>${note}</span></li>`,
  )}</ul>`;
}

/** Names that no property can have, and values that no property can hold, with what they become. */
export function columnNotes({ turned }: TableFile, columns: readonly Column[]): string[] {
  const of = (c: Column) => t("import.renamed.pair", { from: c.name, to: c.becomes });
  const pairs = columns.filter((c) => c.role === "property" && !validName(c.name) && validName(c.becomes)).map(of);
  const used = turned.filter(({ name }) => columns.some((c) => c.name === name && c.role === "property"));
  return [
    pairs.length ? t("import.renamed", { list: pairs.join(", ") }) : "",
    ...used.map(({ name, into }) => t(`import.turned.${into}`, { name })),
  ].filter(Boolean);
}

/** Draws what becomes of the rows, and each problem with its choice. */
export function planChecks(
  plan: ImportPlan,
  columns: readonly Column[],
  choices: Choices,
  choose: (kind: keyof Choices, c: Choice) => void,
  name: ColumnEdits["name"],
): TemplateResult {
  const { entities, partitions, most, largest } = plan;
  const lineOf = (p: Problem) => (p.kind === "name" ? nameLine(p, columns, name) : problemLine(p, choices, choose));
  return html`<ul class="checks"><li data-ok="true">${icon("check")}<span>${tn("import.rows", entities.length, {
    partitions: tn("data.partitions", partitions),
    most: num(most),
  })}</span></li>${plan.problems.map(lineOf)}${
    plan.uneven ? html`<li data-ok="note">${icon("warn")}<span>${t("import.uneven")}</span></li>` : nothing
  }
    <li data-ok="note">${icon("limits")}<span>${t("import.largest", {
      size: kib(largest.bytes),
      properties: num(largest.properties),
    })}</span></li></ul>`;
}

const kib = (bytes: number): string => `${num(Math.ceil((bytes / 1024) * 10) / 10)} KiB`;

const CHOICES: readonly Choice[] = ["skip", "mend", "stop"];

function problemLine(p: Problem, choices: Choices, choose: (kind: keyof Choices, c: Choice) => void): TemplateResult {
  const kind = p.kind in choices ? (p.kind as keyof Choices) : null;
  return html`<li data-ok="false">${icon("cross")}<span><b>${tn("import.lines", p.lines.length)}</b> ${t(
    `import.problem.${p.kind}`,
    {
      example: p.example.slice(0, 60),
    },
  )} <span class="muted">${linesOf(p)}</span></span>${
    kind
      ? choice(
          t(`import.choice.${kind}`),
          CHOICES,
          choices[kind],
          (c) => t(`import.choice.${kind}.${c}`),
          (c) => choose(kind, c),
        )
      : nothing
  }</li>`;
}

/** A name that no property can have, with one that it can. */
function nameLine({ example }: Problem, columns: readonly Column[], change: ColumnEdits["name"]): TemplateResult {
  const column = columns.find((c) => c.role === "property" && c.becomes === example);
  const others = columns.filter((c) => c !== column).map((c) => c.becomes);
  const name = mendedName(example, others);
  return html`<li data-ok="false">${icon("cross")}<span>${t("import.problem.name", {
    example: example.slice(0, 60),
  })}</span>${
    column
      ? button(t("import.problem.name.fix", { name: name.slice(0, 60) }), () => change(column, name), { kind: "small" })
      : nothing
  }</li>`;
}

/** "Lines 4, 12, 13" or "Lines 4 to 88,120". */
export function linesOf({ lines }: Pick<Problem, "lines">): string {
  const [first, last] = [lines[0] ?? 0, lines.at(-1) ?? 0];
  if (lines.length > LINES) return t("import.lines.range", { first: num(first), last: num(last) });
  return tn("import.lines.list", lines.length, { list: lines.map(num).join(", ") });
}

const MODES: readonly Mode[] = ["insert", "merge", "replace"];

/** Draws what happens to a row whose key the table has already. */
export function modeChoice(mode: Mode, choose: (m: Mode) => void): TemplateResult {
  return html`<fieldset class="exists"><legend>${t("import.exists")}</legend>${MODES.map(
    (m) =>
      html`<label><input type="radio" name="import-mode" .checked=${m === mode} @change=${() => choose(m)}><span><b>${t(
        `import.mode.${m}` as Key,
      )}</b> <span class="muted">${t(`import.mode.${m}.is` as Key)}</span></span></label>`,
  )}</fieldset>`;
}
