// The script as a file for other tools. A run in a sandbox of its own says what is sent, so nothing of the reader's data changes.
import { Control } from "../engine/control.ts";
import { Fixture } from "../engine/fixture.ts";
import { openEngine } from "../engine/page-data.ts";
import { runScript } from "../engine/run-script.ts";
import type { Block, Exchange } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import { saveFile } from "../ui/save-file.ts";
import type { Desk } from "./desk.ts";
import { exportScript } from "./export/export.ts";
import type { Tool } from "./export/tools.ts";

interface Trial {
  blocks: readonly Block[];
  exchanges: readonly Exchange[];
}

/** Offers the script of the desk as a file for a tool. */
export async function saveScript(desk: Desk, tool: Tool): Promise<void> {
  const { text } = desk.pane;
  if (!text.trim()) return desk.say(t("out.nothing"));
  try {
    const trial = await tryOut(desk);
    const { makes } = desk.document.sample;
    const head = [
      t("out.head", { title: desk.document.title }),
      ...(makes ? [t("out.head.made", { table: makes.table, tool: t("export.tool") })] : []),
      t(`out.head.${tool}`),
    ].flatMap((sentences) => sentences.split("\n"));
    const notSent = (title: string) => t("out.notSent", { title });
    saveFile(`${fileName(desk.document.title)}.http`, [exportScript({ text, ...trial, head, notSent }, tool)]);
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
    const exchanges = await run();
    if (!exchanges.at(-1)?.stopped) return { blocks, exchanges };
    await control.restore(await desk.control.snapshot());
    const now = await run();
    return { blocks, exchanges: now.length > exchanges.length ? now : exchanges };
  } finally {
    engine.stop();
  }
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "script";
}
