// Writes planned rows into a table, a transaction after another, and says how far it is. Whatever the service refuses
// is told by its line; the rest of a refused transaction is sent again without it.
import type { Planned } from "./import-plan.ts";
import { BATCH_TYPE, batchBody, type Mode, transactionsOf } from "./transactions.ts";

export interface RefusedRow {
  line: number;
  code: string; // of the service, such as EntityAlreadyExists
  message: string;
}

export interface Progress {
  written: number;
  of: number;
  transactions: number;
  refused: RefusedRow[];
  milliseconds: number;
}

export interface Writing {
  fetch: typeof fetch;
  base: string; // address of the account
  table: string;
  mode: Mode;
  signal: AbortSignal; // ends the writing after the transaction under way
  progress: (p: Progress) => void; // several times a second
  now: () => number;
}

const TICK = 100; // ms between two words about the progress

/** Creates the table unless it is there. Rejects with what the service says. */
export async function createTable({ fetch, base, table }: Writing): Promise<void> {
  const headers = { "Content-Type": "application/json", Accept: "application/json;odata=nometadata" };
  const body = JSON.stringify({ TableName: table });
  const response = await fetch(`${base}/Tables`, { method: "POST", headers, body });
  if (response.ok || response.status === 409) return;
  throw new Error(errorIn(await response.text()).message);
}

/** Writes the rows. When it is stopped, what was written stays. Rejects when the engine ends. */
export async function writeRows(w: Writing, rows: readonly Planned[]): Promise<Progress> {
  const began = w.now();
  const p: Progress = { written: 0, of: rows.length, transactions: 0, refused: [], milliseconds: 0 };
  let told = began;
  for (const { partition, entities } of transactionsOf(rows)) {
    if (w.signal.aborted) break;
    await writeOne(w, partition, entities, p);
    p.milliseconds = w.now() - began;
    if (w.now() - told < TICK) continue;
    told = w.now();
    w.progress({ ...p });
  }
  return p;
}

async function writeOne(w: Writing, partition: string, entities: readonly Planned[], p: Progress): Promise<void> {
  for (let left = [...entities]; left.length && !w.signal.aborted; ) {
    const body = batchBody(w.base, w.table, w.mode, { partition, entities: left });
    const headers = { "Content-Type": BATCH_TYPE, Accept: "application/json;odata=nometadata" };
    const response = await w.fetch(`${w.base}/$batch`, { method: "POST", headers, body });
    const answer = await response.text();
    p.transactions++;
    const failed = failureIn(response.status, answer);
    if (!failed) p.written += left.length;
    if (!failed) return;
    const row = left[failed.at];
    if (row) p.refused.push({ line: row.line, code: failed.code, message: failed.message });
    else for (const { line } of left) p.refused.push({ line, code: failed.code, message: failed.message });
    left = row ? left.filter((e) => e !== row) : [];
  }
}

interface Failure {
  at: number; // index of the operation; NaN if the whole transaction was refused
  code: string;
  message: string;
}

/** An answer 202 holds one part for each operation, or only the one that failed. */
function failureIn(status: number, answer: string): Failure | null {
  const inner = /HTTP\/1\.1 ([45]\d\d) /.exec(answer);
  if (status === 202 && !inner) return null;
  const { code, message } = errorIn(answer);
  const [, index, rest] = /^(\d+):(.*)$/s.exec(message) ?? [];
  return { at: Number(index), code, message: rest ?? message };
}

function errorIn(answer: string): { code: string; message: string } {
  const json = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
  try {
    const said = (JSON.parse(json) as { "odata.error": { code: string; message: { value: string } } })["odata.error"];
    return { code: said.code, message: said.message.value.split("\n")[0] ?? "" };
  } catch {
    return { code: "", message: answer.slice(0, 200) };
  }
}
