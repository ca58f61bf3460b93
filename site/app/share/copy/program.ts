// A script as a program for a client library: one walk over its steps, in the phrases of a language. Pure.
import { t } from "../../ui/i18n.ts";
import type { Operation, Property } from "./operation.ts";
import type { CallKind, Parts, Phrases, Refusal } from "./phrases.ts";
import { type CodeStep, expression, isOther, type Plan, wireLines } from "./plan.ts";
import { namer } from "./words.ts";

export function programOf(phrases: Phrases, plan: Plan): string {
  return new Writer(phrases, plan).program();
}

class Writer {
  private readonly phrases: Phrases;
  private readonly plan: Plan;
  private readonly name: (wanted: string) => string;

  constructor(phrases: Phrases, plan: Plan) {
    this.phrases = phrases;
    this.plan = plan;
    this.name = namer(phrases.taken, phrases.naming);
  }

  program(): string {
    const clients = this.plan.tables.map((x) => ({ variable: this.name(x), table: this.phrases.literal(x) }));
    const steps = this.plan.steps.map((s) => this.step(s));
    return this.phrases.program(steps, clients, this.plan);
  }

  private step(s: CodeStep): string {
    const other = isOther(s) ? [t("code.other"), ...s.calls.flatMap(wireLines).map((line) => `  ${line}`)] : [];
    const comments = [s.title, ...s.remarks, ...other].filter(Boolean).map((line) => `${this.phrases.comment} ${line}`);
    return [...comments, ...(isOther(s) ? [] : [this.code(s)])].join("\n");
  }

  private code(s: CodeStep): string {
    const parts = s.calls.map((c) => this.parts(c.operation, s));
    const phrases: Partial<Record<string, (p: Parts) => string>> = s.batch ? this.phrases.actions : this.phrases.calls;
    const calls = parts.map((p) => phrases[p.kind]?.(p) ?? "");
    const [first] = parts;
    const code = s.batch && first ? this.phrases.transaction(first, calls) : calls.join("\n");
    return s.expects ? this.phrases.expecting(code, this.refusal(s)) : code;
  }

  private parts(o: Operation, s: CodeStep): Parts {
    const all = { ...NOTHING, ...o };
    const has = "row" in o || o.kind === "query"; // a client of its own
    const result = s.result && this.name(s.result);
    const [partition, row] = [this.text(all.partition), this.text(all.row)];
    return {
      kind: kindOf(o, s),
      table: has ? this.name(o.table) : this.text(all.table),
      partition,
      row,
      entity: this.phrases.entity(
        partition,
        row,
        all.properties.map((p) => this.phrases.member(p, this.value(p))),
      ),
      etag: all.etag && all.etag !== "*" ? this.phrases.etag(this.text(all.etag)) : "",
      replace: all.replace,
      filter: all.filter && this.text(all.filter),
      select: all.select.length ? this.phrases.list(all.select) : "",
      top: all.top,
      after: all.after && this.name(all.after),
      result,
      properties: this.plan.properties.has(s.result),
      expects: s.expects,
      fresh: (wanted) => this.name(`${wanted} ${s.n}`),
    };
  }

  private value({ type, value }: Property): string {
    return this.phrases.values[type](value, (s) => this.text(s));
  }

  private text(s: string): string {
    return expression(s, this.plan, this.phrases.literal, (c) => this.phrases.captured(this.name(c.of), c));
  }

  private refusal({ expects, batch }: CodeStep): Refusal {
    const [status, code] = /^\d+$/.test(expects) ? [expects, ""] : ["", this.phrases.literal(expects)];
    return { status, code, batch, note: `${this.phrases.comment} ${t("code.expected", { what: expects })}` };
  }
}

/** What operations do not have. */
const NOTHING = {
  table: "",
  partition: "",
  row: "",
  properties: [] as readonly Property[],
  etag: "",
  replace: false,
  filter: "",
  select: [] as readonly string[],
  top: 0,
  after: "",
};

function kindOf(o: Operation, s: CodeStep): CallKind | "other" {
  switch (o.kind) {
    case "write":
      return o.etag ? "update" : "upsert";
    case "query":
      return s.result || o.after || (o.top && !s.follow) ? "page" : "pages";
    default:
      return o.kind;
  }
}
