// A script as a file for the REST Client of VS Code, or for httpyac: first the rows that it begins with, then the
// requests that a run of it has sent, in the words of the script wherever the other tool has them. Transactions become
// raw $batch requests, the pages of @follow one request each. Our own comments stay as comments that nobody obeys.
// Pure.
import type { Block, Exchange, WirePair } from "../../engine/types.ts";
import { type BlockText, readBlock, readVariables } from "./block-text.ts";
import { multipart, type Operation, operationsOf } from "./multipart.ts";
import { isObeyed, literal, symbolic } from "./request.ts";
import { type Begun, type Filling, fillings } from "./rows.ts";
import { headerOf, rewrite, type Scope, type Tool, variableName } from "./tools.ts";

export interface ExportSource {
  text: string;
  blocks: readonly Block[];
  exchanges: readonly Exchange[]; // of a run of the text
  head: readonly string[]; // sentences for the reader of the file
  begun: readonly Begun[]; // tables that are there before the run
  filling: (what: Filling) => string; // the title of a request that fills them
  notSent: (title: string) => string;
  obeyed: (title: string) => string; // of a request that a tool would not only send
}

interface State extends Scope {
  names: Map<string, string>;
  values: Map<string, string | null>;
}

const BASE = "127.0.0.1";
const PORTS = { table: 10002, queue: 10001, blob: 10000 } as const;

/** Writes the file. */
export function exportScript(source: ExportSource, tool: Tool): string {
  const exporter = new Exporter(source, tool);
  return exporter.write();
}

class Exporter {
  private readonly lines: string[];
  private readonly state: State;
  private readonly out: string[] = [];
  private readonly used = new Set<string>();
  private n = 0; // of the request

  constructor(
    private readonly source: ExportSource,
    tool: Tool,
  ) {
    this.lines = source.text.split("\n");
    this.state = { tool, variables: readVariables(source.text), names: new Map(), values: new Map() };
  }

  write(): string {
    const shown = this.source.exchanges.filter((x) => !x.hidden);
    const begun = new Set(shown.flatMap((x) => x.blocks));
    for (const what of fillings(this.source.begun)) this.fill(what);
    for (const x of shown) this.exchange(x);
    for (const b of this.source.blocks) if (b.line > 0 && !begun.has(b.index)) this.missing(b);
    const requests = this.out.join("\n");
    const file = `${this.head(requests).join("\n")}\n\n${requests}`;
    return file.replaceAll("\r", " "); // editors begin a line after it
  }

  /** What the file says of itself, and the variables that it uses. */
  private head(requests: string): string[] {
    const bases = Object.entries(PORTS).filter(([name]) => name === "table" || requests.includes(`{{${name}}}`));
    return [
      ...this.source.head.map(remark),
      "",
      ...bases.map(([name, port]) => `@${name} = http://${BASE}:${port}/devstoreaccount1`),
      "@sas = timeout=30",
      ...this.variables(requests),
    ];
  }

  private variables(requests: string): string[] {
    const list = [...this.state.variables].flatMap(([name, value]) => {
      const text = rewrite(value, this.state);
      return text === null || name in PORTS ? [] : [[variableName(name), text] as const];
    });
    const wanted = (name: string) => [requests, ...list.map(([, text]) => text)].some((t) => t.includes(`{{${name}}}`));
    return list.filter(([name]) => wanted(name)).map(([name, text]) => `@${name} = ${text}`);
  }

  /** It is no error if the table already exists: only what fills it is checked. */
  private fill(what: Filling): void {
    const title = this.source.filling(what);
    const [create] = what.operations;
    if (!what.rows && create) return this.add(title, [], "", { ...create, url: withToken(create.url) }, 0);
    const n = this.n + 1;
    const headers: Operation["headers"] = [
      ["Accept", "application/json;odata=minimalmetadata"],
      ["Content-Type", `multipart/mixed; boundary=batch_${n}`],
    ];
    const body = multipart(what.operations, false, n);
    this.add(title, [], "", { method: "POST", url: withToken("{{table}}/$batch"), headers, body }, 202);
  }

  private exchange(x: Exchange): void {
    const blocks = x.blocks.map((index) => this.blockOf(index));
    const pages = pagesOf(x);
    if (!pages.length) return this.comment(x.title, blocks, this.source.notSent(x.title));
    if (pages.some(({ request }) => partsOf(x, request).some(isObeyed)))
      return this.comment(x.title, blocks, this.source.obeyed(x.title));
    const names = pages.map((_, i) => (x.name || i + 1 < pages.length ? this.unique(x.name || "page") : ""));
    for (const [i, pair] of pages.entries()) {
      if (x.ops.length) this.batch(x, pair, names[i] ?? "", blocks);
      else if (i) this.page(x, pair, i, names, blocks[0] ?? null);
      else this.single(x, pair, names[0] ?? "", blocks);
    }
    if (names[0] && x.name) this.state.names.set(x.name, names[0]);
    for (const b of blocks) this.set(b);
  }

  private single(
    x: Exchange,
    { request, response }: WirePair,
    name: string,
    blocks: readonly (BlockText | null)[],
  ): void {
    const said = symbolic(literal(request), blocks[0] ?? null, this.state);
    this.add(x.title, blocks, name, { ...said, url: withToken(said.url) }, response.status);
  }

  /** A further page takes its token from the answer before. */
  private page(x: Exchange, pair: WirePair, i: number, names: readonly string[], block: BlockText | null): void {
    const sent = literal(pair.request);
    const url = withToken(nextPage(sent.url, names[i - 1] ?? "", this.state.tool));
    const said = symbolic(sent, block, this.state);
    this.add(`${x.title} (${i + 1})`, [], names[i] ?? "", { ...said, url }, pair.response.status);
  }

  private batch(
    x: Exchange,
    { request, response }: WirePair,
    name: string,
    blocks: readonly (BlockText | null)[],
  ): void {
    const { query, operations } = operationsOf(request.body);
    const said = operations.map((o, i) => {
      const block = this.blockOf(x.ops[i]?.block ?? -1);
      return symbolic(literal(o), block, this.state);
    });
    const envelope = literal({ ...request, body: "" });
    const n = this.n + 1;
    const headers = envelope.headers.map(([h, v]): [string, string] =>
      h.toLowerCase() === "content-type" ? [h, `multipart/mixed; boundary=batch_${n}`] : [h, v],
    );
    const body = multipart(said, query, n);
    this.add(x.title, blocks, name, { ...envelope, headers, url: withToken(envelope.url), body }, response.status);
  }

  /** A block that the run did not reach: as the script says it, as far as that goes. */
  private missing(b: Block): void {
    const block = this.blockOf(b.index);
    const url = block && rewrite(block.target.startsWith("/") ? `{{table}}${block.target}` : block.target, this.state);
    const body = block && rewrite(block.body, this.state);
    const headers = block?.headers.map(([n, v]): [string, string | null] => [n, rewrite(v, this.state)]) ?? [];
    if (!block || b.batch || url === null || body === null || headers.some(([, v]) => v === null))
      return this.comment(b.title, [block], this.source.notSent(b.title));
    if (isObeyed({ headers: [], body: block.body })) return this.comment(b.title, [block], this.source.obeyed(b.title));
    const fields = headers.map(([n, v]): [string, string] => [n, v ?? ""]);
    if (!fields.some(([n]) => n.toLowerCase() === "accept"))
      fields.push(["Accept", "application/json;odata=minimalmetadata"]);
    this.add(
      b.title,
      [block],
      this.unique(b.name),
      { method: block.method, url: withToken(url), headers: fields, body },
      0,
    );
  }

  private add(title: string, blocks: readonly (BlockText | null)[], name: string, o: Operation, status: number): void {
    this.n++;
    const head = [`### ${this.n}. ${oneLine(title) || `${o.method} ${o.url.replace(/^\{\{\w+\}\}|\?.*$/g, "")}`}`];
    head.push(...remarks(blocks), ...(name ? [`# @name ${name}`] : []));
    const fields = o.headers.map(([n, v]) => `${n}: ${v}`);
    const check = this.state.tool === "httpyac" && status > 0 ? ["", `?? status == ${status}`] : [];
    this.out.push(
      [...head, `${o.method} ${o.url}`, ...fields, ...(o.body ? ["", o.body] : []), ...check, ""].join("\n"),
    );
  }

  private comment(title: string, blocks: readonly (BlockText | null)[], why: string): void {
    this.out.push([`### ${oneLine(title)}`, ...remarks(blocks), remark(oneLine(why)), ""].join("\n"));
  }

  private blockOf(index: number): BlockText | null {
    const b = this.source.blocks.find((block) => block.index === index);
    return b ? readBlock(this.lines.slice(b.firstLine - 1, b.lastLine)) : null;
  }

  /** A name that the file has once: rounds of a loop have their own. */
  private unique(wanted: string): string {
    const stem = wanted && variableName(wanted);
    let name = stem;
    for (let i = 2; name && this.used.has(name); i++) name = `${stem}_${i}`;
    this.used.add(name);
    return name;
  }

  /** "@set etag {{read.response.headers.ETag}}" stands for that answer from here on. */
  private set(block: BlockText | null): void {
    for (const word of block?.words ?? []) {
      const [, name, value = ""] = /^@set\s+([\w-]+)\s+(.*)$/.exec(word) ?? [];
      if (name) this.state.values.set(name, rewrite(value, this.state));
    }
  }
}

/** A request, or the operations of a transaction, as they were sent. */
function partsOf(x: Exchange, request: WirePair["request"]): readonly Operation[] {
  const { headers, body } = request;
  return x.ops.length ? operationsOf(body).operations : [{ method: "", url: "", headers: [...headers], body }];
}

/** What was sent and answered: of attempts at the same request the last one. */
function pagesOf(x: Exchange): Exchange["wire"] {
  return x.wire.filter((pair, i) => x.wire[i + 1]?.request.url !== pair.request.url);
}

/** The address of a further page: what was sent, with the tokens of the answer before. */
function nextPage(url: string, before: string, tool: Tool): string {
  return url.replace(/\b(Next(?:TableName|PartitionKey|RowKey))=[^&]*/g, (_, token: string) => {
    return `${token}=${headerOf(before, `x-ms-continuation-${token}`, tool)}`;
  });
}

/** A place for a token of the account, which no other host gets; an address that has one keeps it. */
function withToken(url: string): string {
  return /[?&]sig=/.test(url) || !/^\{\{(?:table|queue|blob)\}\}(?:[/?]|$)/.test(url)
    ? url
    : `${url}${url.includes("?") ? "&" : "?"}{{sas}}`;
}

/** What authors wrote, and our own words as remarks that no tool obeys. */
function remarks(blocks: readonly (BlockText | null)[]): string[] {
  return blocks.flatMap((b) => [
    ...(b?.comments ?? []).map(remark),
    ...(b?.words ?? []).filter((w) => !/^@(name|title)\b/.test(w)).map(remark),
  ]);
}

/** A comment; what a tool would obey in one is said to be ours. */
const remark = (text: string): string => (/^\s*(?:@|\?\?)/.test(text) ? `# rowkey: ${text}` : `# ${text}`);

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
