// A typed client of the engine's control requests. Every method rejects with ControlError or EngineStopped.
import { parseTyped } from "./doubles.ts";
import type { Recipe } from "./recipe.ts";
import type {
  Calls,
  Cheaper,
  Comparison,
  EntityPage,
  EntityVersion,
  Exported,
  Extremes,
  Files,
  Filled,
  Findings,
  Generated,
  History,
  Judgement,
  KeyLine,
  Ledger,
  Narrower,
  Options,
  Parsed,
  PartitionInfo,
  Peeked,
  Planned,
  Problem,
  Progressed,
  Proposed,
  ResetRequest,
  Sentence,
  SheetCosts,
  Sheeted,
  Started,
  StartRequest,
  TableInfo,
  TextEdit,
  Verified,
  Version,
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

/** A script with all that is sent of it. */
export type Source = Required<Calls["POST parse"]["request"]>;

/** How a run begins, besides its script. */
export type StartOptions = Omit<StartRequest, keyof Source>;

/** What a path says beside its name: the segment in place of "*", and options. */
interface Place {
  at?: string | number;
  query?: Record<string, string | number | boolean>;
}

export class Control {
  private readonly fetch: Fetch;

  constructor(fetch: Fetch) {
    this.fetch = fetch;
  }

  /** Colours, blocks and problems of a script; changes nothing. */
  parse(source: Source): Promise<Parsed> {
    return this.call("POST parse", sent(source));
  }

  /** The edits that tidy a script. */
  async format(text: string): Promise<TextEdit[]> {
    return (await this.call("POST format", { text })).edits;
  }

  /** What a text with references stands for in a script, with the captures of the session after, "" for none. */
  peek(source: Source, of: string, after: string): Promise<Peeked> {
    return this.call("POST peek", { ...sent(source), of, after });
  }

  /** Prepares a run. */
  start(source: Source, options: StartOptions = {}): Promise<Started> {
    return this.call("POST scripts", { ...sent(source), ...options });
  }

  /** Runs at most max requests of a session. */
  next(id: string, max: number): Promise<Progressed> {
    return this.call("POST scripts/*/next", null, { at: id, query: { max } });
  }

  /** Asks a check script about a session; costs nothing and leaves no trace. */
  judge(check: string, files: Files, session: string): Promise<Judgement> {
    return this.call("POST judge", { check, files, session });
  }

  /** A sheet in both of its forms, what is wrong with it, and its arithmetic; of its text, or of its JSON form. */
  sheet(sheet: string | object): Promise<Sheeted> {
    return this.call("POST sheet", typeof sheet === "string" ? { text: sheet } : { sheet });
  }

  /** What the designs of a sheet are billed for, by its text. */
  costs(text: string): Promise<SheetCosts> {
    return this.call("POST costs", { text });
  }

  /** How the designs of a sheet do, by its text. */
  compare(text: string): Promise<Comparison> {
    return this.call("POST compare", { text });
  }

  /**
   * Searches designs for a sheet, one slice of so many from a state on; 0 ends the search. Proposals come at the end.
   * Without a text the engine goes on with the search that it keeps, and refuses with 409 if that is another one.
   * found: the stores of one more design to start from, besides those of the sheet. The first proposal is never worse
   * than it.
   */
  propose(text: string | null, state: number, slice: number, found: readonly string[]): Promise<Proposed> {
    const how = slice ? { state, slice } : { state, stop: true };
    return this.call("POST propose", text === null ? how : { text, found: [...found], ...how });
  }

  /** Stores a sample of a design, by its place in the sheet, and asks it: does each call cost what was predicted? */
  verify(text: string, design: number): Promise<Verified> {
    return this.call("POST verify", { text }, { query: { design } });
  }

  /** A design, by its place in the sheet, as a script that stores a sample and checks the budgets. */
  exported(text: string, design: number): Promise<Exported> {
    return this.call("POST export", { text }, { query: { design } });
  }

  /** The requests behind a row of the comparison, "ask-2" or "do-0", with the rows that they are about. */
  behind(text: string, design: number, row: string): Promise<Exported> {
    const [what = "", place = ""] = row.split("-");
    return this.call("POST export", { text }, { query: { design, [what]: place } });
  }

  /** The words of the language of scripts. */
  words(): Promise<Vocabulary> {
    return this.call("GET words", null);
  }

  tables(): Promise<TableInfo[]> {
    return this.call("GET tables", null);
  }

  /** How near each table comes to the limits of the service. */
  extremes(): Promise<Extremes[]> {
    return this.call("GET extremes", null);
  }

  partitions(table: string): Promise<PartitionInfo[]> {
    return this.call("GET tables/*/partitions", null, { at: table });
  }

  /** Entities of a partition behind a RowKey ("" for the beginning), in key order. */
  entities(table: string, partition: string, after: string, top: number): Promise<EntityPage> {
    return this.call("GET tables/*/entities", null, { at: table, query: { partition, after, top } });
  }

  ledger(): Promise<Ledger> {
    return this.call("GET ledger", null);
  }

  /** The requests behind a record, each with at most one of its changes. */
  ledgerAfter(record: number): Promise<Ledger> {
    return this.call("GET ledger", null, { query: record > 0 ? { brief: 1, after: record } : { brief: 1 } });
  }

  /** The table of a record in key order, with what its request read. */
  keyline(record: number): Promise<KeyLine> {
    return this.call("GET ledger/*/keyline", null, { at: record });
  }

  /** The plan of a filter, and how many entities of a table it would read; runs nothing. */
  plan(filter: string, table = ""): Promise<Planned> {
    return this.call("POST plan", { filter, table });
  }

  /** Entities of a table in key order, without the first ones. */
  async rows(table: string, skip: number, top: number): Promise<EntityPage> {
    const answer = await this.send("GET tables/*/entities", null, { at: table, query: { skip, top } });
    return parseTyped(await answer.text()) as EntityPage;
  }

  /** Begins a history of the data, or goes to a place of one. */
  history(to?: number): Promise<History> {
    return this.call("POST history", to === undefined ? {} : { to });
  }

  /** What has been written since a place. */
  changes(after: number): Promise<History> {
    return this.call("GET history", null, { query: { after } });
  }

  /** What the history knows of an entity, the oldest first. */
  versions(table: string, partition: string, row: string): Promise<EntityVersion[]> {
    return this.call("GET tables/*/history", null, { at: table, query: { partition, row } });
  }

  /** What would read less than the query of a record, of which the client wants top entities, all of them with 0. */
  cheaper(record: number, top: number): Promise<Cheaper> {
    return this.call("POST cheaper", { record, top });
  }

  /** The first entities of a recipe, and what becomes of all; stores nothing. */
  async generate(recipe: Recipe, top: number): Promise<Generated> {
    const answer = await this.send("POST generate", recipe, { query: { top } });
    return parseTyped(await answer.text()) as Generated;
  }

  /** Writes entities of a recipe into a table, at most 10,000, from a number on. */
  fill(table: string, recipe: Recipe, from: number, top: number): Promise<Filled> {
    return this.call("POST fill", recipe, { query: { table, from, top } });
  }

  /** What a query would send without the properties that are most of its answer; null if that is not to be said. */
  narrower(url: string, accept: string): Promise<Narrower | null> {
    return this.call("POST narrower", { url, accept });
  }

  /** What the requests so far could have cost less, or may lose; the proposal of the open finding runs on a copy. */
  findings(open = ""): Promise<Findings> {
    return this.call("POST findings", { open });
  }

  /** The same of a script that has not been sent: it runs on a copy, as far as that is quick. */
  rehearse(source: Source, session: string): Promise<Findings> {
    return this.call("POST rehearse", { ...sent(source), continue: session });
  }

  async snapshot(): Promise<ArrayBuffer> {
    return (await this.send("GET snapshot", null)).arrayBuffer();
  }

  async restore(snapshot: ArrayBuffer): Promise<void> {
    await this.send("PUT snapshot", snapshot.slice(0));
  }

  async reset(options: ResetRequest = {}): Promise<void> {
    await this.send("POST reset", options);
  }

  /** Changes options of the sandbox; the data stay. */
  async configure(options: Options): Promise<void> {
    await this.send("PUT options", options);
  }

  version(): Promise<Version> {
    return this.call("GET version", null);
  }

  protected async call<N extends keyof Calls>(
    name: N,
    request: Calls[N]["request"],
    place?: Place,
  ): Promise<Calls[N]["answer"]> {
    return (await this.send(name, request, place)).json() as Promise<Calls[N]["answer"]>;
  }

  protected async send<N extends keyof Calls>(
    name: N,
    request: Calls[N]["request"],
    { at = "", query }: Place = {},
  ): Promise<Response> {
    const [method = "", path = ""] = name.split(" ");
    const options = query ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}` : "";
    const url = `/-/${path.replace("*", () => encodeURIComponent(at))}${options}`;
    const response = await this.fetch(url, { method, ...bodyOf(request) });
    if (response.ok) return response;
    throw new ControlError(response.status, await problemOf(response));
  }
}

/** A source without what a page knows of it besides. */
const sent = ({ name, text, files }: Source): Source => ({ name, text, files });

function bodyOf(request: object | string | null): RequestInit {
  if (request === null) return {};
  if (typeof request === "string" || request instanceof ArrayBuffer) return { body: request };
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) };
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
