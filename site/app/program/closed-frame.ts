// The frame that programs run below, as the page sees it: an element without an origin, which may run scripts and nothing
// else. A program gets a worker of its own there, which ends with it.
import type { Begin, ToProgram } from "./messages.ts";

const PATIENCE = 20_000; // milliseconds for the frame to load
const GRACE = 2000; // milliseconds from then on: in place of a page that cannot be had browsers load one of their own

/** What is needed to run programs could not be loaded. */
export class NotLoaded extends Error {}

export interface Addresses {
  frame: string; // of the closed page
  program: string; // of the worker's code
}

/** A program that runs. */
export interface Running {
  send(message: ToProgram, transfer?: Transferable[]): void;
  end(): void; // at once, also in the middle of an endless loop
}

export class ClosedFrame {
  private readonly addresses: Addresses;
  private opening: Promise<Opened> | null = null;

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  /** Starts a worker and runs code there; hear gets its messages, which may be anything. Rejects with NotLoaded. */
  async run(code: string, hear: (message: unknown) => void): Promise<Running> {
    const { frame, program } = await this.open();
    const { port1, port2 } = new MessageChannel();
    const tell = (begin: Begin, ports: Transferable[]) => frame.contentWindow?.postMessage(begin, "*", ports); // it has no origin to name
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

  /** Loads frame and code once; a page that could not load them tries again the next time. */
  private open(): Promise<Opened> {
    this.opening ??= load(this.addresses).catch((e: unknown) => {
      this.opening = null;
      throw e;
    });
    return this.opening;
  }
}

interface Opened {
  frame: HTMLIFrameElement;
  program: string;
}

async function load({ frame: address, program }: Addresses): Promise<Opened> {
  const code = fetch(program).then((response) => {
    if (response.ok) return response.text();
    throw new NotLoaded(`${program}: ${response.status}`);
  });
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.src = address;
  const ready = readiness(frame);
  document.body.append(frame);
  try {
    const [text] = await Promise.all([code, ready]);
    return { frame, program: text };
  } catch (e) {
    frame.remove();
    throw e instanceof NotLoaded ? e : new NotLoaded(String(e));
  }
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
