// The fetch of the worker: each request goes to the page, with the line of the program that led to it.
import type { Busy } from "./busy.ts";
import { lineOf } from "./lines.ts";
import type { CallAnswer, FromProgram, Pair } from "./messages.ts";
import { HEADER, placeFrom } from "./trace.ts";

interface Waiting {
  url: string;
  resolve: (response: Response) => void;
  reject: (reason: unknown) => void;
}

const EMPTY = new Set([101, 204, 205, 304]);

export class Calls {
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(
    private readonly post: (message: FromProgram, transfer?: Transferable[]) => void,
    private readonly busy: Busy,
  ) {}

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const line = lineOf(new Error("where").stack); // of a program that calls fetch by itself
    const request = new Request(input, init);
    const place = placeFrom(request.headers.get(HEADER));
    request.headers.delete(HEADER);
    const body = (request.body ?? init?.body) ? new Uint8Array(await request.arrayBuffer()) : null;
    request.signal.throwIfAborted();
    const call = this.next++;
    this.busy.enter();
    const headers = [...request.headers] as Pair[];
    const answer = new Promise<Response>((resolve, reject) => {
      this.waiting.set(call, { url: request.url, resolve, reject });
      request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
      this.post(
        { call, method: request.method, url: request.url, headers, body, ...place, line: place.line || line },
        body ? [body.buffer] : [],
      );
    });
    return answer.finally(() => this.busy.leave());
  };

  take(a: CallAnswer): void {
    const found = this.waiting.get(a.answer);
    this.waiting.delete(a.answer);
    if (!found) return;
    if ("refused" in a) found.reject(new TypeError(a.refused));
    else found.resolve(responseOf(a, found.url));
  }
}

function responseOf(a: Extract<CallAnswer, { status: number }>, url: string): Response {
  const response = new Response(EMPTY.has(a.status) ? null : a.body, { status: a.status, headers: a.headers });
  Object.defineProperty(response, "url", { value: url });
  return response;
}
