// The messages between the page and the worker that runs a reader's JavaScript. The page believes none of them: the
// code in the worker is anybody's.

export type Pair = [name: string, value: string];

export type Level = "log" | "warn" | "error";

/** Page to frame: start the worker with this code; its port comes along. Without a port the worker before it ends. */
export interface Begin {
  program: string;
}

/** Page to worker, first: what to run. */
export interface RunCode {
  run: string;
}

/** Page to worker: what the sandbox answers to a call, or why nothing was sent. */
export type CallAnswer =
  | { answer: number; status: number; headers: Pair[]; body: Uint8Array<ArrayBuffer> | null }
  | { answer: number; refused: string };

/** Worker to page: a request. */
export interface Call {
  call: number;
  method: string;
  url: string;
  headers: Pair[];
  body: Uint8Array<ArrayBuffer> | null;
  line: number; // of the program, 0 if unknown
  name: string; // of the method of the client, "" if unknown
}

/** Worker to page: a line for the console. */
export interface Print {
  print: string;
  level: Level;
  line: number;
}

/** Worker to page: lines that were printed after the last one that is shown. */
export interface More {
  more: number;
}

/** Worker to page: the program stopped at an error that it did not catch. */
export interface Failed {
  failed: { name: string; message: string; status: number; code: string; line: number };
}

/** Worker to page: the program is over, and so is all that it began. */
export interface Done {
  done: true;
}

export type ToProgram = RunCode | CallAnswer;
export type FromProgram = Call | Print | More | Failed | Done;
