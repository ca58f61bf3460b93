// What the reader's own runs have written, and when: the first thing to know when a request meets what is there
// already.
import type { Exchange, Key } from "../../engine/types.ts";
import { parseJson } from "../../ui/json.ts";
import { objectOf } from "../../ui/storage.ts";

const MOST = 20_000; // rows that are remembered
const TABLE: Key = { partition: "", row: "" }; // stands for a table itself

export class OwnWrites {
  private readonly tables = new Map<string, Map<string, number>>(); // of what lies there, when it was written
  private rows = 0;

  /** Takes note of the answers of a run. */
  note(exchanges: readonly Exchange[], at: number): void {
    for (const c of exchanges.flatMap((x) => x.record?.changes ?? [])) {
      if (c.kind === "deleteTable") this.tables.delete(c.table);
      else if (c.kind === "delete") this.tables.get(c.table)?.delete(nameOf(c.key));
      else this.add(c.table, c.kind === "createTable" ? TABLE : c.key, at);
    }
  }

  /** Returns when a run of this visit wrote what a refused request tried to create, null if none did. */
  when(x: Exchange): number | null {
    const [table, key] = wanted(x);
    return this.tables.get(table)?.get(nameOf(key)) ?? null;
  }

  /** Tells whether one of these answers, of the same run, wrote it. */
  static wrote(before: readonly Exchange[], x: Exchange): boolean {
    const writes = new OwnWrites();
    writes.note(before, 0);
    return writes.when(x) !== null;
  }

  forget(): void {
    this.tables.clear();
    this.rows = 0;
  }

  private add(table: string, key: Key, at: number): void {
    if (++this.rows > MOST) return;
    const rows = this.tables.get(table) ?? new Map<string, number>();
    this.tables.set(table, rows);
    if (!rows.has(nameOf(key))) rows.set(nameOf(key), at);
  }
}

const nameOf = (key: Key): string => JSON.stringify([key.partition, key.row]);

/** The table and the key that a request tried to create; of a transaction those of the operation that failed. */
function wanted(x: Exchange): [table: string, key: Key] {
  const table = x.record?.table ?? "";
  const failed = x.ops.find((o) => o.state === "failed");
  if (failed) return [table, failed.key];
  const { TableName, PartitionKey, RowKey } = objectOf(parseJson(x.wire.at(-1)?.request.body ?? ""));
  if (x.code === "TableAlreadyExists") return [String(TableName ?? table), TABLE];
  return [table, { partition: String(PartitionKey ?? ""), row: String(RowKey ?? "") }];
}
