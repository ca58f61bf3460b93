// The ways to begin an empty document, in their order. A new one is an entry here.
import { html, nothing, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import { button } from "../../ui/buttons.ts";
import { type Key, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { FIRST_PROGRAM } from "../program/first-program.ts";
import type { Script, Tabs, Workspace } from "../workspace/workspace.ts";

export interface Way {
  title: Key;
  view: (workspace: Workspace) => unknown;
}

export const WAYS: readonly Way[] = [
  { title: "start.write", view: write },
  { title: "start.sample", view: takeSample },
  { title: "start.file", view: bringFile },
  { title: "start.sql", view: writeSQL },
  { title: "start.js", view: writeProgram },
];

/** Draws the ways while the document is empty, and what a text that began with one of them still lacks. */
export function ways(workspace: Workspace): TemplateResult | typeof nothing {
  if (workspace.document.language === "js") return nothing;
  if (workspace.pane.text.trim()) return nextSteps(workspace);
  return html`<div class="start">${WAYS.map(
    (way) => html`<section class="start-way"><h2>${t(way.title)}</h2><div>${way.view(workspace)}</div></section>`,
  )}</div>`;
}

function nextSteps(script: Script): TemplateResult | typeof nothing {
  const list = startersFor(script.pane.text);
  if (!list.length) return nothing;
  return html`<p class="actions start-next">${list.map((s) =>
    button(t(s.key), () => script.pane.append(starterText(s)), { kind: "small", icon: "script" }),
  )}</p>`;
}

function write(script: Script): TemplateResult {
  const list = startersFor("").slice(0, 2);
  const text = list.map(starterText).join("\n\n");
  return html`<p>${t("start.write.text")}</p>${sample(text, t("start.write.label"))}<p class="actions">${button(
    t("start.write.do"),
    () => script.pane.append(text),
    { kind: "primary" },
  )}<a href="../help/script-format/">${t("start.format")}</a></p>`;
}

function takeSample(tabs: Tabs): TemplateResult {
  return html`<p>${t("start.sample.text")}</p><ul class="start-list">${tabs.documents.samples
    .filter((s) => !s.makes)
    .map(
      (s) => html`<li>${button(s.title, () => tabs.turn(s.name), { kind: "small", icon: "data" })}</li>`,
    )}</ul><p class="actions">${button(
    t("start.sets"),
    () => void import("../make/sets-dialog.ts").then((m) => m.showSets(tabs)),
    { kind: "small" },
  )}</p>`;
}

/** A file that is dropped is taken anywhere on the page. */
function bringFile(workspace: Workspace): TemplateResult {
  const take = (e: Event) => {
    const file = (e.target as HTMLInputElement).files?.[0];
    void import("../transfer/at-once.ts").then((m) => m.takeFile(workspace, file));
  };
  return html`<label class="drop"><input type="file"
    class="vh" accept=".http,.rest,.txt,.csv,.tsv,.json,.jsonl,.ndjson,.js,.mjs"
    @change=${take}>${icon("take")}<b>${t(
      "start.file.choose",
    )}</b><span class="muted">${t("start.file.kinds")}</span></label>`;
}

function writeProgram(tabs: Tabs): TemplateResult {
  const begin = () => {
    tabs.documents.setLanguage(tabs.document.id, "js");
    const document = tabs.documents.find(tabs.document.id);
    if (document) void tabs.fill(document, FIRST_PROGRAM);
  };
  return html`<p>${t("start.js.text")}</p><p
    class="actions">${button(t("start.js.do"), begin, { kind: "small", icon: "script" })}</p>`;
}

function writeSQL(): TemplateResult {
  return html`<p>${t("start.sql.text")}</p>`;
}

interface Starter {
  key: Key; // of what it does
  request: string;
}

const STARTERS: readonly Starter[] = [
  {
    key: "starter.table",
    request: 'POST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Orders" }',
  },
  {
    key: "starter.insert",
    request:
      "POST {{table}}/Orders\nContent-Type: application/json\n\n" +
      '{ "PartitionKey": "Ann", "RowKey": "0001", "Item": "Lamp", "Price": 49.5 }',
  },
  {
    key: "starter.ask",
    request: "GET {{table}}/Orders()?$filter=PartitionKey eq 'Ann'",
  },
];

/** Returns the starters that a text still lacks, if it is empty or began with one of them; none for any other text. */
export function startersFor(text: string): readonly Starter[] {
  const missing = STARTERS.filter((s) => !text.includes(s.request));
  return text.trim() === "" || missing.length < STARTERS.length ? missing : [];
}

/** The request of a starter with its title. */
function starterText(s: Starter): string {
  return `### ${t(s.key)}\n${s.request}`;
}
