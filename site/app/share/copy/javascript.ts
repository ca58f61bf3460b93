// A script in JavaScript, with the library @azure/data-tables. Pure.
import { t } from "../../ui/i18n.ts";
import { INTEGER, INTEGER_OR_BOOLEAN, type Parts, type Phrases } from "./phrases.ts";
import { camel, indent, joined, quoted, wordsOf } from "./words.ts";

const literal = (text: string): string => quoted(text, /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g);
const typed = (type: string, value: string): string => `{ type: "${type}", value: ${value} }`;
const plain = (value: string): string => (INTEGER_OR_BOOLEAN.test(value) ? value : literal(value));
const kept = (p: Parts): string => (p.result ? `const ${p.result} = ` : "");
const version = (p: Parts): string => (p.etag ? `, { etag: ${p.etag} }` : "");
const mode = (p: Parts): string => (p.replace ? '"Replace"' : '"Merge"');

export const javascript: Phrases = {
  title: "JavaScript",
  library: "@azure/data-tables 13",
  taken: wordsOf(`
    await break case catch class connection console const continue debugger default delete do else entity enum error
    export extends false finally for function if implements import in instanceof interface let new null of package page
    private process protected public return service static super switch this throw true try typeof undefined var void
    while with yield`),
  naming: camel,
  comment: "//",
  literal,
  list: (words) => `[${words.map(literal).join(", ")}]`,
  captured: (variable, { header, name }) => `${variable}.${header ? "etag" : name}`,
  etag: (text) => text,
  values: {
    String: (value, text) => text(value),
    Null: () => "null",
    Int32: plain,
    Boolean: plain,
    Int64: (value, text) => (INTEGER.test(value) ? `${BigInt(value)}n` : typed("Int64", text(value))),
    Double: (value) => (/^-?\d+\.\d*[1-9]$/.test(value) ? value : typed("Double", literal(value))),
    DateTime: (value, text) =>
      /\.\d{4}|[^Z]$/.test(value) ? typed("DateTime", text(value)) : `new Date(${text(value)})`,
    Binary: (value, text) => `Buffer.from(${text(value)}, "base64")`,
    Guid: (value, text) => typed("Guid", text(value)),
  },
  member: ({ name }, value) => `${member(name)}: ${value}`,
  entity: (partition, row, members) => `{ ${[`partitionKey: ${partition}`, `rowKey: ${row}`, ...members].join(", ")} }`,
  calls: {
    "create-table": (p) => `await service.createTable(${p.table});`,
    "delete-table": (p) => `await service.deleteTable(${p.table});`,
    "list-tables": (p) =>
      `for await (const table of service.listTables(${p.filter && `{ queryOptions: { filter: ${p.filter} } }`})) {
  console.log(table.name);
}`,
    get: (p) => {
      const options = p.select && `, { queryOptions: { select: ${p.select} } }`;
      const read = `await ${p.table}.getEntity(${p.partition}, ${p.row}${options})`;
      return p.result ? `${kept(p)}${read};\nconsole.log(${p.result});` : `console.log(${read});`;
    },
    page: (p) => {
      const token = p.after && `continuationToken: ${p.after}.value.continuationToken`;
      const by = joined(p.top && `maxPageSize: ${p.top}`, token);
      const page = p.result || p.fresh("page");
      return `const ${page} = await ${listed(p)}.byPage(${by && `{ ${by} }`}).next(); // ${t("code.page")}
console.log(${page}.value);`;
    },
    pages: (p) =>
      p.top
        ? `for await (const page of ${listed(p)}.byPage({ maxPageSize: ${p.top} })) {\n  console.log(page);\n}`
        : `for await (const entity of ${listed(p)}) { // ${t("code.pages")}\n  console.log(entity);\n}`,
    insert: (p) => `${kept(p)}await ${p.table}.createEntity(${p.entity});`,
    upsert: (p) => `${kept(p)}await ${p.table}.upsertEntity(${p.entity}, ${mode(p)});`,
    update: (p) => `${kept(p)}await ${p.table}.updateEntity(${p.entity}, ${mode(p)}${version(p)});`,
    delete: (p) => `await ${p.table}.deleteEntity(${p.partition}, ${p.row}${version(p)});`,
  },
  actions: {
    insert: (p) => `["create", ${p.entity}]`,
    upsert: (p) => `["upsert", ${p.entity}, ${mode(p)}]`,
    update: (p) => `["update", ${p.entity}, ${mode(p)}${version(p)}]`,
    delete: (p) => `["delete", ${p.entity}${p.etag && ` /* ${t("code.delete")} */`}]`,
  },
  transaction: (p, actions) => `await ${p.table}.submitTransaction([\n${actions.map((a) => `  ${a},\n`).join("")}]);`,
  expecting: (code, { status, code: error, batch, note }) => {
    const found = status ? "error.statusCode" : batch ? "error.code" : "error.details?.odataError?.code";
    return `try {
${indent(code, "  ")}
} catch (error) {
  if (${found} !== ${status || error}) throw error; ${note}
}`;
  },
  program: (steps, clients, plan) => {
    const service = plan.steps.some((s) => s.calls.some((c) => /tables?$/.test(c.operation.kind)));
    const classes = joined(clients.length > 0 && "TableClient", service && "TableServiceClient");
    const head = [
      `import { ${classes} } from "@azure/data-tables";`,
      "",
      `const connection = process.env.TABLES; // ${t("code.connection")}`,
      `if (!connection) throw new Error(${literal(t("code.connection.unset"))});`,
      ...(service ? [`const service = TableServiceClient.fromConnectionString(connection, ${LOCAL});`] : []),
      ...clients.map(
        (c) => `const ${c.variable} = TableClient.fromConnectionString(connection, ${c.table}, ${LOCAL});`,
      ),
    ];
    return `${[...(classes ? [head.join("\n")] : []), ...steps].join("\n\n")}\n`;
  },
};

/** Without it the client refuses http, which a local endpoint speaks. */
const LOCAL = "{ allowInsecureConnection: true }";

function listed(p: Parts): string {
  const options = joined(p.filter && `filter: ${p.filter}`, p.select && `select: ${p.select}`);
  return `${p.table}.listEntities(${options && `{\n  queryOptions: { ${options} },\n}`})`;
}

function member(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : literal(name);
}
