// A script as a program in Go, with the library aztables. Pure.
import { t } from "../../ui/i18n.ts";
import type { Property } from "./operation.ts";
import { type Client, INTEGER_OR_BOOLEAN, NUMBER, type Parts, type Phrases, type Text } from "./phrases.ts";
import { camel, indent, joined, outsideOfStrings, quoted, wordsOf } from "./words.ts";

/** A string: escapes of JSON are those of Go, but for lone halves of characters. */
const literal = (text: string): string =>
  quoted(text.toWellFormed(), /[\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g);
const string = (value: string, text: Text): string => text(value);
const written =
  (plain: RegExp) =>
  (value: string, text: Text): string =>
    plain.test(value) ? value : text(value);
const FAIL = "if err != nil {\n\treturn err\n}";

/** What follows a call: it has to succeed, or to be refused as the script expects. */
const end = ({ expects }: Parts): string =>
  expects
    ? `if err == nil || !strings.Contains(err.Error(), ${literal(expects)}) {
	return fmt.Errorf("expected ${expects}, got %v", err)
}`
    : FAIL;
const sent = (p: Parts, call: string): string =>
  `${p.result ? `${p.result}, err :=` : "_, err ="} ${p.table}.${call}\n${end(p)}`;
const mode = (p: Parts): string => (p.replace ? "Replace" : "Merge");
const version = (p: Parts): string => p.etag && `IfMatch: ${p.etag}`;
const action = (type: string, p: Parts): string =>
  `{ActionType: aztables.TransactionType${type}, Entity: ${p.entity}${p.etag && `, ${version(p)}`}}`;

export const go: Phrases = {
  title: "Go",
  library: "aztables 1.4",
  taken: wordsOf(`
    any append aztables bool break byte cap case chan const context continue copy ctx data default defer delete else
    entity err error fallthrough false float64 fmt for func go goto if import int int32 int64 interface json len log
    main make map maps max min nil new os package panic print range recover return run select service string strings
    struct switch table time to true type var`),
  naming: camel,
  comment: "//",
  literal,
  list: (words) => literal(words.join()),
  captured: (variable, { header, name }) =>
    header ? `${variable}.ETag` : `fmt.Sprint(${variable}Row[${literal(name)}])`,
  etag: (text) => (text.endsWith(".ETag") ? `&${text}` : `to.Ptr(azcore.ETag(${text}))`),
  values: {
    String: string,
    Null: () => "nil",
    Int32: written(INTEGER_OR_BOOLEAN),
    Boolean: written(INTEGER_OR_BOOLEAN),
    Double: written(NUMBER),
    Int64: string, // as in JSON, where it has its type beside it
    DateTime: string,
    Binary: string,
    Guid: string,
  },
  member: (p, value) => {
    const type = saysItsType(p) ? "" : `, ${literal(`${p.name}@odata.type`)}: "Edm.${p.type}"`;
    return `${literal(p.name)}: ${value}${type}`;
  },
  entity: (partition, row, members) =>
    `entity(${partition}, ${row}, ${members.length ? `map[string]any{${members.join(", ")}}` : "nil"})`,
  calls: {
    "create-table": (p) => `_, err = service.CreateTable(ctx, ${p.table}, nil)\n${end(p)}`,
    "delete-table": (p) => `_, err = service.DeleteTable(ctx, ${p.table}, nil)\n${end(p)}`,
    "list-tables": (p) => {
      const options = p.filter ? `&aztables.ListTablesOptions{Filter: to.Ptr(${p.filter})}` : "nil";
      return pages(p, `service.NewListTablesPager(${options})`, "Tables", "*entity.Name");
    },
    get: (p) => {
      const row = p.result || p.fresh("got");
      const all = p.select && `// ${t("code.select")}\n`;
      const read = `${p.table}.GetEntity(ctx, ${p.partition}, ${p.row}, nil)`;
      if (p.expects) return `${all}_, err = ${read}\n${end(p)}`;
      return `${all}${row}, err := ${read}
${FAIL}
fmt.Println(string(${row}.Value))${p.properties ? decoded(row) : ""}`;
    },
    page: (p) => {
      const page = p.result || p.fresh("page");
      return `${page}, err := ${pager(p)}.NextPage(ctx) // ${t("code.page")}
${FAIL}
for _, entity := range ${page}.Entities {
	fmt.Println(string(entity))
}`;
    },
    pages: (p) => pages(p, pager(p), "Entities", "string(entity)"),
    insert: (p) => sent(p, `AddEntity(ctx, ${p.entity}, nil)`),
    upsert: (p) => {
      const options = `&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateMode${mode(p)}}`;
      return sent(p, `UpsertEntity(ctx, ${p.entity}, ${options})`);
    },
    update: (p) => {
      const options = joined(version(p), `UpdateMode: aztables.UpdateMode${mode(p)}`);
      return sent(p, `UpdateEntity(ctx, ${p.entity}, &aztables.UpdateEntityOptions{${options}})`);
    },
    delete: (p) => {
      const options = p.etag ? `&aztables.DeleteEntityOptions{${version(p)}}` : "nil";
      return `_, err = ${p.table}.DeleteEntity(ctx, ${p.partition}, ${p.row}, ${options})\n${end(p)}`;
    },
  },
  actions: {
    insert: (p) => action("Add", p),
    upsert: (p) => action(`Insert${mode(p)}`, p),
    update: (p) => action(`Update${mode(p)}`, p),
    delete: (p) => action("Delete", p),
  },
  transaction: (p, actions) => {
    const list = actions.map((a) => `\t${a},\n`).join("");
    return `_, err = ${p.table}.SubmitTransaction(ctx, []aztables.TransactionAction{\n${list}}, nil)\n${end(p)}`;
  },
  expecting: (code) => code, // end has said it
  program: (steps, clients) => {
    const body = bodyOf(steps.join("\n\n"), clients);
    const helper = /\bentity\("|\bentity\([a-zA-Z]/.test(outsideOfStrings(body, "//")) ? ENTITY : "";
    const code = `func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
${indent(body, "\t")}
}
${helper}`;
    return `package main\n\n${importsOf(code)}\n\n${code}`;
  },
};

/** In JSON these need no type beside them. */
const saysItsType = ({ type, value }: Property): boolean =>
  ["String", "Null", "Int32", "Boolean"].includes(type) || (type === "Double" && /\.\d*[1-9]/.test(value));

/** The properties of a row that was read. */
const decoded = (row: string): string => `
var ${row}Row map[string]any
if err := json.Unmarshal(${row}.Value, &${row}Row); err != nil {
	return err
}`;

function pager(p: Parts): string {
  const fields = [
    ["Filter", p.filter && `to.Ptr(${p.filter})`],
    ["Select", p.select && `to.Ptr(${p.select})`],
    ["Top", p.top ? `to.Ptr(int32(${p.top}))` : ""],
    ["NextPartitionKey", p.after && `${p.after}.NextPartitionKey`],
    ["NextRowKey", p.after && `${p.after}.NextRowKey`],
  ] as const;
  return `${p.table}.NewListEntitiesPager(${structOf("ListEntitiesOptions", fields)})`;
}

/** A pointer to options, written as gofmt does; nil if there are none. */
function structOf(type: string, all: readonly (readonly [name: string, value: string])[]): string {
  const fields = all.filter(([, value]) => value);
  const width = Math.max(...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => `\t${`${name}:`.padEnd(width + 1)} ${value},\n`);
  return fields.length ? `&aztables.${type}{\n${lines.join("")}}` : "nil";
}

function pages(p: Parts, made: string, list: string, shown: string): string {
  const name = p.fresh("pager");
  return `${name} := ${made}
for ${name}.More() { // ${t("code.pages")}
	page, err := ${name}.NextPage(ctx)
	if err != nil {
		return err
	}
	for _, entity := range page.${list} {
		fmt.Println(${shown})
	}
}`;
}

/** The body of a function: a client that no call needs is left out, for Go refuses it. */
function bodyOf(steps: string, clients: readonly Client[]): string {
  const used = clients.filter(({ variable }) => new RegExp(`\\b${variable}\\.`).test(steps));
  const service = 'aztables.NewServiceClientFromConnectionString(os.Getenv("TABLES"), nil)';
  return `service, err := ${service} // ${t("code.connection")}
${FAIL}
${used.map(({ variable, table }) => `${variable} := service.NewClient(${table})\n`).join("")}
${steps}
return nil`;
}

const ENTITY = `
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
`;

const AZURE = "github.com/Azure/azure-sdk-for-go/sdk";
const PACKAGES = ["context", "encoding/json", "fmt", "log", "maps", "os", "strings"];
const MODULES = [`${AZURE}/azcore`, `${AZURE}/azcore/to`, `${AZURE}/data/aztables`];

function importsOf(code: string): string {
  const text = outsideOfStrings(code, "//");
  const used = (path: string) => new RegExp(`\\b${path.split("/").at(-1)}\\.`).test(text);
  const [own, sdk] = [PACKAGES, MODULES].map((list) =>
    list
      .filter(used)
      .map((path) => `\t"${path}"`)
      .join("\n"),
  );
  return `import (\n${own}\n\n${sdk}\n)`;
}
