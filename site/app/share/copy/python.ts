// A script in Python, with the library azure-data-tables. Pure.
import { t } from "../../ui/i18n.ts";
import { INTEGER, type Parts, type Phrases } from "./phrases.ts";
import { indent, inUtc, joined, outsideOfStrings, quoted, snake, wordsOf } from "./words.ts";

/** A string: escapes of JSON mean the same here, but for halves of characters, which become U+FFFD. */
const literal = (text: string): string =>
  quoted(text.toWellFormed(), /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g);
const kept = (p: Parts): string => (p.result ? `${p.result} = ` : "");
const mode = (p: Parts): string => (p.replace ? '"replace"' : '"merge"');
const version = (p: Parts): string => p.etag && `, etag=${p.etag}, match_condition=MatchConditions.IfNotModified`;
const condition = (p: Parts): string => p.etag && `"etag": ${p.etag}, "match_condition": MatchConditions.IfNotModified`;

export const python: Phrases = {
  title: "Python",
  library: "azure-data-tables 12",
  taken: wordsOf(`
    and as assert async await b64decode bool break class continue datetime def del dict elif else entity error except
    false finally float for from global if import in int is lambda list next none nonlocal not or os page pass print
    raise return service set str table true try tuple type while with yield`),
  naming: snake,
  comment: "#",
  literal,
  list: (words) => `[${words.map(literal).join(", ")}]`,
  captured: (variable, { kind, header, name }) => {
    if (!header) return `str(${variable}[${literal(name)}])`;
    return `${variable}${kind === "get" ? ".metadata" : ""}["etag"]`;
  },
  etag: (text) => text,
  values: {
    String: (value, text) => text(value),
    Null: () => "None",
    Boolean: (value) => (value === "true" ? "True" : "False"),
    Int32: (value) => (INTEGER.test(value) ? `${BigInt(value)}` : literal(value)),
    Int64: (value) => `EntityProperty(${INTEGER.test(value) ? BigInt(value) : literal(value)}, EdmType.INT64)`,
    Double: (value) => `float(${literal(value)})`,
    DateTime: (value, text) =>
      `datetime.fromisoformat(${text(
        inUtc(value)
          .replace(/(\.\d{6})\d+/, "$1")
          .replace(/Z$/, "+00:00"),
      )})`,
    Binary: (value, text) => `b64decode(${text(value)})`,
    Guid: (value, text) => `UUID(${text(value)})`,
  },
  member: ({ name }, value) => `${literal(name)}: ${value}`,
  entity: (partition, row, members) =>
    `{${[`"PartitionKey": ${partition}`, `"RowKey": ${row}`, ...members].join(", ")}}`,
  calls: {
    "create-table": (p) => `service.create_table(${p.table})`,
    "delete-table": (p) => `service.delete_table(${p.table})`,
    "list-tables": (p) =>
      `for table in service.${p.filter ? `query_tables(${p.filter})` : "list_tables()"}:\n    print(table.name)`,
    get: (p) => {
      const read = `${p.table}.get_entity(${joined(p.partition, p.row, p.select && `select=${p.select}`)})`;
      return p.result ? `${kept(p)}${read}\nprint(${p.result})` : `print(${read})`;
    },
    page: (p) => {
      const pages = p.result || p.fresh("pages");
      const token = p.after && `continuation_token=${p.after}.continuation_token`;
      return `${pages} = ${queried(p)}.by_page(${token})\nprint(list(next(${pages})))  # ${t("code.page")}`;
    },
    pages: (p) => `for entity in ${queried(p)}:  # ${t("code.pages")}\n    print(entity)`,
    insert: (p) => `${kept(p)}${p.table}.create_entity(${p.entity})`,
    upsert: (p) => `${kept(p)}${p.table}.upsert_entity(${p.entity}, mode=${mode(p)})`,
    update: (p) => `${kept(p)}${p.table}.update_entity(${p.entity}, mode=${mode(p)}${version(p)})`,
    delete: (p) => `${p.table}.delete_entity(${p.partition}, ${p.row}${version(p)})`,
  },
  actions: {
    insert: (p) => `("create", ${p.entity})`,
    upsert: (p) => `("upsert", ${p.entity}, {"mode": ${mode(p)}})`,
    update: (p) => `("update", ${p.entity}, {${joined(`"mode": ${mode(p)}`, condition(p))}})`,
    delete: (p) => `("delete", ${joined(p.entity, p.etag && `{${condition(p)}}`)})`,
  },
  transaction: (p, actions) => `${p.table}.submit_transaction([\n${actions.map((a) => `    ${a},\n`).join("")}])`,
  expecting: (code, { status, code: error, note }) => `try:
${indent(code, "    ")}
except HttpResponseError as error:
    if ${status ? `error.status_code != ${status}` : `error.error_code != ${error}`}:  ${note}
        raise`,
  program: (steps, clients) => {
    const head = [
      ...importsOf(steps.join("\n")),
      "",
      `service = TableServiceClient.from_connection_string(os.environ["TABLES"])  # ${t("code.connection")}`,
      ...clients.map((c) => `${c.variable} = service.get_table_client(${c.table})`),
    ];
    return `${[head.join("\n"), ...steps].join("\n\n")}\n`;
  },
};

function queried(p: Parts): string {
  const options = joined(p.filter, p.top && `results_per_page=${p.top}`, p.select && `select=${p.select}`);
  return `${p.table}.${p.filter ? "query" : "list"}_entities(${options})`;
}

/** Names that a program may use, and the module of each. */
const NAMES = [
  ["b64decode", "base64"],
  ["datetime", "datetime"],
  ["UUID", "uuid"],
  ["MatchConditions", "azure.core"],
  ["HttpResponseError", "azure.core.exceptions"],
] as const;

function importsOf(code: string): string[] {
  const text = outsideOfStrings(code, "#");
  const used = (word: string) => new RegExp(`\\b${word}\\b`).test(text);
  const typed = used("EntityProperty") ? "EdmType, EntityProperty, " : "";
  const from = NAMES.filter(([word]) => used(word)).map(([word, module]) => `from ${module} import ${word}`);
  const azure = from.findIndex((line) => line.startsWith("from azure"));
  const own = azure < 0 ? from : from.slice(0, azure);
  return [
    "import os",
    ...own,
    "",
    ...from.slice(own.length),
    `from azure.data.tables import ${typed}TableServiceClient`,
  ];
}
