// What becomes of a link: documents of this visit, which run only when the reader says so, and are kept only then.

import { html } from "lit";
import { BrokenLink, carries, readShared, type Shared, unpack } from "../../share/link.ts";
import { button } from "../../ui/buttons.ts";
import { openDialog } from "../../ui/dialog.ts";
import { Drafts } from "../../ui/drafts.ts";
import { num, t } from "../../ui/i18n.ts";
import {
  changesOf,
  keepSandbox,
  type SandboxSettings,
  type Setting,
  USUAL,
  usualOf,
} from "../data/sandbox-settings.ts";
import { DRAFT, type PlayDocument } from "../documents/documents.ts";
import { samplesOfLink } from "../documents/link-samples.ts";
import type { Sample } from "../documents/sample.ts";
import { forgetVisit, keepVisit, visitText } from "../documents/visit-text.ts";
import type { Screen, Script, Tabs, Workspace } from "../workspace/workspace.ts";

const FILE = "file"; // the name under which this tab keeps the file that was opened last, as an address keeps a link

/** Opens what an address carries; null if it cannot be read, which the bar says. */
export async function openLink(workspace: Tabs & Screen, address: URL): Promise<PlayDocument | null> {
  const lesson = address.searchParams.get("lesson") ?? "";
  const view = address.searchParams.get("view");
  forgetVisit(FILE);
  try {
    const shared = await unpack(address.hash);
    return visitAll(workspace, isView(view) ? { ...shared, opens: view } : shared, lesson);
  } catch (e) {
    tell(workspace, e);
    return null;
  }
}

const isView = (x: string | null): x is NonNullable<Shared["opens"]> => /^(script|results|explain|data)$/.test(x ?? "");

/** Opens a file that was saved instead of a link; false if it is another file. A reload opens it again. */
export function openFile(workspace: Tabs & Screen, text: string): boolean {
  try {
    const shared = readShared(text);
    if (!shared) return false;
    const first = visitAll(workspace, shared, "");
    keepVisit(FILE, text);
    if (first) void workspace.turn(first.id);
  } catch (e) {
    tell(workspace, e);
  }
  return true;
}

/** Opens the file that this tab keeps; null if there is none, or it is no longer read. */
export function openFileAgain(tabs: Tabs): PlayDocument | null {
  try {
    const shared = readShared(visitText(FILE) ?? "");
    return shared && visitAll(tabs, shared, "");
  } catch {
    forgetVisit(FILE); // a newer build may read it in another way
    return null;
  }
}

/** Tells whether what was opened comes back with a reload. */
export const comesAgain = (): boolean => carries(location.hash) || visitText(FILE) !== null;

function tell(screen: Screen, e: unknown): void {
  if (!(e instanceof BrokenLink)) throw e;
  screen.say(t(`share.broken.${e.reason}`));
}

function visitAll(tabs: Tabs, shared: Shared, lesson: string): PlayDocument | null {
  for (const d of linked(tabs)) tabs.documents.close(d.id);
  const documents = samplesOfLink(shared, tabs.documents.samples, lesson).map((s) => tabs.documents.visit(s));
  return documents[0] ?? null;
}

const linked = (tabs: Tabs): PlayDocument[] => tabs.documents.list.filter((d) => d.sample.link);

/** Makes documents of the reader's own of what came with the link, with the data as they are now, and its settings if
 * the reader wants them. */
export async function keepLink(workspace: Workspace): Promise<void> {
  const here = workspace.document;
  const settings = await askSettings(workspace.store.settings);
  if (settings === null) return;
  await workspace.store.load();
  const text = workspace.pane.text;
  const all = linked(workspace);
  const { settings: mineNow } = workspace.store;
  leave(workspace); // first: a new document would be called "Shop orders 2"
  const kept = all.map((d) => workspace.documents.add(d.title, d.language));
  for (const [i, d] of kept.entries()) keepText(d.id, all[i]?.id === here.id ? text : (all[i]?.sample.text ?? ""));
  const mine = kept[all.findIndex((d) => d.id === here.id)];
  if (settings)
    for (const [i, d] of kept.entries()) keepSandbox(d.id, d === mine ? mineNow : usualOf(all[i]?.sample.options));
  const why = mine ? await workspace.store.copyTo(mine.id) : null;
  if (mine) await workspace.turn(mine.id);
  workspace.say(why ? t("play.data.not", { why: t(`storage.${why}`) }) : t("opened.kept"));
}

function keepText(id: string, text: string): void {
  const drafts = new Drafts(DRAFT + id, "", () => undefined);
  drafts.save(text, []);
  drafts.close();
}

/** Leaves a link without a trace, and offers the way back as long as the page stands. */
export async function closeLink(workspace: Tabs & Script & Screen): Promise<void> {
  const { document } = workspace;
  const { text } = workspace.pane;
  const { href } = location;
  const file = visitText(FILE);
  const samples = linked(workspace).map((d) => d.sample);
  leave(workspace);
  const [next] = workspace.documents.list;
  await (next ? workspace.turn(next.id) : workspace.fill(workspace.documents.add(t("docs.untitled")), ""));
  workspace.say(t("opened.closed", { title: document.title }), {
    word: t("docs.closed.undo"),
    press: () => {
      if (file !== null) keepVisit(FILE, file);
      void reopen(workspace, samples, document.id, text).then(() => history.replaceState(null, "", href));
    },
  });
}

/** Opens the documents of a link again, one of them with its text. Nothing of it has run. */
async function reopen(tabs: Tabs, samples: readonly Sample[], id: string, text: string): Promise<void> {
  for (const sample of samples) {
    if (sample.link) sample.link.ran = false;
    tabs.documents.visit(sample);
  }
  const document = tabs.documents.find(id);
  if (document) await tabs.fill(document, text);
}

function leave(tabs: Tabs): void {
  forgetVisit(FILE);
  for (const d of linked(tabs)) tabs.documents.close(d.id);
  history.replaceState(null, "", location.pathname);
}

/** Asks, unless the settings are as usual: true keeps them, false does not, null is no answer. */
function askSettings(s: SandboxSettings): Promise<boolean | null> {
  const changes = Object.entries(changesOf(s, USUAL)) as [Setting, number | boolean][];
  if (!changes.length) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean | null>();
  const choice = (keep: boolean, close: () => void) => () => {
    resolve(keep);
    close();
  };
  const dialog = openDialog(
    ({ close }) => ({
      title: t("opened.settings"),
      lead: t("opened.settings.text"),
      body: html`<ul>${changes.map(
        ([name, value]) => html`<li>${t(`sandbox.${name}`)}: <b>${valueText(value)}</b></li>`,
      )}</ul>`,
      foot: html`${button(t("opened.settings.usual"), choice(false, close))}${button(
        t("opened.settings.keep"),
        choice(true, close),
        { kind: "primary" },
      )}`,
    }),
    "s",
  );
  dialog.element.addEventListener("close", () => resolve(null));
  return promise;
}

function valueText(value: number | boolean): string {
  return typeof value === "number" ? num(value) : t(value ? "sandbox.on" : "sandbox.off");
}
