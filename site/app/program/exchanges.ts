// The requests of a program as exchanges, the form in which runs of scripts are shown: one for each, with what the
// engine wrote down about it. They go to the engine one after another, so that each finds its own record.
import type { Control } from "../engine/control.ts";
import { brokenExchange } from "../engine/run-script.ts";
import type { Counters, Exchange, Field, KeyLine, Rec } from "../engine/types.ts";
import type { Call, CallAnswer } from "./messages.ts";

const PICTURES = 20; // reads whose picture is taken
const LARGEST = 1_000_000; // characters of an answer that is kept for show

export interface Sent {
  exchange: Exchange;
  answer: CallAnswer;
  picture: KeyLine | null; // of what a read touched, as the table then was
}

export class Exchanges {
  private queue: Promise<unknown> = Promise.resolve();
  private seen = 0; // the last record
  private steps = 0;
  private pictures = 0;
  private before: Counters | null = null; // all that this engine has ever done

  constructor(
    private readonly ask: typeof fetch,
    private readonly control: Control,
  ) {}

  /** Looks where the ledger is when the program begins. */
  async begin(): Promise<void> {
    const { records, sum } = await this.control.ledgerAfter(0);
    this.seen = records.at(-1)?.id ?? 0;
    this.before = sum;
  }

  /** Sends a request when those before it have their answers. Rejects with EngineStopped. */
  send(call: Call): Promise<Sent> {
    const sent = this.queue.then(() => this.perform(call));
    this.queue = sent.catch(() => undefined);
    return sent;
  }

  /** What the program cost. */
  async counters(): Promise<Counters> {
    const { sum } = await this.control.ledgerAfter(this.seen);
    const names = Object.keys(sum) as (keyof Counters)[];
    for (const name of names) sum[name] -= this.before?.[name] ?? 0;
    return sum;
  }

  private async perform(call: Call): Promise<Sent> {
    const init = { method: call.method, headers: call.headers, body: call.body };
    const response = await this.ask(call.url, init);
    const body = new Uint8Array(await response.arrayBuffer());
    const { records } = await this.control.ledgerAfter(this.seen);
    const record = records.at(-1) ?? null;
    this.seen = record?.id ?? this.seen;
    const headers = [...response.headers] as Field[];
    return {
      exchange: exchangeOf(call, response, headers, textOf(body), record, ++this.steps),
      answer: { answer: call.call, status: response.status, headers, body },
      picture: await this.pictureOf(record),
    };
  }

  private async pictureOf(record: Rec | null): Promise<KeyLine | null> {
    if (!record?.plan || record.code || this.pictures >= PICTURES) return null;
    this.pictures++;
    return this.control.keyline(record.id).catch(() => null);
  }
}

function exchangeOf(
  call: Call,
  response: Response,
  headers: Field[],
  body: string,
  record: Rec | null,
  step: number,
): Exchange {
  const name = call.url.endsWith("/$batch") ? "submitTransaction" : call.name; // the client loses the name on the way
  const code = record?.code || (response.headers.get("x-ms-error-code") ?? "");
  const request = {
    method: call.method,
    url: call.url,
    headers: call.headers,
    body: textOf(call.body),
    status: 0,
    reason: "",
  };
  return {
    ...brokenExchange(0, call.line, ""),
    problem: null,
    stopped: false,
    step,
    name,
    title: name,
    wire: [
      {
        request,
        response: { method: "", url: "", status: response.status, reason: response.statusText, headers, body },
      },
    ],
    status: response.status,
    code,
    message: sentenceOf(body) || code,
    body,
    record,
  };
}

/** What the service says about a refusal. */
function sentenceOf(body: string): string {
  const [, value = ""] = /"odata\.error".*?"value":"((?:[^"\\]|\\.)*)"/s.exec(body) ?? [];
  return value ? (JSON.parse(`"${value}"`) as string) : "";
}

function textOf(bytes: Uint8Array | null): string {
  return new TextDecoder().decode(bytes?.subarray(0, LARGEST) ?? new Uint8Array());
}
