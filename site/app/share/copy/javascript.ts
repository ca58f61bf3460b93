// A script in JavaScript, with the library @azure/data-tables. Pure.
import { t } from "../../ui/i18n.ts";
import type { Operation, Property, Query, Write } from "./operation.ts";
import { type Capture, type CodeStep, camel, indent, isOther, namer, type Plan, phrase, wireLines } from "./plan.ts";

const TAKEN =
  "await break case catch class connection console const continue debugger default delete do else entity enum error export extends false finally for function if implements import in instanceof interface let new null of package page private process protected public return service static super switch this throw true try typeof undefined var void while with yield".split(
    " ",
  );

export function javascript(plan: Plan): string {
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
    const steps = this.plan.steps.map((s) => this.step(s));
    const service = this.plan.steps.some((s) => s.calls.some((c) => /tables?$/.test(c.operation.kind)));
    const clients = [...(this.plan.tables.length ? ["TableClient"] : []), ...(service ? ["TableServiceClient"] : [])];
    const head = [
      `import { ${clients.join(", ")} } from "@azure/data-tables";`,
      "",
      `const connection = process.env.TABLES; // ${t("code.connection")}`,
      ...(service ? ["const service = TableServiceClient.fromConnectionString(connection);"] : []),
      ...this.plan.tables.map(
        (x) => `const ${this.name(x)} = TableClient.fromConnectionString(connection, ${literal(x)});`,
      ),
    ];
    return `${[...(clients.length ? [head.join("\n")] : []), ...steps].join("\n\n")}\n`;
  }

  private step(s: CodeStep): string {
    const comments = [s.title, ...s.remarks].filter(Boolean).map((x) => `// ${x}`);
    if (isOther(s)) return [...comments, ...other(s)].join("\n");
    const code = s.batch ? this.batch(s) : this.call(s);
    return [...comments, s.expects ? this.expecting(s, code) : code].join("\n");
  }

  private expecting(s: CodeStep, code: string): string {
    const test = /^\d+$/.test(s.expects)
      ? `error.statusCode !== ${s.expects}`
      : `${s.batch ? "error.code" : "error.details?.odataError?.code"} !== ${literal(s.expects)}`;
    return `try {\n${indent(code, "  ")}\n} catch (error) {\n  if (${test}) throw error; // ${t("code.expected", { what: s.expects })}\n}`;
  }

  private call(s: CodeStep): string {
    const o = s.calls[0]?.operation;
    const keep = s.result ? `const ${this.name(s.result)} = ` : "";
    switch (o?.kind) {
      case "create-table":
        return `await service.createTable(${this.text(o.table)});`;
      case "delete-table":
        return `await service.deleteTable(${this.text(o.table)});`;
      case "list-tables": {
        const options = o.filter ? `{ queryOptions: { filter: ${this.text(o.filter)} } }` : "";
        return `for await (const table of service.listTables(${options})) {\n  console.log(table.name);\n}`;
      }
      case "get": {
        const select = o.select.length ? `, { queryOptions: { select: ${this.list(o.select)} } }` : "";
        const read = `await ${this.name(o.table)}.getEntity(${this.text(o.partition)}, ${this.text(o.row)}${select})`;
        return keep ? `${keep}${read};\nconsole.log(${this.name(s.result)});` : `console.log(${read});`;
      }
      case "query":
        return this.query(o, s);
      case "insert":
        return `${keep}await ${this.name(o.table)}.createEntity(${this.entity(o)});`;
      case "write":
        return `${keep}await ${this.name(o.table)}.${this.write(o)};`;
      case "delete": {
        const etag = o.etag === "*" ? "" : `, { etag: ${this.text(o.etag)} }`;
        return `await ${this.name(o.table)}.deleteEntity(${this.text(o.partition)}, ${this.text(o.row)}${etag});`;
      }
      default:
        return "";
    }
  }

  private write(o: Write): string {
    const mode = o.replace ? '"Replace"' : '"Merge"';
    if (!o.etag) return `upsertEntity(${this.entity(o)}, ${mode})`;
    const etag = o.etag === "*" ? "" : `, { etag: ${this.text(o.etag)} }`;
    return `updateEntity(${this.entity(o)}, ${mode}${etag})`;
  }

  private query(o: Query, s: CodeStep): string {
    const options = [
      ...(o.filter ? [`filter: ${this.text(o.filter)}`] : []),
      ...(o.select.length ? [`select: ${this.list(o.select)}`] : []),
    ];
    const asked = options.length ? `{\n  queryOptions: { ${options.join(", ")} },\n}` : "";
    const list = `${this.name(o.table)}.listEntities(${asked})`;
    const size = o.top ? `maxPageSize: ${o.top}` : "";
    if (s.result || o.after || (o.top && !s.follow)) {
      const token = o.after ? `continuationToken: ${this.name(o.after)}.value.continuationToken` : "";
      const name = this.name(s.result || `page ${s.n}`);
      const by = [size, token].filter(Boolean).join(", ");
      return `const ${name} = await ${list}.byPage(${by ? `{ ${by} }` : ""}).next(); // ${t("code.page")}\nconsole.log(${name}.value);`;
    }
    if (size) return `for await (const page of ${list}.byPage({ ${size} })) {\n  console.log(page);\n}`;
    return `for await (const entity of ${list}) { // ${t("code.pages")}\n  console.log(entity);\n}`;
  }

  private batch(s: CodeStep): string {
    const table = s.calls.map((c) => c.operation).find((o) => "row" in o)?.table ?? "";
    const actions = s.calls.map((c) => `  ${this.action(c.operation)},`);
    return `await ${this.name(table)}.submitTransaction([\n${actions.join("\n")}\n]);`;
  }

  private action(o: Operation): string {
    switch (o.kind) {
      case "insert":
        return `["create", ${this.entity(o)}]`;
      case "write": {
        const [what, mode] = [o.etag ? "update" : "upsert", o.replace ? "Replace" : "Merge"];
        const etag = o.etag && o.etag !== "*" ? `, { etag: ${this.text(o.etag)} }` : "";
        return `["${what}", ${this.entity(o)}, "${mode}"${etag}]`;
      }
      case "delete": {
        const unsaid = o.etag === "*" ? "" : ` /* ${t("code.delete")} */`;
        return `["delete", { partitionKey: ${this.text(o.partition)}, rowKey: ${this.text(o.row)} }${unsaid}]`;
      }
      default:
        return "";
    }
  }

  private entity(o: { partition: string; row: string; properties: Property[] }): string {
    const keys = [`partitionKey: ${this.text(o.partition)}`, `rowKey: ${this.text(o.row)}`];
    return `{ ${[...keys, ...o.properties.map((p) => `${member(p.name)}: ${this.value(p)}`)].join(", ")} }`;
  }

  private value({ type, value }: Property): string {
    switch (type) {
      case "String":
        return this.text(value);
      case "Null":
        return "null";
      case "Int32":
      case "Boolean":
        return plain(value);
      case "Int64":
        return /^-?\d+$/.test(value) ? `${BigInt(value)}n` : this.typed(type, value);
      case "Double":
        return /^-?\d+\.\d*[1-9]$/.test(value) ? value : `{ type: "Double", value: ${literal(value)} }`;
      case "DateTime":
        return /\.\d{4}|[^Z]$/.test(value) ? this.typed(type, value) : `new Date(${this.text(value)})`;
      case "Binary":
        return `Buffer.from(${this.text(value)}, "base64")`;
      case "Guid":
        return this.typed(type, value);
    }
  }

  private typed(type: string, value: string): string {
    return `{ type: "${type}", value: ${this.text(value)} }`;
  }

  private list(words: readonly string[]): string {
    return `[${words.map(literal).join(", ")}]`;
  }

  private text(s: string): string {
    return phrase(s, this.plan, literal, (c) => this.captured(c));
  }

  private captured(c: Capture): string {
    return c.header ? `${this.name(c.of)}.etag` : `${this.name(c.of)}.${c.name}`;
  }
}

/** What a script says is data in every language: nothing of it becomes code. */
function literal(s: string): string {
  return JSON.stringify(s).replaceAll(
    /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16)}`,
  );
}

const plain = (value: string): string => (/^(-?\d+|true|false)$/.test(value) ? value : literal(value));

function member(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : literal(name);
}

function other(s: CodeStep): string[] {
  return [`// ${t("code.other")}`, ...s.calls.flatMap((c) => wireLines(c).map((line) => `//   ${line}`))];
}
