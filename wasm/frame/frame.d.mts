export type Pair = [name: string, value: string];

export interface Request {
  method: string;
  url: string;
  headers: Pair[];
  body: Uint8Array | null;
}

export interface Answer {
  status: number;
  headers: Pair[];
  body: Uint8Array<ArrayBuffer>;
}

/** What Go's loader says of a program. */
export interface Program {
  exited: boolean;
}

export type Serve = (request: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

export function connect(go: Program, instance: WebAssembly.Instance): Serve;
export function encode(request: Request): Uint8Array<ArrayBuffer>;
export function decode(frame: Uint8Array<ArrayBuffer>): Answer;
