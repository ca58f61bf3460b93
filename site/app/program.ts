// The worker that runs a reader's JavaScript, with the official client as it is published. It has no origin and no
// network: its fetch, and so the client's, is answered by the sandbox of the page.
import * as tables from "@azure/data-tables";
import { Buffer } from "./program/buffer.ts";
import { Programs } from "./program/programs.ts";
import { Trace } from "./program/trace.ts";

const MODULES = new Map<string, unknown>([
  ["@azure/data-tables", tables],
  ["node:buffer", { Buffer }],
]);

const trace = new Trace();
trace.mark(tables.TableClient.prototype, "listEntities", 0);
trace.mark(tables.TableClient.prototype, "submitTransaction", 1);
trace.mark(tables.TableServiceClient.prototype, "listTables", 0);
Object.assign(self, { Buffer });
self.onmessage = ({ ports: [port] }) => {
  self.onmessage = null;
  if (port) new Programs(port, MODULES, trace).listen();
};
