// What can be done about a refusal, as buttons below it: see ways-on.ts for what they write.
import { propertyOf } from "../answer/entities.ts";
import type { Repair, Versions } from "../answer/view.ts";
import type { Control } from "../engine/control.ts";
import type { Diagnostic, Entity, Exchange, Key, Named } from "../engine/types.ts";
import { nameInTable } from "../transfer/column-names.ts";
import { said, t } from "../ui/i18n.ts";
import { nearest } from "../ui/nearest.ts";
import { bareCondition } from "./bare-options.ts";
import { bodyAt, jsonMistake, masked, mended } from "./json-mistake.ts";
import { keyAddress } from "./key-address.ts";
import type { Elsewhere } from "./pane-options.ts";
import { plainKeys } from "./plain-keys.ts";
import { repeatedOption } from "./repeated-options.ts";
import { joinedByAmpersands, refilled, sqlAddress, sqlFilter } from "./sql-address.ts";
import { isKeyName, quoted } from "./sql-filter.ts";
import { sqlVerb } from "./sql-verbs.ts";
import {
  type Condition,
  conditionOf,
  createTable,
  type Filtered,
  filterOf,
  hasNoETag,
  hasOtherOptions,
  lackedTable,
  type Miss,
  missOf,
  mixedIn,
  otherAccount,
  readAgain,
  refusedOption,
  refusedPiece,
  refusesAddress,
  repeatsOptions,
  selectsSum,
  strayLine,
  undollared,
  versionOf,
  withoutNull,
} from "./ways-on.ts";

/** What may be done with the text of the script. */
export interface Edits {
  text: () => string;
  /** What the parser says about a request. */
  remarks: (x: Exchange) => readonly Diagnostic[];
  /** Corrects a piece of a request and runs it again: the piece at this place of the text, or else the first. */
  replace: (x: Exchange, from: string, to: string, at?: number) => void;
  /** Corrects a place of the text and goes there. */
  put: (d: Diagnostic, text: string) => void;
  /** Writes a block above a request and runs it, then the request itself if that is wanted. */
  precede: (x: Exchange, block: string, thenIt: boolean) => void;
  /** Another document that has a table. */
  elsewhere?: (table: string) => Elsewhere | null;
}

/** Returns what can be done, null if there is nothing; show takes it in another form, when the reader has asked for
 * more. */
export async function repairOf(
  x: Exchange,
  control: Control,
  edits: Edits,
  show: (repair: Repair) => void,
): Promise<Repair | null> {
  const address = forOtherAccount(x, edits);
  if (address) return address;
  const problem = x.problem && forProblem(x, x.problem, edits);
  if (problem) return problem;
  const stray = strayLine(edits.remarks(x));
  if (stray) return forStray(stray, edits);
  const table = lackedTable(x);
  if (table) return forTable(x, table, control, edits);
  const sql = (await forSql(x, control, edits)) ?? (await forAmpersands(x, control, edits));
  if (sql) return sql;
  const keys = refusesAddress(x) && !x.problem ? keyAddress(edits.text(), x.line) : null;
  if (keys) return instead(t("state.keys"), x, keys.text, keys.meant, keys.at, edits);
  const body = forBody(x, edits);
  if (body) return body;
  const piece = refusedPiece(x, edits.remarks(x));
  const filled = piece && ((await forNull(x, control, edits)) ?? (await forSqlFilter(x, piece, control, edits)));
  if (piece) return filled ?? forPiece(x, piece, edits);
  const option = refusedOption(x);
  if (option) return { text: optionText(option), ways: [] };
  if (selectsSum(x)) return { text: `$select: ${t("sql.gap.group")}`, ways: [] };
  const repeated = await forRepeated(x, control, edits);
  if (repeated) return repeated;
  const property = await forProperty(x, control, edits);
  if (property) return property;
  const bare = undollared(x);
  if (bare) return forBare(x, bare, edits);
  const filtered = filterOf(x);
  if (filtered) return forFilter(x, filtered, control, edits);
  const condition = conditionOf(x);
  return condition && forCondition(x, condition, control, edits, show);
}

type Missing = "order" | "offset" | "group" | "join";

/** What takes the place of options that other services know. */
const OPTIONS: readonly (readonly [name: RegExp, gap: Missing])[] = [
  [/^\$?(?:order|sort)/i, "order"],
  [/^\$?(?:skip|offset|page)/i, "offset"],
  [/^\$?(?:count|inlinecount|apply|group)/i, "group"],
  [/^\$?(?:expand|join)/i, "join"],
];

function insteadOf(name: string): string {
  const gap = OPTIONS.find(([option]) => option.test(name))?.[1];
  return gap ? t(`sql.gap.${gap}`) : "";
}

function optionText(name: string): string {
  const instead = insteadOf(name);
  return instead ? `${name}: ${instead}` : t("state.option", { name });
}

/** An option without its $ is ignored, so the answer is to another question. */
function forBare(x: Exchange, { name, meant }: { name: string; meant: string }, edits: Edits): Repair {
  const gap = insteadOf(name);
  const ignored = gap
    ? `${t("state.option.ignored", { name })} ${gap}`
    : t("state.option.property", { written: name.trim() });
  if (!meant) return { text: ignored, line: x.line, ways: [] };
  const go = () => edits.replace(x, `${name}=`, `${meant}=`);
  return { text: t("state.option.bare", { name, meant }), line: x.line, ways: [{ label: t("state.filter.fix"), go }] };
}

/** What to write in place of a text of the script, with a button that does so. */
function instead(why: string, x: Exchange, from: string, to: string, at: number, edits: Edits): Repair {
  const text = `${why} ${t("state.filter.instead", { text: to.replace(/\n\s*(?=[?&])/g, "") })}`;
  return { text, ways: [{ label: t("state.filter.fix"), go: () => edits.replace(x, from, to, at) }] };
}

/** What stopped the script: a word of another language as its method, or what the parser can correct. SQL that is not
 * in an address has its own hint. */
function forProblem(x: Exchange, problem: NonNullable<Exchange["problem"]>, edits: Edits): Repair | null {
  const { line } = problem;
  const d = edits.remarks(x).find((r) => r.severity === "error" && r.line === line);
  const code = d?.sentences[0]?.code ?? "";
  const plain = problem.sentences?.some((s) => s.code === "store-no-identity")
    ? plainKeys(edits.text(), problem)
    : null;
  if (plain) return { ...instead(plain.why, x, plain.text, plain.meant, plain.at, edits), line };
  const verb = code === "unknown-method" ? sqlVerb(edits.text(), line) : null;
  if (verb) {
    const { text, at, meant } = verb;
    const why = `${said(d?.message ?? "", d?.sentences ?? null)} ${t(`sql.verb.${verb.verb}`)}`;
    return { ...(meant ? instead(why, x, text, meant, at, edits) : { text: why, ways: [] }), line };
  }
  if (!d || d.replacement === null || d.from === d.to || code.startsWith("sql-")) return null;
  const { from, to, replacement } = d;
  const written = edits.text().slice(from, to);
  if (code === "address-without-slash" && /\s/.test(written)) return null; // words, such as DELETE Orders WHERE id = 1
  const go = () => edits.replace(x, written, replacement, from);
  return { text: "", line, ways: [{ label: said(d.fix, d.label), go }] };
}

/** Another account has other tables, and none of its own here. */
function forOtherAccount(x: Exchange, edits: Edits): Repair | null {
  const found = otherAccount(x, edits.text());
  if (!found) return null;
  const { at, written, meant } = found;
  const text = x.problem ? "" : t("state.elsewhere", { written, meant }); // which says so itself
  const go = () => edits.replace(x, written, meant, at);
  return { text, line: x.line, ways: at < 0 ? [] : [{ label: t("state.filter.fix"), go }] };
}

/** SQL in an address is a part of the name of a table, or of a value. */
async function forSql(x: Exchange, control: Control, edits: Edits): Promise<Repair | null> {
  const written = refusesAddress(x) ? sqlAddress(edits.text(), x.line) : null;
  if (!written) return null;
  const properties = await propertiesOf(/^[^\s?]*\/(\w+)/.exec(written.text)?.[1] ?? "", control);
  const found = (properties && sqlAddress(edits.text(), x.line, properties)) || written;
  const { text, at, meant, clauses, word, filter, method } = found;
  const parts = method === "GET" ? clauses.map((c) => t(`sql.in.${c}`)) : [t("sql.in.write")];
  const why = [t("sql.in", { word }), ...parts].join(" ");
  const reads = meant && (!filter || (await control.plan(filter).catch(() => null)));
  const repair = reads ? instead(why, x, text, meant, at, edits) : { text: why, ways: [] };
  return x.problem ? { ...repair, line: x.problem.line } : repair;
}

/** What comes after && is no part of the filter: it is refused for what is left of it, or answered without the rest. */
async function forAmpersands(x: Exchange, control: Control, edits: Edits): Promise<Repair | null> {
  if (x.hidden || !(refusesAddress(x) || hasOtherOptions(x))) return null;
  const found = joinedByAmpersands(edits.text(), x.line);
  if (!found) return null;
  const why = t("state.filter.ampersand");
  const reads = found.meant && (await control.plan(found.filter).catch(() => null));
  const repair = reads ? instead(why, x, found.text, found.meant, found.at, edits) : { text: why, ways: [] };
  return x.code ? repair : { ...repair, line: x.line };
}

/** Of an option that is written twice only the first is read, so the answer is to another question. */
async function forRepeated(x: Exchange, control: Control, edits: Edits): Promise<Repair | null> {
  const found = !x.hidden && repeatsOptions(x) ? repeatedOption(edits.text(), x.line) : null;
  if (!found) return null;
  const why = t("state.option.repeated", { name: found.name });
  const reads = found.meant && (!found.filter || (await control.plan(found.filter).catch(() => null)));
  const repair = reads ? instead(why, x, found.text, found.meant, found.at, edits) : { text: why, ways: [] };
  return { ...repair, line: x.line };
}

/** A body that is no JSON: where, and what to write there. */
function forBody(x: Exchange, edits: Edits): Repair | null {
  const refused = x.code === "InvalidInput" && edits.remarks(x).some((d) => /^json-/.test(d.sentences[0]?.code ?? ""));
  const body = refused ? bodyOf(x, edits) : null;
  const found = body && jsonMistake(masked(body.text));
  if (!body || !found || found.kind === "other") return null;
  const line = edits
    .text()
    .slice(0, body.at + found.from)
    .split("\n").length;
  const wrong = body.text.slice(found.from, found.to).trim();
  const why = t(`state.json.${found.kind}`, {
    wrong,
    fix: found.fix?.trim() ?? "",
    helper: '"{{$guid}}"',
    number: wrong.replace(/^(-?)0+(?=\d)/, "$1"),
  });
  const whole = mended(masked(body.text), body.text);
  if (whole === null) return { text: why, line, ways: [] };
  const go = () => edits.replace(x, body.text, whole, body.at);
  return { text: why, line, ways: [{ label: t("state.filter.fix"), go }] };
}

/** The body of a request; of a transaction, the first that the parser has found a mistake in. */
function bodyOf(x: Exchange, edits: Edits): ReturnType<typeof bodyAt> {
  const own = edits.remarks(x).find((d) => /^json-/.test(d.sentences[0]?.code ?? ""));
  const lines = edits
    .text()
    .split("\n")
    .slice(0, own?.line ?? x.line);
  return bodyAt(edits.text(), Math.max(x.line, 1 + lines.findLastIndex((l) => METHOD.test(l))));
}

const METHOD = /^(?:POST|PUT|PATCH|MERGE) /;

/** A condition that is no $filter is ignored as well. */
async function forProperty(x: Exchange, control: Control, edits: Edits): Promise<Repair | null> {
  if (!hasOtherOptions(x) || x.hidden) return null;
  const properties = await propertiesOf(x.record?.table ?? "", control);
  const found = properties && bareCondition(edits.text(), x.line, properties);
  if (!found) return null;
  const said = t("state.option.property", { written: found.written });
  return { ...instead(said, x, found.text, found.meant, found.at, edits), line: x.line };
}

/** A filter may compare with a value of another type, whatever it finds; one that finds nothing may name what no row
 * has. */
async function forFilter(
  x: Exchange,
  { table, filter, nothing }: Filtered,
  control: Control,
  edits: Edits,
): Promise<Repair | null> {
  if (x.hidden && !nothing) return null;
  const properties = await propertiesOf(table, control);
  const { terms } = await control.plan(filter);
  const miss = properties && missOf(terms, properties, nothing);
  if (!miss) return properties && forMixed(x, mixedIn(terms, properties));
  const repair = forMiss(x, table, miss, edits);
  return nothing ? repair : { ...repair, line: x.line };
}

/** Rows in which a property has another type are passed over, or found whatever they hold. */
function forMixed(x: Exchange, mixed: ReturnType<typeof mixedIn>): Repair | null {
  if (!mixed) return null;
  const { name, op, type } = mixed.term;
  const always = LESS.test(op) ? ".always" : "";
  return { text: t(`state.mixed${always}`, { name, types: mixed.types.join(", "), type }), line: x.line, ways: [] };
}

const LESS = /^(?:lt|le|ne)$/; // what is of another type counts as less

/** What is before the quotes of a value. Other types have none. */
const QUOTED: Readonly<Record<string, string>> = { String: "", DateTime: "datetime", Guid: "guid", Binary: "X" };

function forMiss(x: Exchange, table: string, { term, types, names, literal }: Miss, edits: Edits): Repair {
  const { name, op, value, type } = term;
  const before = QUOTED[type];
  const written = before === undefined ? value : before + quoted(value);
  const way = (from: string, to: string) => ({ label: t("state.filter.fix"), go: () => edits.replace(x, from, to) });
  if (!types.length) {
    const became = nameInTable(table, name);
    const piece = edits.text().includes(`${name} ${op} ${written}`) ? `${name} ${op} ${written}` : "";
    if (became && names.includes(became)) {
      const fixed = `${became} ${op} ${isKeyName(became) ? quoted(value) : written}`;
      const text = t("state.imported", { table, name, became });
      if (!piece) return { text, ways: [] };
      return { text: `${text} ${t("state.filter.instead", { text: fixed })}`, ways: [way(piece, fixed)] };
    }
    const meant = nearest(name, names);
    const none = t("state.noproperty", { table, name, names: names.join(", ") });
    return meant && edits.text().includes(`${name} ${op}`)
      ? { text: `${none} ${t("state.notable.maybe", { name: meant })}`, ways: [way(`${name} ${op}`, `${meant} ${op}`)] }
      : { text: none, ways: [] };
  }
  const always = LESS.test(op) ? ".always" : "";
  const other = t(`state.othertype${always}`, { name, types: types.join(", "), type });
  if (!literal) return { text: other, ways: [] };
  const text = `${other} ${t("state.filter.instead", { text: literal })}`;
  const from = comparisonIn(edits.text(), `${name} ${op} ${written}`);
  return { text, ways: from ? [way(from, `${name} ${op} ${literal}`)] : [] };
}

/** A comparison as a text has it, with the letter that a number ends in; "" if it is not there. */
function comparisonIn(text: string, comparison: string): string {
  const piece = comparison.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(`${piece}[LlDd]?(?![\\w.])`).exec(text)?.[0] ?? "";
}

/** The answer is to other text than its author thinks. */
function forStray(d: Diagnostic, edits: Edits): Repair {
  const { replacement } = d;
  const ways = replacement === null ? [] : [{ label: said(d.fix, d.label), go: () => edits.put(d, replacement) }];
  return { text: said(d.message, d.sentences), line: d.line, ways };
}

/** The service only refuses; the parser knows what is wrong, where, and often what to write instead. */
function forPiece(x: Exchange, d: Diagnostic, edits: Edits): Repair {
  const { from, to, replacement } = d;
  const why = placed(d, said(d.message, d.sentences));
  if (replacement === null) return { text: why, ways: [] };
  if (from === to) return forLack(x, d, why, replacement, edits);
  const written = edits.text().slice(from, to);
  const fix = { label: t("state.filter.fix"), go: () => edits.replace(x, written, replacement, from) };
  const whole = filterWith(edits.text(), d, replacement);
  const instead = replacement ? ` ${t("state.filter.instead", { text: whole })}` : ""; // else it goes
  return { text: why + instead, ways: [fix] };
}

/** What a row lacks is asked for by the type that the property has in other rows. */
async function forNull(x: Exchange, control: Control, edits: Edits): Promise<Repair | null> {
  if (!/\b(?:null|none|nil)\b/i.test(edits.text())) return null;
  const properties = await propertiesOf(x.record?.table ?? "", control);
  const found = refilled(edits.text(), x.line, (written) => withoutNull(written, properties ?? []));
  if (!found || !(await control.plan(found.filter).catch(() => null))) return null;
  return instead(t("state.null"), x, found.text, found.meant, found.at, edits);
}

/** The properties of the rows of a table, null if there is none. */
async function propertiesOf(table: string, control: Control): Promise<readonly Named[] | null> {
  const info = (await control.tables()).find((i) => i.name.toLowerCase() === table.toLowerCase());
  return info?.properties ?? null;
}

/** A condition of SQL that the parser cannot correct alone. */
async function forSqlFilter(x: Exchange, d: Diagnostic, control: Control, edits: Edits): Promise<Repair | null> {
  const properties = (d.replacement === null && (await propertiesOf(x.record?.table ?? "", control))) || [];
  const found = d.replacement === null ? sqlFilter(edits.text(), x.line, properties) : null;
  if (!found || !(await control.plan(found.filter).catch(() => null))) return null;
  const { text, at, meant } = found;
  return instead(placed(d, said(d.message, d.sentences)), x, text, meant, at, edits);
}

/** The whole filter with the correction of a piece of it, which alone may read like nothing; of other pieces only
 * that. */
function filterWith(text: string, { from, to, sentences }: Diagnostic, replacement: string): string {
  const begin = text.lastIndexOf("$filter=", from);
  if (sentences[0]?.code !== "in-filter" || begin < 0 || text.slice(begin, from).includes("\n")) return replacement;
  const [rest = ""] = /^(?:'[^'\n]*'|[^'&\n])*?(?=\s*(?:&|$|\n| HTTP\/))/.exec(text.slice(to)) ?? [];
  return text.slice(begin, from) + replacement + rest;
}

/** What is missing is written behind its line, which says where that is when the text has changed. */
function forLack(x: Exchange, d: Diagnostic, why: string, lack: string, edits: Edits): Repair {
  const start = edits.text().lastIndexOf("\n", d.from - 1) + 1;
  const line = edits.text().slice(start, d.from);
  const go = () => edits.replace(x, line, `${line}${lack}`, start);
  return { text: why, ways: [{ label: said(d.fix, d.label), go }] };
}

/** A filter is one line, and its remarks count characters. */
function placed({ line, sentences }: Diagnostic, why: string): string {
  return sentences[0]?.code === "in-filter" ? why : `${t("check.line", { n: line })}: ${why}`;
}

async function forTable(x: Exchange, table: string, control: Control, edits: Edits): Promise<Repair> {
  const known = (await control.tables()).map((info) => info.name);
  const meant = nearest(table, known);
  const block = createTable(table, t("state.notable.title", { table }));
  const create = { label: t("state.notable.create"), go: () => edits.precede(x, block, true) };
  const there = edits.elsewhere?.(table);
  if (there) {
    const go = { label: t("state.notable.go"), go: there.go };
    return { text: t("state.notable.there", { table, title: there.title }), ways: [go, create] };
  }
  const none = t("state.notable", { table });
  if (!meant) return { text: none, ways: [create] };
  const fix = { label: t("editor.fix"), go: () => edits.replace(x, table, meant) };
  return { text: `${none} ${t("state.notable.maybe", { name: meant })}`, ways: [fix, create] };
}

function forCondition(
  x: Exchange,
  condition: Condition,
  control: Control,
  edits: Edits,
  show: (repair: Repair) => void,
): Repair {
  const again = { label: t("versions.again"), go: () => edits.precede(x, againBlock(x, condition, edits), false) };
  if (hasNoETag(x)) return { text: "", ways: [again] };
  const open = async () => show({ text: "", ways: [again], versions: await versionsOf(condition, control) });
  return { text: "", ways: [{ label: t("versions.show"), go: () => void open() }, again] };
}

function againBlock(x: Exchange, condition: Condition, edits: Edits): string {
  return readAgain(condition, x.client, edits.text(), {
    title: t("versions.again.title"),
    how: (header) => t("versions.again.how", { header }),
  });
}

async function versionsOf(condition: Condition, control: Control): Promise<Versions> {
  const { table, key } = condition;
  const [log, page] = await Promise.all([
    control.ledger(),
    control.entities(table, key.partition, justBefore(key), NEAR),
  ]);
  const now = page.entities.find((e: Entity) => propertyOf(e, "RowKey") === key.row) ?? null;
  return { read: versionOf(condition, log.records), now };
}

const NEAR = 10; // entities: no more than a few keys can be between the two

/** A key that comes shortly before another one, since a page of entities begins behind a key. */
function justBefore({ row }: Key): string {
  const last = row.charCodeAt(row.length - 1);
  return row && last < 0xd800 ? `${row.slice(0, -1)}${String.fromCharCode(last - 1)}\uffef` : row.slice(0, -1);
}
