// The band above a script that came with a link: what it would do, and the one door to it.
import { html, nothing, type TemplateResult } from "lit";
import { home } from "../../engine/page-data.ts";
import { pack, unpack } from "../../share/link.ts";
import { summaryOf } from "../../share/summary.ts";
import { button } from "../../ui/buttons.ts";
import { bytes, filled, isKey, num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import type { LinkState } from "../documents/sample.ts";
import type { Screen, Script, Tabs, Workspace } from "../workspace/workspace.ts";
import { closeLink, comesAgain, keepLink } from "./open-link.ts";

const SHOWN = 20; // lines of what a link brings
const NAMED = 6; // tables

export const embedded = (): boolean => document.documentElement.dataset.embed !== undefined;

export function openedBand(workspace: Workspace): TemplateResult | typeof nothing {
  const { link } = workspace.document.sample;
  if (!link) return nothing;
  const title = workspace.document.title;
  return html`<section class="opened" aria-label=${t("opened.label")} ?data-ran=${link.ran}><div
    class="opened-t"><h2>${icon("link")}<span>${t("opened.title", {
      title,
    })}</span></h2><p><b>${t(link.ran ? "opened.ran" : "opened.not")}</b> ${t("opened.own")}${changed(
      workspace,
    )}${lesson(link)}</p></div>${
      link.ran ? nothing : workspace.document.language === "js" ? programFacts(link) : facts(workspace.pane.text, link)
    }<p class="opened-go">${doors(workspace, link)}</p></section>`;
}

function doors(workspace: Workspace, link: LinkState): unknown {
  const program = workspace.document.language === "js";
  const { requests } = summaryOf(workspace.pane.text);
  const run = link.ran
    ? nothing
    : button(program ? t("js.run") : tn("opened.run", requests), () => void workspace.runAll(), {
        kind: "primary",
        icon: "run",
        disabled: requests === 0 && !program,
      });
  if (embedded()) {
    const url = new URL(location.href);
    url.searchParams.delete("embed");
    url.hash = presentHash(workspace);
    return html`${run}<a class="button" href=${url.href} target="_blank" rel="noopener">${t("opened.play")}</a>`;
  }
  return html`${run}${button(t("opened.keep"), () => void keepLink(workspace))}${button(
    t("opened.close"),
    () => void closeLink(workspace),
    {
      kind: "quiet",
    },
  )}`;
}

/** What is in the address is there after a reload, and so is a file that this tab keeps. */
function changed({ pane, document: { sample } }: Tabs & Script): string {
  const stays = comesAgain() && !embedded();
  return stays && pane.text !== sample.text ? ` ${t("opened.changed")}` : "";
}

function lesson({ lesson: path }: LinkState): unknown {
  return path ? html` <a href=${new URL(`learn/${path}/`, home).href}>${t("opened.lesson")}</a>` : nothing;
}

function facts(text: string, link: LinkState): TemplateResult {
  const s = summaryOf(text);
  const does = [
    s.reads ? tn("opened.reads", s.reads) : "",
    s.writes ? tn("opened.writes", s.writes) : "",
    s.deletes ? tn("opened.deletes", s.deletes) : "",
  ].filter(Boolean);
  return html`<dl class="opened-do"><div><dt>${tn("opened.requests", s.requests)}</dt><dd>${
    does.join(", ") || t("opened.nothing")
  }</dd></div>
    <div><dt>${t("opened.tables")}</dt><dd>${tables("opened.creates", s.creates)}${
      s.creates.length && s.uses.length ? "; " : nothing
    }${tables("opened.uses", s.uses)}${s.creates.length || s.uses.length ? nothing : t("opened.none")}</dd></div>
    <div><dt>${t("opened.brings")}</dt><dd>${brings(link)}</dd></div>
    <div><dt>${t("opened.network")}</dt><dd>${t("opened.network.none")}</dd></div></dl>`;
}

/** What a program would do only a run tells; what it cannot do is known. */
function programFacts(link: LinkState): TemplateResult {
  return html`<dl class="opened-do"><div><dt>${t("js.kind")}</dt><dd>${t("js.opened")}</dd></div>
    <div><dt>${t("opened.brings")}</dt><dd>${brings(link)}</dd></div>
    <div><dt>${t("opened.network")}</dt><dd>${t("opened.network.none")}</dd></div></dl>`;
}

function tables(key: "opened.creates" | "opened.uses", names: readonly string[]): unknown {
  if (!names.length) return nothing;
  const more = names.length - NAMED;
  const tables = names.slice(0, NAMED).map((name, i) => html`${i ? ", " : nothing}<b>${name}</b>`);
  return filled(t(key), { tables: html`${tables}${more > 0 ? ` +${num(more)}` : nothing}` });
}

/** A setting in words, its name if there are none. */
export function settingText(name: string, value: string): string {
  const key = `opened.setting.${name}`;
  return isKey(key) ? t(key, { value }) : `${name} ${value}`;
}

function brings({ brings: b, settings }: LinkState): unknown {
  const list = [
    b.rows ? `${tn("opened.rows", b.rows)} (${bytes(b.bytes)})` : b.tables.length ? b.tables.join(", ") : "",
    ...settings.map(([name, value]) => settingText(name, value)),
  ].filter(Boolean);
  if (!list.length) return t("opened.none");
  const lines = b.lines.split("\n").filter(Boolean);
  return html`${list.join(", ")}${
    b.rows
      ? html` <details class="opened-rows"><summary>${t("opened.show")}</summary><pre tabindex="0" role="group"
        aria-label=${t("opened.show")}>${lines
          .slice(0, SHOWN)
          .map((l) => l.slice(0, 400))
          .join("\n")}</pre>${
          lines.length > SHOWN
            ? html`<p class="muted">${t("opened.more", { n: num(lines.length - SHOWN) })}</p>`
            : nothing
        }</details>`
      : nothing
  }`;
}

let packed = { text: "", hash: "" };

/** Returns the part of the address; that of the old text until the new one is packed, when the page is drawn again. */
function presentHash(workspace: Tabs & Script & Screen): string {
  const { text } = workspace.pane;
  if (text === workspace.document.sample.text) return location.hash;
  if (packed.text !== text) {
    packed = { text, hash: packed.hash || location.hash };
    void packNow(workspace, text);
  }
  return packed.hash;
}

async function packNow(workspace: Tabs & Screen, text: string): Promise<void> {
  const shared = await unpack(location.hash);
  const script = shared.scripts[linkedIndex(workspace)];
  if (script) script.text = text;
  const hash = await pack(shared);
  if (packed.text !== text) return;
  packed.hash = hash;
  workspace.draw();
}

/** Which of the scripts of the link is open. */
function linkedIndex(tabs: Tabs): number {
  return tabs.documents.list.filter((d) => d.sample.link).findIndex((d) => d.id === tabs.document.id);
}
