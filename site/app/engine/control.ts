// A typed client of the engine's control requests. Every method rejects with ControlError or EngineStopped.
import { parseTyped } from "./doubles.ts";
import type { Recipe } from "./recipe.ts";
import type {
  Cheaper,
  Comparison,
  Counters,
  EntityPage,
  EntityVersion,
  Exported,
  Extremes,
  Files,
  Filled,
  Findings,
  Formatted,
  Generated,
  History,
  Judgement,
  KeyLine,
  Narrower,
  Parsed,
  PartitionInfo,
  Peeked,
  Planned,
  Problem,
  Progressed,
  Proposed,
  Rec,
  Sentence,
  Sheeted,
  Started,
  TableInfo,
  TextEdit,
  Verified,
  Vocabulary,
} from "./types.ts";

type Fetch = typeof fetch;

/** A control request that the engine refused. */
export class ControlError extends Error implements Problem {
  readonly status: number;
  readonly line: number;
  readonly sentences: Sentence[];
  readonly fix: string;
  readonly label: Sentence[];

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
    this.line = problem.line;
    this.sentences = problem.sentences;
    this.fix = problem.fix;
    this.label = problem.label;
  }
}

export interface Source {
  name: string;
  text: string;
  files: Files;
}

export interface StartOptions {
  blocks?: number[]; // run only these
  continue?: string; // session whose captures and finished setups are taken over
  setups?: string[]; // scripts that have filled the store already
}

export interface ResetOptions {
  seed?: number;
  now?: string;
  options?: Options;
}

/** The options of a sandbox; what is absent stays as it is, or as the sandbox was opened. */
export interface Options {
  partitionBoundary?: boolean;
  pageReads?: number; // 0 for as many as the service reads in its five seconds
  deleteDelay?: number; // seconds
  unordered?: boolean;
  signatures?: boolean;
  cluster?: { nodes?: number; target?: number; account?: number; capacity?: number; warm?: boolean };
  single?: boolean; // no cluster
}

export class Control {
  private readonly fetch: Fetch;

  constructor(fetch: Fetch) {
    this.fetch = fetch;
  }

  /** Colours, blocks and problems of a script; changes nothing. */
  parse(source: Source): Promise<Parsed> {
    return this.post("/-/parse", source);
  }

  /** The edits that tidy a script. */
  async format(text: string): Promise<TextEdit[]> {
    return (await this.post<Formatted>("/-/format", { text })).edits;
  }

  /** What a text with references stands for in a script; after is the session whose captures it may use, "" for none. */
  peek(source: Source, of: string, after: string): Promise<Peeked> {
    return this.post("/-/peek", after ? { ...source, of, after } : { ...source, of });
  }

  /** Prepares a run. */
  start(source: Source, options: StartOptions = {}): Promise<Started> {
    return this.post("/-/scripts", { ...source, ...options });
  }

  /** Runs at most max requests of a session. */
  next(id: string, max: number): Promise<Progressed> {
    return this.post(`/-/scripts/${id}/next?max=${max}`, {});
  }

  /** Asks a check script about a session; costs nothing and leaves no trace. */
  judge(check: string, files: Files, session: string): Promise<Judgement> {
    return this.post("/-/judge", { check, files, session });
  }

  /** A sheet in both of its forms, what is wrong with it, and its arithmetic; of its text, or of its JSON form. */
  sheet(sheet: string | object): Promise<Sheeted> {
    return this.post("/-/sheet", typeof sheet === "string" ? { text: sheet } : { sheet });
  }

  /** How the designs of a sheet do, by its text. */
  compare(text: string): Promise<Comparison> {
    return this.post("/-/compare", { text });
  }

  /**
   * Searches designs for a sheet, one slice of so many from a state on; 0 ends the search. Proposals come at the end.
   * Without a text the engine goes on with the search that it keeps, and refuses with 409 if that is another one. found:
   * the stores of one more design to start from, besides those of the sheet. The first proposal is never worse than it.
   */
  propose(text: string | null, state: number, slice: number, found: readonly string[]): Promise<Proposed> {
    const how = slice ? { state, slice } : { state, stop: true };
    return this.post("/-/propose", text === null ? how : { text, found, ...how });
  }

  /** Stores a sample of a design, by its place in the sheet, and asks it: does each call cost what was predicted? */
  verify(text: string, design: number): Promise<Verified> {
    return this.post(`/-/verify?design=${design}`, { text });
  }

  /** A design, by its place in the sheet, as a script that stores a sample and checks the budgets. */
  exported(text: string, design: number): Promise<Exported> {
    return this.post(`/-/export?design=${design}`, { text });
  }

  /** The requests behind a row of the comparison, "ask-2" or "do-0", with the rows that they are about. */
  behind(text: string, design: number, row: string): Promise<Exported> {
    return this.post(`/-/export?design=${design}&${row.replace("-", "=")}`, { text });
  }

  /** The words of the language of scripts. */
  words(): Promise<Vocabulary> {
    return this.get("/-/words");
  }

  tables(): Promise<TableInfo[]> {
    return this.get("/-/tables");
  }

  /** How near each table comes to the limits of the service. */
  extremes(): Promise<Extremes[]> {
    return this.get("/-/extremes");
  }

  partitions(table: string): Promise<PartitionInfo[]> {
    return this.get(`/-/tables/${encodeURIComponent(table)}/partitions`);
  }

  /** Entities of a partition behind a RowKey ("" for the beginning), in key order. */
  entities(table: string, partition: string, after: string, top: number): Promise<EntityPage> {
    const query = new URLSearchParams({ partition, after, top: String(top) });
    return this.get(`/-/tables/${encodeURIComponent(table)}/entities?${query}`);
  }

  ledger(): Promise<{ records: Rec[]; sum: Counters }> {
    return this.get("/-/ledger");
  }

  /** The requests behind a record, each with at most one of its changes. */
  ledgerAfter(record: number): Promise<{ records: Rec[]; sum: Counters }> {
    return this.get(`/-/ledger?brief=1${record > 0 ? `&after=${record}` : ""}`);
  }

  /** The table of a record in key order, with what its request read. */
  keyline(record: number): Promise<KeyLine> {
    return this.get(`/-/ledger/${record}/keyline`);
  }

  /** The plan of a filter, and how many entities of a table it would read; runs nothing. */
  plan(filter: string, table = ""): Promise<Planned> {
    return this.post("/-/plan", table ? { filter, table } : { filter });
  }

  /** Entities of a table in key order, without the first ones. */
  async rows(table: string, skip: number, top: number): Promise<EntityPage> {
    const path = `/-/tables/${encodeURIComponent(table)}/entities?skip=${skip}&top=${top}`;
    return parseTyped(await (await this.ask(path)).text()) as EntityPage;
  }

  /** Begins a history of the data, or goes to a place of one. */
  history(to?: number): Promise<History> {
    return this.post("/-/history", to === undefined ? {} : { to });
  }

  /** What has been written since a place. */
  changes(after: number): Promise<History> {
    return this.get(`/-/history?after=${after}`);
  }

  /** What the history knows of an entity, the oldest first. */
  versions(table: string, partition: string, row: string): Promise<EntityVersion[]> {
    return this.get(`/-/tables/${encodeURIComponent(table)}/history?${new URLSearchParams({ partition, row })}`);
  }

  /** What would read less than the query of a record, of which the client wants top entities, all of them with 0. */
  cheaper(record: number, top: number): Promise<Cheaper> {
    return this.post("/-/cheaper", { record, top });
  }

  /** The first entities of a recipe, and what becomes of all; stores nothing. */
  async generate(recipe: Recipe, top: number): Promise<Generated> {
    return parseTyped(await (await this.ask(`/-/generate?top=${top}`, json(recipe))).text()) as Generated;
  }

  /** Writes entities of a recipe into a table, at most 10,000, from a number on. */
  fill(table: string, recipe: Recipe, from: number, top: number): Promise<Filled> {
    return this.post(`/-/fill?${new URLSearchParams({ table, from: String(from), top: String(top) })}`, recipe);
  }

  /** What a query would send without the properties that are most of its answer; null if that is not to be said. */
  narrower(url: string, accept: string): Promise<Narrower | null> {
    return this.post("/-/narrower", { url, accept });
  }

  /** What the requests so far could have cost less, or may lose; the proposal of the finding that is open is run on a copy. */
  findings(open = ""): Promise<Findings> {
    return this.post("/-/findings", open ? { open } : {});
  }

  /** The same of a script that has not been sent: it runs on a copy, as far as that is quick. */
  rehearse(source: Source, session: string): Promise<Findings> {
    return this.post("/-/rehearse", session ? { ...source, continue: session } : source);
  }

  async snapshot(): Promise<ArrayBuffer> {
    return (await this.ask("/-/snapshot")).arrayBuffer();
  }

  async restore(snapshot: ArrayBuffer): Promise<void> {
    await this.ask("/-/snapshot", { method: "PUT", body: snapshot.slice(0) });
  }

  async reset(options: ResetOptions = {}): Promise<void> {
    await this.ask("/-/reset", json(options));
  }

  /** Changes options of the sandbox; the data stay. */
  async configure(options: Options): Promise<void> {
    await this.ask("/-/options", { ...json(options), method: "PUT" });
  }

  version(): Promise<{ version: string }> {
    return this.get("/-/version");
  }

  protected async get<T>(path: string): Promise<T> {
    return (await this.ask(path)).json() as Promise<T>;
  }

  protected async post<T>(path: string, body: object): Promise<T> {
    return (await this.ask(path, json(body))).json() as Promise<T>;
  }

  protected async ask(path: string, init?: RequestInit): Promise<Response> {
    const response = await this.fetch(path, init);
    if (response.ok) return response;
    throw new ControlError(response.status, await problemOf(response));
  }
}

function json(body: object): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

const NO_PROBLEM: Problem = { line: 0, message: "", sentences: [], fix: "", label: [] };

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: Partial<Problem> };
    return { ...NO_PROBLEM, message: text, ...error };
  } catch {
    return { ...NO_PROBLEM, message: text || `status ${response.status}` };
  }
}
