// A default in words: "/asks/0/fresh" and "5s" are "last hour: fresh 5s".
import type { Draft } from "./draft.ts";

/** Names the part of the sheet that a path belongs to, the member, and what is assumed; "" if nothing is. */
export function assumptionText(draft: Draft, path: string, value: string): string {
  if (!value) return "";
  const [list, n, sub, m] = path.slice(1).split("/");
  const member = path.slice(path.lastIndexOf("/") + 1);
  const what = value === member ? value : `${member} ${value}`;
  const name = list === "entities" ? entityName(draft, Number(n), sub, Number(m)) : askName(draft, list, Number(n));
  return name ? `${name}: ${what}` : what;
}

function entityName(draft: Draft, n: number, sub: string | undefined, m: number): string {
  const kind = draft.kinds[n];
  const attribute = sub === "attributes" ? kind?.attributes[m] : undefined;
  if (!kind) return "";
  return attribute ? `${kind.name}.${attribute.name}` : kind.name;
}

function askName(draft: Draft, list: string | undefined, n: number): string {
  if (list === "asks") return draft.asks[n]?.name ?? "";
  return list === "does" ? (draft.does[n]?.name ?? "") : "";
}
