// Begins the worker that runs a reader's JavaScript, with the official client for tables as it is published, and
// others that a program can ask for. It has no origin and no network: its fetch, and so the clients', is answered by
// the sandbox of the page.
import * as tables from "@azure/data-tables";
import { Buffer } from "./buffer.ts";
import { Programs } from "./programs.ts";
import { Trace } from "./trace.ts";

export function beginWith(others: readonly (readonly [name: string, module: unknown])[]): void {
  const modules = new Map<string, unknown>([["@azure/data-tables", tables], ...others, ["node:buffer", { Buffer }]]);
  const trace = new Trace();
  trace.mark(tables.TableClient.prototype, "listEntities", 0);
  trace.mark(tables.TableClient.prototype, "submitTransaction", 1);
  trace.mark(tables.TableServiceClient.prototype, "listTables", 0);
  Object.assign(self, { Buffer });
  self.onmessage = ({ ports: [port] }) => {
    self.onmessage = null;
    if (port) new Programs(port, modules, trace).listen();
  };
}
