// A script in C#, with the library Azure.Data.Tables. Pure.
import { t } from "../../ui/i18n.ts";
import { INTEGER_OR_BOOLEAN, NUMBER, type Parts, type Phrases } from "./phrases.ts";
import { camel, indent, inUtc, joined, quoted, wordsOf } from "./words.ts";

const literal = (text: string): string => quoted(text, /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g);
const plain = (value: string): string => (INTEGER_OR_BOOLEAN.test(value) ? value : literal(value));
const kept = (p: Parts): string => (p.result ? `Response ${p.result} = ` : "");
const mode = (p: Parts): string => (p.replace ? "Replace" : "Merge");
const version = (p: Parts): string => p.etag || "ETag.All";
const print = (entity: string): string => `Console.WriteLine($"{${entity}.PartitionKey} {${entity}.RowKey}");`;
const action = (type: string, p: Parts): string =>
  `new TableTransactionAction(TableTransactionActionType.${type}, ${joined(p.entity, p.etag)})`;

export const csharp: Phrases = {
  title: "C#",
  library: "Azure.Data.Tables 12",
  taken: wordsOf(`
    abstract as async await base bool break byte case catch char checked class connection const continue decimal
    default delegate do double else entity enum event explicit extern false finally fixed float for foreach goto if
    implicit in int interface internal is lock long namespace new null object operator out override page params
    private protected public readonly ref return sbyte sealed service short sizeof stackalloc static string struct
    switch table this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile while`),
  naming: camel,
  comment: "//",
  literal,
  list: (words) => `new[] { ${words.map(literal).join(", ")} }`,
  captured: (variable, { kind, header, name }) =>
    `${variable}${header ? (kind === "get" ? ".ETag" : ".Headers.ETag!.Value") : `[${literal(name)}]`}`,
  etag: (text) => (/ETag(!\.Value)?$/.test(text) ? text : `new ETag(${text})`),
  values: {
    String: (value, text) => text(value),
    Null: () => "null",
    Int32: plain,
    Boolean: plain,
    Int64: (value) => (/^-?\d{1,19}$/.test(value) ? `${value}L` : literal(value)),
    Double: (value) => (NUMBER.test(value) ? `${value}D` : `double.Parse(${literal(value)})`),
    DateTime: (value, text) => `DateTimeOffset.Parse(${text(inUtc(value))})`,
    Binary: (value, text) => `Convert.FromBase64String(${text(value)})`,
    Guid: (value, text) => `Guid.Parse(${text(value)})`,
  },
  member: ({ name }, value) => `[${literal(name)}] = ${value}`,
  entity: (partition, row, members) =>
    `new TableEntity(${partition}, ${row})${members.length ? ` { ${members.join(", ")} }` : ""}`,
  calls: {
    "create-table": (p) => `await service.CreateTableAsync(${p.table});`,
    "delete-table": (p) => `await service.DeleteTableAsync(${p.table});`,
    "list-tables": (p) => `await foreach (var table in service.QueryAsync(${p.filter}))
{
    Console.WriteLine(table.Name);
}`,
    get: (p) => {
      const [entity, of] = [p.result || p.fresh("row"), joined(p.partition, p.row, p.select && `select: ${p.select}`)];
      return `TableEntity ${entity} = await ${p.table}.GetEntityAsync<TableEntity>(${of});\n${print(entity)}`;
    },
    page: (p) => {
      const page = p.result || p.fresh("page");
      const token = p.after && `continuationToken: ${p.after}?.ContinuationToken`;
      const pages = `${queried(p)}.AsPages(${joined(token, p.top && `pageSizeHint: ${p.top}`)})`;
      return `Page<TableEntity>? ${page} = null; // ${t("code.page")}
await foreach (var page in ${pages})
{
    ${page} = page;
    break;
}
foreach (TableEntity entity in ${page}?.Values ?? [])
{
    ${print("entity")}
}`;
    },
    pages: (p) => `await foreach (TableEntity entity in ${queried(p, p.top)}) // ${t("code.pages")}
{
    ${print("entity")}
}`,
    insert: (p) => `${kept(p)}await ${p.table}.AddEntityAsync(${p.entity});`,
    upsert: (p) => `${kept(p)}await ${p.table}.UpsertEntityAsync(${p.entity}, TableUpdateMode.${mode(p)});`,
    update: (p) =>
      `${kept(p)}await ${p.table}.UpdateEntityAsync(${p.entity}, ${version(p)}, TableUpdateMode.${mode(p)});`,
    delete: (p) => `await ${p.table}.DeleteEntityAsync(${p.partition}, ${p.row}, ${version(p)});`,
  },
  actions: {
    insert: (p) => action("Add", p),
    upsert: (p) => action(`Upsert${mode(p)}`, p),
    update: (p) => action(`Update${mode(p)}`, p),
    delete: (p) => action("Delete", p),
  },
  transaction: (p, actions) =>
    `await ${p.table}.SubmitTransactionAsync(\n[\n${actions.map((a) => `    ${a},\n`).join("")}]);`,
  expecting: (code, { status, code: error, note }) => `try
{
${indent(code, "    ")}
}
catch (RequestFailedException e) when (${status ? `e.Status == ${status}` : `e.ErrorCode == ${error}`})
{
    Console.WriteLine(e.ErrorCode); ${note}
}`,
  program: (steps, clients) => {
    const head = [
      "using Azure;",
      "using Azure.Data.Tables;",
      "",
      `var connection = Environment.GetEnvironmentVariable("TABLES"); // ${t("code.connection")}`,
      `if (string.IsNullOrEmpty(connection)) throw new Exception(${JSON.stringify(t("code.connection.unset"))});`,
      "var service = new TableServiceClient(connection);",
      ...clients.map((c) => `TableClient ${c.variable} = service.GetTableClient(${c.table});`),
    ];
    return `${[head.join("\n"), ...steps].join("\n\n")}\n`;
  },
};

function queried(p: Parts, size = 0): string {
  const options = joined(p.filter, size && `maxPerPage: ${size}`, p.select && `select: ${p.select}`);
  return `${p.table}.QueryAsync<TableEntity>(${options})`;
}
