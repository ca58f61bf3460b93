// A shape as a question or a write of a sheet of the workbench, with its rate as it was measured. Pure.
import type { WatchedShape } from "../engine/types.ts";

/** What is known of a shape beside its sums. */
export interface Measured {
  elapsed: number; // milliseconds in which its requests were sent
  entities: number | null; // of its table
}

/** Parts of a sheet in their order. */
const PARTS = ["sheet", "entity", "attribute", "ask", "do", "together"] as const;
type Part = (typeof PARTS)[number];

const PERIODS = [
  ["s", 1],
  ["min", 60],
  ["h", 3600],
  ["day", 86_400],
] as const;

/** Returns the sheet with a shape, and the name of its question; null for a shape that a sheet does not know. */
export function withShape(text: string, s: WatchedShape, m: Measured): { text: string; name: string } | null {
  const kind = kindIn(text, identifier(s.table));
  const said = kind && (s.class ? question(s, kind, m) : write(s, kind));
  if (!said) return null;
  const lines = text.split("\n");
  const known = new RegExp(`^# @entity ${kind}(?![\\p{L}\\p{N}_])`, "mu").test(text);
  if (!known) put(lines, "entity", `${kind}${m.entities ? `, ${m.entities}` : ""}`);
  const identity = known ? [] : ["partition", "row"];
  for (const name of new Set([...identity, ...said.attributes])) {
    if (new RegExp(`^# @attribute ${kind}\\.${name}(?![\\p{L}\\p{N}_])`, "mu").test(text)) continue;
    put(lines, "attribute", `${kind}.${name}${identity.includes(name) ? ", identity" : ""}`);
  }
  put(lines, said.part, `${said.name}, ${rate(s.calls, m.elapsed)}, ${said.text}`, said.name);
  return { text: lines.join("\n"), name: said.name };
}

interface Said {
  part: Part;
  name: string;
  text: string;
  attributes: string[];
}

function question(s: WatchedShape, kind: string, m: Measured): Said | null {
  const [where = "", after = ""] = cutAt(s.text, /(?:^| )(?:select |top \?|continued).*$/s);
  const select = /select ([^?]*?)(?: top \?| continued|$)/.exec(after)?.[1] ?? "";
  if (/ continued$|^continued$/.test(s.text)) return null; // a later page of a question
  const bounds = boundsOf(where);
  if (!bounds) return null;
  const equal = [...bounds].filter(([, ops]) => ops === "=").map(([name]) => name);
  const ranges = [...bounds].filter(([, ops]) => ops !== "=");
  if (ranges.length > 2) return null;
  const wants = select.split(", ").filter(Boolean).map(identifier);
  const words = [
    equal.length ? `${kind} by ${equal.join(" and ")}` : kind,
    ...ranges.map(([name, ops]) => rangeOf(name, ops, s, m)),
    ...(wants.length ? [`wants ${wants.join(" and ")}`] : []),
  ];
  const names = [...bounds.keys()];
  const name = [`${kind} read`, ...(names.length ? [`by ${names.join(" and ")}`] : [])].join(" ");
  return { part: "ask", name, text: words.join(", "), attributes: [...names, ...wants] };
}

function write({ does }: WatchedShape, kind: string): Said | null {
  if (does === "insert") return { part: "do", name: `${kind} insert`, text: `insert ${kind}`, attributes: [] };
  if (does !== "delete") return null; // a recording keeps no bodies, so what is set is not known
  const attributes = ["partition", "row"];
  return { part: "do", name: `${kind} delete`, text: `delete ${kind} by ${attributes.join(" and ")}`, attributes };
}

/** Properties with the operators that they are compared with: "=", or bounds; null for what a sheet cannot say. */
function boundsOf(where: string): Map<string, string> | null {
  const all = new Map<string, string>();
  for (const term of where.split(" and ").filter((x) => x && x !== "…")) {
    const [, name = "", op = ""] = /^(\S+) (=|>=?|<=?) \?$/.exec(term) ?? [];
    const known = all.get(identifier(name)) ?? "";
    if (!name || known === "=" || (op === "=" && known)) return null;
    all.set(identifier(name), op === "=" ? op : known + op.charAt(0));
  }
  return all;
}

/** A range with the width that its answers had, as far as they say that. */
function rangeOf(name: string, ops: string, s: WatchedShape, m: Measured): string {
  if (ops === ">") return `${name} after`;
  if (ops === "<") return `${name} before`;
  const share = m.entities ? (100 * s.returned) / s.calls / m.entities : 0;
  return `${name} between ${share > 0 ? Number(Math.min(100, share).toPrecision(2)) : 10} %`;
}

/** So many requests in a time, in the unit in which there are one or more of them. */
export function rate(calls: number, elapsed: number): string {
  const perSecond = calls / Math.max(1, elapsed / 1000);
  const [unit, seconds] = PERIODS.find(([, n]) => perSecond * n >= 1) ?? ["day", 86_400];
  return `${Number((perSecond * seconds).toPrecision(2))}/${unit}`;
}

/** The kind of a table: one that the sheet has, also in the singular, or a new one. */
function kindIn(text: string, name: string): string {
  const has = (kind: string) => new RegExp(`^# @entity ${kind}(?![\\p{L}\\p{N}_])`, "mu").test(text);
  const single = name.replace(/s$/, "");
  return single && single !== name && has(single) ? single : name;
}

/** A name of a property or a table as the sheet has it. */
function identifier(name: string): string {
  if (name === "PartitionKey") return "partition";
  if (name === "RowKey") return "row";
  return name.replaceAll(/[^\p{L}\p{N}_]/gu, "").replace(/^\p{Lu}/u, (c) => c.toLowerCase());
}

/** Puts a part after the last one of its kind; one of the same name makes room for it. */
function put(lines: string[], part: Part, body: string, name = ""): void {
  const line = `# @${part} ${body}`;
  const same = name ? lines.findIndex((x) => x.startsWith(`# @${part} ${name},`)) : -1;
  if (same >= 0) {
    lines[same] = line;
    return;
  }
  const until = PARTS.slice(0, PARTS.indexOf(part) + 1);
  const last = lines.findLastIndex((x) => until.some((p) => x.startsWith(`# @${p} `)));
  lines.splice(last + 1, 0, line);
}

function cutAt(text: string, at: RegExp): [string, string] {
  const i = text.search(at);
  return i < 0 ? [text, ""] : [text.slice(0, i), text.slice(i)];
}
