// The engine in its worker, seen through a fetch that answers every URL of the emulated services.
import type { Answer, Ask, Boot, FromWorker, Pair, ToWorker } from "./worker-messages.ts";

/** What the page needs of a Worker; tests pass their own. */
export interface Port {
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export type EngineState = "idle" | "loading" | "ready" | "crashed";

export interface EngineOptions {
  open: () => Port; // starts the worker
  wasm: string; // absolute URL
  version: string; // build of the page, "" to accept any
  share?: boolean; // others of this engine run what it compiled
  compiled?: () => WebAssembly.Module | null;
}

/** The engine cannot be loaded or ended; text and page are unharmed. */
export class EngineStopped extends Error {}

interface Pending {
  ask: Ask;
  resolve(response: Response): void;
  reject(reason: unknown): void;
}

const EMPTY = new Set([101, 204, 205, 304]);

/**
 * One sandbox. It starts with the first request; requests before it is ready wait.
 * Events: "state" whenever state changes.
 */
export class Engine extends EventTarget {
  state: EngineState = "idle";
  report = ""; // why it crashed
  loaded = false; // once: what does not answer now can be started again
  private port: Port | null = null;
  private module: WebAssembly.Module | null = null;
  private next = 1;
  private readonly queue: Pending[] = []; // not sent yet
  private readonly sent = new Map<number, Pending>();

  constructor(private readonly options: EngineOptions) {
    super();
  }

  /** Same signature as window.fetch; the Response is a real one. Rejects with EngineStopped. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // Browsers take 15 ms to make a request of the slice of a log that is copied here in 3.
    const bytes = init?.body instanceof ArrayBuffer ? init.body.slice(0) : null;
    const request = new Request(input, bytes ? { ...init, body: null } : init);
    const body = bytes ?? ((request.body ?? init?.body) ? await request.arrayBuffer() : null);
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const ask: Ask = {
        id: this.next++,
        method: request.method.toUpperCase(),
        url: request.url,
        headers: [...request.headers] as Pair[],
        body: body?.byteLength ? new Uint8Array(body) : null,
      };
      request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
      this.submit({ ask, resolve, reject });
    });
  };

  /** Another sandbox in a worker of its own, which works while this one answers. It runs what this one compiled. */
  another(): Engine {
    return new Engine({ ...this.options, share: false, compiled: () => this.module });
  }

  /** Starts the worker unless it runs. After a crash only restart does. */
  start(): void {
    if (this.state === "idle") this.open();
  }

  /** Replaces the worker: memory is new and empty, nothing is restored, open requests are rejected. */
  reset(): void {
    this.close(new EngineStopped("the engine was reset"));
    this.open();
  }

  /** Ends the worker without a successor; the next request starts one. */
  stop(): void {
    this.close(new EngineStopped("the engine was stopped"));
    this.become("idle");
  }

  private submit(p: Pending): void {
    if (this.state === "crashed") return p.reject(new EngineStopped(this.report));
    this.start();
    if (this.state === "ready") this.send(p);
    else this.queue.push(p);
  }

  private send(p: Pending): void {
    this.sent.set(p.ask.id, p);
    this.port?.postMessage(p.ask, p.ask.body ? [p.ask.body.buffer] : []);
  }

  private open(): void {
    const port = this.options.open();
    port.onmessage = (e) => this.receive(port, e.data);
    port.onerror = (e) => this.crash(port, e.message || "the worker could not be loaded");
    this.port = port;
    this.become("loading");
    const boot: Boot = { boot: this.options.wasm };
    const module = this.options.compiled?.();
    if (module) boot.module = module;
    if (this.options.share) boot.share = true;
    port.postMessage(boot, []);
  }

  private close(reason: EngineStopped): void {
    this.port?.terminate();
    this.port = null;
    const open = [...this.sent.values(), ...this.queue.splice(0)];
    this.sent.clear();
    for (const p of open) p.reject(reason);
  }

  private receive(port: Port, data: FromWorker): void {
    if (port !== this.port) return;
    if ("ready" in data) {
      this.module = data.module ?? null;
      return this.welcome(port, data.ready);
    }
    if ("fatal" in data) return this.crash(port, data.fatal);
    const p = this.sent.get(data.id);
    this.sent.delete(data.id);
    if (!p) return;
    if ("error" in data) p.reject(new EngineStopped(data.error));
    else p.resolve(responseOf(data, p.ask.url));
  }

  /** An engine of another build may answer what this page does not understand. */
  private welcome(port: Port, version: string): void {
    const wanted = this.options.version;
    if (wanted && version !== wanted) {
      return this.crash(
        port,
        `the page is of build ${wanted}, its engine of build ${version}: reload the page without the cache`,
      );
    }
    this.loaded = true;
    this.become("ready");
    for (const p of this.queue.splice(0)) this.send(p);
  }

  private crash(port: Port, why: string): void {
    if (port !== this.port) return;
    this.report = why;
    this.close(new EngineStopped(why));
    this.become("crashed");
  }

  private become(state: EngineState): void {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

function responseOf(a: Answer, url: string): Response {
  const body = EMPTY.has(a.status) ? null : a.body;
  const response = new Response(body, { status: a.status, headers: a.headers });
  Object.defineProperty(response, "url", { value: url });
  return response;
}
