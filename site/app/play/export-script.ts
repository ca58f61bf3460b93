// The script as a file for other tools, with the rows that it begins with. A run in a sandbox of its own says what is sent,
// so nothing of the reader's data changes.
import { Control } from "../engine/control.ts";
import { Fixture } from "../engine/fixture.ts";
import { openEngine } from "../engine/page-data.ts";
import { runScript } from "../engine/run-script.ts";
import type { Block, Exchange } from "../engine/types.ts";
import { readTable } from "../transfer/table-file.ts";
import { entitiesOf } from "../transfer/write-table.ts";
import { num, t } from "../ui/i18n.ts";
import { saveFile } from "../ui/save-file.ts";
import type { Desk } from "./desk.ts";
import { exportScript } from "./export/export.ts";
import type { Begun, Filling } from "./export/rows.ts";
import type { Tool } from "./export/tools.ts";
import { rowsOf } from "./read-rows.ts";

interface Trial {
  blocks: readonly Block[];
  exchanges: readonly Exchange[];
  begun: readonly Begun[];
  large: readonly string[]; // tables whose rows are too many for the file
}

const MOST = 2000; // rows in a file

/** Offers the script of the desk as a file for a tool. */
export async function saveScript(desk: Desk, tool: Tool): Promise<void> {
  const { text } = desk.pane;
  if (!text.trim()) return desk.say(t("out.nothing"));
  try {
    const { large, ...trial } = await tryOut(desk);
    const head = [
      t("out.head", { title: desk.document.title }),
      ...(large[0] ? [t("out.head.large", { tables: large.join(", "), tool: t("export.tool"), first: large[0] })] : []),
      t(`out.head.${tool}`),
    ].flatMap((sentences) => sentences.split("\n"));
    const notSent = (title: string) => t("out.notSent", { title });
    const filling = ({ table, rows }: Filling) =>
      rows ? t("out.rows", { table, first: num(rows[0]), last: num(rows[1]) }) : t("out.create", { table });
    const file = exportScript({ text, ...trial, head, notSent, filling }, tool);
    saveFile(`${fileName(desk.document.title)}.http`, [file]);
  } catch (e) {
    desk.say(t("out.failed", { why: e instanceof Error ? e.message : String(e) }));
  }
}

/** Runs the script on what its document began with; if that stops early, or was made by a recipe, on the data of now. */
async function tryOut(desk: Desk): Promise<Trial> {
  const engine = openEngine();
  const control = new Control(engine.fetch);
  const { sample } = desk.document;
  const source = { name: `${sample.name || "yours"}.http`, text: desk.pane.text, files: sample.files };
  const run = async () => (await runScript(control, source)).exchanges;
  try {
    if (sample.makes) await control.restore(await desk.control.snapshot());
    else await new Fixture(control, sample).restore();
    const { blocks } = await control.parse(source);
    const before = await tablesOf(control, engine.fetch);
    const exchanges = await run();
    if (!exchanges.at(-1)?.stopped) return { blocks, exchanges, ...before };
    await control.restore(await desk.control.snapshot());
    const later = await tablesOf(control, engine.fetch);
    const now = await run();
    return now.length > exchanges.length ? { blocks, exchanges: now, ...later } : { blocks, exchanges, ...before };
  } finally {
    engine.stop();
  }
}

/** The tables of a store, with their rows as long as there is room. */
async function tablesOf(control: Control, ask: typeof fetch): Promise<Pick<Trial, "begun" | "large">> {
  const begun: Begun[] = [];
  const large: string[] = [];
  let room = MOST;
  for (const { name, entities } of await control.tables()) {
    if (entities > room) large.push(name);
    else begun.push({ table: name, entities: entitiesOf(readTable(await rowsOf(ask, name))) });
    if (entities <= room) room -= entities;
  }
  return { begun, large };
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "script";
}
