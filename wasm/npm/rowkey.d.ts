/** What a store begins with. */
export interface Beginning {
  /** Of GUIDs, ETags and whatever else is random: the same seed gives the same answers. 1 if it is absent. */
  seed?: number;
  /** The time at which the store's clock stands. A fixed time if it is absent. */
  now?: Date | string;
}

export interface Options extends Beginning {
  /** The engine, where it cannot be read from the package: in a browser. An address, its bytes, or the compiled module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** Requests have to be signed, as the service wants them: a wrong key, or a token that is over, is refused. */
  signatures?: boolean;
}

/**
 * Opens a store in this process. Each has data and a clock of its own; all share the compiled engine, so the first takes
 * the time to compile it, and each further one starts in milliseconds.
 * Rejects if the engine cannot be read.
 */
export function storage(options?: Options): Promise<Storage>;

export interface Storage {
  readonly account: string;
  /** Of the account, in base64: the well-known one of local endpoints. */
  readonly key: string;
  /** For new TableClient(url, table, credential, options), where new AzureNamedKeyCredential(account, key) does as well. */
  readonly credential: { name: string; key: string };
  /** The addresses of the account. Nothing listens there: only fetch and httpClient know them. */
  readonly tables: string;
  readonly queues: string;
  readonly blobs: string;
  readonly connectionString: string;
  /** The transport for the official libraries: give it to a client as the option httpClient. */
  readonly httpClient: HttpClient;
  /** fetch for the addresses above; no other is reached. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Removes everything, and begins anew. */
  reset(beginning?: Beginning): void;
  /** The data as bytes, for restore of this store or of another one. */
  snapshot(): Uint8Array;
  /** Throws if the bytes are no snapshot; the data is then as before. */
  restore(snapshot: Uint8Array): void;
  /** What all requests since the beginning, or since reset or restore, have cost together. */
  costs(): Costs;
  /** These requests one by one, the oldest first; of very many the oldest are forgotten. */
  requests(): Cost[];
  /** What could cost less or loses changes, the gravest first, as far as the requests show it. */
  findings(): Finding[];
}

/** The clock of a store stands still until it is moved. */
export interface Clock {
  readonly now: Date;
  /** Moves it by milliseconds, or by a text such as "90s", "1h" or "2d". Throws a TypeError for anything else. */
  advance(by: number | string): Date;
}

export interface Costs {
  requests: number;
  /** Billed transactions. */
  transactions: number;
  /** Entities read by the service, and those of them that were returned. */
  read: number;
  returned: number;
  pages: number;
  /** Of all answers. */
  bytes: number;
}

export interface Cost {
  /** Such as "Query Entities". */
  op: string;
  table: string;
  /** Of a query: "point", "rowRange", "partitionScan", "partitionRange" or "tableScan". */
  class: string;
  read: number;
  returned: number;
  /** Of the error, "" if there was none. */
  code: string;
}

export interface Finding {
  /** Such as "scan-known-key"; the site explains each of them. */
  rule: string;
  /** It loses changes or entities, rather than money. */
  wrong: boolean;
  table: string;
  count: number;
  before: { read: number; requests: number };
  after: { read: number; requests: number };
}

/** As much of HttpClient of @azure/core-rest-pipeline as makes one assignable to the other. */
export interface HttpClient {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  sendRequest(request: any): Promise<any>;
}
