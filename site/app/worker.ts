// The worker that holds the engine: starts Go, then answers one message with one message.
import "wasm_exec";
import { connect, decode, encode, type Program, type Serve } from "../../wasm/frame/frame.mjs";
import type { Ask, Boot, FromWorker, ToWorker } from "./engine/worker-messages.ts";

interface GoRuntime extends Program {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface EngineScope {
  Go: new () => GoRuntime;
  onEngineReady: (version: string) => void;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

declare const self: EngineScope;

let go: GoRuntime | null = null;
let serve: Serve | null = null;

self.onmessage = ({ data }) => {
  if ("boot" in data) void boot(data).catch((e: unknown) => self.postMessage({ fatal: String(e) }));
  else answer(data);
};

async function boot({ boot: url, module: compiled, share }: Boot): Promise<void> {
  const program = new self.Go();
  go = program;
  const imports = program.importObject;
  const { instance, module } = compiled
    ? { instance: await WebAssembly.instantiate(compiled, imports), module: compiled }
    : await instantiate(url, imports);
  self.onEngineReady = (version) => {
    serve = connect(program, instance);
    self.postMessage(share ? { ready: version, module } : { ready: version });
  };
  await program.run(instance);
  self.postMessage({ fatal: "the engine ended" });
}

/** Compiles while the bytes arrive; some hosts serve a wrong type, then it compiles afterwards. */
async function instantiate(
  url: string,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.instantiateStreaming(response, imports);
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

function answer(ask: Ask): void {
  if (!serve) return self.postMessage({ id: ask.id, error: "not ready" });
  try {
    const { status, headers, body } = decode(serve(encode(ask)));
    self.postMessage({ id: ask.id, status, headers, body }, [body.buffer]);
  } catch (e) {
    self.postMessage(go?.exited ? { fatal: String(e) } : { id: ask.id, error: String(e) });
  }
}
