// Lines of the text form that nothing reads: neither a line of the sheet, nor a comment, nor part of a request. Pure.
import { nearest } from "../ui/nearest.ts";
import { conditionsIn, knownText, rangesText } from "./sheet/conditions.ts";
import type { Draft, KindDraft } from "./sheet/draft.ts";
import { orderIn } from "./sheet/meant-orders.ts";
import type { Problem } from "./sheet/messages.ts";
import { namedIn, withAbove } from "./sheet/proposal.ts";

const LINE = /^(?:(?:#|\/\/)\s*@|@?(?:sheet|entity|attribute|ask|do|together|keys) +(?!=))/;
const REQUEST = /^(?:GET|HEAD|POST|PUT|PATCH|MERGE|DELETE|OPTIONS) |^https?:\/\//; // may be in a script
const OTHER = /^(?:#|\/\/|@[\w.-]+\s*=|$)/; // comments, variables, blank lines
const SQL = new RegExp(
  "^(?:create|alter|drop|truncate) (?:table|unique|index|view|type|database)\\b|^select\\b.*(?:\\bfrom\\b|$)" +
    "|^insert into\\b|^update \\S+ set\\b|^delete from\\b|^with \\w+ as\\b",
  "i",
);

/** The lines that nothing reads, of a text that has a sheet. A statement of SQL is one of them, however long it is. */
export function unreadLines(text: string, draft: Draft): Problem[] {
  const lines = text.split("\n").map((line) => line.trim());
  if (!lines.some((line) => LINE.test(line))) return []; // the engine says that there is no sheet
  const list: Problem[] = [];
  let request = false;
  let sql = 0; // lines of a statement that are left
  for (const [i, line] of lines.entries()) {
    if (line.startsWith("###")) request = false;
    else if (sql > 0) sql--;
    else if (request || OTHER.test(line) || LINE.test(line)) continue;
    else if (SQL.test(line)) {
      const statement = statementAt(lines, i);
      sql = statement.length - 1;
      list.push(problem("sqlLine", i, line, linesOf(statement.join(" "), draft)));
    } else if (REQUEST.test(line)) request = true;
    else {
      const [word = line] = /^@?[\p{L}\p{N}_-]+/u.exec(line) ?? [];
      list.push(problem("unreadLine", i, word.replace("@", ""), lineFor(word.replace("@", "").toLowerCase())));
    }
  }
  return list;
}

const problem = (code: Problem["code"], i: number, subject: string, right: string): Problem => ({
  code,
  line: i + 1,
  path: "",
  field: "",
  subject: subject.length > 60 ? `${subject.slice(0, 60)}…` : subject,
  names: right ? [right] : [],
  numbers: [],
  note: false,
});

/** A statement from its first line: to a semicolon, or before a blank line or one of the sheet. */
function statementAt(lines: readonly string[], from: number): string[] {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => line.endsWith(";"));
  const other = rest.findIndex((line) => OTHER.test(line) || LINE.test(line));
  const stop = Math.min(end < 0 ? rest.length : end + 1, other < 0 ? rest.length : other);
  return rest.slice(0, stop);
}

/** Words of other languages for the lines of a sheet. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:tables?|kinds?|collections?|models?|class|types?|struct|entities|record|node)$/, "entity"],
  [/^(?:columns?|fields?|propert(?:y|ies)|attr|attrs|attributes)$/, "attribute"],
  [/^(?:questions?|quer(?:y|ies)|reads?|asks|gets?|find|access)$/, "ask"],
  [/^(?:writes?|commands?|inserts?|updates?|deletes?|does|mutations?)$/, "do"],
  [/^(?:transactions?|batch|atomic|tx)$/, "together"],
  [/^(?:designs?|stores?|partitionkey|rowkey|pk|index)$/, "keys"],
  [/^(?:title|name|app|database|schema)$/, "sheet"],
];
const LONG = ["entity", "attribute", "together", "sheet", "keys"];

/** The line of a sheet that a word resembles, or stands for in another language; "" for none. */
function lineFor(word: string): string {
  const other = WORDS.find(([words]) => words.test(word))?.[1];
  return other ?? (word.length > 3 ? (nearest(word, LONG) ?? "") : "");
}

/** The line of a sheet that a statement of SQL means, as far as it can be told; "" if it cannot. */
function linesOf(statement: string, draft: Draft): string {
  const text = statement.replace(/;$/, "").replaceAll(/\s+/g, " ");
  const [, table = "", columns = ""] = /^create table (?:if not exists )?["`[]?(\w+)["`\]]?\s*\((.*)/i.exec(text) ?? [];
  if (table) return tableLines(table, columns);
  const [, verb = "", of = ""] = /^(insert|update|delete)\s+(?:into |from )?["`[]?(\w+)/i.exec(text) ?? [];
  const [, from = of] = /^select\b.*?\bfrom ["`[]?(\w+)/i.exec(text) ?? [];
  const kind = draft.kinds.find((k) => k.name && [k.name, `${k.name}s`].includes(from.toLowerCase()));
  if (!kind) return "";
  const all = withAbove(draft, kind);
  const list = whereOf(text, all);
  if (!list) return "";
  const [known, ...more] = list;
  const by = known ? ` by ${known}` : "";
  if (!verb) return ["# @ask list", `${kind.name}${by}`, ...more].join(", ");
  const sets = namedIn(/\bset (.*?)(?: where |$)/i.exec(text)?.[1] ?? "", kind).join(" and ");
  const change = verb.toLowerCase();
  const write = `# @do change, ${change} ${kind.name}${change === "insert" ? "" : by}`;
  return change === "update" && sets ? `${write}, sets ${sets}` : write;
}

/** What the caller knows, a range, an order and a number of rows; null if a condition cannot be read. */
function whereOf(text: string, kind: KindDraft): string[] | null {
  const [, where = ""] = /\bwhere (.*?)(?: order by | limit |$)/i.exec(text) ?? [];
  const conditions = where ? conditionsIn(where, kind) : [];
  if (!conditions) return null;
  const isRange = ({ sign }: { sign: string }) => /^(?:<|>|between|range)$/.test(sign);
  const [, sorting = ""] = /\b(order by .*?)(?: limit |$)/i.exec(text) ?? [];
  const [, rows = ""] = /\blimit (\d+)/i.exec(text) ?? [];
  const known = knownText(
    conditions.filter((c) => !isRange(c)),
    () => true,
  );
  const more = [rangesText(conditions.filter(isRange), kind), sorting && orderIn(sorting, kind), rows && `top ${rows}`];
  return [known, ...more.filter(Boolean)];
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:big(?:int|serial)|long)/i, "long"],
  [/^(?:small|tiny|medium)?(?:int|serial)/i, "int"],
  [/^(?:float|double|real|numeric|decimal|money)/i, "double"],
  [/^(?:bool|bit)/i, "bool"],
  [/^(?:date|time)/i, "time"],
  [/^(?:uuid|guid|uniqueidentifier)/i, "guid"],
];

function tableLines(table: string, columns: string): string {
  const list = columns
    .replace(/\)[^)]*$/, "")
    .split(/,(?![^(]*\))/)
    .map((column) => column.trim());
  const attributes = list.flatMap((column) => {
    const [, name = "", type = ""] = /^["`[]?(\w+)["`\]]? ([a-z]\w*)/i.exec(column) ?? [];
    if (!name || /^(?:primary|foreign|unique|constraint|check|key|index)$/i.test(name)) return [];
    const [, size = "12"] = /^\S+ \w+ ?\((\d+)\)/.exec(column) ?? [];
    const is = TYPES.find(([words]) => words.test(type))?.[1] ?? `text ${size}`;
    return [`# @attribute ${table}.${name}, ${is}${/primary key/i.test(column) ? ", identity" : ""}`];
  });
  return [`# @entity ${table}, 1000`, ...attributes.slice(0, 8)].join("; ");
}
