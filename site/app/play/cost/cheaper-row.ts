// The row "cheaper" of Explain: it asks the engine what would read less or send less, and stays away if there is
// nothing.
import type { Exchange } from "../../engine/types.ts";
import type { Data, Screen, Script } from "../workspace/workspace.ts";

const rows = new WeakMap<Exchange, HTMLElement>();

/** Returns the row for an answer; it is drawn when the engine has counted. */
export function cheaperRow(workspace: Data & Script & Screen, x: Exchange): HTMLElement | null {
  if (!x.record?.plan || x.code || !x.wire.length) return null;
  const known = rows.get(x);
  if (known) return known;
  const row = document.createElement("div");
  row.dataset.row = "cheaper";
  row.hidden = true;
  rows.set(x, row);
  void import("./cheaper.ts").then(({ showCheaper }) => showCheaper(workspace, x, row));
  return row;
}
