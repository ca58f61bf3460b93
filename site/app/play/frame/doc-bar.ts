// The bar of documents: each a tab, a new one, where the text is kept, and what concerns the document or its data.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { keyName } from "../../ui/keys.ts";
import { type MenuItem, menu } from "../../ui/menu.ts";
import type { PlayDocument } from "../documents/documents.ts";
import { type DocTool, linesOf, TOOL_GROUPS } from "../workspace/tool.ts";

export interface DocBar {
  list: readonly PlayDocument[];
  current: PlayDocument;
  renaming: boolean; // of the current one
  saved: unknown;
  tools: readonly DocTool[];
}

export interface DocActions {
  turn: (id: string) => void;
  add: () => void;
  close: (id: string) => void;
  rename: () => void; // begins it
  renamed: (title: string | null) => void; // null: as it was
}

export function docBar(b: DocBar, a: DocActions): TemplateResult {
  const tools = b.tools.filter((tool) => !tool.hidden?.());
  return html`<div class="doc-bar" role="group" aria-label=${t("docs.label")}>
    <nav class="doc-tabs" aria-label=${t("docs.list")}><ul>${b.list.map((d) => tab(d, b, a))}</ul></nav>
    <button type="button" class="icon-button doc-new" aria-label=${t("docs.new")} title=${t("docs.new")}
    @click=${a.add}>${icon("plus")}</button>
    <div class="doc-end"><span class="doc-saved">${b.saved}</span>${tools
      .filter((tool) => tool.place === "bar")
      .map(barButton)}${menu(
      "doc-menu",
      icon("more"),
      t("docs.more"),
      TOOL_GROUPS.flatMap((group) => tools.filter((tool) => tool.group === group).flatMap(menuLines)),
    )}</div></div>`;
}

/** The lines of a tool in the menu; those of one that has a button are only for a narrow window. */
function menuLines(tool: DocTool): MenuItem[] {
  const group = t(`docs.group.${tool.group}`);
  const narrow = tool.place !== "menu";
  return linesOf(tool).map((line) => ({ ...line, id: narrow ? "" : (line.id ?? ""), group, narrow }));
}

function barButton(tool: DocTool): TemplateResult {
  const { id, press, more } = tool;
  const word = tool.word();
  const disabled = tool.disabled?.();
  const own = press
    ? html`<button type="button" class="button" data-kind="quiet" data-tool=${id}
    aria-disabled=${disabled ? "true" : nothing}
    @click=${disabled ? nothing : press}>${icon(tool.icon)}<span>${word}</span></button>`
    : nothing;
  if (!more) return html`${own}`;
  const face = press ? icon("down") : html`${icon(tool.icon)}<span>${word}</span>${icon("down")}`;
  const label = press ? t("docs.more.of", { tool: word }) : word;
  const list = menu(`${id}-menu`, face, label, more(), press ? undefined : "quiet");
  return html`<span class="tool-split">${own}${list}</span>`;
}

function tab(d: PlayDocument, b: DocBar, a: DocActions): TemplateResult {
  const here = d.id === b.current.id;
  if (here && b.renaming) return html`<li data-here>${nameField(d, a)}</li>`;
  const close = t("docs.close", { title: d.title });
  return html`<li ?data-here=${here}><a class="doc-tab" href=${`?sample=${encodeURIComponent(d.id)}`}
    aria-current=${here ? "page" : nothing}
      title=${here ? t("docs.rename.hint", { keys: keyName("F2") }) : nothing} @click=${(e: MouseEvent) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey) return; // a window of its own
        e.preventDefault();
        a.turn(d.id);
      }} @dblclick=${here ? a.rename : nothing}>${
        d.language === "js" ? html`<span class="doc-kind" aria-label=${t("js.kind")} role="img">JS</span>` : nothing
      }<span class="doc-name">${d.title}</span></a>${
        here && (b.list.length > 1 || d.sample.link)
          ? html`<button type="button" class="icon-button doc-close" aria-label=${close} title=${close} @click=${() =>
              a.close(d.id)}>${icon("close")}</button>`
          : nothing
      }</li>`;
}

/** The name of a document while it is changed: Enter takes it, Esc does not. */
function nameField(d: PlayDocument, a: DocActions): TemplateResult {
  const key = (e: KeyboardEvent) => {
    e.stopPropagation();
    if (e.key === "Enter") a.renamed((e.target as HTMLInputElement).value);
    if (e.key === "Escape") a.renamed(null);
  };
  return html`<label class="doc-rename"><span class="vh">${t("docs.name")}</span><input type="text" maxlength="60"
    .value=${d.title} @keydown=${key} @blur=${(e: Event) => a.renamed((e.target as HTMLInputElement).value)}></label>`;
}
