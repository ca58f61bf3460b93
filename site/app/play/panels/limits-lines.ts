// What comes nearest to each limit of the service. Pure.
import type { Exchange, Extremes, Key } from "../../engine/types.ts";
import type { Key as TextKey } from "../../ui/i18n.ts";

export interface Line {
  name: TextKey;
  anchor: string; // of the page with the limits
  n: number;
  most: number;
  bytes: boolean;
  table: string;
  key: Key | null;
}

type Measure = "entity" | "properties" | "value" | "key";

const OF_TABLES: readonly [measure: Measure, anchor: string, most: number, bytes: boolean][] = [
  ["entity", "entity-size", 1 << 20, true],
  ["properties", "properties", 252, false],
  ["value", "text", 64 << 10, true],
  ["key", "key-length", 1 << 10, true],
];
const OPERATIONS = 100;
const BODY = 4 << 20;
const PAGE = 1000;

/** Returns what comes nearest to each limit. */
export function linesOf(tables: readonly Extremes[], exchanges: readonly Exchange[]): Line[] {
  const stored = OF_TABLES.map(([measure, anchor, most, inBytes]): Line => {
    const top = tables.reduce<Extremes | null>((a, b) => (a && a[measure].n >= b[measure].n ? a : b), null);
    const n = top?.[measure].n ?? 0;
    return {
      name: `limits.${measure}`,
      anchor,
      n,
      most,
      bytes: inBytes,
      table: n ? (top?.name ?? "") : "",
      key: n ? (top?.[measure].key ?? null) : null,
    };
  });
  const most = (of: (x: Exchange) => number) => exchanges.reduce((max, x) => Math.max(max, of(x)), 0);
  const sent: Omit<Line, "table" | "key">[] = [
    { name: "limits.operations", anchor: "hundred", n: most((x) => x.ops.length), most: OPERATIONS, bytes: false },
    { name: "limits.body", anchor: "four", n: most((x) => x.record?.bytesIn ?? 0), most: BODY, bytes: true },
    {
      name: "limits.page",
      anchor: "thousand",
      n: most((x) => (x.record?.plan ? Math.ceil(x.record.returned / Math.max(x.record.pages, 1)) : 0)),
      most: PAGE,
      bytes: false,
    },
  ];
  return [...stored, ...sent.map((line) => ({ ...line, table: "", key: null }))];
}
