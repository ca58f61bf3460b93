// Entities as entity group transactions: those of a partition together, at most 100 and 4 MiB each. Pure.
// Source: "Performing entity group transactions".
import type { Planned } from "./import-plan.ts";
import { MAX_BATCH, MAX_OPERATIONS } from "./limits.ts";

/** What happens to a row whose key the table has already. */
export type Mode = "insert" | "merge" | "replace";

export interface Transaction {
  partition: string;
  entities: Planned[];
}

const PART = 400; // bytes of a part besides its entity, with some to spare

/** Yields the entities in transactions. Those of a partition come one after another, in their order. */
export function* transactionsOf(entities: readonly Planned[]): Generator<Transaction> {
  const partitions = new Map<string, Planned[]>();
  for (const e of entities) {
    const list = partitions.get(e.partition);
    if (list) list.push(e);
    else partitions.set(e.partition, [e]);
  }
  for (const [partition, list] of partitions) yield* split(partition, list);
}

function* split(partition: string, list: readonly Planned[]): Generator<Transaction> {
  let [from, bytes] = [0, 0];
  for (let i = 0; i < list.length; i++) {
    const size = PART + 3 * (list[i]?.json.length ?? 0); // three bytes a character at most
    if (i - from === MAX_OPERATIONS || (i > from && bytes + size > MAX_BATCH)) {
      yield { partition, entities: list.slice(from, i) };
      [from, bytes] = [i, 0];
    }
    bytes += size;
  }
  if (from < list.length) yield { partition, entities: list.slice(from) };
}

const OUTER = "batch_import";
const INNER = "changeset_import";

export const BATCH_TYPE = `multipart/mixed; boundary=${OUTER}`;

/** Returns the body of a transaction; its Content-Type is BATCH_TYPE. */
export function batchBody(base: string, table: string, mode: Mode, { entities }: Transaction): string {
  const parts = entities.map(
    (e) => `--${INNER}\r\n${PART_HEADERS}${requestOf(base, table, mode, e)}\r\n\r\n${e.json}\r\n`,
  );
  return (
    `--${OUTER}\r\nContent-Type: multipart/mixed; boundary=${INNER}\r\n\r\n` +
    `${parts.join("")}--${INNER}--\r\n\r\n--${OUTER}--\r\n`
  );
}

const PART_HEADERS = "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";
const HEADERS =
  "Content-Type: application/json\r\nAccept: application/json;odata=nometadata\r\nPrefer: return-no-content";

function requestOf(base: string, table: string, mode: Mode, e: Planned): string {
  if (mode === "insert") return `POST ${base}/${table} HTTP/1.1\r\n${HEADERS}`;
  const verb = mode === "merge" ? "MERGE" : "PUT";
  return `${verb} ${base}/${placeOf(table, e)} HTTP/1.1\r\n${HEADERS}`;
}

/** The address of an entity, below that of the tables. */
export function placeOf(table: string, { partition, row }: Planned): string {
  return `${table}(PartitionKey='${quoted(partition)}',RowKey='${quoted(row)}')`;
}

/** A key in an address: quotes are doubled, then everything is percent-encoded. */
function quoted(key: string): string {
  return encodeURIComponent(key.replaceAll("'", "''"));
}
