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

export function encode(request: Request): Uint8Array<ArrayBuffer>;
export function decode(frame: Uint8Array<ArrayBuffer>): Answer;
