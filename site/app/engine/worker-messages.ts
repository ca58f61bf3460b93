// The messages between the page and the worker that holds the engine.

export type Pair = [name: string, value: string];

/** Page to worker, first: where the engine lies, or what was compiled of it already. */
export interface Boot {
  boot: string;
  module?: WebAssembly.Module;
  share?: true; // the worker hands over what it compiled
}

/** Page to worker: one request. The body is transferred. */
export interface Ask {
  id: number;
  method: string;
  url: string;
  headers: Pair[];
  body: Uint8Array | null;
}

/** Worker to page: the engine is open; this is its build. */
export interface Ready {
  ready: string;
  module?: WebAssembly.Module;
}

/** Worker to page: the answer to one request. The body is transferred. */
export interface Answer {
  id: number;
  status: number;
  headers: Pair[];
  body: Uint8Array<ArrayBuffer> | null;
}

/** Worker to page: one request could not be answered. */
export interface Failure {
  id: number;
  error: string;
}

/** Worker to page: the engine is gone. */
export interface Fatal {
  fatal: string;
}

export type ToWorker = Boot | Ask;
export type FromWorker = Ready | Answer | Failure | Fatal;
