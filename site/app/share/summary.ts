// What a script would do, told before anything of it runs. Pure.
import { callOf } from "./copy/operation.ts";
import { stepsOf } from "./copy/requests.ts";
import { tablesOf } from "./data.ts";

export interface Summary {
  requests: number;
  reads: number;
  writes: number;
  deletes: number;
  creates: string[]; // tables
  uses: string[]; // tables that it does not create
}

export function summaryOf(text: string): Summary {
  const s: Summary = { requests: 0, reads: 0, writes: 0, deletes: 0, creates: [], uses: [] };
  for (const step of stepsOf(text, 0))
    for (const request of step.requests) {
      const n = 1 + step.left;
      s.requests += n;
      if (request.method === "GET" || request.method === "HEAD") s.reads += n;
      else if (request.method === "DELETE") s.deletes += n;
      else s.writes += n;
      const { operation: o } = callOf(request);
      if (o.kind === "create-table") s.creates.push(o.table);
      else if ("table" in o) s.uses.push(o.table);
    }
  s.creates = [...new Set(s.creates)];
  s.uses = [...new Set(s.uses)].filter((table) => !s.creates.includes(table));
  return s;
}

/** The tables of lines of data that a script creates, and whether those are all. */
export function createdTwice(text: string, data: string): { twice: string[]; all: boolean } {
  const creates = new Set(summaryOf(text).creates.map((name) => name.toLowerCase()));
  const tables = [...tablesOf(data).keys()];
  const twice = tables.filter((name) => creates.has(name.toLowerCase()));
  return { twice, all: twice.length > 0 && twice.length === tables.length };
}
