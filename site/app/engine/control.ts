// A typed client of the engine's control requests. Every method rejects with ControlError or EngineStopped.
import type {
  Counters,
  EntityPage,
  Files,
  Judgement,
  KeyLine,
  Parsed,
  PartitionInfo,
  Plan,
  Problem,
  Progressed,
  Rec,
  Sentence,
  Started,
  TableInfo,
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
  options?: { partitionBoundary?: boolean; pageReads?: number; deleteDelay?: number; signatures?: boolean };
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

  /** The words of the language of scripts. */
  words(): Promise<Vocabulary> {
    return this.get("/-/words");
  }

  tables(): Promise<TableInfo[]> {
    return this.get("/-/tables");
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

  /** The table of a record in key order, with what its request read. */
  keyline(record: number): Promise<KeyLine> {
    return this.get(`/-/ledger/${record}/keyline`);
  }

  plan(filter: string): Promise<{ plan: Plan }> {
    return this.post("/-/plan", { filter });
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

  version(): Promise<{ version: string }> {
    return this.get("/-/version");
  }

  private async get<T>(path: string): Promise<T> {
    return (await this.ask(path)).json() as Promise<T>;
  }

  private async post<T>(path: string, body: object): Promise<T> {
    return (await this.ask(path, json(body))).json() as Promise<T>;
  }

  private async ask(path: string, init?: RequestInit): Promise<Response> {
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
