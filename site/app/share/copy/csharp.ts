// A script in C#, with the library Azure.Data.Tables. Pure.
import { t } from "../../ui/i18n.ts";
import type { Operation, Property, Query, Write } from "./operation.ts";
import { type Capture, type CodeStep, camel, indent, isOther, namer, type Plan, phrase, wireLines } from "./plan.ts";

const TAKEN =
  "abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double else entity enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override page params private protected public readonly ref return sbyte sealed service short sizeof stackalloc static string struct switch table this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile while".split(
    " ",
  );

export function csharp(plan: Plan): string {
  return new Writer(plan).program();
}

class Writer {
  private readonly plan: Plan;
  private readonly name = namer(TAKEN, camel);

  constructor(plan: Plan) {
    this.plan = plan;
    for (const table of plan.tables) this.name(table);
  }

  program(): string {
    const head = [
      "using Azure;",
      "using Azure.Data.Tables;",
      "",
      `var service = new TableServiceClient(Environment.GetEnvironmentVariable("TABLES")); // ${t("code.connection")}`,
      ...this.plan.tables.map((x) => `TableClient ${this.name(x)} = service.GetTableClient(${literal(x)});`),
    ];
    return `${[head.join("\n"), ...this.plan.steps.map((s) => this.step(s))].join("\n\n")}\n`;
  }

  private step(s: CodeStep): string {
    const comments = [s.title, ...s.remarks].filter(Boolean).map((x) => `// ${x}`);
    if (isOther(s)) return [...comments, ...other(s)].join("\n");
    const code = s.batch ? this.batch(s) : this.call(s);
    return [...comments, s.expects ? this.expecting(s, code) : code].join("\n");
  }

  private expecting(s: CodeStep, code: string): string {
    const test = /^\d+$/.test(s.expects) ? `e.Status == ${s.expects}` : `e.ErrorCode == ${literal(s.expects)}`;
    return `try\n{\n${indent(code, "    ")}\n}\ncatch (RequestFailedException e) when (${test})\n{\n    Console.WriteLine(e.ErrorCode); // ${t("code.expected", { what: s.expects })}\n}`;
  }

  private call(s: CodeStep): string {
    const o = s.calls[0]?.operation;
    const keep = s.result ? `Response ${this.name(s.result)} = ` : "";
    switch (o?.kind) {
      case "create-table":
        return `await service.CreateTableAsync(${this.text(o.table)});`;
      case "delete-table":
        return `await service.DeleteTableAsync(${this.text(o.table)});`;
      case "list-tables":
        return `await foreach (var table in service.QueryAsync(${o.filter ? this.text(o.filter) : ""}))\n{\n    Console.WriteLine(table.Name);\n}`;
      case "get": {
        const select = o.select.length ? `, select: ${list(o.select)}` : "";
        const name = this.name(s.result || `row ${s.n}`);
        const read = `await ${this.name(o.table)}.GetEntityAsync<TableEntity>(${this.text(o.partition)}, ${this.text(o.row)}${select})`;
        return `TableEntity ${name} = ${read};\n${print(name)}`;
      }
      case "query":
        return this.query(o, s);
      case "insert":
        return `${keep}await ${this.name(o.table)}.AddEntityAsync(${this.entity(o)});`;
      case "write":
        return `${keep}await ${this.name(o.table)}.${this.write(o)};`;
      case "delete":
        return `await ${this.name(o.table)}.DeleteEntityAsync(${this.text(o.partition)}, ${this.text(o.row)}, ${this.etag(o.etag)});`;
      default:
        return "";
    }
  }

  private write(o: Write): string {
    const mode = o.replace ? "TableUpdateMode.Replace" : "TableUpdateMode.Merge";
    if (!o.etag) return `UpsertEntityAsync(${this.entity(o)}, ${mode})`;
    return `UpdateEntityAsync(${this.entity(o)}, ${this.etag(o.etag)}, ${mode})`;
  }

  private query(o: Query, s: CodeStep): string {
    const one = !!(s.result || o.after || (o.top && !s.follow));
    const options = [
      ...(o.filter ? [this.text(o.filter)] : []),
      ...(o.top && !one ? [`maxPerPage: ${o.top}`] : []),
      ...(o.select.length ? [`select: ${list(o.select)}`] : []),
    ];
    const asked = `${this.name(o.table)}.QueryAsync<TableEntity>(${options.join(", ")})`;
    if (!one)
      return `await foreach (TableEntity entity in ${asked}) // ${t("code.pages")}\n{\n    ${print("entity")}\n}`;
    const by = [
      ...(o.after ? [`continuationToken: ${this.name(o.after)}?.ContinuationToken`] : []),
      ...(o.top ? [`pageSizeHint: ${o.top}`] : []),
    ];
    const name = this.name(s.result || `page ${s.n}`);
    return `Page<TableEntity>? ${name} = null; // ${t("code.page")}
await foreach (var page in ${asked}.AsPages(${by.join(", ")}))
{
    ${name} = page;
    break;
}
foreach (TableEntity entity in ${name}?.Values ?? [])
{
    ${print("entity")}
}`;
  }

  private batch(s: CodeStep): string {
    const table = s.calls.map((c) => c.operation).find((o) => "row" in o)?.table ?? "";
    const actions = s.calls.map((c) => `    ${this.action(c.operation)},\n`).join("");
    return `await ${this.name(table)}.SubmitTransactionAsync(\n[\n${actions}]);`;
  }

  private action(o: Operation): string {
    const made = (type: string, entity: string, etag = "") =>
      `new TableTransactionAction(TableTransactionActionType.${type}, ${entity}${etag && etag !== "*" ? `, ${this.etag(etag)}` : ""})`;
    switch (o.kind) {
      case "insert":
        return made("Add", this.entity(o));
      case "write":
        return made(`${o.etag ? "Update" : "Upsert"}${o.replace ? "Replace" : "Merge"}`, this.entity(o), o.etag);
      case "delete":
        return made("Delete", this.entity({ ...o, properties: [] }), o.etag);
      default:
        return "";
    }
  }

  private etag(etag: string): string {
    if (etag === "*") return "ETag.All";
    const value = this.text(etag);
    return /ETag(!\.Value)?$/.test(value) ? value : `new ETag(${value})`;
  }

  private entity(o: { partition: string; row: string; properties: Property[] }): string {
    const made = `new TableEntity(${this.text(o.partition)}, ${this.text(o.row)})`;
    const members = o.properties.map((p) => `[${literal(p.name)}] = ${this.value(p)}`);
    return members.length ? `${made} { ${members.join(", ")} }` : made;
  }

  private value({ type, value }: Property): string {
    switch (type) {
      case "String":
        return this.text(value);
      case "Null":
        return "null";
      case "Int32":
      case "Boolean":
        return /^(-?\d+|true|false)$/.test(value) ? value : literal(value);
      case "Int64":
        return /^-?\d{1,19}$/.test(value) ? `${value}L` : literal(value);
      case "Double":
        return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? `${value}D` : `double.Parse(${literal(value)})`;
      case "DateTime":
        return `DateTimeOffset.Parse(${this.text(value)})`;
      case "Binary":
        return `Convert.FromBase64String(${this.text(value)})`;
      case "Guid":
        return `Guid.Parse(${this.text(value)})`;
    }
  }

  private text(s: string): string {
    return phrase(s, this.plan, literal, (c) => this.captured(c));
  }

  private captured(c: Capture): string {
    const name = this.name(c.of);
    if (!c.header) return `${name}[${literal(c.name)}]`;
    return c.kind === "get" ? `${name}.ETag` : `${name}.Headers.ETag!.Value`;
  }
}

/** A string of C#; its escapes are those of JSON. */
function literal(s: string): string {
  return JSON.stringify(s).replaceAll(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const list = (words: readonly string[]): string => `new[] { ${words.map(literal).join(", ")} }`;

const print = (name: string): string => `Console.WriteLine($"{${name}.PartitionKey} {${name}.RowKey}");`;

function other(s: CodeStep): string[] {
  return [`// ${t("code.other")}`, ...s.calls.flatMap((c) => wireLines(c).map((line) => `//   ${line}`))];
}
