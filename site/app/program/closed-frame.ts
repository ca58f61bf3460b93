// The frame that programs run below, as the page sees it: an element without an origin, which may run scripts and
// nothing else. A program gets a worker of its own there, which ends with it.
import type { Begin, ToProgram } from "./messages.ts";

const PATIENCE = 20_000; // milliseconds for the frame to load
const GRACE = 2000; // milliseconds from then on: in place of a page that cannot be had browsers load one of their own

/** What is needed to run programs could not be loaded. */
export class NotLoaded extends Error {}

export interface Addresses {
  frame: string; // of the closed page
  program: string; // of the worker's code
  blobs: string; // of the code for programs that ask for blobs as well
}

/** A program that runs. */
export interface Running {
  send(message: ToProgram, transfer?: Transferable[]): void;
  end(): void; // at once, also in the middle of an endless loop
}

const BLOBS = /["'`]@azure\/storage-blob["'`]/; // in the text of a program that asks for the client

export class ClosedFrame {
  private opening: Promise<HTMLIFrameElement> | null = null;
  private readonly codes = new Map<string, Promise<string>>(); // by address

  constructor(private readonly addresses: Addresses) {}

  /** Starts a worker and runs code there; hear gets its messages, which may be anything. Rejects with NotLoaded. */
  async run(code: string, hear: (message: unknown) => void): Promise<Running> {
    const { program: tables, blobs } = this.addresses;
    const [frame, program] = await Promise.all([this.open(), this.load(BLOBS.test(code) ? blobs : tables)]);
    const { port1, port2 } = new MessageChannel();
    // it has no origin to name
    const tell = (begin: Begin, ports: Transferable[]) => frame.contentWindow?.postMessage(begin, "*", ports);
    port1.onmessage = ({ data }) => hear(data);
    tell({ program }, [port2]);
    const send: Running["send"] = (message, transfer = []) => port1.postMessage(message, transfer);
    send({ run: code });
    return {
      send,
      end: () => {
        port1.onmessage = null;
        port1.close();
        tell({ program: "" }, []);
      },
    };
  }

  /** Opens the frame once; a page that could not load it tries again the next time. */
  private open(): Promise<HTMLIFrameElement> {
    this.opening ??= frameAt(this.addresses.frame).catch((e: unknown) => {
      this.opening = null;
      throw e;
    });
    return this.opening;
  }

  /** Loads code once, as the frame. */
  private load(address: string): Promise<string> {
    const code = this.codes.get(address) ?? codeAt(address);
    this.codes.set(address, code);
    code.catch(() => this.codes.delete(address));
    return code;
  }
}

async function codeAt(address: string): Promise<string> {
  const response = await fetch(address).catch((e: unknown) => {
    throw new NotLoaded(String(e));
  });
  if (response.ok) return response.text();
  throw new NotLoaded(`${address}: ${response.status}`);
}

async function frameAt(address: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.src = address;
  const ready = readiness(frame);
  document.body.append(frame);
  await ready.catch((e: unknown) => {
    frame.remove();
    throw e;
  });
  return frame;
}

/** Kept when the closed page says that it is there. */
async function readiness(frame: HTMLIFrameElement): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = () => reject(new NotLoaded(frame.src));
  const hear = ({ source }: MessageEvent) => source === frame.contentWindow && resolve();
  addEventListener("message", hear);
  frame.onload = () => setTimeout(late, GRACE);
  setTimeout(late, PATIENCE);
  await promise.finally(() => removeEventListener("message", hear));
}
