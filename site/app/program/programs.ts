// Runs a program in the worker: evaluates it, and says when it and all that it began are over.
import { Busy } from "./busy.ts";
import { Calls } from "./calls.ts";
import { replaceConsole } from "./console.ts";
import { failureOf } from "./failure.ts";
import { FILE } from "./lines.ts";
import type { FromProgram, ToProgram } from "./messages.ts";
import type { Trace } from "./trace.ts";

/** What of the worker's global object a program meets. */
interface Scope {
  require: (name: string) => unknown;
  fetch: typeof fetch;
  onerror: OnErrorEventHandler;
  onunhandledrejection: ((e: PromiseRejectionEvent) => void) | null;
}

declare const self: Scope;

const MODULES = ["@azure/data-tables", "@azure/storage-blob", "node:buffer"]; // that a program can ask for
const FRAMES = 100; // of stacks: between a call and its request lies the whole pipeline of the client

export class Programs {
  private readonly post: (message: FromProgram, transfer?: Transferable[]) => void;
  private readonly calls: Calls;
  private readonly busy: Busy;
  private over = false;
  private rest: () => void = () => undefined; // tells of lines that are not shown

  constructor(
    private readonly port: MessagePort,
    private readonly modules: ReadonlyMap<string, unknown>,
    private readonly trace: Trace,
  ) {
    // whatever a program does to MessagePort
    const send = port.postMessage.bind(port) as (message: unknown, transfer: Transferable[]) => void;
    this.post = (message, transfer = []) => send(message, transfer);
    this.busy = new Busy(() => this.end({ done: true }));
    this.calls = new Calls(this.post, this.busy);
  }

  listen(): void {
    (Error as { stackTraceLimit?: number }).stackTraceLimit = FRAMES;
    this.trace.listen();
    this.rest = replaceConsole(this.post);
    self.require = (name) => this.load(name);
    self.fetch = this.calls.fetch;
    self.onerror = (text, _file, line, _column, error) => {
      this.fail(error ?? text, error instanceof SyntaxError ? line : undefined);
      return true;
    };
    self.onunhandledrejection = (e) => {
      e.preventDefault();
      this.fail(e.reason);
    };
    this.port.onmessage = ({ data }: MessageEvent<ToProgram>) => {
      if ("run" in data) this.begin(data.run);
      else this.calls.take(data);
    };
  }

  private load(name: string): unknown {
    const found = this.modules.get(name);
    if (!found) throw new Error(`There is no module "${name}" here, only "${MODULES.join('", "')}".`);
    return found;
  }

  /** What is thrown before the program runs goes to onerror, which alone is told the line of a syntax error. */
  private begin(code: string): void {
    this.busy.enter();
    const program = evaluate(`${code}\n//# sourceURL=${FILE}`) as () => Promise<unknown>;
    program().then(
      () => this.busy.leave(),
      (error: unknown) => this.fail(error),
    );
  }

  private fail(error: unknown, line = this.trace.lineOf(error)): void {
    this.end({ failed: { ...failureOf(error), line } });
  }

  private end(last: FromProgram): void {
    if (this.over) return;
    this.over = true;
    this.rest();
    this.post(last);
  }
}

// biome-ignore lint/security/noGlobalEval: this worker is for running the reader's code, without origin and network
const evaluate: (code: string) => unknown = globalThis.eval; // by another name it sees nothing but globals
