// The script as a file for other tools, with the rows that it begins with. A run in a sandbox of its own says what is
// sent, so nothing of the reader's data changes.
import { Control } from "../../engine/control.ts";
import { Fixture } from "../../engine/fixture.ts";
import { openEngine } from "../../engine/page-data.ts";
import { runScript } from "../../engine/run-script.ts";
import type { Block, Exchange } from "../../engine/types.ts";
import { FileError } from "../../transfer/csv.ts";
import type { Planned } from "../../transfer/import-plan.ts";
import { readTable } from "../../transfer/read-table.ts";
import { entitiesOf } from "../../transfer/write-table.ts";
import { num, t } from "../../ui/i18n.ts";
import { saveFile } from "../../ui/save-file.ts";
import { rowsOf } from "../data/read-rows.ts";
import type { Data, Script, Tabs, Workspace } from "../workspace/workspace.ts";
import { exportScript } from "./export.ts";
import type { Begun, Filling } from "./rows.ts";
import type { Tool } from "./tools.ts";

interface Trial {
  blocks: readonly Block[];
  exchanges: readonly Exchange[];
  begun: readonly Begun[];
  large: readonly string[]; // tables whose rows are too many for the file
}

const MOST = 2000; // rows in a file
const MOST_TEXT = 4 << 20; // characters of them

/** Offers the script of the workspace as a file for a tool. */
export async function saveScript(workspace: Workspace, tool: Tool): Promise<void> {
  const { text } = workspace.pane;
  if (!text.trim()) return workspace.say(t("out.nothing"));
  try {
    const { large, ...trial } = await tryOut(workspace);
    const head = [
      t("out.head", { title: workspace.document.title }),
      ...(trial.begun.length ? [t("out.head.rows")] : []),
      ...(large[0] ? [t("out.head.large", { tables: large.join(", "), tool: t("export.tool"), first: large[0] })] : []),
      t(`out.head.${tool}`),
    ].flatMap((sentences) => sentences.split("\n"));
    const notSent = (title: string) => t("out.notSent", { title });
    const obeyed = () => t("out.obeyed");
    const filling = ({ table, rows }: Filling) => {
      if (!rows) return t("out.create", { table });
      const [first, last] = rows.map(num) as [string, string];
      return first === last ? t("out.row", { table, n: first }) : t("out.rows", { table, first, last });
    };
    const file = exportScript({ text, ...trial, head, notSent, obeyed, filling }, tool);
    saveFile(`${fileName(workspace.document.title)}.http`, [file]);
  } catch (e) {
    workspace.say(t("out.failed", { why: e instanceof Error ? e.message : String(e) }));
  }
}

/** Runs the script on what its document began with; if that stops early, or was made by a recipe, on the data of
 * now. */
async function tryOut(workspace: Data & Tabs & Script): Promise<Trial> {
  const engine = openEngine();
  const control = new Control(engine.fetch);
  const { sample } = workspace.document;
  const source = { name: `${sample.name || "yours"}.http`, text: workspace.pane.text, files: sample.files };
  const run = async () => (await runScript(control, source)).exchanges;
  try {
    if (sample.makes) await control.restore(await workspace.control.snapshot());
    else await new Fixture(control, sample).restore();
    const { blocks } = await control.parse(source);
    const signed = sample.options?.signatures === true;
    const before = await tablesOf(control, engine.fetch, signed);
    const exchanges = await run();
    if (!exchanges.at(-1)?.stopped) return { blocks, exchanges, ...before };
    await control.restore(await workspace.control.snapshot());
    const later = await tablesOf(control, engine.fetch, signed);
    const now = await run();
    return now.length > exchanges.length ? { blocks, exchanges: now, ...later } : { blocks, exchanges, ...before };
  } finally {
    engine.stop();
  }
}

/** The tables of a store, with their rows as long as there is room. Where requests have to be signed, these are not. */
async function tablesOf(control: Control, ask: typeof fetch, signed: boolean): Promise<Pick<Trial, "begun" | "large">> {
  const begun: Begun[] = [];
  const large: string[] = [];
  let [rows, text] = [MOST, MOST_TEXT];
  if (signed) await control.configure({ signatures: false });
  for (const { name, entities } of await control.tables()) {
    const json = entities <= rows ? await rowsOf(ask, name) : "";
    const list = json && json.length <= text ? readRows(json) : null;
    if (!list) large.push(name);
    else {
      begun.push({ table: name, entities: list });
      [rows, text] = [rows - entities, text - json.length];
    }
  }
  if (signed) await control.configure({ signatures: true });
  return { begun, large };
}

/** The rows as entities, null if they have too many properties for one file. */
function readRows(json: string): Planned[] | null {
  try {
    return entitiesOf(readTable(json));
  } catch (e) {
    if (e instanceof FileError) return null;
    throw e;
  }
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "script";
}
