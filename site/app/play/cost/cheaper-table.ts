// Makes the copy that a proposal needs, in a table of its own; the table of before stays as it is.
import { refusal, refusedWith } from "../../answer/refused.ts";
import { ControlError } from "../../engine/control.ts";
import { runScript } from "../../engine/run-script.ts";
import type { Advice, Entity } from "../../engine/types.ts";
import { num, t } from "../../ui/i18n.ts";
import type { Data } from "../workspace/workspace.ts";
import { copyName, copyOf, copyScripts } from "./cheaper-copy.ts";

const PAGE = 1000; // entities asked for at a time

/** Returns the table that the queries of a proposal go to, "" if it could not be made; say tells how it comes along. */
export async function tableFor(data: Data, a: Advice, table: string, say: (text: string) => void): Promise<string> {
  if (!a.copy) return table;
  try {
    return await copied(data, a, table, say);
  } catch (e) {
    if (!(e instanceof ControlError)) throw e;
    say(t("cheaper.failed", { why: e.message }));
    return "";
  }
}

async function copied(data: Data, a: Advice, table: string, say: (text: string) => void): Promise<string> {
  const { control, store } = data;
  const names = (await control.tables()).map((info) => info.name);
  const name = copyName(table, a.copy?.property ?? "", names);
  const entities = await entitiesOf(data, a, table);
  await store.note();
  store.mark(t("cheaper.change", { name }));
  const scripts = copyScripts(name, entities);
  for (const [i, text] of scripts.entries()) {
    say(t("cheaper.copying", { name, done: num(i), all: num(scripts.length) }));
    const { exchanges } = await runScript(control, { name: "copy.http", text, files: {} });
    const refused = exchanges.find((e) => refusedWith(e) || e.code || e.problem);
    if (refused) {
      say(t("cheaper.failed", { why: refused.problem?.message || refusal(refused) }));
      await data.changed();
      return "";
    }
  }
  say(t("cheaper.copied", { name, n: num(entities.length) }));
  await data.changed();
  return name;
}

async function entitiesOf({ control }: Data, a: Advice, table: string): Promise<Entity[]> {
  const out: Entity[] = [];
  for (const p of await control.partitions(table)) {
    if (a.kind === "index" && p.name !== a.copy?.example.partition) continue;
    for (let after = "", more = true; more; ) {
      const page = await control.entities(table, p.name, after, PAGE);
      out.push(...page.entities.flatMap((e) => copyOf(a, e) ?? []));
      more = page.more && page.entities.length > 0;
      after = (page.entities.at(-1) as { RowKey?: string } | undefined)?.RowKey ?? "";
    }
  }
  return out;
}
