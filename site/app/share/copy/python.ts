// A script in Python, with the library azure-data-tables. Pure.
import { t } from "../../ui/i18n.ts";
import type { Operation, Property, Query, Write } from "./operation.ts";
import { type Capture, type CodeStep, indent, isOther, namer, type Plan, phrase, snake, wireLines } from "./plan.ts";

const TAKEN =
  "and as assert async await b64decode bool break class continue datetime def del dict elif else entity error except false finally float for from global if import in int is lambda list next none nonlocal not or os page pass print raise return service set str table true try tuple type while with yield".split(
    " ",
  );

export function python(plan: Plan): string {
  return new Writer(plan).program();
}

class Writer {
  private readonly plan: Plan;
  private readonly name = namer(TAKEN, snake);

  constructor(plan: Plan) {
    this.plan = plan;
    for (const table of plan.tables) this.name(table);
  }

  program(): string {
    const steps = this.plan.steps.map((s) => this.step(s));
    const head = [
      ...importsOf(steps.join("\n")),
      "",
      `service = TableServiceClient.from_connection_string(os.environ["TABLES"])  # ${t("code.connection")}`,
      ...this.plan.tables.map((x) => `${this.name(x)} = service.get_table_client(${literal(x)})`),
    ];
    return `${[head.join("\n"), ...steps].join("\n\n")}\n`;
  }

  private step(s: CodeStep): string {
    const comments = [s.title, ...s.remarks].filter(Boolean).map((x) => `# ${x}`);
    if (isOther(s)) return [...comments, ...other(s)].join("\n");
    const code = s.batch ? this.batch(s) : this.call(s);
    return [...comments, s.expects ? this.expecting(s, code) : code].join("\n");
  }

  private expecting(s: CodeStep, code: string): string {
    const test = /^\d+$/.test(s.expects)
      ? `error.status_code != ${s.expects}`
      : `error.error_code != ${literal(s.expects)}`;
    return `try:\n${indent(code, "    ")}\nexcept HttpResponseError as error:\n    if ${test}:  # ${t("code.expected", { what: s.expects })}\n        raise`;
  }

  private call(s: CodeStep): string {
    const o = s.calls[0]?.operation;
    const keep = s.result ? `${this.name(s.result)} = ` : "";
    switch (o?.kind) {
      case "create-table":
        return `service.create_table(${this.text(o.table)})`;
      case "delete-table":
        return `service.delete_table(${this.text(o.table)})`;
      case "list-tables":
        return `for table in service.${o.filter ? `query_tables(${this.text(o.filter)})` : "list_tables()"}:\n    print(table.name)`;
      case "get": {
        const select = o.select.length ? `, select=${list(o.select)}` : "";
        const read = `${this.name(o.table)}.get_entity(${this.text(o.partition)}, ${this.text(o.row)}${select})`;
        return keep ? `${keep}${read}\nprint(${this.name(s.result)})` : `print(${read})`;
      }
      case "query":
        return this.query(o, s);
      case "insert":
        return `${keep}${this.name(o.table)}.create_entity(${this.entity(o)})`;
      case "write":
        return `${keep}${this.name(o.table)}.${this.write(o)}`;
      case "delete":
        return `${this.name(o.table)}.delete_entity(${this.text(o.partition)}, ${this.text(o.row)}${this.version(o.etag)})`;
      default:
        return "";
    }
  }

  /** Arguments for a version: none means any. */
  private version(etag: string): string {
    return etag && etag !== "*" ? `, etag=${this.text(etag)}, match_condition=MatchConditions.IfNotModified` : "";
  }

  private write(o: Write): string {
    const mode = o.replace ? '"replace"' : '"merge"';
    return `${o.etag ? "update" : "upsert"}_entity(${this.entity(o)}, mode=${mode}${this.version(o.etag)})`;
  }

  private query(o: Query, s: CodeStep): string {
    const options = [
      ...(o.filter ? [this.text(o.filter)] : []),
      ...(o.top ? [`results_per_page=${o.top}`] : []),
      ...(o.select.length ? [`select=${list(o.select)}`] : []),
    ];
    const asked = `${this.name(o.table)}.${o.filter ? "query" : "list"}_entities(${options.join(", ")})`;
    if (!(s.result || o.after || (o.top && !s.follow)))
      return `for entity in ${asked}:  # ${t("code.pages")}\n    print(entity)`;
    const name = this.name(s.result || `pages ${s.n}`);
    const token = o.after ? `continuation_token=${this.name(o.after)}.continuation_token` : "";
    return `${name} = ${asked}.by_page(${token})\nprint(list(next(${name})))  # ${t("code.page")}`;
  }

  private batch(s: CodeStep): string {
    const table = s.calls.map((c) => c.operation).find((o) => "row" in o)?.table ?? "";
    const actions = s.calls.map((c) => `    ${this.action(c.operation)},\n`).join("");
    return `${this.name(table)}.submit_transaction([\n${actions}])`;
  }

  private action(o: Operation): string {
    switch (o.kind) {
      case "insert":
        return `("create", ${this.entity(o)})`;
      case "write":
        return `("${o.etag ? "update" : "upsert"}", ${this.entity(o)}, {"mode": "${o.replace ? "replace" : "merge"}"${this.condition(o.etag)}})`;
      case "delete": {
        const condition = this.condition(o.etag).replace(/^, /, "");
        return `("delete", ${this.entity({ ...o, properties: [] })}${condition ? `, {${condition}}` : ""})`;
      }
      default:
        return "";
    }
  }

  private condition(etag: string): string {
    return etag && etag !== "*" ? `, "etag": ${this.text(etag)}, "match_condition": MatchConditions.IfNotModified` : "";
  }

  private entity(o: { partition: string; row: string; properties: Property[] }): string {
    const keys = [`"PartitionKey": ${this.text(o.partition)}`, `"RowKey": ${this.text(o.row)}`];
    return `{${[...keys, ...o.properties.map((p) => `${literal(p.name)}: ${this.value(p)}`)].join(", ")}}`;
  }

  private value({ type, value }: Property): string {
    switch (type) {
      case "String":
        return this.text(value);
      case "Null":
        return "None";
      case "Boolean":
        return value === "true" ? "True" : "False";
      case "Int32":
        return /^-?\d+$/.test(value) ? String(Number(value)) : literal(value);
      case "Int64":
        return `EntityProperty(${/^-?\d+$/.test(value) ? BigInt(value) : literal(value)}, EdmType.INT64)`;
      case "Double":
        return `float(${literal(value)})`;
      case "DateTime":
        return `datetime.fromisoformat(${this.text(value.replace(/(\.\d{6})\d+/, "$1").replace(/Z$/, "+00:00"))})`;
      case "Binary":
        return `b64decode(${this.text(value)})`;
      case "Guid":
        return `UUID(${this.text(value)})`;
    }
  }

  private text(s: string): string {
    return phrase(s, this.plan, literal, (c) => this.captured(c));
  }

  private captured(c: Capture): string {
    const name = this.name(c.of);
    if (!c.header) return `str(${name}[${literal(c.name)}])`;
    return c.kind === "get" ? `${name}.metadata["etag"]` : `${name}["etag"]`;
  }
}

/** A string of Python: escapes of JSON mean the same there, but for halves of characters, which become U+FFFD. */
function literal(s: string): string {
  return JSON.stringify(s.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const list = (words: readonly string[]): string => `[${words.map(literal).join(", ")}]`;

function other(s: CodeStep): string[] {
  return [`# ${t("code.other")}`, ...s.calls.flatMap((c) => wireLines(c).map((line) => `#   ${line}`))];
}

const NAMES: [string, string][] = [
  ["b64decode", "from base64 import b64decode"],
  ["datetime", "from datetime import datetime"],
  ["UUID", "from uuid import UUID"],
  ["MatchConditions", "from azure.core import MatchConditions"],
  ["HttpResponseError", "from azure.core.exceptions import HttpResponseError"],
];

function importsOf(code: string): string[] {
  const text = code.replaceAll(/"(?:[^"\\\n]|\\.)*"|#.*/g, "");
  const used = (word: string) => new RegExp(`\\b${word}\\b`).test(text);
  const typed = used("EntityProperty") ? "EdmType, EntityProperty, " : "";
  const from = NAMES.filter(([word]) => used(word)).map(([, line]) => line);
  const [own, azure] = [from.filter((x) => !x.includes("azure")), from.filter((x) => x.includes("azure"))];
  return ["import os", ...own, "", ...azure, `from azure.data.tables import ${typed}TableServiceClient`];
}
