// The closed page, in a frame without an origin: it starts the worker that runs a reader's JavaScript. The worker's
// code comes as text, and speaks with the page through a port of its own. Opened in any other way this page does
// nothing: with the origin of the site, code could read what the site keeps.
import type { Begin } from "./program/messages.ts";

let known = ""; // the worker's code
let address = ""; // of it
let worker: Worker | null = null;

addEventListener("message", ({ source, data, ports }: MessageEvent<Begin>) => {
  if (self.origin !== "null" || source !== parent) return;
  worker?.terminate();
  worker = null;
  const [port] = ports;
  if (port) begin(data.program, port);
});

if (self.origin === "null") parent.postMessage({ ready: true }, "*"); // a page that could not be loaded does not say so

function begin(program: string, port: MessagePort): void {
  if (program !== known) {
    URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    known = program;
  }
  worker = new Worker(address);
  worker.postMessage(null, [port]);
}
