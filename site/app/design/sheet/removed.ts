// What was taken off a sheet last, so that it can come back: the list that has become shorter, and where.
import { t } from "../../ui/i18n.ts";
import type { Draft } from "./draft.ts";
import { fieldId } from "./fields.ts";

export interface Removed {
  name: string; // for a sentence
  field: string; // the id of its first field
  back: (draft: Draft) => void; // puts it where it was
}

interface List {
  path: string; // as the fields have it
  items: readonly unknown[];
}

/** Finds what is there before a change and no longer after it; null if no list has lost anything. */
export function removedFrom(before: Draft, after: Draft): Removed | null {
  for (const { path, items } of listsOf(before)) {
    const left = listAt(after, path);
    if (!left || left.length !== items.length - 1) continue;
    const found = items.findIndex((x, n) => JSON.stringify(x) !== JSON.stringify(left[n]));
    const item = items[found];
    return {
      name: nameOf(item, path, found),
      field: fieldId(`${path}/${found}`, typeof item === "string" ? "0" : "name"),
      back: (draft) => listAt(draft, path)?.splice(found, 0, structuredClone(item)),
    };
  }
  return null;
}

/** All lists, the outer ones first. */
function listsOf(d: Draft): List[] {
  return [
    { path: "/entities", items: d.kinds },
    { path: "/asks", items: d.asks },
    { path: "/does", items: d.does },
    { path: "/together", items: d.together },
    { path: "/designs", items: d.designs },
    ...d.kinds.map((k, i) => ({ path: `/entities/${i}/attributes`, items: k.attributes })),
    ...d.designs.map((x, i) => ({ path: `/designs/${i}/stores`, items: x.stores })),
  ];
}

function listAt(draft: Draft, path: string): unknown[] | undefined {
  return listsOf(draft).find((l) => l.path === path)?.items as unknown[] | undefined;
}

/** The name it has, or what it is called by its place: "Question 2". */
function nameOf(item: unknown, path: string, at: number): string {
  const { name } = item as { name?: string };
  if (name) return name;
  const list = path.slice(path.lastIndexOf("/") + 1);
  const n = at + 1;
  if (list === "stores") return t("bench.store.nth", { n });
  if (list === "designs") return t("bench.unnamed.designs", { n });
  return t(`bench.unnamed.${list as "asks"}`, { n });
}
