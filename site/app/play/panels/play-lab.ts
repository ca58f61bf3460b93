// What a laboratory asks of the playground: the script, a copy of the data, and a place for scripts that it makes.
import { Fixture, setupOf } from "../../engine/fixture.ts";
import { clientsOf } from "../../labs/clients.ts";
import type { LabHost } from "../../labs/lab-host.ts";
import { said } from "../../ui/i18n.ts";
import { keepData } from "../data/keep-data.ts";
import { optionsOf } from "../data/sandbox-settings.ts";
import type { Data, Script, Tabs, Workspace } from "../workspace/workspace.ts";

const EXAMPLES = { races: "clerks", faults: "move" }; // samples of content/play

export function playLab(workspace: Workspace): LabHost {
  let data: ArrayBuffer | null = null; // that the last trial began with
  let setups: string[] = []; // that have filled them
  return {
    source: () => workspace.pane.source,
    clients: () => (workspace.document.language === "js" ? [] : clientsOf(workspace.pane.text)),
    mark: () => {
      const { document, store } = workspace;
      return `${document.id} ${beginsAnew(workspace) ? "" : `${store.began} ${store.journal.at}`}`;
    },
    prepare: async (control) => {
      const { store, document } = workspace;
      const anew = beginsAnew(workspace);
      if (anew) await new Fixture(control, document.sample, store.seed).restore();
      else await copy(workspace, control);
      await control.configure(optionsOf(store.settings));
      data = await control.snapshot();
      setups = anew ? setupOf(document.sample) : store.filledBy;
      return setups;
    },
    remark: (line) => remarkAt(workspace, line),
    goTo: (line) => {
      if (matchMedia("(width < 50rem)").matches) workspace.show("script");
      workspace.pane.goTo(line);
    },
    rewrite: (text) => workspace.pane.rewrite(text),
    open: async (title, text, run) => {
      const made = workspace.documents.add(title.replace(/\.http$/, ""));
      const { seed } = workspace.store;
      if (data) await keepData(made.id, { data, seed, setups });
      await workspace.fill(made, text);
      if (run) await workspace.runAll();
    },
    example: (kind) => void workspace.turn(EXAMPLES[kind]),
  };
}

function remarkAt({ pane }: Script, line: number): string {
  const found = pane.parsed.diagnostics.find((d) => d.line === line && d.severity === "error");
  return found ? said(found.message, found.sentences) : "";
}

/** Each run of this document begins with fresh data, and so does each trial. */
const beginsAnew = ({ document, store }: Data & Tabs): boolean =>
  document.fresh && !store.journal.past && !document.sample.makes;

async function copy(
  { store, control: page, document }: Data & Tabs,
  control: Parameters<LabHost["prepare"]>[0],
): Promise<void> {
  await store.load();
  const snapshot = await page.snapshot();
  await control.reset({ seed: store.seed, options: document.sample.options ?? {} });
  await control.restore(snapshot);
}
