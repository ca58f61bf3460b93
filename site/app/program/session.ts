// One run of a program, as the page sees it: answers its calls from the sandbox, passes on what it prints, and knows
// how it ended.
import type { ClosedFrame, Running } from "./closed-frame.ts";
import { heard, isOfSandbox } from "./heard.ts";
import type { Call, CallAnswer, Failed, Print } from "./messages.ts";

const MOST = 5000; // calls

/** What a run tells while it goes on, and what it asks for words. */
export interface Watch {
  printed: (line: Print) => void;
  more: (lines: number) => void;
  elsewhere: (url: string) => string; // why nothing is sent there
  tooMany: (most: number) => string;
}

export interface Outcome {
  end: "done" | "failed" | "aborted";
  failed: Failed["failed"] | null;
}

export class Session {
  private readonly outcome = Promise.withResolvers<Outcome>();
  private running: Running | null = null;
  private calls = 0;
  private over = false;

  constructor(
    private readonly send: (call: Call) => Promise<CallAnswer>,
    private readonly watch: Watch,
  ) {}

  /** Runs the text of a program to its end. Rejects with NotLoaded, or as the engine does. */
  async run(frame: ClosedFrame, text: string): Promise<Outcome> {
    const { asFunction } = await import("./modules.ts");
    const running = await frame.run(asFunction(text), (message) => this.hear(message));
    this.running = running;
    if (this.over) running.end(); // stopped while it was loading
    return this.outcome.promise;
  }

  /** Ends the program at once. What it has sent is done. */
  stop(): void {
    this.end({ end: "aborted", failed: null });
  }

  private hear(message: unknown): void {
    const m = this.over ? null : heard(message);
    if (!m) return;
    if ("call" in m) void this.answer(m);
    else if ("print" in m) this.watch.printed(m);
    else if ("more" in m) this.watch.more(m.more);
    else if ("failed" in m) this.end({ end: "failed", failed: m.failed });
    else this.end({ end: "done", failed: null });
  }

  private async answer(call: Call): Promise<void> {
    const refused = this.reasonAgainst(call);
    if (refused) return this.running?.send({ answer: call.call, refused });
    try {
      const answer = await this.send(call);
      if (!this.over) this.running?.send(answer);
    } catch (e) {
      this.outcome.reject(e); // the engine was stopped, or is gone
      this.stop();
    }
  }

  private reasonAgainst({ url }: Call): string {
    if (!isOfSandbox(url)) return this.watch.elsewhere(url);
    return ++this.calls > MOST ? this.watch.tooMany(MOST) : "";
  }

  private end(outcome: Outcome): void {
    if (this.over) return;
    this.over = true;
    this.running?.end();
    this.outcome.resolve(outcome);
  }
}
