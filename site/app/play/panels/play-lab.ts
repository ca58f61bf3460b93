// What a laboratory asks of the playground: the script, a copy of the data, and a place for scripts that it makes.
import { Fixture, setupOf } from "../../engine/fixture.ts";
import { clientsOf } from "../../labs/clients.ts";
import type { LabHost } from "../../labs/lab-host.ts";
import { said } from "../../ui/i18n.ts";
import { keepData } from "../data/keep-data.ts";
import { optionsOf } from "../data/sandbox-settings.ts";
import type { Desk } from "../workspace/workspace.ts";

const EXAMPLES = { races: "clerks", faults: "move" }; // samples of content/play

export function playLab(desk: Desk): LabHost {
  let data: ArrayBuffer | null = null; // that the last trial began with
  let setups: string[] = []; // that have filled them
  return {
    source: () => desk.pane.source,
    clients: () => (desk.document.language === "js" ? [] : clientsOf(desk.pane.text)),
    mark: () => `${desk.document.id} ${beginsAnew(desk) ? "" : `${desk.store.began} ${desk.store.journal.at}`}`,
    prepare: async (control) => {
      const { store, document } = desk;
      const anew = beginsAnew(desk);
      if (anew) await new Fixture(control, document.sample, store.seed).restore();
      else await copy(desk, control);
      await control.configure(optionsOf(store.settings));
      data = await control.snapshot();
      setups = anew ? setupOf(document.sample) : store.filledBy;
      return setups;
    },
    remark: (line) => remarkAt(desk, line),
    goTo: (line) => {
      if (matchMedia("(width < 50rem)").matches) desk.show("script");
      desk.pane.goTo(line);
    },
    rewrite: (text) => desk.pane.rewrite(text),
    open: async (title, text, run) => {
      const made = desk.documents.add(title.replace(/\.http$/, ""));
      const { seed } = desk.store;
      if (data) await keepData(made.id, { data, seed, setups });
      await desk.fill(made, text);
      if (run) await desk.runAll();
    },
    example: (kind) => void desk.turn(EXAMPLES[kind]),
  };
}

function remarkAt({ pane }: Desk, line: number): string {
  const found = pane.parsed.diagnostics.find((d) => d.line === line && d.severity === "error");
  return found ? said(found.message, found.sentences) : "";
}

/** Each run of this document begins with fresh data, and so does each trial. */
const beginsAnew = ({ document, store }: Desk): boolean =>
  document.fresh && !store.journal.past && !document.sample.makes;

async function copy(
  { store, control: page, document }: Desk,
  control: Parameters<LabHost["prepare"]>[0],
): Promise<void> {
  await store.load();
  const snapshot = await page.snapshot();
  await control.reset({ seed: store.seed, options: document.sample.options ?? {} });
  await control.restore(snapshot);
}
