// A script as a program in Go, with the library aztables. Pure.
import { t } from "../../ui/i18n.ts";
import type { Operation, Property, Query, Write } from "./operation.ts";
import { type Capture, type CodeStep, camel, indent, isOther, namer, type Plan, phrase, wireLines } from "./plan.ts";

const TAKEN =
  "any append aztables bool break byte cap case chan const context continue copy ctx data default defer delete else entity err error fallthrough false float64 fmt for func go goto if import int int32 int64 interface json len log main make map maps max min nil new os package panic print range recover return run select service string strings struct switch time to true type var".split(
    " ",
  );

export function go(plan: Plan): string {
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
    const steps = this.plan.steps.map((s) => this.step(s)).join("\n\n");
    const clients = this.plan.tables.map((x) => {
      const name = this.name(x);
      return new RegExp(`\\b${name}\\.`).test(steps) ? `${name} := service.NewClient(${literal(x)})\n` : "";
    });
    const body = `service, err := aztables.NewServiceClientFromConnectionString(os.Getenv("TABLES"), nil) // ${t("code.connection")}
${FAIL}
${clients.join("")}
${steps}
return nil`;
    const used = `${body}\n${helpersOf(body)}`;
    return `package main

import (
${importsOf(used)}
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
${indent(body, "\t")}
}
${helpersOf(body)}`;
  }

  private step(s: CodeStep): string {
    const comments = [s.title, ...s.remarks].filter(Boolean).map((x) => `// ${x}`);
    if (isOther(s)) return [...comments, ...other(s)].join("\n");
    return [...comments, s.batch ? this.batch(s) : this.call(s)].join("\n");
  }

  /** What follows a call: it has to succeed, or to be refused as the script expects. */
  private end(s: CodeStep): string {
    if (!s.expects) return FAIL;
    return `if err == nil || !strings.Contains(err.Error(), ${literal(s.expects)}) {\n\treturn fmt.Errorf("expected ${s.expects}, got %v", err)\n}`;
  }

  private call(s: CodeStep): string {
    const o = s.calls[0]?.operation;
    const answer = s.result ? `${this.name(s.result)}, err :=` : "_, err =";
    const end = o ? this.end(s) : "";
    switch (o?.kind) {
      case "create-table":
        return `_, err = service.CreateTable(ctx, ${this.text(o.table)}, nil)\n${end}`;
      case "delete-table":
        return `_, err = service.DeleteTable(ctx, ${this.text(o.table)}, nil)\n${end}`;
      case "list-tables":
        return this.tables(o.filter, s);
      case "get":
        return this.get(o, s);
      case "query":
        return this.query(o, s);
      case "insert":
        return `${answer} ${this.name(o.table)}.AddEntity(ctx, ${this.entity(o)}, nil)\n${end}`;
      case "write":
        return `${answer} ${this.write(o)}\n${end}`;
      case "delete": {
        const options = `&aztables.DeleteEntityOptions{IfMatch: ${this.etag(o.etag)}}`;
        return `_, err = ${this.name(o.table)}.DeleteEntity(ctx, ${this.text(o.partition)}, ${this.text(o.row)}, ${o.etag === "*" ? "nil" : options})\n${end}`;
      }
      default:
        return "";
    }
  }

  private get(o: Extract<Operation, { kind: "get" }>, s: CodeStep): string {
    const name = this.name(s.result || `got ${s.n}`);
    const read = `${this.name(o.table)}.GetEntity(ctx, ${this.text(o.partition)}, ${this.text(o.row)}, nil)`;
    const all = o.select.length ? `// ${t("code.select")}\n` : "";
    const print = `fmt.Println(string(${name}.Value))`;
    if (s.expects) return `${all}_, err = ${read}\n${this.end(s)}`;
    const properties = new RegExp(`\\{\\{\\s*${s.result}\\.response\\.body\\.`);
    const decode = s.result && properties.test(JSON.stringify(this.plan.steps));
    const more = decode
      ? `\nvar ${name}Row map[string]any\nif err := json.Unmarshal(${name}.Value, &${name}Row); err != nil {\n\treturn err\n}`
      : "";
    return `${all}${name}, err := ${read}\n${FAIL}\n${print}${more}`;
  }

  private write(o: Write): string {
    const mode = o.replace ? "aztables.UpdateModeReplace" : "aztables.UpdateModeMerge";
    const table = this.name(o.table);
    if (!o.etag)
      return `${table}.UpsertEntity(ctx, ${this.entity(o)}, &aztables.UpsertEntityOptions{UpdateMode: ${mode}})`;
    const etag = o.etag === "*" ? "" : `IfMatch: ${this.etag(o.etag)}, `;
    return `${table}.UpdateEntity(ctx, ${this.entity(o)}, &aztables.UpdateEntityOptions{${etag}UpdateMode: ${mode}})`;
  }

  private tables(filter: string, s: CodeStep): string {
    const options = filter ? `&aztables.ListTablesOptions{Filter: to.Ptr(${this.text(filter)})}` : "nil";
    return this.pages(`service.NewListTablesPager(${options})`, s, "Tables", "*entity.Name");
  }

  private query(o: Query, s: CodeStep): string {
    const after = o.after ? this.name(o.after) : "";
    const fields: [string, string][] = [
      ["Filter", o.filter && `to.Ptr(${this.text(o.filter)})`],
      ["Select", o.select.length ? `to.Ptr(${literal(o.select.join())})` : ""],
      ["Top", o.top ? `to.Ptr(int32(${o.top}))` : ""],
      ["NextPartitionKey", after && `${after}.NextPartitionKey`],
      ["NextRowKey", after && `${after}.NextRowKey`],
    ];
    const pager = `${this.name(o.table)}.NewListEntitiesPager(${structOf("ListEntitiesOptions", fields)})`;
    if (!(s.result || o.after || (o.top && !s.follow))) return this.pages(pager, s, "Entities", "string(entity)");
    const name = this.name(s.result || `page ${s.n}`);
    return `${name}, err := ${pager}.NextPage(ctx) // ${t("code.page")}
${FAIL}
for _, entity := range ${name}.Entities {
	fmt.Println(string(entity))
}`;
  }

  private pages(pager: string, s: CodeStep, list: string, show: string): string {
    const name = this.name(`pager ${s.n}`);
    return `${name} := ${pager}
for ${name}.More() { // ${t("code.pages")}
	page, err := ${name}.NextPage(ctx)
	if err != nil {
		return err
	}
	for _, entity := range page.${list} {
		fmt.Println(${show})
	}
}`;
  }

  private batch(s: CodeStep): string {
    const table = s.calls.map((c) => c.operation).find((o) => "row" in o)?.table ?? "";
    const actions = s.calls.map((c) => `\t${this.action(c.operation)},\n`).join("");
    return `_, err = ${this.name(table)}.SubmitTransaction(ctx, []aztables.TransactionAction{\n${actions}}, nil)\n${this.end(s)}`;
  }

  private action(o: Operation): string {
    const made = (type: string, entity: string, etag = "") =>
      `{ActionType: aztables.TransactionType${type}, Entity: ${entity}${etag && etag !== "*" ? `, IfMatch: ${this.etag(etag)}` : ""}}`;
    switch (o.kind) {
      case "insert":
        return made("Add", this.entity(o));
      case "write":
        return made(`${o.etag ? "Update" : "Insert"}${o.replace ? "Replace" : "Merge"}`, this.entity(o), o.etag);
      case "delete":
        return made("Delete", this.entity({ ...o, properties: [] }), o.etag);
      default:
        return "";
    }
  }

  private etag(etag: string): string {
    const value = this.text(etag);
    return value.endsWith(".ETag") ? `&${value}` : `to.Ptr(azcore.ETag(${value}))`;
  }

  private entity(o: { partition: string; row: string; properties: Property[] }): string {
    const properties = o.properties.flatMap((p) => this.members(p));
    const map = properties.length ? `map[string]any{${properties.join(", ")}}` : "nil";
    return `entity(${this.text(o.partition)}, ${this.text(o.row)}, ${map})`;
  }

  /** A property with its type beside it, unless JSON tells it. */
  private members(p: Property): string[] {
    const said =
      ["Int64", "DateTime", "Guid", "Binary"].includes(p.type) || (p.type === "Double" && !/\.\d*[1-9]/.test(p.value));
    const type = said ? [`${literal(`${p.name}@odata.type`)}: "Edm.${p.type}"`] : [];
    return [`${literal(p.name)}: ${this.value(p)}`, ...type];
  }

  private value({ type, value }: Property): string {
    if (type === "Null") return "nil";
    if (type === "Double" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return value;
    if ((type === "Int32" || type === "Boolean") && /^(-?\d+|true|false)$/.test(value)) return value;
    return this.text(value); // as JSON has it
  }

  private text(s: string): string {
    return phrase(s, this.plan, literal, (c) => this.captured(c));
  }

  private captured(c: Capture): string {
    const name = this.name(c.of);
    return c.header ? `${name}.ETag` : `fmt.Sprint(${name}Row[${literal(c.name)}])`;
  }
}

const FAIL = "if err != nil {\n\treturn err\n}";

/** A pointer to options, written as gofmt does; nil if there are none. */
function structOf(type: string, all: readonly [name: string, value: string][]): string {
  const fields = all.filter(([, value]) => value);
  const width = Math.max(...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => `\t${`${name}:`.padEnd(width + 1)} ${value},\n`);
  return fields.length ? `&aztables.${type}{\n${lines.join("")}}` : "nil";
}

/** A string of Go: escapes of JSON are those of Go, but for lone halves of characters. */
function literal(s: string): string {
  return JSON.stringify(s.toWellFormed()).replaceAll(
    /[\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function other(s: CodeStep): string[] {
  return [`// ${t("code.other")}`, ...s.calls.flatMap((c) => wireLines(c).map((line) => `//   ${line}`))];
}

const HELPERS: [RegExp, string][] = [
  [
    /\bentity\("|\bentity\([a-zA-Z]/,
    `
// entity is a row in JSON. It does without aztables.EDMEntity, which doubles apostrophes in keys.
func entity(partition, row string, properties map[string]any) []byte {
	all := map[string]any{"PartitionKey": partition, "RowKey": row}
	maps.Copy(all, properties)
	data, err := json.Marshal(all)
	if err != nil {
		panic(err) // a property of a type that JSON does not have
	}
	return data
}
`,
  ],
];

const helpersOf = (body: string): string =>
  HELPERS.map(([used, code]) => (used.test(outsideOfStrings(body)) ? code : "")).join("");

/** Code without what stands in its strings and comments. */
function outsideOfStrings(code: string): string {
  return code.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/.*/g, (m) => (m.startsWith('"') ? '""' : ""));
}

const PACKAGES: [RegExp, string][] = [
  [/\bjson\./, "encoding/json"],
  [/\bfmt\./, "fmt"],
  [/\bmaps\./, "maps"],
  [/\bstrings\./, "strings"],
];
const SDK: [RegExp, string][] = [
  [/\bazcore\./, "github.com/Azure/azure-sdk-for-go/sdk/azcore"],
  [/\bto\./, "github.com/Azure/azure-sdk-for-go/sdk/azcore/to"],
];

function importsOf(code: string): string {
  const text = outsideOfStrings(code);
  const used = (list: [RegExp, string][]) => list.filter(([p]) => p.test(text)).map(([, path]) => path);
  const own = ["context", "log", "os", ...used(PACKAGES)].sort();
  const sdk = [...used(SDK), "github.com/Azure/azure-sdk-for-go/sdk/data/aztables"];
  return [...own.map((p) => `\t"${p}"`), "", ...sdk.map((p) => `\t"${p}"`)].join("\n");
}
